"""Network addresses under which other machines find this one."""

import ipaddress
import socket

import psutil


def own_addresses() -> list[str]:
    """IPv4 addresses other than the loopback; those of a home network come first."""
    found = {
        entry.address
        for name, entries in psutil.net_if_addrs().items()
        if not name.startswith(("docker", "br-", "veth", "virbr"))
        for entry in entries
        if entry.family == socket.AF_INET
    }
    usable = [
        address
        for address in map(ipaddress.IPv4Address, sorted(found))
        if not address.is_loopback and not address.is_link_local
    ]
    return [str(address) for address in sorted(usable, key=lambda one: not one.is_private)]
