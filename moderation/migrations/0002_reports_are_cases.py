import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("moderation", "0001_reports_and_minutes"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        migrations.RemoveConstraint("report", "report_closed_with_a_reason"),
        migrations.RemoveIndex("report", "report_queue"),
        migrations.RenameField("report", "urgency", "priority"),
        migrations.RenameField("report", "words", "text"),
        migrations.RenameField("report", "reason", "answer"),
        migrations.RenameField("report", "closed_by", "answered_by"),
        migrations.RenameField("report", "closed_at", "answered_at"),
        migrations.AlterField(
            model_name="report",
            name="answer",
            field=models.TextField(blank=True, max_length=1000, verbose_name="answer"),
        ),
        migrations.AlterField(
            model_name="report",
            name="answered_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="answered"),
        ),
        migrations.AlterField(
            model_name="report",
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
            model_name="report",
            name="text",
            field=models.TextField(
                blank=True, max_length=500, verbose_name="what the reporter says"
            ),
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("state", "closed"), _negated=True),
                    models.Q(
                        models.Q(("answer", ""), _negated=True),
                        models.Q(("verdict", ""), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="report_closed_with_a_reason",
            ),
        ),
        migrations.AlterField(
            model_name="report",
            name="priority",
            field=models.PositiveSmallIntegerField(default=0, verbose_name="priority"),
        ),
        migrations.AlterModelOptions(
            name="report",
            options={
                "default_permissions": ("view", "change"),
                "ordering": ["-priority", "id"],
                "permissions": [
                    ("judge_match", "Can call off and decide matches and give time back"),
                    ("see_hidden_state", "Can look at hands and other secrets of a match"),
                    ("see_dashboard", "Can see the dashboard and the metrics"),
                ],
                "verbose_name": "report",
                "verbose_name_plural": "reports",
            },
        ),
        migrations.AddIndex(
            model_name="report",
            index=models.Index(
                condition=models.Q(("state", "closed"), _negated=True),
                fields=["-priority", "id"],
                name="report_queue",
            ),
        ),
    ]
