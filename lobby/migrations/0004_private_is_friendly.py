from django.db import migrations, models
from django.db.models import F
from django.db.models.functions import Now


def old_tables(apps, schema_editor):
    """A match that runs goes on as it was agreed; the next one at a private table is friendly."""
    tables = apps.get_model("lobby", "Table").objects
    tables.filter(public=False, rated=True).update(rated=False)
    tables.update(opened_at=F("created_at"))


class Migration(migrations.Migration):
    dependencies = [("lobby", "0003_guests")]

    operations = [
        migrations.AddField(
            "table",
            "opened_at",
            models.DateTimeField(
                db_default=Now(),
                help_text="For the first time or again; what was said before is gone",
            ),
        ),
        migrations.RunPython(old_tables, migrations.RunPython.noop),
    ]
