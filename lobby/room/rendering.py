"""Rendering of a table: the contexts and regions of its stage, its waiting room, its watchers.

The page, the socket and the refresh over HTTP render the same partials.
"""

from dataclasses import dataclass, replace
from typing import Any

from django.template.loader import get_template
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.people.bots import LOCAL
from accounts.ratings import selectors as ratings
from accounts.ratings.selectors import Mark
from games import registry
from games import selectors as matches
from games.models import Match
from games.page import assets, regions
from games.page.players import ROLES
from games.page.result import result_of
from games.selectors import LoadedMatch
from lobby import selectors
from lobby.finding import friends
from lobby.models import Chair, Table
from lobby.room import invite_link
from lobby.room.chat import chat_lines, muted_by, render_lines, watchers_lines
from lobby.room.link_preview import link_preview
from lobby.room.phrases import PHRASES, REACTIONS
from lobby.room.stage import ROOM, may_hear, my_chair, stage_of
from lobby.services import countdown, reserved

LEVELS = {
    "gentle": _("gentle"),
    "steady": _("steady"),
    "sharp": _("sharp"),
    LOCAL: _("in the room"),
}


@dataclass(frozen=True)
class Sitter:
    """A chair as the room shows it; without a user it is free."""

    index: int
    user: User | None = None
    level: str = ""
    ready: bool = False
    is_you: bool = False
    is_owner: bool = False
    here: bool = True
    role: str = ""
    rating: Mark | None = None
    team: int | None = None

    @property
    def strength(self) -> str:
        return str(LEVELS.get(self.level, self.level))


# ---- Contexts -----------------------------------------------------------------------------------


def page(table: Table, user: User | None) -> dict[str, Any]:
    """The context of the whole table page."""
    chairs = selectors.chairs_of(table)
    context = stage_context(table, user, chairs)
    hears = may_hear(table, user, chairs)
    sits = user is not None and selectors.sits_at(table, user)
    return (
        context
        | {
            "socket_url": f"/ws/table/{table.code}/",
            "refresh_url": reverse("lobby:refresh", args=[table.code]),
            "help_url": reverse("games:rules", args=[table.game]),
            "screen_url": reverse("lobby:screen", args=[table.code]),
            "back_url": table.reserved_for,
            "watchers": selectors.watchers(table.pk),
            "chat": render_lines(chat_lines(table, user), user) if hears else [],
            "may_talk": sits,
            "may_write": user is not None and not user.is_guest,
            "aside": render_lines(watchers_lines(table, user), user) if hears else [],
            "may_watch": user is not None and not sits and table.public,
            "muted": muted_by(user),
            "phrases": PHRASES.items(),
            "reactions": REACTIONS.items(),
            "preview": link_preview(table, chairs),
        }
        | invite(table, user if sits else None)
    )


def stage_context(
    table: Table, user: User | None, chairs: list[Chair], shown: LoadedMatch | None = None
) -> dict[str, Any]:
    """What the stage needs, whichever it is. `shown` is the table's match if it is known."""
    stage = stage_of(table, user, chairs)
    context = {
        "table": table,
        "info": table.rules.INFO,
        "key": table.game,
        "stage": stage,
        "prefs": user,
        "options_line": options_line(table),
        "shortcuts": registry.game(table.game).words.shortcuts(),
        "lines": [],
    } | assets.game_files(table.game)
    if stage.startswith("match."):
        shown = shown or matches.read(table.match_id)  # type: ignore[arg-type]
        assert shown is not None and shown.match.pk == table.match_id
        return context | regions.page(shown, user) | rematch(table, user, chairs)
    if stage == ROOM:
        context |= room(table, user, chairs)
    mine = my_chair(chairs, user)
    return context | {"you": mine.index if mine else None, "me": None}


