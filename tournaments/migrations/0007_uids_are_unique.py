"""No two events have the same identity, and none is without."""

import uuid

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0006_events_get_a_uid")]
    operations = [
        migrations.AlterField(
            model_name="tournament",
            name="uid",
            field=models.UUIDField(default=uuid.uuid4, editable=False, unique=True),
        ),
    ]
