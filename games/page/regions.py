"""Regions: a seat's view as HTML. The page and every push render the same partials.

A region is `templates/games/regions/<name>.jinja`, whose root element has the region's name as id.
The board is what everybody may see, so it is rendered from the spectator's view, once per step, and
so is each player as the others see them; hand and status are rendered for the one who looks.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from markupsafe import Markup

from accounts.models import User
from games import registry, selectors
from games.engine.contract import Seat
from games.engine.intermission import is_between
from games.models import Match
from games.page import jinja
from games.page.advice import coach_line
from games.page.assets import game_files
from games.page.intermission import head_between
from games.page.log import LogLine, last_told, marks_of, narrate
from games.page.offers import Offer, offers_for
from games.page.phrases import language, spoken
from games.page.players import epoch_ms, players
from games.page.result import result_of, summary_of
from games.page.words import Words
from games.selectors import LoadedMatch
from games.templatetags.table import own_row

OWN = ("coach", "status", "hand")
"""Rendered for one reader at every push."""
REGIONS = ("board", "seats", *OWN, "sheet")


def page(shown: LoadedMatch, user: User | None) -> dict[str, Any]:
    """The context of the match page."""
    context = board(shown) | personal(shown, user)
    return context | {
        "lines": narrate(shown, selectors.log_shown(shown), context["you"]),
        "push": False,
        "full": True,
        "now_ms": now_ms(shown),
        "options_line": registry.game(shown.match.game).words.option_line(shown.options),
        **game_files(shown.match.game),
    }


def full(shown: LoadedMatch, user: User | None, extra: dict[str, Any] | None = None) -> str:
    """Every region, as a page that shows nothing yet needs it."""
    html = rendered(shown, user, extra)
    lines = narrate(shown, selectors.log_shown(shown), seat_of(shown, user))
    return "\n".join([*html.values(), log(lines, full=True)])


def seat_of(shown: LoadedMatch, user: User | None) -> Seat | None:
    return shown.seat_of(user.pk if user else None)


def rendered(
    shown: LoadedMatch, user: User | None, extra: dict[str, Any] | None = None
) -> Mapping[str, str]:
    """All regions of one reader, by name."""
    with spoken():
        names = own_names(shown, user, extra)
        return {
            "board": shared(shown, "board"),
            "seats": jinja.render_in(names, path("seats")),
            "sheet": sheet(shown, names["you"]),
            **rendered_in(names),
        }


def own(
    shown: LoadedMatch, user: User | None, extra: dict[str, Any] | None = None
) -> Mapping[str, str]:
    """What is this reader's alone. The same person in several tabs costs one rendering."""
    key = ("own", user and user.pk, language())
    html = None if extra else shown.html.get(key)
    if html is None:
        html = rendered_in(own_names(shown, user, extra))
        if not extra:
            shown.html[key] = html
    return html


def own_names(shown: LoadedMatch, user: User | None, extra: dict[str, Any] | None) -> jinja.Scope:
    return jinja.scope(personal(shown, user) | {"push": True} | (extra or {}))


def rendered_in(names: jinja.Scope) -> dict[str, str]:
    """Status, hand and coach; of a match that is over the sheet as well."""
    regions = OWN if names["result"] is None else (*OWN, "sheet")
    return {name: jinja.render_in(names, path(name)) for name in regions}


def sheet(shown: LoadedMatch, you: Seat | None) -> str:
    """The sheet of the round finished last, with one's own row marked."""
    html = round_sheet(shown)
    return html if you is None else own_row(html, you)


def round_sheet(shown: LoadedMatch) -> str:
    """The sheet of the round finished last, as everybody sees it."""
    public = board(shown)
    key = ("sheet", language())
    people = [player.name for player in public["seats_all"]]
    of = (public["summary_number"], public["summary"], people)
    known_of, html = shown.kept.get(key, (None, ""))
    if known_of != of:
        names = jinja.scope(public | {"push": True, "result": None})
        html = jinja.render_in(names, path("sheet"))
        shown.kept[key] = (of, html)
    return html


def log(lines: Sequence[LogLine], full: bool) -> str:
    """The whole log, or lines that are appended to it."""
    names = {"lines": lines, "push": True, "full": full, "_": jinja.translated}
    return jinja.render_in(names, path("log"))


def render(region: str, context: dict[str, Any]) -> str:
    return jinja.render(path(region), context)


def path(region: str) -> str:
    return f"games/regions/{region}.jinja"


