"""A push service on loopback that keeps what it is sent, and browsers that can read it."""

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from os import urandom
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from accounts.push.encryption import Keys, from_text, point, to_text


class Browser:
    """The other end of RFC 8291: what only the subscriber can do."""

    def __init__(
        self, private: ec.EllipticCurvePrivateKey | None = None, auth: bytes = b""
    ) -> None:
        self.private = private or ec.generate_private_key(ec.SECP256R1())
        self.keys = Keys(point(self.private.public_key()), auth or urandom(16))

    def subscription(self, endpoint: str) -> dict[str, str]:
        """As `PushSubscription.toJSON()` gives it, flat."""
        return {
            "endpoint": endpoint,
            "p256dh": to_text(self.keys.p256dh),
            "auth": to_text(self.keys.auth),
        }

    def decrypt(self, body: bytes) -> bytes:
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        theirs, record = body[21 : 21 + length], body[21 + length :]
        assert len(record) <= size, "one record"
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        info = b"WebPush: info\0" + self.keys.p256dh + theirs
        shared = self.private.exchange(ec.ECDH(), public)
        key = HKDF(SHA256(), 32, self.keys.auth, info).derive(shared)
        cipher = AESGCM(HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(key))
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(key)
        text = cipher.decrypt(nonce, record, None).rstrip(b"\0")
        assert text[-1:] == b"\2", "the last record ends so"
        return text[:-1]


def signed_claims(authorization: str) -> Any:
    """The claims of a VAPID header; raises InvalidSignature if nobody who has `k` signed them."""
    found = re.fullmatch(r"vapid t=([\w-]+\.[\w-]+)\.([\w-]+), k=([\w-]+)", authorization)
    assert found, authorization
    signed, signature = found[1], from_text(found[2])
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_text(found[3]))
    r, s = (int.from_bytes(half, "big") for half in (signature[:32], signature[32:]))
    public.verify(encode_dss_signature(r, s), signed.encode(), ec.ECDSA(SHA256()))
    return json.loads(from_text(signed.split(".")[1]))


@dataclass
class Received:
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class PushService:
    port: int = 0
    received: list[Received] = field(default_factory=list)
    answers: dict[str, list[int]] = field(default_factory=dict)
    """By path, what the next requests are answered; 201 where nothing is said."""
    more_headers: dict[str, str] = field(default_factory=dict)
    gate: threading.Event = field(default_factory=threading.Event)
    """Cleared, no request is answered."""

    def endpoint(self, name: object) -> str:
        return f"http://127.0.0.1:{self.port}/push/{name}"

    def at(self, name: object) -> list[Received]:
        return [one for one in self.received if one.path == f"/push/{name}"]


@contextmanager
def push_service() -> Iterator[PushService]:
    service = PushService()
    service.gate.set()
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            with lock:
                service.received.append(Received(self.path, dict(self.headers), body))
                status = (service.answers.get(self.path) or [201]).pop(0)
            service.gate.wait(10)
            self.send_response(status)
            for name, value in service.more_headers.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 128

        def handle_error(self, *_: Any) -> None:
            """Who hung up does not hear the answer."""

    server = Server(("127.0.0.1", 0), Handler)
    service.port = server.server_port
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield service
    finally:
        service.gate.set()
        server.shutdown()
        server.server_close()
