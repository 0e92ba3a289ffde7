from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="muted_until",
            field=models.DateTimeField(blank=True, null=True, verbose_name="silent until"),
        ),
        migrations.AddField(
            model_name="user",
            name="unrated_until",
            field=models.DateTimeField(blank=True, null=True, verbose_name="unrated until"),
        ),
    ]
