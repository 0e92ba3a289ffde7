"""ASGI echo application, the ceiling of the live tables: what comes up goes down to the group.

/ws/<group>   a number that is sent here reaches every socket of the group at this process, as
              `data-v="<number>"`: Daphne and Channels, with nothing behind them
"""

from collections import defaultdict

from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import ProtocolTypeRouter

from games.live import wire

wire.use()  # as the site does

_groups: dict[str, set["Echo"]] = defaultdict(set)


class Echo(AsyncWebsocketConsumer):
    """A consumer that does nothing but pass on."""

    channel_layer_alias = "none"

    async def connect(self) -> None:
        self.group = self.scope["path"].rsplit("/", 1)[-1]
        _groups[self.group].add(self)
        await self.accept()
        await self.send(text_data='<i data-v="0">')

    async def disconnect(self, code: int) -> None:
        _groups[self.group].discard(self)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        text = text_data or ""
        if text.startswith("{"):  # a ping, which concerns nobody else
            await self.send(text_data=text)
            return
        for each in tuple(_groups[self.group]):
            await each.send(text_data=f'<i data-v="{text}">')


application = ProtocolTypeRouter({"websocket": Echo.as_asgi()})
