from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0002_guests_and_history"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="supplies",
            field=models.JSONField(
                blank=True,
                editable=False,
                help_text="Secret options that the server filled in at the start; replaying needs them",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="role",
            field=models.CharField(
                blank=True, help_text="A host or a referee beside the players", max_length=8
            ),
        ),
    ]
