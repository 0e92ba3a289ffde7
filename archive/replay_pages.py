"""A moment of a match that is over, as HTML: the regions of the live table, standing still."""

import copy
import re
from dataclasses import dataclass, replace
from datetime import timedelta
from html import unescape
from typing import Any

from django.template import Context
from django.template.loader import get_template
from django.urls import reverse
from django.utils.html import format_html_join, strip_tags
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.people.bots import dressed
from accounts.people.display import display_name
from archive.replay import Film, film_of
from games import registry
from games.engine.contract import Seat
from games.models import Match
from games.models import Seat as SeatRow
from games.page import assets, regions
from games.page.log import LogLine, narrate, speaker
from games.page.result import result_of
from games.selectors import RECENT, Shown

OPEN = "open"


@dataclass(frozen=True)
class Eyes:
    """Whose eyes: a seat's, or with none everybody's at once. `own` is the reader's own seat."""

    seat: Seat | None
    own: bool = False

    @property
    def name(self) -> str:
        return OPEN if self.seat is None else str(self.seat)

    @property
    def called_you(self) -> Seat | None:
        return self.seat if self.own else None


@dataclass(frozen=True)
class Scene:
    """A match that is over, who sat there, and who looks."""

    match: Match
    film: Film
    rows: list[SeatRow]
    reader: User | None

    @property
    def own_seat(self) -> Seat | None:
        mine = [row.index for row in self.rows if self.reader and row.user_id == self.reader.pk]
        return Seat(mine[0]) if mine else None

    def eyes(self, wish: str) -> Eyes:
        """As wished; else through one's own eyes, or all open."""
        own = self.own_seat
        if wish.isdecimal() and len(wish) < 3 and int(wish) < len(self.rows):
            return Eyes(Seat(int(wish)), int(wish) == own)
        return Eyes(None) if wish == OPEN or own is None else Eyes(own, True)

    def step(self, wish: str) -> int:
        return min(int(wish), self.film.last) if wish.isdecimal() and len(wish) < 9 else 0


def scene_of(match: Match, reader: User | None) -> Scene:
    rows = list(match.seats.select_related("user").order_by("index"))
    for row in rows:
        row.user = dressed(row.user, row.name)
    return Scene(match, film_of(match), rows, reader)


def shown_at(scene: Scene, step: int) -> Shown:
    """The match as it stood after one event; nobody knew more then."""
    film = scene.film
    match = copy.copy(scene.match)
    over = step == film.last
    taken, left = bots_and_leavers(scene, step)
    match.seq, match.bots = step, taken
    if not over:
        match.status, match.result = Match.Status.RUNNING, None
    rows = [copy.copy(row) for row in scene.rows]
    for row in rows:
        row.absent_since = None
        if row.index not in left:
            row.forfeited_at = None
        if not over:
            row.place = row.score = None
    frames = film.frames[max(0, step + 1 - RECENT) : step + 1]
    return Shown(
        match=match,
        rules=film.rules,
        state=film.frames[step].state,
        options=film.options,
        seats=rows,
        recent=[frame.event for frame in frames],
        now=film.frames[step].event.at,
        stamp="",
    )


def bots_and_leavers(scene: Scene, step: int) -> tuple[dict[str, str], set[int]]:
    """Which seats the server played then, and who had left by then."""
    level = scene.match.bots.get
    bots = {str(r.index): level(str(r.index), "") or "bot" for r in scene.rows if r.user.is_bot}
    left: set[int] = set()
    for frame in scene.film.frames[1 : step + 1]:
        if frame.event.by != "house":
            continue
        for fact in frame.event.facts:
            seat = fact.get("seat")
            if fact["type"] in ("forfeited", "taken-over"):
                bots[str(seat)] = level(str(seat), "") or "bot"
            elif fact["type"] == "reclaimed":
                bots.pop(str(seat), None)
            if fact["type"] == "forfeited":
                left.add(seat)
    return bots, left


# ---- The stage ---------------------------------------------------------------------------------


def stage(scene: Scene, eyes: Eyes, step: int) -> SafeString:
    """The table at one moment, through somebody's eyes."""
    shown = shown_at(scene, step)
    context = seen_by(scene, shown, eyes)
    lines = narrated(shown, eyes, shown.recent[-1:])
    # The last line may need the one before: "Ben drew a card. It is the queen."
    ticker = format_html_join(" ", "{}", ((line.html,) for line in lines[-2:]))
    public = regions.board(shown) | {"push": False, "full": False, "ticker": ticker}
    told = context | {
        "step": step,
        "last": scene.film.last,
        "since": since_the_start(scene, step),
        "eyes": eyes.name,
        "lines": lines,
    }
    parts = {
        "seats": regions.render("seats", context),
        "board": regions.render("board", public),
        "status": render("archive/replay_status.html", told),
        "hand": hands(scene, shown, eyes),
        "sheet": regions.render("sheet", context),
    }
    still = {name: stand_still(html) for name, html in parts.items()}
    return mark_safe(render("archive/replay_stage.html", told | still))


