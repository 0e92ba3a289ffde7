"""Pushes of a match: what has changed for a reader since the last one, as patches of texts.

Most of it everybody sees alike: the board, who sits where, the sheet of a round. It is compared,
written and packed once a step. One's own part follows it. The page makes of both what its reader
sees (`static/js/arrival.js`): of the seats it leaves out its own and begins behind it, and on the
sheet it marks its own row.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from accounts.models import User
from games import selectors
from games.page import regions
from games.page.log import narrate
from games.page.patch import Lines, Pool, differences, split
from games.page.phrases import language, spoken
from games.page.push import Push
from games.selectors import LoadedMatch

Texts = Mapping[str, Lines]
"""By name, in lines. They are never changed, so sockets share them."""


class Sent(NamedTuple):
    """What a socket was sent last."""

    alike: Texts = {}
    own: Texts = {}


NOTHING = Sent()


def update(
    shown: LoadedMatch,
    user: User | None,
    since: int,
    sent: Sent,
    extra: dict[str, Any] | None = None,
) -> tuple[Push, Sent]:
    """A push to somebody who has seen everything up to event `since`, and what they then have."""
    if not extra and regions.seat_of(shown, user) is None:
        user = None  # Watchers all see the same, so a hundred of them cost one rendering.
    with spoken():
        key = ("push", user and user.pk, language(), since)
        if key in shown.html and not extra:
            before, push, now_sent = shown.html[key]
            if before == sent:
                return push, now_sent
        now_sent = texts(shown, user, extra)
        push = pushed(shown, user, since, sent, now_sent)
    if not extra:
        shown.html[key] = (sent, push, now_sent)
    return push, now_sent


def pushed(shown: LoadedMatch, user: User | None, since: int, sent: Sent, now: Sent) -> Push:
    """Both parts begin with a line of JSON: a patch for each text that is not as it was sent last,
    and how many new lines of them follow. Behind them stands HTML: new lines of the log.
    """
    seat = regions.seat_of(shown, user)
    behind = since < shown.match.seq - selectors.RECENT
    news = selectors.log_shown(shown) if behind else shown.recent
    lines = narrate(shown, news if behind else [e for e in news if e.seq > since], seat)
    alike = alike_part(shown, sent.alike, now.alike)
    patches, fresh = differences(sent.own, now.own, alike.pool)
    if not alike.changed and not patches and not lines:
        return Push()
    head: dict[str, Any] = {"regions": patches, "lines": len(fresh), "now": regions.now_ms(shown)}
    if not sent.own:
        head["seat"] = seat
    if behind:
        head["full"] = True
    rest = regions.log(lines, behind) if lines or behind else ""
    return Push(alike.text, part(head, fresh) + rest)


class Alike(NamedTuple):
    """The first part of a push, which tells what is the same for everybody."""

    changed: bool
    text: str
    pool: Pool
    """The lines that everybody has then."""


def alike_part(shown: LoadedMatch, before: Texts, now: Texts) -> Alike:
    """The same for all who were sent the same before, so it is made for them once a step."""
    known: list[tuple[Texts, Texts, Alike]] = shown.html.setdefault("alike", [])
    for was, became, made in known:
        if was == before and became == now:
            return made
    patches, fresh = differences(before, now)
    head: dict[str, Any] = {"regions": patches, "lines": len(fresh)}
    if not before:
        head["anew"] = True  # whatever the page was told before, these patches know nothing of it
    made = Alike(bool(patches), part(head, fresh), Pool(now.values()))
    known.append((before, now, made))
    return made


def part(head: dict[str, Any], lines: Sequence[str]) -> str:
    return "\n".join([msgspec.json.encode(head).decode(), *lines, ""])


def texts(shown: LoadedMatch, user: User | None, extra: dict[str, Any] | None = None) -> Sent:
    """All texts of one reader as they are now."""
    own = {}
    for name, html in regions.own(shown, user, extra).items():
        key = ("lines", name, user and user.pk, language())
        text, known = shown.kept.get(key, ("", ()))
        if text != html:
            known = split(html)
            shown.kept[key] = (html, known)
        own[name] = known
    return Sent(alike_texts(shown, regions.reports_anybody(shown, user)), own)


def alike_texts(shown: LoadedMatch, reports: bool) -> Texts:
    with spoken():
        key = ("lines", reports, language())
        if key not in shown.html:
            html = {
                "board": regions.shared(shown, "board"),
                "seats": regions.shared_seats(shown, reports),
                "sheet": regions.round_sheet(shown),
            }
            shown.html[key] = {name: split(text) for name, text in html.items()}
        lines: Texts = shown.html[key]
        return lines
