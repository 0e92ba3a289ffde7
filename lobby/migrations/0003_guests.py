from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("lobby", "0002_company"),
    ]

    operations = [
        migrations.AddField(
            model_name="chair",
            name="name",
            field=models.CharField(
                blank=True, help_text="Of a guest in the room, who has no account", max_length=40
            ),
        ),
    ]
