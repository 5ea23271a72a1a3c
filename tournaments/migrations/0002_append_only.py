"""The audit record cannot be rewritten, by whatever door one comes."""

from django.db import migrations

from tournaments.append_only import forbid_update


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]
    operations = [forbid_update("tournaments_auditentry", ["at", "actor", "act", "subject", "reason", "details"])]
