"""A bus that is silent: who comes in does not wait, and what happened is found all the same."""

import asyncio
import signal
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from channels.layers import channel_layers
from django.conf import settings

from games.live import broadcast
from games.live.bus_watch import FAILURES, PATIENCE, BusWatch
from games.live.hub import Hub
from games.live.threads import in_thread
from ops.desk.valkey import Valkey
from tests.games.live.test_hub import Listener
from tests.games.tables import match_for, person

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module")
def valkey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Valkey]:
    """A Redis that may be stopped."""
    folder = tmp_path_factory.mktemp("valkey")
    valkey = Valkey(folder / "data", run=folder / "run", log=folder / "log", durable=False)
    valkey.start()
    yield valkey
    valkey.stop()


@pytest.fixture
async def hub_beside(
    valkey: Valkey, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Hub, Any]]:
    """A hub on a Redis of its own, and that Redis's process."""
    layer: Any = settings.CHANNEL_LAYERS["default"]
    host = layer["CONFIG"]["hosts"][0]
    monkeypatch.setitem(host, "address", f"{valkey.url[:-1]}1")
    monkeypatch.setattr(channel_layers, "backends", {})
    process = valkey.process
    assert process is not None
    hub = Hub()
    yield hub, process
    process.kill(signal.SIGCONT)
    hub.members.clear()
    if hub.watch._task is not None:
        await hub.watch._task  # nobody listens any more
    for task in hub._tasks:
        task.cancel()
    await asyncio.gather(*hub._tasks, return_exceptions=True)


async def until(true: Any) -> None:
    async with asyncio.timeout(20):
        while not true():
            await asyncio.sleep(0.02)


async def test_what_a_stopped_redis_does_not_tell_is_found_and_told(
    hub_beside: tuple[Hub, Any],
) -> None:
    hub, redis = hub_beside
    match = await in_thread(lambda: match_for(person(), person()))
    group = broadcast.venue_group(match.venue)
    early, late = Listener(), Listener()
    room = hub.enter(match.pk)
    await room.ready()
    await hub.join(group, early)
    await until(lambda: hub.watch._heard.is_set())
    assert not hub.watch.silent and group in hub._subscribed

    redis.kill(signal.SIGSTOP)
    await until(lambda: hub.watch.silent)
    async with asyncio.timeout(PATIENCE / 2):  # it must not wait at all
        await hub.join(broadcast.venue_group("table.other"), late)
    match.seq += 1
    await in_thread(match.save)
    told = await asyncio.wait_for(anything(early, "seq"), 3)
    assert (told["match"], told["seq"]) == (match.pk, match.seq)
    assert room.shown and room.shown.match.seq == match.seq
    whats = {(await anything(late, "what"))["what"] for _ in range(3)}
    assert whats == {"room", "chat", "people"}, "so that chairs and talk are looked at as well"

    redis.kill(signal.SIGCONT)
    await until(lambda: not hub.watch.silent)
    assert broadcast.venue_group("table.other") in hub._subscribed, "it is followed now"
    await hub._layer.group_send(
        broadcast.venue_group("table.other"),
        {"type": "nudge", "group": "venue.table.other", "sent": 1},
    )
    await asyncio.wait_for(anything(late, "sent"), 5)  # and heard


async def anything(listener: Listener, key: str) -> dict[str, Any]:
    """The next message that has this."""
    while key not in (message := await listener.heard.get()):
        pass
    return message


def test_a_stop_is_noticed_in_time_for_three_seconds() -> None:
    from games.live import bus_watch

    noticed = bus_watch.INTERVAL + FAILURES * PATIENCE
    assert noticed + bus_watch.LOOK <= 3
    assert bus_watch.LOOK_AT_ALL + PATIENCE <= 3, "it is asked whether it is time once a patience"


class Bus:
    """A bus that loses the first so many messages."""

    def __init__(self, loses: int) -> None:
        self.loses, self.echoes, self.looked = loses, 0, 0
        self.busy = True
        self.watch = BusWatch(self)

    async def echo(self, message: dict[str, Any]) -> None:
        self.echoes += 1
        if self.echoes <= self.loses:
            raise ConnectionError
        self.watch.hear(message)

    def shown(self) -> dict[int, int]:
        return {}

    async def missed(self, match_id: int, venue: str, seq: int) -> None: ...

    def look_at_all(self) -> None:
        self.looked += 1


@pytest.mark.parametrize(("loses", "looks"), [(0, 0), (1, 1), (FAILURES, 2)])
async def test_what_was_told_while_a_message_was_lost_is_looked_for(loses: int, looks: int) -> None:
    """A Redis that is back at once has lost what it was told all the same."""
    bus = Bus(loses)
    bus.watch.start()
    await until(lambda: bus.echoes > loses + 1)
    bus.busy = False
    assert bus.watch._task is not None
    await bus.watch._task
    assert (bus.looked, bus.watch.silent) == (looks, False)


async def test_a_crowd_that_comes_at_once_is_followed_in_few_steps_and_told_of_once(
    hub_beside: tuple[Hub, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    hub, _redis = hub_beside
    rounds: list[int] = []
    subscribe = hub._subscribe

    async def counted() -> None:
        rounds.append(len(hub.members.keys() ^ hub._subscribed))
        await subscribe()

    monkeypatch.setattr(hub, "_subscribe", counted)
    hub.watch.start = lambda: None  # type: ignore[method-assign]  # its echo subscribes as well
    crowd = [Listener() for _ in range(40)]
    groups = [broadcast.venue_group(f"table.{number}") for number in range(40)]
    await asyncio.gather(*map(hub.join, groups, crowd))
    assert hub._subscribed.issuperset(groups)
    assert rounds == [40], "together, not one after another"

    monkeypatch.setattr(broadcast, "WENT", (0.2, 0.3))
    for told in (broadcast.somebody_came, broadcast.somebody_went):
        for _ in range(10):
            await in_thread(told, "table.7")
        await asyncio.wait_for(anything(crowd[7], "what"), 5)
        await in_thread(broadcast.venue_changed, "table.7", "room")
        assert (await asyncio.wait_for(anything(crowd[7], "what"), 5))["what"] == "room", "once"
