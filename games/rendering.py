"""A seat's view as HTML regions. The page and every push render the same partials.

A region is `templates/games/regions/<name>.html`, whose root element has the region's name as id.
The board is what everybody may see, so it is rendered from the spectator's view, once per step;
hand, seats and status are rendered for the one who looks.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from types import ModuleType, SimpleNamespace
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.template import Context, TemplateDoesNotExist
from django.template.loader import get_template
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext, pgettext_lazy
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.people import display_name
from accounts.ratings.selectors import Mark
from games import house, registry, selectors
from games.engine import codec
from games.engine.contract import Outcome, Seat
from games.models import Event, Match
from games.offers import Offer
from games.selectors import Shown
from games.standing import standing
from games.wording import Who

ROLES = {
    "host": pgettext_lazy("at a table", "host"),
    "referee": pgettext_lazy("at a table", "referee"),
}

SHARED = ("board",)
PERSONAL = ("seats", "status", "hand", "sheet")
REGIONS = (*SHARED, *PERSONAL)


@dataclass(frozen=True)
class Player:
    """Somebody at the table, as a page shows them."""

    seat: Seat
    user: User
    is_you: bool
    level: str
    to_move: bool
    away_ms: int | None
    forfeited: bool
    place: int | None
    view: Any
    role: str = ""
    """A host or a referee, in a word; nothing for a player."""
    is_guest: bool = False
    rating: Mark | None = None

    @property
    def name(self) -> str:
        return display_name(self.user)

    @property
    def is_bot(self) -> bool:
        return self.user.is_bot

    @property
    def taken_over(self) -> bool:
        return bool(self.level) and not self.user.is_bot and not self.is_guest


@dataclass(frozen=True)
class Line:
    """One line of the log, in words."""

    id: str
    html: SafeString
    sound: str


def page(shown: Shown, user: User | None) -> dict[str, Any]:
    """The context of the match page."""
    context = board(shown) | personal(shown, user)
    lines = narrate(shown, selectors.log_of(shown.match.pk), context["you"])
    return context | {"lines": lines, "push": False, "full": True}


def full(shown: Shown, user: User | None, extra: dict[str, Any] | None = None) -> str:
    """Every region, for a socket that has just opened or has missed too much."""
    context = page(shown, user) | {"push": True} | (extra or {})
    public = board(shown) | {"push": True, "full": True}
    parts = [render(name, public if name in SHARED else context) for name in REGIONS]
    return "".join([*parts, render("log", context)])


def update(shown: Shown, user: User | None, since: int, extra: dict[str, Any] | None = None) -> str:
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


def news_for(shown: Shown, user: User | None, since: int, extra: dict[str, Any] | None) -> str:
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


def shared(shown: Shown, region: str) -> str:
    """A region that looks the same to all, rendered once per step and language."""
    key = (region, get_language())
    if key not in shown.html:
        shown.html[key] = render(region, board(shown) | {"push": True, "full": False})
    return shown.html[key]


def board(shown: Shown) -> dict[str, Any]:
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


def personal(shown: Shown, user: User | None) -> dict[str, Any]:
    """The context of one person's regions: their seat's view and nothing else of the state."""
    match, rules = shown.match, shown.rules
    you = shown.seat_of(user.pk if user else None)
    view = rules.view(shown.state, you)
    words = registry.narration_for(match.game)
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
        "offers": offers(words, view, moves),
        "your_turn": waits_for(words, view, you, moves),
        "head": words.head(view, you, moves) if running and hasattr(words, "head") else "",
        "ask": words.ask(view, you, moves) if running else "",
        "clock": clock(shown),
        "result": result(shown, you),
        **summary(words, view),
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


def waits_for(words: ModuleType, view: Any, you: Seat | None, moves: Sequence[Any]) -> bool:
    """Whoever may act is waited for, unless the game says that they may but need not."""
    if moves and hasattr(words, "waits_for"):
        return bool(words.waits_for(view, you, moves))
    return bool(moves)


def marks_of(shown: Shown, you: Seat | None) -> set[str]:
    """The pieces of the last move, as far as this seat may know it."""
    words = registry.narration_for(shown.match.game)
    last = [fact for _, _, fact in facts_of(shown, shown.recent[-1:], you)]
    return {mark for fact in last if not is_house(fact) for mark in words.marks(fact)}


def players(shown: Shown, view: Any, you: Seat | None) -> list[Player]:
    turn = getattr(view, "turn", None)
    per_player = getattr(view, "players", None)
    marks = standing(shown).marks
    return [
        Player(
            seat=Seat(row.index),
            user=row.user,
            is_you=row.index == you,
            level=shown.match.bots.get(str(row.index), ""),
            to_move=turn == row.index,
            away_ms=away_ms(shown, row),
            forfeited=row.forfeited_at is not None,
            place=row.place,
            view=per_player[row.index] if per_player is not None else None,
            role=str(ROLES.get(row.role, "")),
            is_guest=bool(row.name),
            rating=None if row.role else marks.get(row.user_id),
        )
        for row in shown.seats
    ]


def away_ms(shown: Shown, row: Any) -> int | None:
    """How much of the grace is left to somebody who is gone."""
    if row.absent_since is None or str(row.index) in shown.match.bots:
        return None
    gone = (shown.now - row.absent_since).total_seconds() + shown.since_read
    return max(0, int((settings.RECONNECT_GRACE - gone) * 1000))


def clock(shown: Shown) -> SimpleNamespace | None:
    match = shown.match
    if match.deadline is None:
        return None
    left = (match.deadline - shown.now).total_seconds() - shown.since_read
    return SimpleNamespace(
        left_ms=max(0, int(left * 1000)), total_ms=int(match.clock_seconds * 1000)
    )


def offers(words: ModuleType, view: Any, moves: Sequence[Any]) -> list[Offer]:
    """A button for each legal move, unless the game puts many moves into one button."""
    if moves and hasattr(words, "offers"):
        return list(words.offers(view, moves))
    return [words.offer(move, view) for move in moves]


def summary(words: ModuleType, view: Any) -> dict[str, Any]:
    """What the sheet shows of the round finished last; the sheet opens when its number changes."""
    if hasattr(words, "summary"):
        number, told = words.summary(view)
    else:
        number, told = getattr(view, "round", ""), getattr(view, "summary", None)
    return {"summary": told, "summary_number": number}


# ---- Words -------------------------------------------------------------------------------------


def speaker(shown: Shown, you: Seat | None) -> Who:
    """Names for the log: one's own seat is "You"."""
    names = {row.index: display_name(row.user) for row in shown.seats}

    def who(seat: Seat, *, inside: bool = False) -> SafeString:
        if seat == you:
            own = pgettext("inside a sentence", "you") if inside else _("You")
            return format_html("<b>{}</b>", own)
        return format_html("<b><bdi>{}</bdi></b>", names[seat])

    return who


