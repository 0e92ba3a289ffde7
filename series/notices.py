"""Notices of series: what they tell people who look elsewhere."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.notices import kinds
from accounts.notices.services import notify, notify_all
from lobby.models import Table
from series.models import Entrant, Member, Series

kinds.register("series-soon", _("%(name)s begins in a few minutes."), icon="hourglass")
kinds.register("series-table", _("%(name)s: your table is ready. Come and say so."), icon="play")
kinds.register("series-over", _("%(name)s is over. Your place: %(place)d."), icon="trophy")
kinds.register("series-called-off", _("%(name)s was called off."), icon="info")
kinds.register(
    "series-partner", _("%(who)s wants to play %(name)s with you as a team."), icon="user-plus"
)
kinds.register("series-removed", _("You were removed from %(name)s: %(reason)s"), icon="info")
kinds.register(
    "series-annulled", _("A match of yours in %(name)s was annulled: %(reason)s"), icon="info"
)


def soon(series: Series) -> None:
    _tell_all(series, "series-soon", f"series-soon:{series.pk}")


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


def partner_asked(series: Series, by: User, other: User) -> None:
    notify(
        other.pk,
        "series-partner",
        {"who": by.username, "name": series.name},
        series.get_absolute_url(),
        once=f"series-partner:{series.pk}:{by.pk}",
    )


def removed(series: Series, people: Iterable[int], reason: str) -> None:
    params = {"name": series.name, "reason": reason}
    notify_all(people, "series-removed", params, series.get_absolute_url())


def annulled(series: Series, people: Iterable[int], reason: str) -> None:
    params = {"name": series.name, "reason": reason}
    notify_all(people, "series-annulled", params, series.get_absolute_url())


def _tell_all(series: Series, kind: str, once: str) -> None:
    gone = (Entrant.Status.OUT, Entrant.Status.REMOVED)
    people = Member.objects.filter(series=series).exclude(entrant__status__in=gone)
    ids = list(people.values_list("user_id", flat=True))
    notify_all(ids, kind, {"name": series.name}, series.get_absolute_url(), once=once)
