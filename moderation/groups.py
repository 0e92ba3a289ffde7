"""Permission groups of staff, brought up to date with every `migrate`.

Moderators see no hidden state and delete nobody. Question editors get what the apps that say
`editors = True` declare: a game that keeps a bank of its own names itself, and nobody names it.
Administrators get everything but the keys (only superusers hand out rights). Who is in a group is
nobody's business here.
"""

from typing import Any

from django.apps import AppConfig, apps

MODERATORS, EDITORS, ADMINISTRATORS = "moderators", "question editors", "administrators"

MODERATE = [
    "accounts.view_user",
    "games.view_match",
    "games.view_seat",
    "games.view_outage",
    "lobby.view_table",
    "lobby.view_chair",
    "lobby.view_chatline",
    "lobby.change_chatline",
    "series.view_series",
    "series.change_series",
    "series.view_entrant",
    "series.view_logline",
    "moderation.view_report",
    "moderation.change_report",
    "moderation.judge_match",
    "moderation.see_dashboard",
    "sanctions.view_sanction",
    "sanctions.add_sanction",
    "sanctions.change_sanction",
    "sanctions.view_appeal",
    "sanctions.change_appeal",
    "sanctions.view_auditentry",
    "karma.view_entry",
    "karma.view_appeal",
    "karma.change_appeal",
    "karma.view_karmascore",
]
ADMINISTER = [*MODERATE, "moderation.see_hidden_state", "accounts.change_user"]


def editors() -> list[str]:
    """The labels of the apps whose things are edited by question editors."""
    return [config.label for config in apps.get_app_configs() if getattr(config, "editors", False)]


def after_migrate(sender: AppConfig, **told: Any) -> None:
    """`flush` sends the same signal, without a plan; it makes nothing."""
    if "plan" in told:
        make()


def make() -> None:
    from django.contrib.auth.models import Group, Permission

    rows = Permission.objects.select_related("content_type")
    known = {f"{row.content_type.app_label}.{row.codename}": row for row in rows}
    edit = [name for name in known if name.split(".")[0] in editors()]
    for title, names in (
        (MODERATORS, MODERATE),
        (EDITORS, edit),
        (ADMINISTRATORS, [*ADMINISTER, *edit]),
    ):
        group, _made = Group.objects.get_or_create(name=title)
        group.permissions.set([known[name] for name in names if name in known])
