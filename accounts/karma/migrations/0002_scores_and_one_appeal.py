import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models


def rename_permissions(old, new):
    """The rights to a model that has another name now stay with whoever has them."""

    def rename(apps, schema_editor):
        rows = apps.get_model("auth", "Permission").objects.filter(
            content_type__app_label="karma", codename__endswith=f"_{old}"
        )
        for row in rows:
            row.codename = row.codename.replace(f"_{old}", f"_{new}")
            row.save(update_fields=["codename"])

    return rename


class Migration(migrations.Migration):
    dependencies = [
        ("karma", "0001_entries_and_appeals"),
        ("auth", "0012_alter_user_first_name_max_length"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        migrations.RenameModel("Standing", "KarmaScore"),
        migrations.RenameField("appeal", "entry", "subject"),
        migrations.AlterModelOptions(
            name="appeal",
            options={
                "ordering": ["-id"],
                "verbose_name": "appeal",
                "verbose_name_plural": "appeals",
            },
        ),
        migrations.AlterField(
            model_name="appeal",
            name="answered_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="answered"),
        ),
        migrations.AlterField(
            model_name="appeal",
            name="answered_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="answered by",
            ),
        ),
        migrations.AlterField(
            model_name="appeal",
            name="at",
            field=models.DateTimeField(
                db_default=django.db.models.functions.datetime.Now(), verbose_name="when"
            ),
        ),
        migrations.AlterField(
            model_name="appeal",
            name="state",
            field=models.CharField(
                choices=[("open", "open"), ("accepted", "accepted"), ("declined", "declined")],
                default="open",
                max_length=8,
                verbose_name="state",
            ),
        ),
        migrations.AlterField(
            model_name="appeal",
            name="subject",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="appeal",
                to="karma.entry",
                verbose_name="entry",
            ),
        ),
        migrations.RunPython(
            rename_permissions("standing", "karmascore"),
            rename_permissions("karmascore", "standing"),
        ),
    ]
