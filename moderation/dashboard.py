"""What stands at the top of the admin: how the house does, and what waits."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.urls import reverse
from django.utils.formats import number_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from archive.charts import area_chart
from games.presence.health import SWEEP_LATE
from moderation import numbers
from moderation.models import Minute

MINUTES = 60


@dataclass(frozen=True)
class Tile:
    title: str
    value: str
    note: str = ""
    chart: SafeString | str = ""
    link: str = ""
    alarm: bool = False


def tiles() -> list[Tile]:
    here, rows = numbers.now(), numbers.recent(MINUTES)
    by_minute = by_minutes(rows)

    def draw(title: str, pick: Any) -> SafeString | str:
        if len(rows) < 2:
            return ""
        values = [None if row is None else pick(row) for row in by_minute]
        highest = max(value for value in values if value is not None)
        label = _("%(title)s in the last hour; at most %(most)s") % {
            "title": title,
            "most": number_format(highest, 1),
        }
        return area_chart(values, label)

    lag = here.sweep_lag
    moves = sum(row.moves for row in rows)
    bots = sum(row.bot_moves for row in rows)
    last = rows[-1] if rows else None
    queue = reverse("admin:moderation_report_changelist")
    return [
        Tile(
            _("Reports open"),
            str(here.open_reports),
            ngettext("%(n)s appeal waits too", "%(n)s appeals wait too", here.appeals)
            % {"n": here.appeals}
            if here.appeals
            else "",
            draw(_("Reports open"), lambda row: row.reports),
            queue,
            here.open_reports > 0,
        ),
        Tile(
            _("Live tables"),
            str(here.playing),
            _("%(n)s more wait for players") % {"n": here.tables.get("open", 0)},
            draw(_("Live tables"), lambda row: row.tables),
            reverse("admin:lobby_table_changelist") + "?status__exact=playing",
        ),
        Tile(
            _("Players online"),
            str(here.online),
            _("and %(n)s visitors") % {"n": here.visitors},
            draw(_("Players online"), lambda row: row.online),
        ),
        Tile(
            _("Moves per minute"),
            str(last.moves + last.bot_moves) if last else "–",
            _("%(n)s in the last hour") % {"n": moves + bots},
            draw(_("Moves per minute"), lambda row: row.moves + row.bot_moves),
        ),
        Tile(
            _("Bots' share"),
            percent(here.bot_share),
            _("of the seats being played; of the moves of the last hour %(share)s")
            % {"share": percent(bots / (moves + bots) if moves + bots else 0)},
            draw(
                _("Bots' share of the moves, in per cent"),
                lambda row: 100 * row.bot_moves / max(1, row.moves + row.bot_moves),
            ),
        ),
        Tile(
            _("Sweep lag"),
            _("%(n)s s") % {"n": number_format(lag, 1)} if lag is not None else _("never ran"),
            _("The clocks are looked at late!") if lag is None or lag > SWEEP_LATE else _("fine"),
            draw(_("Sweep lag in seconds"), lambda row: row.sweep_lag or 0),
            alarm=lag is None or lag > SWEEP_LATE,
        ),
    ]


def by_minutes(rows: list[Minute]) -> list[Minute | None]:
    """One place for each minute of the hour; None where nobody counted."""
    if not rows:
        return []
    known = {row.at: row for row in rows}
    last = rows[-1].at
    first = max(rows[0].at, last - timedelta(minutes=MINUTES - 1))
    length = int((last - first).total_seconds() // 60) + 1
    return [known.get(first + timedelta(minutes=n)) for n in range(length)]


def percent(share: float) -> str:
    return _("%(n)s %%") % {"n": round(100 * share)}
