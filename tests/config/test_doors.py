"""Headers, and who may open a socket."""

from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from django.test import Client

PAGES = ["/", "/rules/", "/leaderboards/", "/accounts/login/", "/accounts/signup/", "/nowhere/"]


@pytest.mark.django_db
@pytest.mark.parametrize("page", PAGES)
def test_every_page_forbids_inline_script_eval_and_frames(client: Client, page: str) -> None:
    response = client.get(page)
    policy = response.headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "script-src 'self'" in policy and "frame-ancestors 'none'" in policy
    assert response.headers["X-Frame-Options"] == "DENY"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Referrer-Policy"] == "same-origin"
    assert b"<script>" not in response.content and b"style=" not in response.content


@pytest.mark.django_db
def test_a_post_without_its_csrf_token_is_refused() -> None:
    client = Client(enforce_csrf_checks=True)
    for path in ["/match/1/move/", "/accounts/login/", "/theme/"]:
        assert client.post(path).status_code == 403, path


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["/ws/lobby/", "/ws/table/ABCDEF/"])
@pytest.mark.parametrize(
    ("origin", "let_in"),
    [
        (b"http://testserver", True),
        (b"http://evil.example", False),
        (b"null", False),
        (None, False),
    ],
)
async def test_a_socket_opens_only_from_our_own_pages(
    path: str, origin: bytes | None, let_in: bool
) -> None:
    from config.routing import application

    headers: list[Any] = [] if origin is None else [(b"origin", origin)]
    socket = WebsocketCommunicator(application, path, headers=headers)
    connected, _ = await socket.connect(timeout=5)
    assert connected is let_in
    await socket.disconnect()
