"""Ports of this machine: a free one, or a clear word about why one cannot be had."""

import errno
import socket

from ops.operator_error import OperatorError


def free_port(preferred: int | None = None) -> int:
    """A free port on the loopback address; the preferred one when nobody has it."""
    for port in [preferred or 0, 0]:
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return int(probe.getsockname()[1])
    raise OperatorError("No free port was found on this machine.")


def require_port(host: str, port: int) -> None:
    """Stop with a sentence unless this address can be listened on."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except socket.gaierror:
        raise OperatorError(f"HOST={host} is not an address of this machine.") from None
    with socket.socket(family, kind) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(address)
            probe.listen(1)
        except OSError as error:
            raise OperatorError(_why_not(host, port, error)) from None


def _why_not(host: str, port: int, error: OSError) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return (
                f"Port {port} is taken by another program: stop that one, "
                f"or choose another port with 'make play PORT={port + 1}'."
            )
        case errno.EACCES | errno.EPERM:
            return (
                f"This user may not listen on port {port}: "
                "choose one above 1023, for example with 'make play PORT=8000'."
            )
        case errno.EADDRNOTAVAIL:
            return f"HOST={host} is not an address of this machine."
    return f"Cannot listen on {host}:{port}: {error.strerror}."
