"""A decision on a protest cannot be rewritten, by whatever door one comes."""

from django.db import migrations

from tournaments.append_only import forbid_update


class Migration(migrations.Migration):
    dependencies = [("referees", "0003_the_whole_table")]
    operations = [
        forbid_update(
            "referees_decision", ["game_id", "line_id", "upheld", "reason", "at", "official_id", "decided_by"]
        ),
    ]
