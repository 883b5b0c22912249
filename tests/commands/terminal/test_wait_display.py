"""What a command prints while it waits for a service."""

from __future__ import annotations

import asyncio
import io
import os

import pytest

from support.waiting import until
from termdesk.client.transport.calls import Family
from termdesk.client.transport.queues import Pause
from termdesk.commands.output import remark
from termdesk.commands.terminal.cancellation import report_if_cancelled
from termdesk.commands.terminal.wait_display import WaitDisplay, wait_line


class Terminal(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True

    def screen(self, line: int = -1) -> str:
        """Return a line as a terminal would show it, after later output overwrote earlier; by default the last line."""
        cells: list[str] = []
        for part in self.getvalue().split("\n")[line].split("\r"):
            cells[: len(part)] = part
        return "".join(cells).rstrip()


def pause(seconds: float, status: int = 429) -> Pause:
    return Pause(Family.GLOSSARIES, status, seconds, 1)


def test_a_terminal_shows_one_line_that_counts_down_and_is_taken_back() -> None:
    stream = Terminal()
    display = WaitDisplay(stream)
    seen = []
    for waits in ((pause(2.0),), (pause(10.2),), (pause(9.0), pause(3.0)), (pause(0.4),), ()):
        display.show(waits)
        seen.append(stream.screen())

    asked = "The service asks to wait for"
    assert seen == ["", f"{asked} 11 seconds", f"{asked} 9 seconds", f"{asked} 1 second", ""]
    assert "\n" not in stream.getvalue()
    assert stream.getvalue().endswith("\r")


def test_elsewhere_each_wait_has_a_line() -> None:
    stream = io.StringIO()
    display = WaitDisplay(stream)
    for seconds in (1.0, 10.0, 9.0, 1.0, 5.0, 4.0):
        display.show([pause(seconds, 503)])
    display.show(())
    display.show([pause(3.0, 0)])
    display.show([pause(299.0, 202)])

    assert stream.getvalue().splitlines() == [
        "The service is busy, next attempt in 10 seconds",
        "The service is busy, next attempt in 5 seconds",
        "No answer, next attempt in 3 seconds",
        "The glossary is not ready yet, waiting for 299 seconds at most",
    ]


def test_a_narrow_terminal_is_not_filled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.get_terminal_size", lambda: os.terminal_size((20, 24)))
    stream = Terminal()

    WaitDisplay(stream).show([pause(30.0)])

    assert stream.screen() == wait_line(pause(30.0))[:19]


def test_the_line_goes_when_watching_ends() -> None:
    stream = Terminal()

    async def watch() -> None:
        task = asyncio.create_task(WaitDisplay(stream).watch(lambda: [pause(30.0)]))
        await until(stream.screen)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(watch())

    assert stream.screen() == ""


def test_what_is_printed_meanwhile_does_not_stand_behind_the_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)

    async def watch() -> None:
        task = asyncio.create_task(WaitDisplay(stream).watch(lambda: [pause(30.0)]))
        await until(stream.screen)
        with pytest.raises(asyncio.CancelledError), report_if_cancelled(lambda: ["Not sent."]):
            raise asyncio.CancelledError
        await until(stream.screen)
        remark("Published.")
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(watch())

    assert [*map(stream.screen, range(3))] == ["Not sent.", "Published.", ""]
