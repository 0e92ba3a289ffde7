"""Quick play: one press to a table with people, or to one with bots."""

from contextlib import suppress
from typing import Any

from accounts.models import User
from accounts.ratings import eligibility
from games.engine import codec
from games.models import Match
from lobby import refusals, selectors
from lobby.finding import open_tables
from lobby.models import Chair, Table
from lobby.services.chairs import add_bot, get_up, get_up_from_finished, sit
from lobby.services.checks import admit, check_not_playing, game_called
from lobby.services.countdown import begin_countdown
from lobby.services.tables import open_table


def play_now(user: User, game: str) -> Table:
    """The table where this person plays soonest; if there is none, a new one. Whatever table it is,
    the match starts within a countdown: with people, or with bots in the free chairs."""
    admit(user)
    game_called(game)
    get_up_from_finished(user)
    check_not_playing(user)
    _change_ones_mind(user, game)
    table = open_tables.waiting_table_of(user, game)
    if table is None:
        may_rate = eligibility.why_not(user) is None and open_tables.rated_chair_of(user) is None
        table = _join(user, game, may_rate) or open_table(user, game, rated=may_rate)
    if not table.roles:
        with suppress(refusals.MatchRunning):  # it has just started there
            begin_countdown(table.pk, user)
        table.refresh_from_db()
    return table


def _change_ones_mind(user: User, game: str) -> None:
    """Who wants another game now does not wait for bots at the one before."""
    waits = Chair.objects.filter(user=user, table__bots_at__isnull=False)
    for table_id in list(waits.exclude(table__game=game).values_list("table_id", flat=True)):
        get_up(table_id, user)


def _join(user: User, game: str, may_rate: bool) -> Table | None:
    for table in open_tables.fitting_tables(user, game, rated=None if may_rate else False):
        if table.roles:
            continue  # with a host or a referee it is for those who chose it
        try:
            sit(table.pk, user)
        except refusals.Refusal:
            continue  # somebody was faster
        return table
    return None


def practise(
    user: User,
    game: str,
    level: str,
    options: dict[str, Any] | None = None,
    seats: int | None = None,
) -> Table:
    """A friendly table with bots in all other chairs. The last such table is used again, and a
    practice that is under way is gone on with. One may wait at another table meanwhile."""
    admit(user)
    rules = game_called(game)
    if level not in rules.INFO.levels:
        raise refusals.NoSuchLevel
    check_not_playing(user)
    if options is not None:
        chosen = codec.load_options(rules, options)
        options = codec.part_options(rules, chosen)[0]
    table = open_tables.practice_table_of(user, game, level, options, seats)
    if table is None:
        table = open_table(
            user,
            game,
            options,
            seats=seats,
            public=False,
            rated=False,
            leaver=Match.Leaver.WAIT,
        )
        while selectors.free_chairs(table):
            add_bot(table.pk, user, level)
    return table
