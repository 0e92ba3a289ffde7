"""Notices of series: what they tell people who look elsewhere."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.notices import kinds
from accounts.notices.services import notify, notify_all
from lobby.models import Table
from series.models import Entrant, Member, Series

kinds.register(
    "series-soon",
    _("%(name)s begins in a few minutes."),
    icon="hourglass",
    push=kinds.Push(_("A tournament that I joined begins soon"), timedelta(minutes=10)),
)
kinds.register(
    "series-table",
    _("%(name)s: your table is ready. Come and say so."),
    icon="play",
    push=kinds.Push(_("My table of a tournament or a night is ready"), timedelta(seconds=90)),
)
kinds.register("series-over", _("%(name)s is over. Your place: %(place)d."), icon="trophy")
kinds.register(
    "series-put-off", _("%(name)s was put off: it begins %(minutes)d minutes later."), icon="clock"
)
kinds.register("series-called-off", _("%(name)s was called off."), icon="info")
kinds.register(
    "series-partner", _("%(who)s wants to play %(name)s with you as a team."), icon="user-plus"
)
kinds.register(
    "series-partner-gone",
    _("%(who)s has withdrawn from %(name)s, and your team is out of it."),
    icon="user-minus",
)
kinds.register(
    "series-no-partner",
    _("%(name)s has begun without you: %(who)s did not join as your partner."),
    icon="user-minus",
)
kinds.register(
    "series-partner-away", _("%(who)s sits out of %(name)s, and your team with them."), icon="info"
)
kinds.register("series-partner-back", _("%(who)s has brought your team back to %(name)s."))
kinds.register("series-removed", _("You were removed from %(name)s: %(reason)s"), icon="info")
kinds.register(
    "series-annulled", _("A match of yours in %(name)s was annulled: %(reason)s"), icon="info"
)


def soon(series: Series) -> None:
    _tell_all(series, "series-soon", f"series-soon:{series.pk}:{series.starts_at.timestamp():.0f}")


def put_off(series: Series, minutes: int) -> None:
    _tell_all(series, "series-put-off", minutes=minutes)


def table_ready(series: Series, table: Table, people: Iterable[int]) -> None:
    notify_all(
        people,
        "series-table",
        {"name": series.name},
        table.get_absolute_url(),
        once=f"series-table:{table.pk}",
    )


def over(series: Series) -> None:
    rows = Member.objects.filter(series=series, entrant__place__isnull=False)
    for user_id, place in rows.values_list("user_id", "entrant__place"):
        notify(
            user_id,
            "series-over",
            {"name": series.name, "place": place},
            series.get_absolute_url(),
            once=f"series-over:{series.pk}",
        )


def called_off(series: Series) -> None:
    _tell_all(series, "series-called-off", f"series-called-off:{series.pk}")


def partner_asked(series: Series, team: Entrant, by: User, other: User) -> None:
    notify(
        other.pk,
        "series-partner",
        {"who": by.username, "name": series.name},
        series.get_absolute_url(),
        once=f"series-partner:{team.pk}",
    )


def partner_missed(series: Series, team: Entrant) -> None:
    params = {"who": team.invited.username if team.invited else "–", "name": series.name}
    people = list(team.members.values_list("user_id", flat=True))
    notify_all(people, "series-no-partner", params, series.get_absolute_url())


PARTNER_DID: dict[str, str] = {
    Entrant.Status.OUT: "series-partner-gone",
    Entrant.Status.AWAY: "series-partner-away",
    Entrant.Status.IN: "series-partner-back",
}


def partner_did(series: Series, entrant: Entrant, by: User, status: str) -> None:
    """What one of a team does holds for both; also who was asked to be one of it hears that."""
    people = {*entrant.members.values_list("user_id", flat=True), entrant.invited_id} - {by.pk}
    params = {"who": by.username, "name": series.name}
    notify_all(
        [one for one in people if one], PARTNER_DID[status], params, series.get_absolute_url()
    )


def removed(series: Series, people: Iterable[int], reason: str) -> None:
    params = {"name": series.name, "reason": reason}
    notify_all(people, "series-removed", params, series.get_absolute_url())


def annulled(series: Series, people: Iterable[int], reason: str) -> None:
    params = {"name": series.name, "reason": reason}
    notify_all(people, "series-annulled", params, series.get_absolute_url())


def _tell_all(series: Series, kind: str, once: str | None = None, **params: Any) -> None:
    gone = (Entrant.Status.OUT, Entrant.Status.REMOVED)
    people = Member.objects.filter(series=series).exclude(entrant__status__in=gone)
    ids = list(people.values_list("user_id", flat=True))
    notify_all(ids, kind, {"name": series.name} | params, series.get_absolute_url(), once=once)
