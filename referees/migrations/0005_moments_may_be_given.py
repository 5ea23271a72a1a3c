"""An import keeps the moments of its file. State alone: tables made anew would lose their append-only triggers."""

import django.utils.timezone
from django.db import migrations, models

MOMENTS = (
    ("call", "at"),
    ("decision", "at"),
    ("line", "received_at"),
    ("protocol", "made_at"),
    ("signature", "at"),
)


class Migration(migrations.Migration):
    dependencies = [("referees", "0004_decisions_append_only")]
    operations = [
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
    ]