def shared(shown: LoadedMatch, region: str) -> str:
    """A region that looks the same to all, rendered once per step and language."""
    key = (region, language())
    if key not in shown.html:
        shown.html[key] = render(region, board(shown) | {"push": True, "full": False})
    return shown.html[key]


def shared_seats(shown: LoadedMatch, reports: bool) -> str:
    """Everybody by seat; a page leaves out its own and begins behind it."""
    everybody = board(shown)["seats_all"]
    drawn = draw_seats(shown, reports)
    return render("seats", {"players": everybody, "drawn": drawn, "push": True})


def reports_anybody(shown: LoadedMatch, user: User | None) -> bool:
    """Only whoever has given up can be reported at their seat, and only by somebody signed in."""
    return user is not None and any(row.forfeited_at is not None for row in shown.seats)


def draw_seats(shown: LoadedMatch, reports: bool) -> list[Markup]:
    """By seat how the others see it: from the spectator's view, so once per step and language."""
    key = ("seat", reports, language())
    if key not in shown.html:
        names = jinja.scope(board(shown) | {"may_report": reports})
        shown.html[key] = [
            Markup(jinja.render_in(names | {"player": player}, path("seat")))
            for player in names["seats_all"]
        ]
    return shown.html[key]


def board(shown: LoadedMatch) -> dict[str, Any]:
    """The context of what everybody sees. The view is the spectator's, so nothing can slip."""
    key = ("context", language())
    if key not in shown.html:
        view = shown.rules.view(shown.state, None)
        told = narrate(shown, last_told(shown), None)
        shown.html[key] = {
            "match": shown.match,
            "info": shown.rules.INFO,
            "key": shown.match.game,
            "view": view,
            "marks": marks_of(shown, None),
            "ticker": told[-1].html if told else "",
            "seats_all": players(shown, view, None),
            "between": is_between(view),
            **summary_of(registry.game(shown.match.game).words, view),
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
    moves = shown.moves_of(you) if you is not None and running else ()
    if bot_plays:
        moves = ()
    between = running and is_between(view)
    offers = offers_for(words, view, moves)
    everybody = players(shown, view, you)
    everywhere = board(shown)
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
        "drawn": draw_seats(shown, reports_anybody(shown, user)),
        "marks": marks_of(shown, you),
        "offers": offers,
        "your_turn": you is not None
        and bool(moves)
        and not between
        and words.waits_for(view, you, moves),
        "between": between,
        "head": head_between() if between else words.head(view, you, moves) if running else "",
        "help_anchor": words.help_anchor(view),
        "ask": words.ask(view, you, moves) if running else "",
        "coach": coach_line(shown, you, view, moves),
        "clock": clock(shown),
        "clock_will": what_the_clock_will_play(shown, words, view, you, moves, offers),
        "result": result_of(shown, you),
        "summary": everywhere["summary"],
        "summary_number": everywhere["summary_number"],
        "prefs": user,
        "can_report": user is not None
        and not running
        and any(not p.is_you and not p.user.bot_level for p in everybody),
        "move_url": jinja.url("games:move", match.pk),
        "reclaim_url": jinja.url("games:reclaim", match.pk)
        if bot_plays and me and not me.forfeited and running
        else None,
    }


class Clock(msgspec.Struct, frozen=True):
    """The running deadline. Its end is told by the database's clock, like `now_ms`."""

    end_ms: int
    left_ms: int
    total_ms: int


def clock(shown: LoadedMatch) -> Clock | None:
    match = shown.match
    if match.deadline is None:
        return None
    end = epoch_ms(match.deadline)
    return Clock(
        end_ms=end,
        left_ms=max(0, end - now_ms(shown)),
        total_ms=int(match.clock_seconds * 1000),
    )


def what_the_clock_will_play(
    shown: LoadedMatch,
    words: Words,
    view: Any,
    you: Seat | None,
    moves: Sequence[Any],
    offers: Sequence[Offer],
) -> str:
    """To the one whose move it would be: for anybody else it can be a secret."""
    timer = shown.rules.timer(shown.state) if moves else None
    if timer is None or timer.seat != you or timer.move not in moves:
        return ""
    made = (each for each in offers if each.move == timer.move and not each.gather)
    offer = next(made, None) or words.offer(timer.move, view)
    # A button that needs its pieces to be understood is told by what it does.
    return offer.preview if len(offer.pieces) > 1 else offer.label


def now_ms(shown: LoadedMatch) -> int:
    """The moment by the database's clock, so that a page can tell how far off an end is."""
    return epoch_ms(shown.now) + int(shown.since_read * 1000)
