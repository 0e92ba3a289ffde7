import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0007_seats_left_to_the_clock"),
        ("lobby", "0007_guests_and_local_players"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="TableDefaults",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=32)),
                (
                    "company",
                    models.CharField(
                        choices=[
                            ("friends", "with friends"),
                            ("strangers", "with strangers"),
                            ("bots", "practice with bots"),
                        ],
                        max_length=12,
                    ),
                ),
                (
                    "chosen",
                    models.JSONField(
                        default=dict, help_text="The fields of the form, as they were sent"
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="table",
            name="beginners",
            field=models.BooleanField(
                default=False, help_text="Beginners are welcome, says the owner"
            ),
        ),
        migrations.AddField(
            model_name="table",
            name="bots_at",
            field=models.DateTimeField(
                help_text="When bots take the free chairs and the match starts", null=True
            ),
        ),
        migrations.AddField(
            model_name="table",
            name="bots_level",
            field=models.CharField(
                blank=True,
                default="",
                help_text="How strong those bots are; empty: as the owner practises with",
                max_length=16,
            ),
        ),
        migrations.AddIndex(
            model_name="table",
            index=models.Index(
                condition=models.Q(("bots_at__isnull", False)),
                fields=["bots_at"],
                name="table_bots_due",
            ),
        ),
        migrations.AddConstraint(
            model_name="table",
            constraint=models.CheckConstraint(
                condition=models.Q(("status", "open"), ("bots_at__isnull", True), _connector="OR"),
                name="table_bots_come_while_open",
            ),
        ),
        migrations.AddField(
            model_name="tabledefaults",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddConstraint(
            model_name="tabledefaults",
            constraint=models.UniqueConstraint(
                fields=("user", "game", "company"), name="table_defaults_once"
            ),
        ),
    ]
