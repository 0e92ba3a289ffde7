"""Many messages in one round trip reach their own groups, in order, over one Redis or several."""

from typing import Any

import pytest
from django.conf import settings

from games.live.bus import Bus


@pytest.mark.parametrize("redises", [1, 3])
async def test_every_message_reaches_its_own_group(redises: int) -> None:
    layer: Any = settings.CHANNEL_LAYERS["default"]
    [host] = layer["CONFIG"]["hosts"]
    bus = Bus(hosts=[host] * redises, prefix="test_bus")
    groups = [f"venue.{number}" for number in range(8)]
    listening = {}
    for group in groups:
        listening[group] = await bus.new_channel()
        await bus.group_add(group, listening[group])
    await bus.send_to_groups([{"group": group, "n": n} for n in (1, 2) for group in groups])
    for group, channel in listening.items():
        heard = [await bus.receive(channel) for _ in range(2)]
        assert heard == [{"group": group, "n": 1}, {"group": group, "n": 2}]
    await bus.flush()
