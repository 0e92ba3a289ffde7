"""Share image of a match that is over: what its result sheet says, and no card."""

from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from archive.replay.rendering import headline
from games import registry
from games.page.result import result_of
from games.page.wording import minus
from games.selectors import LoadedMatch
from sharing.pictures.people import person_of
from sharing.pictures.result import ResultPicture
from sharing.pictures.score_sheet import Row


def result_picture(end: LoadedMatch) -> ResultPicture:
    match = end.match
    game = registry.game(match.game)
    result = result_of(end, None)
    when = timezone.localtime(match.finished_at or match.started_at)
    return ResultPicture(
        game=_(game.info.name),
        emblem=game.emblem,
        headline=headline(end),
        date=date_format(when, "DATE_FORMAT"),
        rows=tuple(row_of(side) for side in result.sides if not side[0].note) if result else (),
    )


def row_of(side: list[Any]) -> Row:
    """A player, or a team that shares its place and its score. A host plays for nobody."""
    place, score = side[0].place, side[0].score
    people = tuple(person_of(each.player.user) for each in side)
    return Row(people, "" if score is None else minus(score), place)
