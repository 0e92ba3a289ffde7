"""Message encryption for Web Push (RFC 8291) with the content coding `aes128gcm` (RFC 8188).

Only the browser that subscribed can read a message; the push service that carries it cannot. Pure.
"""

import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

RECORD = 4096
"""Bytes of the one record that a message is."""

LONGEST = RECORD - 16 - 1 - 16 - 4 - 1 - 65
"""Bytes of text: with its header, the delimiter and the tag, the whole must fit in 4,096."""

LAST_RECORD = b"\x02"


@dataclass(frozen=True)
class Keys:
    """What a browser gives out with its subscription: a public key and a shared secret."""

    p256dh: bytes
    auth: bytes

    def __post_init__(self) -> None:
        """Raises ValueError for a point that is not on the curve or a secret of another length."""
        if len(self.p256dh) != 65 or len(self.auth) != 16:
            raise ValueError("the keys of a subscription have 65 and 16 bytes")
        self.public()

    def public(self) -> ec.EllipticCurvePublicKey:
        return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), self.p256dh)


def encrypt(
    text: bytes,
    keys: Keys,
    *,
    private: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """The body of a push message. Key pair and salt are new each time; tests give the RFC's."""
    if len(text) > LONGEST:
        raise ValueError(f"a push message has at most {LONGEST} bytes")
    private = private or ec.generate_private_key(ec.SECP256R1())
    salt = salt or os.urandom(16)
    ours = point(private.public_key())
    secret = private.exchange(ec.ECDH(), keys.public())
    key = derive(secret, keys.auth, b"WebPush: info\0" + keys.p256dh + ours, 32)
    nonce = derive(key, salt, b"Content-Encoding: nonce\0", 12)
    cipher = AESGCM(derive(key, salt, b"Content-Encoding: aes128gcm\0", 16))
    header = salt + RECORD.to_bytes(4, "big") + bytes([len(ours)]) + ours
    return header + cipher.encrypt(nonce, text + LAST_RECORD, None)


def derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def to_text(data: bytes) -> str:
    """Base64url without padding, as both RFCs write bytes."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def from_text(text: str) -> bytes:
    """Raises ValueError for anything else."""
    return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
