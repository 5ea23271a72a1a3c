"""A line, a signed envelope and a signature cannot be rewritten, by whatever door one comes."""

from django.db import migrations

from tournaments.append_only import forbid_update


class Migration(migrations.Migration):
    dependencies = [("referees", "0001_initial"), ("tournaments", "0002_append_only")]
    operations = [
        forbid_update("referees_line", ["game_id", "number", "line_id", "kind", "data", "received_at", "official_id"]),
        forbid_update("referees_protocol", ["game_id", "version", "edition", "envelope", "digest", "outcome", "made_at"]),
        forbid_update(
            "referees_signature", ["protocol_id", "signer", "how", "strokes", "reason", "digest", "at", "official_id"]
        ),
    ]
