"""A screen reader observes a table of 400,000 rows, on a separate bus and screen."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Timer
from typing import IO, Any

import pytest

from support.listening.heard_program import CURRENT, ROWS

TESTS = Path(__file__).parents[2]
# The library for screen readers is installed for the system's Python only.
SYSTEM_PYTHON = "/usr/bin/python3"
LAUNCHERS = ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher")
READER_LIBRARY = "import gi; gi.require_version('Atspi', '2.0')"
WINDOW_LIBRARY = "import ctypes; ctypes.CDLL('libxcb-cursor.so.0')"
# Only guards against hanging.
SECONDS = 180
CURRENT_CELL = {
    "event": "object:state-changed:focused",
    "role": "table cell",
    "name": f"Wort {CURRENT}, target phrase, row {CURRENT + 1}",
}


def missing() -> str:
    """Return which requirements of a screen reader this system lacks; empty if none."""
    lacking = [each for each in ("Xvfb", "dbus-daemon") if not shutil.which(each)]
    lacking += [] if any(map(os.path.exists, LAUNCHERS)) else ["at-spi2-core"]
    for library, package in ((READER_LIBRARY, "gir1.2-atspi-2.0"), (WINDOW_LIBRARY, "libxcb-cursor0")):
        if (
            not os.path.exists(SYSTEM_PYTHON)
            or subprocess.run([SYSTEM_PYTHON, "-c", library], stderr=-3, check=False).returncode
        ):
            lacking.append(package)
    return ", ".join(lacking)


class Talker:
    """A process that reads requests and writes responses, one per line."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._asked: IO[str] = process.stdin
        self._said: IO[str] = process.stdout

    def ask(self, line: str) -> None:
        """Send a line."""
        print(line, file=self._asked, flush=True)

    def hear(self) -> str:
        """Return the next line of the process."""
        line = self._said.readline()
        assert line, "it has ended"
        return line.strip()


class Listener:
    """The program, and the screen reader that observes it."""

    def __init__(self, program: Talker, reader: Talker) -> None:
        self._program = program
        self._reader = reader
        self._wait_for_program()
        self.heard_until_now()

    def after(self, order: str) -> list[dict[str, Any]]:
        """Let the program do something, and return the events that the screen reader received."""
        self._program.ask(order)
        self._wait_for_program()
        return self.heard_until_now()

    def heard_until_now(self) -> list[dict[str, Any]]:
        """Return the events since the last call."""
        self._reader.ask("now")
        heard: list[dict[str, Any]] = []
        while (line := json.loads(self._reader.hear())) != {"mark": "now"}:
            heard.append(line)
        return heard

    def walk(self, row: int, column: int) -> dict[str, Any]:
        """Walk from the desktop to a cell of the longest table, and back. Returns the cell."""
        self._reader.ask(f"walk {row} {column}")
        found: dict[str, Any] = json.loads(self._reader.hear())
        return found

    def _wait_for_program(self) -> None:
        while self._program.hear() != "READY":
            pass


@pytest.fixture(scope="module")
def listener(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Listener]:
    """The program with a long dictionary on a separate screen, and a screen reader on the same bus."""
    if lacking := missing():
        pytest.skip(f"not installed: {lacking}")
    folder = tmp_path_factory.mktemp("desktop")
    folder.chmod(0o700)
    with ExitStack() as stack:

        def start(command: list[str], env: dict[str, str], **options: Any) -> subprocess.Popen[str]:
            process = subprocess.Popen(
                command, env=env, stdin=-1, stdout=-1, stderr=subprocess.DEVNULL, text=True, cwd=TESTS, **options
            )
            stack.enter_context(process)
            stack.callback(process.kill)
            return process

        def first_line(process: subprocess.Popen[str]) -> str:
            return Talker(process).hear()

        env = {**os.environ, "HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "XDG_CONFIG_HOME": str(folder)}
        screen = start(["Xvfb", "-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"], env)
        env["DISPLAY"] = f":{first_line(screen)}"
        bus = start(["dbus-daemon", "--session", "--nofork", "--print-address=1"], env)
        env["DBUS_SESSION_BUS_ADDRESS"] = first_line(bus)
        reader = start([SYSTEM_PYTHON, "support/listening/screen_reader.py"], env)
        assert json.loads(first_line(reader)) == {"mark": "listening"}
        env |= {"QT_QPA_PLATFORM": "xcb", "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1"}
        env["PYTHONPATH"] = os.pathsep.join(sys.path)
        program = start([sys.executable, "-m", "support.listening.heard_program", str(folder)], env)
        for process in (program, reader):
            watchdog = Timer(SECONDS, process.kill)
            watchdog.start()
            stack.callback(watchdog.cancel)
        yield Listener(Talker(program), Talker(reader))


def test_the_current_cell_is_found_from_the_desktop_on(listener: Listener) -> None:
    found = listener.walk(CURRENT, 1)

    assert (found["table"], found["rows"], found["cell"]) == ("Entries", ROWS, CURRENT_CELL["name"])
    assert found["focused"]
    assert found["parents"][0] == "table"
    assert found["parents"][-3:] == ["frame", "application", "desktop frame"]


def test_after_escape_the_cell_has_the_focus(listener: Listener) -> None:
    opened = listener.after("open the cell")
    assert opened[-1] == {"event": "object:state-changed:focused", "role": "text", "name": "Phrase"}

    assert listener.after("escape")[-1] == CURRENT_CELL


def test_after_a_change_of_the_pane_the_cell_has_the_focus(listener: Listener) -> None:
    assert CURRENT_CELL not in listener.after("other pane")

    focused = [each for each in listener.after("back to the pane") if each["event"] == CURRENT_CELL["event"]]

    assert focused[-1] == CURRENT_CELL


@pytest.mark.slow
def test_everything_is_selected_in_a_few_events(listener: Listener) -> None:
    heard = listener.after("select all")

    # One event for the whole table: to name the first cell, Qt would list 800,000 cells for seconds.
    assert {(each["event"], each["role"]) for each in heard} == {("object:selection-changed", "table")}
    assert len(heard) < 5
