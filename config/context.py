"""What every page may know. It runs for each of them, so it asks no database."""

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    return {"site_url": settings.SITE_URL, "push_key": settings.PUSH_PUBLIC_KEY}
