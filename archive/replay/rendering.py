"""HTML of a step of a match that is over: the regions of the live table, standing still."""

import re
from datetime import timedelta
from typing import Any

from django.template import Context
from django.template.loader import get_template
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from msgspec import structs

from accounts.people.display import display_name
from archive.replay.scene import OPEN, Perspective, Scene, shown_at
from games import registry
from games.engine.contract import Seat
from games.event_log import logged
from games.models import Match
from games.page import assets, jinja, regions
from games.page.log import LogLine, Speaker, narrate
from games.page.result import result_of
from games.selectors import LoadedMatch

# ---- The stage ---------------------------------------------------------------------------------


def stage(scene: Scene, perspective: Perspective, step: int) -> SafeString:
    """The table at one moment, through somebody's eyes."""
    shown = shown_at(scene, step)
    context = seen_by(scene, shown, perspective)
    lines = narrated(shown, perspective, shown.recent[-1:])
    # The last line may need the one before: "Ben drew a card. It is the queen."
    ticker = format_html_join(" ", "{}", ((line.html,) for line in lines[-2:]))
    public = regions.board(shown) | {"push": False, "full": False, "ticker": ticker}
    told = context | {
        "step": step,
        "last": scene.replay.last,
        "since": since_the_start(scene, step),
        "eyes": perspective.name,
        "lines": lines,
    }
    parts = {
        "seats": regions.render("seats", context),
        "board": regions.render("board", public),
        "status": jinja.render("archive/replay_status.jinja", told),
        "hand": hands(scene, shown, perspective),
        "sheet": regions.render("sheet", context),
    }
    still = {name: stand_still(html) for name, html in parts.items()}
    return mark_safe(render("archive/replay_stage.html", told | still))


def seen_by(scene: Scene, shown: LoadedMatch, perspective: Perspective) -> dict[str, Any]:
    """What a live page of this seat would be made of, without anything to do."""
    user = None if perspective.seat is None else scene.rows[perspective.seat].user
    context = regions.personal(shown, user) | {
        "offers": (),
        "your_turn": False,
        "ask": "",
        "clock": None,
        "prefs": None,
        "move_url": "",
        "reclaim_url": None,
        "push": False,
        "full": False,
        "replaying": True,
        "can_report": False,
        "result": result_of(shown, perspective.called_you),
    }
    if not perspective.own:
        context["seats_all"] = [structs.replace(one, is_you=False) for one in context["seats_all"]]
    return context


def narrated(shown: LoadedMatch, perspective: Perspective, events: Any) -> list[LogLine]:
    """The log in words: "You" only to the one who sat there."""
    who = Speaker(shown, perspective.called_you)
    return narrate(shown, events, perspective.seat, who, all_open=perspective.seat is None)


def hands(scene: Scene, shown: LoadedMatch, perspective: Perspective) -> str:
    """One hand, or all of them side by side."""
    own = perspective.seat
    held = []
    for seat in [Seat(row.index) for row in scene.rows] if own is None else [own]:
        context = seen_by(scene, shown, Perspective(seat, perspective.own))
        html = jinja.render(f"{shown.match.game}/hand.jinja", context)
        if perspective.seat is None:
            html = with_prefix(html, f"s{seat}-")
        held.append({"player": context["me"], "html": mark_safe(html)})
    return render("archive/replay_hands.html", {"hands": held, "open": perspective.seat is None})


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


def page(scene: Scene, perspective: Perspective, step: int) -> dict[str, Any]:
    match = scene.match
    end = shown_at(scene, scene.replay.last)
    info = scene.replay.rules.INFO
    words = registry.game(match.game).words
    return {
        "match": match,
        "info": info,
        "key": match.game,
        "stage": stage(scene, perspective, step),
        "step": step,
        "last": scene.replay.last,
        "eyes": perspective.name,
        "ways": ways_to_look(scene),
        "lines": log_lines(scene, end, perspective),
        "options_line": words.option_line(scene.replay.options),
        "headline": headline(end),
        "names": ", ".join(display_name(row.user) for row in scene.rows),
        "here": moment_url(match, perspective, step),
        **assets.game_files(match.game),
    }


def moment_url(match: Match, perspective: Perspective, step: int) -> str:
    return f"{reverse('archive:replay', args=[match.pk])}?step={step}&as={perspective.name}"


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


def log_lines(scene: Scene, end: LoadedMatch, perspective: Perspective) -> list[dict[str, Any]]:
    """Every line of the log, with the step it leads to."""
    names = tuple(display_name(row.user) for row in scene.rows)
    key = (perspective, get_language(), names)
    told = scene.replay.told
    if key not in told:
        events = logged(scene.replay.events, scene.replay.rules)
        told[key] = narrated(end, perspective, events)
    lines = told[key]
    return [{"line": line, "step": line.seq} for line in lines]


def headline(end: LoadedMatch) -> str:
    """How it ended, in plain words."""
    result = result_of(end, None)
    return str(result.told) if result else ""


def since_the_start(scene: Scene, step: int) -> str:
    """How long the match had lasted."""
    gone: timedelta = scene.replay.frames[step].event.at - scene.replay.frames[0].event.at
    seconds = max(0, int(gone.total_seconds()))
    if seconds < 60:
        return ngettext("%(n)s second", "%(n)s seconds", seconds) % {"n": seconds}
    minutes = seconds // 60
    if minutes < 120:
        return ngettext("%(n)s minute", "%(n)s minutes", minutes) % {"n": minutes}
    hours = minutes // 60
    return ngettext("%(n)s hour", "%(n)s hours", hours) % {"n": hours}
