"""Programs through a whole Swiss on real processes: `make series`, with few of them."""

import asyncio
import secrets
from concurrent.futures import ThreadPoolExecutor

from api.services import digest
from ops.series.players import Player as Program
from tests.end_to_end.conftest import Arrive
from tests.end_to_end.player import Player
from tests.end_to_end.running_site import RunningSite


def program_of(player: Player, code: str) -> Program:
    """A program with a token of this person's."""
    secret = f"cy_{secrets.token_urlsafe(32)}"
    player.house.rows(
        "INSERT INTO api_token (user_id, name, digest, start, scopes)"
        " SELECT id, 'one', %s, %s, '{read,play,tables}' FROM accounts_user WHERE username = %s",
        digest(secret),
        secret[:8],
        player.name,
    )
    return Program(secret, code, player.house.urls)


async def play(programs: list[Program], house: RunningSite) -> None:
    """To the last place. Who calls the rounds is killed in the first one."""
    playing = [asyncio.create_task(each.run()) for each in programs]
    while not any(each.moves for each in programs):
        await asyncio.sleep(0.05)
    await asyncio.to_thread(house.site.kill, "workers")
    await asyncio.to_thread(house.site.restart, "workers")
    async with asyncio.timeout(60):
        await asyncio.gather(*playing)


def test_programs_play_a_swiss_while_the_clocks_are_killed(
    arrive: Arrive, house: RunningSite
) -> None:
    people = [arrive() for _person in range(6)]
    answer = people[0].post(
        "/series/new/thirtyone/",
        **{"name": "Programs", "kind": "swiss", "size": "3", "starts_in": "10", "rounds": "2"},
        **{"minutes": "60", "break_seconds": "0", "grace_seconds": "30", "most": "6"},
        **{"public": "yes", "rated": "no", "programs": "on", "min_karma": "0"},
        **{"option_turn_seconds": "45", "option_chips": "2", "option_hands": "None"},
        option_turns="total",
    )
    assert answer.status == 303, answer.text()
    code = answer.headers["location"].split("/")[2]
    programs = [program_of(player, code) for player in people]
    for each in programs:
        each.post(f"series/{code}/join", {})
    house.rows("UPDATE series_series SET deadline = now() WHERE code = %s", code)
    with ThreadPoolExecutor(1) as elsewhere:  # the browser's loop runs here
        elsewhere.submit(asyncio.run, play(programs, house)).result()

    [(status, rounds)] = house.rows(
        "SELECT status, (SELECT count(*) FROM series_round r WHERE r.series_id = s.id)"
        " FROM series_series s WHERE code = %s",
        code,
    )
    assert (status, rounds) == ("over", 2)
    numbers = house.rows(
        "SELECT e.played, e.status FROM series_entrant e JOIN series_series s"
        " ON s.id = e.series_id WHERE s.code = %s",
        code,
    )
    assert numbers == [(2, "in")] * 6, "everybody once in each round"
    house.site.run_manage("recompute_series", "--check")
