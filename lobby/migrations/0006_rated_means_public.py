from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    """By itself: rows that were changed in the same transaction keep their table from it."""

    dependencies = [("lobby", "0005_removed_lines")]

    operations = [
        migrations.AddConstraint(
            "table",
            models.CheckConstraint(
                name="table_rated_means_public", condition=Q(rated=False) | Q(public=True)
            ),
        ),
    ]
