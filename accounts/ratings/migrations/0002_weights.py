from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ratings", "0001_standings_and_changes")]

    operations = [
        migrations.AddField(
            "ratingchange",
            "weight",
            models.FloatField(
                db_default=1.0,
                help_text="How much it counted: less if they met the same people before",
            ),
        ),
        # A curve shows what counted.
        migrations.RemoveIndex("ratingchange", "rating_curve"),
        migrations.AddIndex(
            "ratingchange",
            models.Index(
                fields=["user", "game", "-number"],
                include=["season", "shown", "season_shown"],
                name="rating_curve",
                condition=models.Q(weight__gt=0),
            ),
        ),
    ]
