"""A port that cannot be had is told in one sentence that says what to do."""

import socket

import pytest

from ops.desk.ports import free_port, require_port
from ops.operator_error import OperatorError


def test_taken_port_is_told_with_the_way_out():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(OperatorError, match=rf"Port {port} is taken .* PORT={port + 1}"):
            require_port("127.0.0.1", port)


def test_free_port_passes():
    require_port("127.0.0.1", free_port())


def test_foreign_address_is_told():
    with pytest.raises(OperatorError, match=r"HOST=192\.0\.2\.7 is not an address of this machine"):
        require_port("192.0.2.7", 8000)


def test_preferred_port_is_kept_unless_taken():
    port = free_port()
    assert free_port(port) == port
    with socket.socket() as other:
        other.bind(("127.0.0.1", port))
        other.listen()
        assert free_port(port) != port
