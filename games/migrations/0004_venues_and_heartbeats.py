"""One word for one thing: a match's venue is where it is played, a place is a rank.

Renaming a field leaves the indexes of Django's own picture of a model behind, so they are taken out
of it and put back; in the database they are only renamed.
"""

from django.db import migrations, models

RENAMED = {"match_place": "match_venue", "lease_place_user": "lease_venue_user"}


class Migration(migrations.Migration):
    dependencies = [("games", "0003_supplies_and_roles")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(
                    f"ALTER INDEX {old} RENAME TO {new}", f"ALTER INDEX {new} RENAME TO {old}"
                )
                for old, new in RENAMED.items()
            ],
            state_operations=[
                migrations.RemoveIndex("match", "match_place"),
                migrations.RemoveIndex("lease", "lease_place_user"),
            ],
        ),
        migrations.RenameField("match", "place", "venue"),
        migrations.RenameField("lease", "place", "venue"),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AddIndex(
                    "match", models.Index(fields=["venue", "-id"], name="match_venue")
                ),
                migrations.AddIndex(
                    "lease", models.Index(fields=["venue", "user"], name="lease_venue_user")
                ),
            ],
        ),
        migrations.RenameModel("Pulse", "Heartbeat"),
    ]
