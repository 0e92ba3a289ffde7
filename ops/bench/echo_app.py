"""ASGI echo application, the ceiling of the live tables: a POST, a group, and sockets.

POST /<group>/<number>   sends the number to the group
/ws/<group>              gets `data-v="<number>"`, as a table's push carries it
"""

from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from channels.layers import get_channel_layer
from channels.routing import ProtocolTypeRouter


class Echo(AsyncWebsocketConsumer):
    """A consumer that does nothing but pass on."""

    async def connect(self) -> None:
        self.group = self.scope["path"].rsplit("/", 1)[-1]
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(self.group, self.channel_name)

    async def nudge(self, message: dict[str, Any]) -> None:
        await self.send(text_data=f'<i data-v="{message["number"]}">')


async def post(scope: Any, receive: Any, send: Any) -> None:
    while (await receive()).get("more_body"):
        pass
    _, group, number = scope["path"].split("/")
    layer = get_channel_layer()
    assert layer is not None
    await layer.group_send(group, {"type": "nudge", "number": number})
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})


application = ProtocolTypeRouter({"http": post, "websocket": Echo.as_asgi()})
