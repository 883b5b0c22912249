"""The service from another computer: a network namespace at the end of a virtual cable has a network of its own."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass

import pytest

from support.running_service import RunningService

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0 or shutil.which("ip") is None,
    reason="only the superuser of Linux can lay a virtual cable",
)
CONNECT = "import socket, sys; socket.create_connection((sys.argv[1], int(sys.argv[2])), timeout=10).close()"


@dataclass(frozen=True)
class OtherComputer:
    """Another computer. This one has `address` at its end of the cable."""

    name: str
    address: str

    def connects_to(self, port: int) -> bool:
        """Return whether a connection from there to a port of this computer is accepted."""
        command = ["ip", "netns", "exec", self.name, sys.executable, "-c", CONNECT, self.address, f"{port}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0 or "ConnectionRefusedError" in done.stderr, done.stderr
        return done.returncode == 0


def run(*words: str) -> None:
    subprocess.run(words, check=True, capture_output=True)


@pytest.fixture
def other_computer() -> Iterator[OtherComputer]:
    number = os.getpid()
    name, near, far = f"termdesk{number}", f"tda{number}", f"tdb{number}"
    # Addresses for tests between networks (RFC 2544), other ones for each process.
    network, host = f"198.18.{number >> 6 & 255}", (number & 63) * 4
    with ExitStack() as stack:
        try:
            run("ip", "netns", "add", name)
            # This deletes the cable, too.
            stack.callback(run, "ip", "netns", "delete", name)
            run("ip", "link", "add", near, "type", "veth", "peer", "name", far, "netns", name)
            run("ip", "address", "add", f"{network}.{host + 1}/30", "dev", near)
            run("ip", "link", "set", near, "up")
            run("ip", "-n", name, "address", "add", f"{network}.{host + 2}/30", "dev", far)
            run("ip", "-n", name, "link", "set", far, "up")
        except subprocess.CalledProcessError as error:
            pytest.skip(f"no virtual cable here: {error.stderr.decode()}")
        yield OtherComputer(name, f"{network}.{host + 1}")


@pytest.mark.scorecard("S14")
def test_it_is_not_reached_from_another_computer(own_service: RunningService, other_computer: OtherComputer) -> None:
    """S14."""
    with socket.create_server(("", 0)) as open_to_all:
        assert other_computer.connects_to(open_to_all.getsockname()[1]), "the cable works"

        assert not other_computer.connects_to(int(own_service.url.rpartition(":")[2]))
