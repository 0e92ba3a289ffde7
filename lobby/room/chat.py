"""The chat of a table: which lines somebody may read, and their HTML."""

from dataclasses import dataclass

from django.db.models import prefetch_related_objects
from django.template.loader import get_template
from django.utils.translation import gettext

from accounts.models import User
from lobby import selectors
from lobby.models import ChatLine, Mute, Table
from lobby.room.phrases import phrase_text
from lobby.room.stage import may_hear

LINES = 40
"""Chat lines on a freshly opened page."""

CHAT_BYTES = 12_000
"""What the chat may take up of a push: a socket's message has its limit in both directions."""


@dataclass(frozen=True)
class Talk:
    """What was last said at a table, oldest first, as it is: who may read what is asked after."""

    lines: list[ChatLine]
    aside: list[ChatLine]
    """Among those who watch the match, or watched the last one."""
    mutes: frozenset[tuple[int, int]]
    """Who does not want to read whom."""

    def heard_by(self, reader: User | None, lines: list[ChatLine]) -> list[ChatLine]:
        if reader is None:
            return lines
        return [line for line in lines if (reader.pk, line.user_id) not in self.mutes]


def read_talk(table: Table) -> Talk:
    if table.status == Table.Status.CLOSED:
        return Talk([], [], frozenset())
    said = ChatLine.objects.filter(table=table, at__gte=table.opened_at).order_by("-pk")
    lines = list(said.filter(watched=None)[:LINES])
    watched = table.match_id is not None and table.public
    aside = list(said.filter(watched=table.match_id)[:LINES]) if watched else []
    prefetch_related_objects([*lines, *aside], "user")  # mostly nobody has said anything
    authors = {line.user_id for line in [*lines, *aside]}
    mutes = Mute.objects.filter(muted__in=authors).values_list("user_id", "muted_id")
    return Talk(lines[::-1], aside[::-1], frozenset(mutes) if authors else frozenset())


def chat_lines(
    table: Table, reader: User | None, after: int = 0, talk: Talk | None = None
) -> list[ChatLine]:
    """The last lines, oldest first, without those whom the reader has muted."""
    talk = talk or read_talk(table)
    return [line for line in talk.heard_by(reader, talk.lines) if line.pk > after]


def watchers_lines(
    table: Table, reader: User | None, sits: bool | None = None, talk: Talk | None = None
) -> list[ChatLine]:
    """What those say who watch the match, or watched the last one. Whoever plays it reads it when
    it is over: a hint to a player is worth nothing then."""
    if table.match_id is None or not table.public:
        return []
    if sits is None:
        sits = reader is not None and selectors.sits_at(table, reader)
    if sits and table.status == Table.Status.PLAYING:
        return []
    talk = talk or read_talk(table)
    return talk.heard_by(reader, talk.aside)


def may_read(line: ChatLine, reader: User) -> bool:
    """Whether a line is one that somebody with the table's code is shown. What watchers say of a
    running match is not for its players yet, whoever asks for it by number."""
    table = line.table
    gone = line.removed_at is not None or line.at < table.opened_at
    if gone or table.status == Table.Status.CLOSED:
        return False
    if not may_hear(table, reader, selectors.chairs_of(table)):
        return False
    if line.watched_id is None:
        return True
    playing = table.status == Table.Status.PLAYING and table.match_id == line.watched_id
    return not (playing and selectors.sits_at(table, reader))


def words_of(line: ChatLine) -> str:
    """What a reader is shown of a line."""
    if line.removed_at is not None:
        return gettext("Removed by staff.")
    return phrase_text(line.phrase) if line.phrase else line.text


def muted_by(reader: User | None) -> list[User]:
    if reader is None:
        return []
    return list(User.objects.filter(pk__in=Mute.objects.filter(user=reader).values("muted")))


# ---- As HTML ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RenderedLine:
    """A line of the chat, in words."""

    id: int
    user: User | None
    words: str
    mine: bool
    removed: bool


def render_lines(lines: list[ChatLine], user: User | None) -> list[RenderedLine]:
    """The newest lines that fit into a push, oldest first."""
    said: list[RenderedLine] = []
    room = CHAT_BYTES
    for line in reversed(lines):
        words = words_of(line)
        room -= len(words.encode())
        if room < 0:
            break
        mine = user is not None and line.user_id == user.pk
        removed = line.removed_at is not None
        said.append(RenderedLine(line.pk, line.user, words, mine, removed))
    return said[::-1]


def chat_region(
    table: Table, user: User | None, after: int | None = None, talk: Talk | None = None
) -> tuple[str, int]:
    """The whole chat, or with `after` only what is new; and the id of the last line."""
    lines = render_lines(chat_lines(table, user, after or 0, talk), user)
    context = {"chat": lines, "push": True, "full": after is None, "reader": user, "table": table}
    last = max([after or 0, *(line.id for line in lines)])
    if not lines and after is not None:
        return "", last
    return get_template("lobby/regions/chat.html").render(context), last


def aside_region(
    table: Table, user: User | None, sits: bool | None = None, talk: Talk | None = None
) -> str:
    """What is said among those who watch, as far as this reader may know it yet."""
    if sits is None:
        sits = user is not None and selectors.sits_at(table, user)
    context = {
        "aside": render_lines(watchers_lines(table, user, sits, talk), user),
        "push": True,
        "reader": user,
        "table": table,
        "may_talk": sits,
    }
    return get_template("lobby/regions/aside.html").render(context)
