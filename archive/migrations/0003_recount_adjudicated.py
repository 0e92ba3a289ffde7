"""Statistics are counted anew where they took a result of the staff for one of the game.

The nightly task begins again from the first match; nothing else is kept in these tables.
"""

from django.db import migrations


def count_anew(apps, schema_editor):
    matches = apps.get_model("games", "Match").objects.filter(status="finished")
    if matches.filter(result__reason="adjudicated").exists():
        apps.get_model("archive", "ChanceCount").objects.all().delete()
        apps.get_model("archive", "CountingCursor").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [
        ("archive", "0002_plain_words"),
        ("games", "0001_initial"),
    ]

    operations = [migrations.RunPython(count_anew, migrations.RunPython.noop, elidable=True)]
