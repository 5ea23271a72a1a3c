"""Give every event there is an identity of its own."""

import uuid

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def give_each_its_own(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    events = apps.get_model("tournaments", "Tournament").objects.using(editor.connection.alias)
    for event in events.only("pk"):
        event.uid = uuid.uuid4()
        event.save(update_fields=["uid"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0005_event_files")]
    operations = [migrations.RunPython(give_each_its_own, migrations.RunPython.noop)]
