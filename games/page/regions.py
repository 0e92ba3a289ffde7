"""Regions: a seat's view as HTML. The page and every push render the same partials.

A region is `templates/games/regions/<name>.jinja`, whose root element has the region's name as id.
The board is what everybody may see, so it is rendered from the spectator's view, once per step;
hand, seats and status are rendered for the one who looks.
"""

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import msgspec
from django.utils.translation import get_language

from accounts.models import User
from games import registry, selectors
from games.engine.contract import Seat
from games.models import Match
from games.page import jinja
from games.page.assets import game_files
from games.page.log import LogLine, marks_of, narrate
from games.page.offers import offers_for
from games.page.patch import differences
from games.page.phrases import spoken
from games.page.players import epoch_ms, players
from games.page.result import result_of, summary_of
from games.selectors import LoadedMatch

SHARED = ("board",)
PERSONAL = ("seats", "status", "hand", "sheet")
REGIONS = (*SHARED, *PERSONAL)


def page(shown: LoadedMatch, user: User | None) -> dict[str, Any]:
    """The context of the match page."""
    context = board(shown) | personal(shown, user)
    return context | {
        "lines": narrate(shown, selectors.log_shown(shown), context["you"]),
        "push": False,
        "full": True,
        "now_ms": now_ms(shown),
        "options_line": registry.game(shown.match.game).words.option_line(shown.options),
        "resign_url": jinja.url("games:resign", shown.match.pk),
        **game_files(shown.match.game),
    }


def full(shown: LoadedMatch, user: User | None, extra: dict[str, Any] | None = None) -> str:
    """Every region, as a page that shows nothing yet needs it."""
    html = rendered(shown, user, extra)
    lines = narrate(shown, selectors.log_shown(shown), seat_of(shown, user))
    return "\n".join([*html.values(), log(lines, full=True)])


def seat_of(shown: LoadedMatch, user: User | None) -> Seat | None:
    return shown.seat_of(user.pk if user else None)


Sent = Mapping[str, str]
"""By region what a socket was sent last. What it holds is never changed, so sockets share it."""


def update(
    shown: LoadedMatch,
    user: User | None,
    since: int,
    sent: Sent,
    extra: dict[str, Any] | None = None,
) -> tuple[str, Sent]:
    """A push to somebody who has seen everything up to event `since`, and what they then have.

    The first line is JSON: a patch for each region that is not as it was sent before. The new lines
    of these follow, as many as it says, and then HTML: the lines of the log that are new.
    """
    if not extra and seat_of(shown, user) is None:
        user = None  # Watchers all see the same, so a hundred of them cost one rendering.
    key = ("push", user and user.pk, get_language(), since)
    if key in shown.html and not extra:
        before, push, now_sent = shown.html[key]
        if before == sent:
            return push, now_sent
    html = rendered(shown, user, extra)
    push = pushed(shown, user, since, sent, html)
    if not extra:
        shown.html[key] = (sent, push, html)
    return push, html


def pushed(shown: LoadedMatch, user: User | None, since: int, sent: Sent, html: Sent) -> str:
    behind = since < shown.match.seq - selectors.RECENT
    news = selectors.log_shown(shown) if behind else shown.recent
    lines = narrate(
        shown,
        news if behind else [event for event in news if event.seq > since],
        seat_of(shown, user),
    )
    patches, fresh = differences(sent, html)
    if not patches and not lines:
        return ""
    head: dict[str, Any] = {"regions": patches, "lines": len(fresh), "now": now_ms(shown)}
    if not sent:
        head["anew"] = True  # whatever the page was told before, these patches know nothing of it
    if behind:
        head["full"] = True
    rest = log(lines, behind) if lines or behind else ""
    return "\n".join([msgspec.json.encode(head).decode(), *fresh, rest])


def rendered(shown: LoadedMatch, user: User | None, extra: dict[str, Any] | None) -> Sent:
    """All regions of one reader, by name. The same person in several tabs costs one rendering."""
    key = ("regions", user and user.pk, get_language())
    if key in shown.html and not extra:
        return shown.html[key]
    with spoken():
        context = personal(shown, user) | {"push": True} | (extra or {})
        names = jinja.scope(context)
        html = {name: shared(shown, name) for name in SHARED}
        html |= {name: jinja.render_in(names, path(name)) for name in ("seats", "status", "hand")}
        html["sheet"] = sheet(shown, user, names)
    if not extra:
        shown.html[key] = html
    return html


