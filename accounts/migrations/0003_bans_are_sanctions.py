from django.db import migrations


class Migration(migrations.Migration):
    """The reasons and authors of bans have moved to the sanctions."""

    dependencies = [("accounts", "0002_standing"), ("sanctions", "0001_initial")]

    operations = [
        migrations.RemoveField(model_name="user", name="ban_reason"),
        migrations.RemoveField(model_name="user", name="banned_by"),
    ]
