"""A tally is what the boards keep; chance is counted."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("archive", "0001_chance_statistics")]

    operations = [
        migrations.RemoveConstraint("tally", "tally_once"),
        migrations.RenameModel("Tally", "ChanceCount"),
        migrations.RenameModel("Reading", "CountingCursor"),
        migrations.AddConstraint(
            "chancecount",
            models.UniqueConstraint(
                fields=["game", "kind", "group", "value"], name="chance_count_once"
            ),
        ),
        migrations.AlterModelOptions("chancecount", {"verbose_name_plural": "chance counts"}),
    ]
