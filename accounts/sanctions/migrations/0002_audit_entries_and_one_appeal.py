import django.db.models.functions.datetime
from django.db import migrations, models

NAMED_AFTER_THE_MODEL = """
ALTER TRIGGER sanctions_act_stays ON sanctions_auditentry RENAME TO audit_entry_stays;
ALTER TRIGGER sanctions_act_is_not_emptied ON sanctions_auditentry
  RENAME TO audit_entry_is_not_emptied;
ALTER FUNCTION sanctions_act_is_final RENAME TO audit_entry_is_final;
"""

NAMED_AS_BEFORE = """
ALTER TRIGGER audit_entry_stays ON sanctions_auditentry RENAME TO sanctions_act_stays;
ALTER TRIGGER audit_entry_is_not_emptied ON sanctions_auditentry
  RENAME TO sanctions_act_is_not_emptied;
ALTER FUNCTION audit_entry_is_final RENAME TO sanctions_act_is_final;
"""


def rename_permissions(old, new):
    """The rights to a model that has another name now stay with whoever has them."""

    def rename(apps, schema_editor):
        rows = apps.get_model("auth", "Permission").objects.filter(
            content_type__app_label="sanctions", codename__endswith=f"_{old}"
        )
        for row in rows:
            row.codename = row.codename.replace(f"_{old}", f"_{new}")
            row.save(update_fields=["codename"])

    return rename


def rename_states(states):
    """The same words for an appeal's end as in karma."""

    def rename(apps, schema_editor):
        rows = apps.get_model("sanctions", "Appeal").objects
        for old, new in states.items():
            rows.filter(state=old).update(state=new)

    return rename


class Migration(migrations.Migration):
    dependencies = [
        ("sanctions", "0001_initial"),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]
    operations = [
        migrations.RenameModel("Act", "AuditEntry"),
        migrations.RenameField("appeal", "sanction", "subject"),
        migrations.AlterField(
            model_name="appeal",
            name="answer",
            field=models.TextField(blank=True, max_length=1000, verbose_name="answer"),
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
        migrations.RunSQL(NAMED_AFTER_THE_MODEL, NAMED_AS_BEFORE),
        migrations.RunPython(
            rename_permissions("act", "auditentry"), rename_permissions("auditentry", "act")
        ),
        migrations.RunPython(
            rename_states({"granted": "accepted", "refused": "declined"}),
            rename_states({"accepted": "granted", "declined": "refused"}),
        ),
    ]