def seen_by(scene: Scene, shown: Shown, eyes: Eyes) -> dict[str, Any]:
    """What a live page of this seat would be made of, without anything to do."""
    user = None if eyes.seat is None else scene.rows[eyes.seat].user
    context = regions.personal(shown, user) | {
        "offers": (),
        "your_turn": False,
        "ask": "",
        "clock": None,
        "prefs": None,
        "move_url": "",
        "resign_url": None,
        "reclaim_url": None,
        "push": False,
        "full": False,
        "replaying": True,
        "can_report": False,
        "result": result_of(shown, eyes.called_you),
    }
    if not eyes.own:
        context["seats_all"] = [replace(one, is_you=False) for one in context["seats_all"]]
    return context


def narrated(shown: Shown, eyes: Eyes, events: Any) -> list[LogLine]:
    """The log in words: "You" only to the one who sat there."""
    who = speaker(shown, eyes.called_you)
    return narrate(shown, events, eyes.seat, who, all_open=eyes.seat is None)


def hands(scene: Scene, shown: Shown, eyes: Eyes) -> str:
    """One hand, or all of them side by side."""
    seats = [Seat(row.index) for row in scene.rows] if eyes.seat is None else [eyes.seat]
    held = []
    for seat in seats:
        context = seen_by(scene, shown, Eyes(seat, eyes.own))
        html = render(f"{shown.match.game}/hand.html", context)
        if eyes.seat is None:
            html = with_prefix(html, f"s{seat}-")
        held.append({"player": context["me"], "html": mark_safe(html)})
    return render("archive/replay_hands.html", {"hands": held, "open": eyes.seat is None})


def render(template: str, context: dict[str, Any]) -> str:
    """Numbers are counts and parts of ids: digits as they are."""
    made = get_template(template).template  # type: ignore[attr-defined]
    html: str = made.render(Context(context, use_l10n=False))
    return html


PIECE = re.compile(r'<input\b(?=[^>]*\bclass="piece")([^>]*)>')
LABEL = re.compile(r'\saria-label="([^"]*)"')
PRESS = re.compile(r"<button\b(?=[^>]*\bdata-press=)")
NAMED = re.compile(r'(\s(?:id|for|aria-labelledby|aria-describedby)=")')


def stand_still(html: str) -> SafeString:
    """Nothing can be taken up or pressed any more; what a piece is called is still heard."""

    def still(found: re.Match[str]) -> str:
        label = LABEL.search(found[1])
        heard = f'<span class="sr-only">{label[1]}</span>' if label else ""
        return f"<input hidden disabled{found[1]}>{heard}"

    # The regions have escaped what needs it; attributes are only added.
    return mark_safe(PRESS.sub("<button disabled", PIECE.sub(still, html)))


def with_prefix(html: str, prefix: str) -> str:
    """Several hands on one page: their ids are kept apart."""
    return NAMED.sub(rf"\g<1>{prefix}", html)


# ---- The page ----------------------------------------------------------------------------------


def page(scene: Scene, eyes: Eyes, step: int) -> dict[str, Any]:
    match = scene.match
    end = shown_at(scene, scene.film.last)
    info = scene.film.rules.INFO
    words = registry.game(match.game).words
    return {
        "match": match,
        "info": info,
        "key": match.game,
        "stage": stage(scene, eyes, step),
        "step": step,
        "last": scene.film.last,
        "eyes": eyes.name,
        "ways": ways_to_look(scene),
        "lines": log_lines(scene, end, eyes),
        "options_line": words.option_line(scene.film.options),
        "headline": headline(end),
        "names": ", ".join(display_name(row.user) for row in scene.rows),
        "here": moment_url(match, eyes, step),
        **assets.game_files(match.game),
    }


def moment_url(match: Match, eyes: Eyes, step: int) -> str:
    return f"{reverse('archive:replay', args=[match.pk])}?step={step}&as={eyes.name}"


def ways_to_look(scene: Scene) -> list[tuple[str, str]]:
    """All open, and each seat's eyes; one's own first."""
    own = scene.own_seat
    ways = [(OPEN, _("All hands open"))]
    for row in scene.rows:
        words = _("As %(name)s saw it") % {"name": display_name(row.user)}
        ways.append((str(row.index), words))
    if own is not None:
        del ways[own + 1]
        ways.insert(0, (str(own), _("As I saw it")))
    return ways


def log_lines(scene: Scene, end: Shown, eyes: Eyes) -> list[dict[str, Any]]:
    """Every line of the log, with the step it leads to."""
    names = tuple(display_name(row.user) for row in scene.rows)
    key = (eyes, get_language(), names)
    told = scene.film.told
    if key not in told:
        told[key] = narrated(end, eyes, scene.film.events)
    lines = told[key]
    return [{"line": line, "step": int(line.id.split("-")[1])} for line in lines]


def headline(end: Shown) -> str:
    """How it ended, in plain words."""
    told = result_of(end, None)
    return unescape(strip_tags(str(told.headline))) if told else ""


def since_the_start(scene: Scene, step: int) -> str:
    """How long the match had lasted."""
    gone: timedelta = scene.film.frames[step].event.at - scene.film.frames[0].event.at
    seconds = max(0, int(gone.total_seconds()))
    if seconds < 60:
        return ngettext("%(n)s second", "%(n)s seconds", seconds) % {"n": seconds}
    minutes = seconds // 60
    if minutes < 120:
        return ngettext("%(n)s minute", "%(n)s minutes", minutes) % {"n": minutes}
    hours = minutes // 60
    return ngettext("%(n)s hour", "%(n)s hours", hours) % {"n": hours}
