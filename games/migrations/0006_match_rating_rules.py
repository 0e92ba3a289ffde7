from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0005_seat_absent")]

    operations = [
        migrations.AddField(
            "match",
            "rating_rules",
            models.SmallIntegerField(
                db_default=0,
                help_text="By which rules it counts: those of the day on which it began",
            ),
        ),
    ]
