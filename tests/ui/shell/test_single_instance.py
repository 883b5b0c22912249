"""One program for each user: a second one hands its files over, and a dead one does not block."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import weakref
from pathlib import Path

import pytest
from PySide6.QtNetwork import QLocalSocket
from pytestqt.qtbot import QtBot

from termdesk.ui.shell.single_instance import SingleInstance, socket_name

DIES = """
import os, sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from termdesk.ui.shell.single_instance import SingleInstance
app = QCoreApplication([])
assert SingleInstance(Path(sys.argv[1])).is_first()
os._exit(9)
"""


@pytest.mark.scorecard("R09")
def test_the_second_hands_its_files_to_the_first(qtbot: QtBot, tmp_path: Path) -> None:
    first, second = SingleInstance(tmp_path), SingleInstance(tmp_path)
    arrived: list[list[str]] = []
    first.files_arrived.connect(arrived.append)
    assert first.is_first()

    assert not second.is_first()
    assert second.hand_over(["/data/größe.tsv", "/data/two\nlines.csv"])
    qtbot.waitUntil(lambda: bool(arrived))

    assert arrived == [["/data/größe.tsv", "/data/two\nlines.csv"]]
    first.close()


@pytest.mark.scorecard("R09")
def test_the_second_asks_the_first_for_a_profile(qtbot: QtBot, tmp_path: Path) -> None:
    first, second = SingleInstance(tmp_path), SingleInstance(tmp_path)
    asked: list[tuple[str, list[str]]] = []
    first.profile_asked.connect(lambda name, files: asked.append((name, files)))
    assert first.is_first()

    assert not second.is_first()
    assert second.hand_over(["/data/a.tsv"], profile="Agentur Müller")
    qtbot.waitUntil(lambda: bool(asked))

    assert asked == [("Agentur Müller", ["/data/a.tsv"])]
    first.close()


@pytest.mark.scorecard("R09")
def test_after_the_first_has_ended_the_next_is_first(tmp_path: Path) -> None:
    first, second = SingleInstance(tmp_path), SingleInstance(tmp_path)
    assert first.is_first()
    first.close()

    assert second.is_first()
    second.close()


@pytest.mark.scorecard("R09")
def test_one_that_died_blocks_nobody(tmp_path: Path) -> None:
    died = subprocess.run([sys.executable, "-c", DIES, str(tmp_path)], check=False, capture_output=True)
    assert died.returncode == 9, died.stderr.decode()

    instance = SingleInstance(tmp_path)

    assert instance.is_first()
    instance.close()


def test_nobody_to_hand_over_to_is_told(tmp_path: Path) -> None:
    assert not SingleInstance(tmp_path).hand_over(["/data/a.tsv"])


@pytest.mark.parametrize("reported", [b"no json\n", b'{"files": 1}\n', b"[]", b"\xff\xfe\n"])
def test_odd_messages_are_ignored(qtbot: QtBot, tmp_path: Path, reported: bytes) -> None:
    first = SingleInstance(tmp_path)
    arrived: list[list[str]] = []
    first.files_arrived.connect(arrived.append)
    assert first.is_first()
    for message in (reported, json.dumps(["/data/a.tsv", 7]).encode() + b"\n"):
        socket = QLocalSocket()
        socket.connectToServer(str(tmp_path / "running.socket"))
        socket.write(message)
        socket.waitForBytesWritten(1000)
        socket.disconnectFromServer()

    qtbot.waitUntil(lambda: bool(arrived))

    assert arrived == [["/data/a.tsv"]]
    first.close()


def test_a_connection_does_not_keep_it_alive(qtbot: QtBot, tmp_path: Path) -> None:
    """Otherwise the end of the connection would free it during the deletion of the socket."""
    first = SingleInstance(tmp_path)
    arrived: list[list[str]] = []
    first.files_arrived.connect(arrived.append)
    assert first.is_first()
    socket = QLocalSocket()
    socket.connectToServer(str(tmp_path / "running.socket"))
    socket.write(b'["/data/a.tsv"]\n')
    qtbot.waitUntil(lambda: bool(arrived))

    watched = weakref.ref(first)
    del first

    assert watched() is None


def test_the_socket_is_for_this_user_only(tmp_path: Path) -> None:
    first = SingleInstance(tmp_path)
    assert first.is_first()

    assert (tmp_path / "running.socket").stat().st_mode & 0o077 == 0
    first.close()


def test_a_folder_with_a_long_path_has_its_socket_elsewhere(qtbot: QtBot, tmp_path: Path) -> None:
    folder = tmp_path / ("x" * 120)
    folder.mkdir()
    first, second = SingleInstance(folder), SingleInstance(folder)
    arrived: list[list[str]] = []
    first.files_arrived.connect(arrived.append)
    assert first.is_first()

    assert not second.is_first()
    assert second.hand_over(["/data/terms.tsv"])
    qtbot.waitUntil(lambda: bool(arrived))

    first.close()


def test_a_socket_folder_that_others_can_enter_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    (tmp_path / f"termdesk-{os.getuid()}").mkdir(mode=0o755)

    with pytest.raises(PermissionError):
        socket_name(tmp_path / ("x" * 120))
