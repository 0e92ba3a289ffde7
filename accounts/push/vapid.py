"""VAPID (RFC 8292): the site tells a push service who sends, by a token signed with ES256.

One private key belongs to the site for good: a subscription is bound to it. Pure; `make play` and
`manage.py make_push_keys` make one.
"""

import json
import time
from functools import lru_cache
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from accounts.push.encryption import from_text, point, to_text

VALID = 12 * 3600
"""Seconds that a token holds; the RFC allows 24 hours."""


def make_private_key() -> str:
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return to_text(number.to_bytes(32, "big"))


def load(private: str) -> ec.EllipticCurvePrivateKey:
    """Raises ValueError if it is no such key."""
    data = from_text(private)
    if len(data) != 32:
        raise ValueError("a private key has 32 bytes")
    return ec.derive_private_key(int.from_bytes(data, "big"), ec.SECP256R1())


def public_key(private: str) -> str:
    """As browsers take it: `applicationServerKey`."""
    return to_text(point(load(private).public_key()))


def authorization(endpoint: str, private: str, contact: str) -> str:
    """The header by which a push service at this endpoint knows us."""
    parts = urlsplit(endpoint)
    hour = int(time.time()) // 3600
    return _header(f"{parts.scheme}://{parts.netloc}", private, contact, hour * 3600 + VALID)


@lru_cache(100)
def _header(origin: str, private: str, contact: str, expires: int) -> str:
    claims: dict[str, object] = {"aud": origin, "exp": expires, "sub": contact}
    return f"vapid t={sign(claims, load(private))}, k={public_key(private)}"


def sign(claims: dict[str, object], key: ec.EllipticCurvePrivateKey) -> str:
    """A JSON Web Token. Its signature is r and s side by side, not the DER that OpenSSL makes."""
    head = {"typ": "JWT", "alg": "ES256"}
    signed = ".".join(
        to_text(json.dumps(each, separators=(",", ":")).encode()) for each in (head, claims)
    )
    r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(SHA256())))
    return f"{signed}.{to_text(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
