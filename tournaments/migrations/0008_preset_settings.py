"""A preset says more than the rules of a game: system, rounds, the order of the table."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0007_uids_are_unique")]
    operations = [
        migrations.AddField(
            model_name="regulationspreset",
            name="settings",
            field=models.JSONField(blank=True, default=dict),
        ),
    ]
