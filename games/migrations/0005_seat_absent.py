"""The sweep finds the absent without looking at every seat."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("games", "0004_venues_and_heartbeats")]

    operations = [
        migrations.AddIndex(
            "seat",
            models.Index(
                fields=["absent_since"],
                name="seat_absent",
                condition=Q(absent_since__isnull=False, forfeited_at__isnull=True),
            ),
        ),
    ]