def room(table: Table, user: User | None, chairs: list[Chair]) -> dict[str, Any]:
    """Who sits, who is ready, how to bring others."""
    mine = my_chair(chairs, user)
    here = selectors.here(table)
    taken = {chair.index: chair for chair in chairs}
    marks = ratings.marks(table.game, [chair.user_id for chair in chairs if not chair.level])
    sitters = [
        sitter(table, taken[index], user, here, marks)
        if index in taken
        else Sitter(index, role=role_of(table, index))
        for index in range(table.seats)
    ]
    teaches = registry.game(table.game).lesson is not None
    bots_ms = selectors.bots_in_ms(table)
    teams = table.rules.teams(table.seats, table.choices)
    if teams:
        sitters = [replace(one, team=teams[one.index]) for one in sitters]
    is_owner = mine is not None and table.owner_id == mine.user_id
    free = 0 if table.reserved_for else table.seats - len(chairs)
    return invite(table, user if mine and len(chairs) < table.seats else None) | {
        "table": table,
        "info": table.rules.INFO,
        "sitters": sitters,
        "teams": teams is not None,
        "mine": mine,
        "is_owner": is_owner,
        "free": free,
        "invites_first": is_owner and free and not table.public,
        "held_ms": reserved.held_ms(table),
        "teaches": teaches,
        "offers_lesson": teaches
        and user is not None
        and mine is not None
        and matches.never_played(user, table.game),
        "visitor": user is None,
        "guests_may_sit": table.takes_guests,
        "people": sum(not chair.level for chair in chairs),
        "waiting_for": [s for s in sitters if s.user and not s.ready and not s.is_you],
        "levels": []
        if table.has_host
        else [(level, LEVELS.get(level, level)) for level in table.rules.INFO.levels],
        "bots_ms": bots_ms,
        "bots_level": "" if bots_ms is None else countdown.level_wished(table),
        "may_count_down": bool(mine) and table.live and not table.roles,
        "options_line": options_line(table),
        "leaver_line": Match.Leaver(table.leaver).label,
        "last": last_result(table, user),
        "left": selectors.left_since(table, chairs) if mine else [],
        "asks_to_hear": user is not None and mine is None and table.public,
        "awaits": user is not None and table.awaited.filter(user=user).exists(),
    }


def invite(table: Table, user: User | None = None) -> dict[str, Any]:
    """The link, the picture, and for a member who sits here the people they follow."""
    link = invite_link.link(table)
    found = {"link": link, "qr": invite_link.qr(link), "table": table}
    if user is None or user.is_guest:
        return found
    return found | {"friends": friends.to_invite(table, user), "asks": True}


def sitter(
    table: Table, chair: Chair, user: User | None, here: set[int], marks: dict[int, Mark]
) -> Sitter:
    return Sitter(
        index=chair.index,
        user=chair.user,
        level=chair.level,
        ready=chair.ready,
        is_you=user is not None and chair.user_id == user.pk,
        is_owner=chair.user_id == table.owner_id,
        here=bool(chair.level) or chair.user_id in here,
        role=role_of(table, chair.index),
        rating=marks.get(chair.user_id),
    )


def rematch(table: Table, user: User | None, chairs: list[Chair]) -> dict[str, Any]:
    """What the result sheet asks at the end."""
    if table.status == Table.Status.PLAYING:
        return {}
    context = {
        "table": table,
        "user": user,
        "mine": my_chair(chairs, user),
        "free": table.seats - len(chairs),
        "again": [chair for chair in chairs if chair.ready],
        "left": selectors.left_since(table, chairs),
    }
    return {
        "next_seal": table.commitment,
        "rematch": mark_safe(render("lobby/rematch.html", context)),
        "rematch_more": mark_safe(render("lobby/rematch_more.html", context)),
    }


def role_of(table: Table, index: int) -> str:
    """What somebody in this chair is, in a word; empty for a player."""
    place = index - table.player_chairs
    return str(ROLES[table.roles[place]]) if place >= 0 else ""


def last_result(table: Table, user: User | None) -> Any:
    """How the last match here ended, for the room."""
    if table.match_id is None or table.status == Table.Status.PLAYING:
        return None
    shown = matches.read(table.match_id)
    if shown is None or not (table.public or selectors.played_last(table, user)):
        return None
    return result_of(shown, shown.seat_of(user.pk if user else None))


def options_line(table: Table) -> str:
    return str(registry.game(table.game).words.option_line(table.choices))


# ---- Regions as they are pushed -----------------------------------------------------------------


def whole_stage(
    table: Table, user: User | None, chairs: list[Chair], shown: LoadedMatch | None = None
) -> tuple[str, int]:
    """The stage with the moves beside it, and the last event that it shows."""
    context = stage_context(table, user, chairs, shown)
    html = render("lobby/regions/stage.html", context | {"push_stage": True, "push": False})
    log = regions.render("log", context | {"push": True, "full": True})
    return html + log, context["match"].seq if "match" in context else -1


def room_region(table: Table, user: User | None, chairs: list[Chair]) -> str:
    return render("lobby/regions/room.html", room(table, user, chairs) | {"push": True})


def watchers_region(watchers: int) -> str:
    return regions.render("watchers", {"watchers": watchers, "push": True})


def render(template: str, context: dict[str, Any]) -> str:
    return get_template(template).render(context)
