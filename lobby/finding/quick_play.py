"""Quick play: one tap to a table with people, or to one with bots."""

from accounts.karma import selectors as karma
from accounts.models import User
from accounts.sanctions.selectors import suspended
from games.models import Match
from lobby import refusals, selectors
from lobby.finding import open_tables
from lobby.models import Table
from lobby.services.chairs import add_bot, get_up_from_finished, sit
from lobby.services.checks import admit, check_not_playing, game_called
from lobby.services.tables import open_table


def play_now(user: User, game: str) -> Table:
    """The fullest table that fits and still has a chair; if there is none, a new one."""
    admit(user)
    game_called(game)
    get_up_from_finished(user)
    check_not_playing(user)
    waiting = open_tables.waiting_table_of(user, game)
    if waiting is not None:
        return waiting
    may_rate = (
        not user.is_bot
        and not suspended([user.pk])
        and open_tables.rated_chair_of(user) is None
        and karma.cool_down_of(user.pk) is None
    )
    for table in open_tables.fitting_tables(user, game, rated=None if may_rate else False):
        if table.roles:
            continue  # with a host or a referee it is for those who chose it
        try:
            sit(table.pk, user)
        except refusals.Refusal:
            continue  # somebody was faster
        return table
    return open_table(user, game, rated=may_rate)


def practise(user: User, game: str, level: str) -> Table:
    """A friendly table with bots in all other chairs. The last such table is used again."""
    admit(user)
    rules = game_called(game)
    if level not in rules.INFO.levels:
        raise refusals.NoSuchLevel
    check_not_playing(user)
    table = open_tables.practice_table_of(user, game, level)
    if table is None:
        table = open_table(user, game, public=False, rated=False, leaver=Match.Leaver.WAIT)
        while selectors.free_chairs(table):
            add_bot(table.pk, user, level)
    return table
