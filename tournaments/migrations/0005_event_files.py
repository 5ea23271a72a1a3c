"""What an event file needs: an identity of each event, further keys of a player, files between two steps of an import."""

import uuid

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

MOMENTS = (
    ("auditentry", "at"),
    ("disqualification", "decided_at"),
    ("document", "asked_at"),
    ("result", "recorded_at"),
    ("tournament", "created_at"),
)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0004_the_event"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        # Filled by 0006 and made unique by 0007: with one default all events there are would have the same.
        migrations.AddField(
            model_name="tournament",
            name="uid",
            field=models.UUIDField(default=uuid.uuid4, editable=False, null=True),
        ),
        # A moment may now be given, as an import does. The columns stay as they are: SQLite would make the tables anew
        # for it, and lose the triggers that keep them append-only.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name=model,
                    name=field,
                    field=models.DateTimeField(default=django.utils.timezone.now, editable=False),
                )
                for model, field in MOMENTS
            ]
        ),
        migrations.CreateModel(
            name="BroughtFile",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=120)),
                ("sha256", models.CharField(max_length=64)),
                ("content", models.BinaryField()),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="OtherKey",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(editable=False, max_length=16, unique=True)),
                ("salt", models.CharField(blank=True, editable=False, max_length=32)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="other_keys",
                        to="tournaments.player",
                    ),
                ),
            ],
            options={"ordering": ["player_id", "key"]},
        ),
    ]
