"""Endpoint addresses: which ones we post to, so that nobody makes us knock inside our own network.

A browser names the endpoint, so anybody can name any. It must be https, and every address that its
host resolves to must be a public one; the connection goes to an address that was checked, not to
what the name means a moment later. With `PUSH_LOOPBACK` (tests) plain http on this machine is let.
"""

import socket
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

LONGEST = 1000


class BadEndpoint(ValueError):
    """No address that we post to."""


class Unresolved(OSError):
    """The name server did not know the host just now."""


def parse(endpoint: str) -> SplitResult:
    """Its parts, if it has the shape of an endpoint; asks no name server."""
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        raise BadEndpoint(endpoint) from None
    if (
        len(endpoint) > LONGEST
        or not endpoint.isascii()
        or any(each <= " " for each in endpoint)
        or not parts.hostname
        or parts.username is not None
        or parts.fragment
        or port == 0
        or parts.scheme not in (("https", "http") if settings.PUSH_LOOPBACK else ("https",))
    ):
        raise BadEndpoint(endpoint)
    try:
        ip_address(parts.hostname)
    except ValueError:
        return parts
    if not may_connect(parts.hostname, parts.scheme):
        raise BadEndpoint(endpoint)
    return parts


def resolve(parts: SplitResult) -> tuple[str, int]:
    """An address of the host that may be connected to, and the port."""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    try:
        found = socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Unresolved(parts.hostname) from None
    addresses = [str(each[4][0]) for each in found]
    if not addresses or not all(may_connect(each, parts.scheme) for each in addresses):
        raise BadEndpoint(parts.hostname)
    return addresses[0], port


def may_connect(address: str, scheme: str) -> bool:
    ip = ip_address(address.partition("%")[0])
    ip = getattr(ip, "ipv4_mapped", None) or ip
    if settings.PUSH_LOOPBACK and ip.is_loopback:
        return True
    return scheme == "https" and ip.is_global and not ip.is_multicast
