"""The invite link of a table, and the same link as a QR code for a phone's camera."""

from functools import lru_cache

import segno
from django.conf import settings
from django.utils.safestring import SafeString, mark_safe

from lobby.models import Table


def link(table: Table) -> str:
    return f"{settings.SITE_URL}{table.get_absolute_url()}"


@lru_cache(maxsize=512)
def qr(url: str) -> SafeString:
    """Dark on white in any theme, for cameras want it so. Drawn by us, so it is safe."""
    code = segno.make(url, error="m", micro=False)
    svg = code.svg_inline(
        border=3, omitsize=True, dark="#14202a", light="#ffffff", svgclass="qr", lineclass=None
    )
    return mark_safe(svg)