def is_house(fact: Any) -> bool:
    return isinstance(fact, house.AnyHouseFact)


def facts_of(
    shown: Shown, events: Iterable[Event], you: Seat | None, all_open: bool = False
) -> Iterable[tuple[Event, int, Any]]:
    """The facts of these events that this seat may know, with their number in the event.

    `all_open` is for a match that is over: then nothing is a secret any more.
    """
    for event in events:
        union = (
            house.AnyHouseFact
            if event.by == Event.By.HOUSE and event.seq > 0
            else shown.rules.AnyFact
        )
        for number, data in enumerate(event.facts):
            fact = codec.load(data, union)
            if all_open or fact.known_to is None or you in fact.known_to:
                yield event, number, fact


def narrate(
    shown: Shown,
    events: Iterable[Event],
    you: Seat | None,
    who: Who | None = None,
    all_open: bool = False,
) -> list[Line]:
    """The log in words, for one seat. `who` names people; one's own seat is "You" otherwise."""
    words = registry.narration_for(shown.match.game)
    who = who or speaker(shown, you)
    lines: list[Line] = []
    for event, number, fact in facts_of(shown, events, you, all_open):
        html = house.tell(fact, who) if is_house(fact) else words.tell(fact, who)
        if not html:
            continue
        if event.by == Event.By.CLOCK:
            html = format_html('{} <small class="muted">{}</small>', html, _("time was up"))
        sound = "" if is_house(fact) else words.sound(fact)
        lines.append(Line(f"l-{event.seq}-{number}", html, sound))
    return lines


def result(shown: Shown, you: Seat | None) -> SimpleNamespace | None:
    """How it ended, line by line."""
    match = shown.match
    if match.status == Match.Status.RUNNING or match.result is None:
        return None
    who = speaker(shown, you)
    words = registry.narration_for(match.game)
    data = match.result
    places = tuple(data["places"])
    outcome = Outcome(places, tuple(data["scores"]), data["reason"])
    everybody = players(shown, shown.rules.view(shown.state, you), you)
    rows = [
        SimpleNamespace(
            player=p,
            place=places[p.seat] if places else None,
            score=shown.seats[p.seat].score,
            change=standing(shown).changes.get(p.user.pk),
            note=p.role,
        )
        for p in everybody
    ]
    rows.sort(key=lambda row: (row.place is None, row.place or 0, row.player.seat))
    if data["reason"] == "forfeit":
        winner = outcome.winners[0]
        words_for = (
            _("You win: nobody else stayed.")
            if winner == you
            else _("{who} wins: nobody else stayed.")
        )
        headline = format_html(words_for, who=who(winner))
    elif not places:
        headline = format_html("{}", _("The match was called off. It counts for nobody."))
    elif data["reason"] == "adjudicated":
        names = format_html_join(_(", "), "{}", ((who(seat),) for seat in outcome.winners))
        headline = format_html(_("Decided by the house. First: {names}"), names=names)
    else:
        headline = words.headline(outcome, who)
    return SimpleNamespace(
        headline=headline,
        rows=rows,
        won=you is not None and you in outcome.winners,
        seed=bytes(match.seed).hex(),
        commitment=match.commitment,
    )


@cache
def has_template(name: str) -> bool:
    """Whether a game brings this template."""
    try:
        get_template(name)
    except TemplateDoesNotExist:
        return False
    return True


@cache
def game_files(key: str) -> dict[str, str | None]:
    """A game may bring a stylesheet and scripts of its own, for its table and for a television."""
    return {
        name: static(f"{key}/{file}") if finders.find(f"{key}/{file}") else None
        for name, file in (
            ("game_css", "game.css"),
            ("game_js", "game.js"),
            ("screen_js", "screen.js"),
        )
    }
