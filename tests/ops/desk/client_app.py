"""An ASGI application that tells who its client is, by HTTP and by WebSocket."""

from typing import Any


async def application(scope: Any, receive: Any, send: Any) -> None:
    told = str(scope["client"][0])
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "text": told})
    else:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": told.encode()})
