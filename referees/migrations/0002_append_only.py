"""A line, a signed envelope and a signature cannot be rewritten, by whatever door one comes."""

from django.db import migrations

from tournaments.append_only import forbid_update, forbid_when


class Migration(migrations.Migration):
    dependencies = [("referees", "0001_initial"), ("tournaments", "0002_append_only")]
    operations = [
        forbid_update("referees_line", ["game_id", "number", "line_id", "kind", "data", "received_at", "official_id"]),
        forbid_update(
            "referees_protocol", ["game_id", "version", "edition", "envelope", "digest", "outcome", "made_at"]
        ),
        # An open version is accepted or voided, an accepted one only voided; who accepted it stays.
        forbid_when(
            "referees_protocol",
            "one_way",
            "OLD.state = 'void' OR (OLD.state = 'accepted' AND (NEW.state <> 'void'"
            " OR OLD.accepted_by <> NEW.accepted_by OR OLD.accepted_at <> NEW.accepted_at))",
        ),
        forbid_update(
            "referees_signature", ["protocol_id", "signer", "how", "strokes", "reason", "digest", "at", "official_id"]
        ),
    ]
