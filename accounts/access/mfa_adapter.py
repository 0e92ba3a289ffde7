"""MFA adapter: the second step of signing in, its secrets encrypted in the database."""

from base64 import urlsafe_b64encode
from hashlib import sha256

from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.utils.encoding import force_bytes


class MFAAdapter(DefaultMFAAdapter):
    """A copy of the database alone does not open anybody's second lock."""

    def encrypt(self, text: str) -> str:
        return _box().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return _box().decrypt(encrypted_text.encode()).decode()


def _box() -> MultiFernet:
    """Locks with the present secret key, opens with the earlier ones too."""
    keys = [force_bytes(key) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]
    return MultiFernet(
        Fernet(urlsafe_b64encode(sha256(b"courtyard second step " + key).digest())) for key in keys
    )
