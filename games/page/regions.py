"""Regions: a seat's view as HTML. The page and every push render the same partials.

A region is `templates/games/regions/<name>.html`, whose root element has the region's name as id.
The board is what everybody may see, so it is rendered from the spectator's view, once per step;
hand, seats and status are rendered for the one who looks.
"""

from types import SimpleNamespace
from typing import Any

from django.template import Context
from django.template.loader import get_template
from django.urls import reverse
from django.utils.translation import get_language

from accounts.models import User
from games import registry, selectors
from games.models import Match
from games.page.assets import game_files
from games.page.log import marks_of, narrate
from games.page.offers import offers_for
from games.page.players import players
from games.page.result import result_of, summary_of
from games.selectors import LoadedMatch

SHARED = ("board",)
PERSONAL = ("seats", "status", "hand", "sheet")
REGIONS = (*SHARED, *PERSONAL)


def page(shown: LoadedMatch, user: User | None) -> dict[str, Any]:
    """The context of the match page."""
    context = board(shown) | personal(shown, user)
    lines = narrate(shown, selectors.log_of(shown.match.pk), context["you"])
    return context | {"lines": lines, "push": False, "full": True}


def full(shown: LoadedMatch, user: User | None, extra: dict[str, Any] | None = None) -> str:
    """Every region, for a socket that has just opened or has missed too much."""
    context = page(shown, user) | {"push": True} | (extra or {})
    public = board(shown) | {"push": True, "full": True}
    parts = [render(name, public if name in SHARED else context) for name in REGIONS]
    return "".join([*parts, render("log", context)])


def update(
    shown: LoadedMatch, user: User | None, since: int, extra: dict[str, Any] | None = None
) -> str:
    """What a push carries to somebody who has seen everything up to event `since`."""
    if since < shown.match.seq - selectors.RECENT:
        return full(shown, user, extra)
    if extra or shown.seat_of(user.pk if user else None) is not None:
        return news_for(shown, user, since, extra)
    # Watchers all see the same, so a hundred of them cost one rendering. It is nobody's own.
    key = ("watching", get_language(), since)
    if key not in shown.html:
        shown.html[key] = news_for(shown, None, since, None)
    return shown.html[key]


def news_for(
    shown: LoadedMatch, user: User | None, since: int, extra: dict[str, Any] | None
) -> str:
    """The regions for one who looks, and the lines of the log that are new to them."""
    context = personal(shown, user) | {"push": True, "full": False} | (extra or {})
    news = [event for event in shown.recent if event.seq > since]
    context["lines"] = narrate(shown, news, context["you"])
    parts = [shared(shown, name) for name in SHARED]
    parts += [render(name, context) for name in PERSONAL]
    if context["lines"]:
        parts.append(render("log", context))
    return "".join(parts)


def render(region: str, context: dict[str, Any]) -> str:
    """One region. Its numbers are counts, scores and parts of ids: digits as they are."""
    template = get_template(f"games/regions/{region}.html").template  # type: ignore[attr-defined]
    html: str = template.render(Context(context, use_l10n=False))
    return html


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
        shown.html[key] = {  # type: ignore[assignment]
            "match": shown.match,
            "info": shown.rules.INFO,
            "key": shown.match.game,
            "view": view,
            "marks": marks_of(shown, None),
            "ticker": told[-1].html if told else "",
            "seats_all": players(shown, view, None),
        }
    return shown.html[key]  # type: ignore[return-value]


def personal(shown: LoadedMatch, user: User | None) -> dict[str, Any]:
    """The context of one person's regions: their seat's view and nothing else of the state."""
    match, rules = shown.match, shown.rules
    you = shown.seat_of(user.pk if user else None)
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
        "options_line": words.option_line(shown.options),
        "prefs": user,
        "can_report": user is not None
        and any(not p.is_you and not p.user.bot_level for p in everybody),
        "move_url": reverse("games:move", args=[match.pk]),
        "resign_url": reverse("games:resign", args=[match.pk]),
        "reclaim_url": reverse("games:reclaim", args=[match.pk])
        if bot_plays and me and not me.forfeited and running
        else None,
        **game_files(match.game),
    }


def clock(shown: LoadedMatch) -> SimpleNamespace | None:
    match = shown.match
    if match.deadline is None:
        return None
    left = (match.deadline - shown.now).total_seconds() - shown.since_read
    return SimpleNamespace(
        left_ms=max(0, int(left * 1000)), total_ms=int(match.clock_seconds * 1000)
    )