def sheet(shown: LoadedMatch, user: User | None, names: jinja.Scope) -> str:
    """The sheet of the round finished last: it is as it was until it has something else to show."""
    key = ("sheet", user and user.pk, get_language())
    people = [player.name for player in names["seats_all"]]
    of = (names["summary_number"], names["summary"], people)
    known_of, html = shown.kept.get(key, (None, ""))
    if names["result"] is not None or known_of != of:
        html = jinja.render_in(names, path("sheet"))
        shown.kept[key] = (None if names["result"] is not None else of, html)
    return html


def log(lines: Sequence[LogLine], full: bool) -> str:
    """The whole log, or lines that are appended to it."""
    return render("log", {"lines": lines, "push": True, "full": full})


def render(region: str, context: dict[str, Any]) -> str:
    return jinja.render(path(region), context)


def path(region: str) -> str:
    return f"games/regions/{region}.jinja"


def shared(shown: LoadedMatch, region: str) -> str:
    """A region that looks the same to all, rendered once per step and language."""
    key = (region, get_language())
    if key not in shown.html:
        shown.html[key] = render(region, board(shown) | {"push": True, "full": False})
    return shown.html[key]


def board(shown: LoadedMatch) -> dict[str, Any]:
    """The context of what everybody sees. The view is the spectator's, so nothing can slip."""
    key = ("context", get_language())
    if key not in shown.html:
        view = shown.rules.view(shown.state, None)
        told = narrate(shown, shown.recent[-1:], None)
        shown.html[key] = {
            "match": shown.match,
            "info": shown.rules.INFO,
            "key": shown.match.game,
            "view": view,
            "marks": marks_of(shown, None),
            "ticker": told[-1].html if told else "",
            "seats_all": players(shown, view, None),
        }
    return shown.html[key]


def personal(shown: LoadedMatch, user: User | None) -> dict[str, Any]:
    """The context of one person's regions: their seat's view and nothing else of the state."""
    match, rules = shown.match, shown.rules
    you = seat_of(shown, user)
    view = rules.view(shown.state, you)
    words = registry.game(match.game).words
    bot_plays = you is not None and str(you) in match.bots
    running = match.status == Match.Status.RUNNING
    moves = rules.legal_moves(shown.state, you) if you is not None and running else ()
    if bot_plays:
        moves = ()
    everybody = players(shown, view, you)
    start = 0 if you is None else you + 1
    others = [p for p in everybody[start:] + everybody[:start] if not p.is_you]
    me = None if you is None else everybody[you]
    return {
        "match": match,
        "info": rules.INFO,
        "key": match.game,
        "view": view,
        "you": you,
        "me": me,
        "players": others,
        "seats_all": everybody,
        "marks": marks_of(shown, you),
        "offers": offers_for(words, view, moves),
        "your_turn": you is not None and bool(moves) and words.waits_for(view, you, moves),
        "head": words.head(view, you, moves) if running else "",
        "ask": words.ask(view, you, moves) if running else "",
        "clock": clock(shown),
        "result": result_of(shown, you),
        **summary_of(words, view),
        "prefs": user,
        "can_report": user is not None
        and not running
        and any(not p.is_you and not p.user.bot_level for p in everybody),
        "move_url": jinja.url("games:move", match.pk),
        "reclaim_url": jinja.url("games:reclaim", match.pk)
        if bot_plays and me and not me.forfeited and running
        else None,
    }


def clock(shown: LoadedMatch) -> SimpleNamespace | None:
    """The running deadline. Its end is told by the database's clock, like `now_ms`."""
    match = shown.match
    if match.deadline is None:
        return None
    end = epoch_ms(match.deadline)
    return SimpleNamespace(
        end_ms=end,
        left_ms=max(0, end - now_ms(shown)),
        total_ms=int(match.clock_seconds * 1000),
    )


def now_ms(shown: LoadedMatch) -> int:
    """The moment by the database's clock, so that a page can tell how far off an end is."""
    return epoch_ms(shown.now) + int(shown.since_read * 1000)
