"""Ctrl+C ends a command with its own exit code, and a message about what was done and what was not."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import signal
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest

from support.campaign import HANGING_SECONDS
from support.services.command_folder import EN_FR, CommandFolder
from support.services.fault_proxy import Fault, FaultProxy, Harm
from support.services.raw_server import RawRequest, RawServer, answer
from support.services.server_thread import running
from termdesk.commands.workplace import KEY_VARIABLE

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Ctrl+C cannot be sent to one process of Windows")


@contextmanager
def proxied(desk: CommandFolder) -> Iterator[FaultProxy]:
    """A proxy before the service, which commands use from now on."""
    proxy = FaultProxy(urlsplit(desk.service.url).port or 0)
    with running(proxy):
        desk.change_settings(custom_address=proxy.url)
        yield proxy


def cancel(desk: CommandFolder, *words: str, when: Callable[[], object], then: Callable[[], object] = int) -> None:
    """Press Ctrl+C as soon as `when` is true, and do what comes `then`."""
    has_ended = threading.Event()

    def press() -> None:
        limit = time.monotonic() + HANGING_SECONDS
        while not (when() or time.monotonic() > limit):
            if has_ended.wait(0.002):
                return
        os.kill(os.getpid(), signal.SIGINT)
        then()

    pressing = threading.Thread(target=press)
    pressing.start()
    try:
        code = desk.run(*words)
    finally:
        has_ended.set()
        pressing.join()
    assert when()
    assert code == 130
    assert desk.err.endswith("termdesk: Cancelled.\n")


def cancel_swallowed(desk: CommandFolder, proxy: FaultProxy, accepts: Callable[[str], bool], *words: str) -> None:
    """Cancel a command while the first request that `when` accepts waits for a response that never comes."""
    proxy.fault, proxy.fired = Fault(Harm.BLACK_HOLE, when=accepts), 0
    cancel(desk, *words, when=lambda: proxy.fired)
    proxy.fault = Fault(Harm.NONE)


def test_a_long_wait_is_told_and_can_be_cancelled(desk: CommandFolder) -> None:
    async def refuse(_request: RawRequest) -> bytes:
        return answer(status="429 Too Many Requests", headers="Retry-After: 50\r\n")

    said: list[str] = []

    def is_told() -> bool:
        said.append(sys.stderr.getvalue())  # type: ignore[attr-defined]
        return "asks to wait for 50 seconds\n" in "".join(said)

    server = RawServer(refuse)
    with running(server):
        desk.change_settings(custom_address=server.url)
        cancel(desk, "usage", when=is_told)

    assert desk.out == ""


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes have no names here")
def test_a_pipe_into_which_nothing_comes_is_no_obstacle(desk: CommandFolder) -> None:
    pipe, writing = desk.path / "pipe", list[int]()
    os.mkfifo(pipe)

    def is_read() -> bool:
        if not writing:
            # Requests to read fail for now.
            with contextlib.suppress(OSError):
                writing.append(os.open(pipe, os.O_WRONLY | os.O_NONBLOCK))
                os.write(writing[0], b"house")
        return bool(writing) and not any(fcntl.ioctl(writing[0], termios.FIONREAD, bytes(4)))

    cancel(desk, "glossary", "diff", desk.name, str(pipe), "--pair", "en-de", when=is_read)

    for each in writing:
        os.close(each)


def test_a_question_is_no_obstacle(desk: CommandFolder) -> None:
    desk.publish(("house", "Haus"))
    path = desk.file("terms.en-de.tsv", "house=Heim")
    ours, terminal = os.openpty()
    words = ("glossary", "push", desk.name, path, "--folder", str(desk.path))

    process = subprocess.Popen(
        [sys.executable, "-m", "termdesk", *words],
        stdin=terminal,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env={**os.environ, KEY_VARIABLE: desk.service.key},
    )
    with process:
        assert process.stderr is not None
        said = b""
        while b"[y/N]" not in said and (piece := os.read(process.stderr.fileno(), 1_000)):
            said += piece
        process.send_signal(signal.SIGINT)
        rest = process.stderr.read()
    os.close(ours)
    os.close(terminal)

    assert process.returncode == 130
    assert (said + rest).endswith(b"[y/N] \ntermdesk: Cancelled.\n")
    assert desk.held() == {"house": "Haus"}


def test_a_pull_tells_that_no_file_was_written(desk: CommandFolder) -> None:
    desk.publish(("house", "Haus"))
    path = desk.path / "terms.tsv"

    with proxied(desk) as proxy:
        words = ("glossary", "pull", desk.name, "--pair", "en-de", "-o", str(path))
        cancel_swallowed(desk, proxy, lambda line: "/entries" in line, *words)

    assert desk.err == f"Not written: {path}\ntermdesk: Cancelled.\n"
    assert not path.exists()


def test_a_pull_tells_of_the_file_that_was_just_written(desk: CommandFolder) -> None:
    desk.publish(("house", "Haus"))
    path = desk.path / "terms.tsv"
    desk.run("glossary", "pull", desk.name, "-o", str(desk.path / "before.tsv"))
    # Recording what was pulled blocks until a reader opens this pipe and closes it again.
    [folder] = {each.parent for each in desk.path.rglob("pulled/*.jsonl")}
    obstacle = folder / "obstacle.jsonl"
    os.mkfifo(obstacle)
    opened: list[int] = []

    def is_noting() -> bool:
        with contextlib.suppress(OSError):
            opened[:] = opened or [os.open(obstacle, os.O_WRONLY | os.O_NONBLOCK)]
        return bool(opened)

    words = ("glossary", "pull", desk.name, "--pair", "en-de", "-o", str(path))
    cancel(desk, *words, when=is_noting, then=lambda: [*map(os.close, opened)])

    assert desk.err == f"Written: {path}\ntermdesk: Cancelled.\n"


def test_an_export_tells_that_no_file_was_written(desk: CommandFolder) -> None:
    desk.publish(("house", "Haus"))
    path = desk.path / "terms.tsv"

    with proxied(desk) as proxy:
        words = ("glossary", "export", desk.name, str(path))
        cancel_swallowed(desk, proxy, lambda line: "/entries" in line, *words)

    assert desk.err == f"Not written: {path}\ntermdesk: Cancelled.\n"


def test_a_push_of_a_file_tells_that_it_may_have_arrived(desk: CommandFolder) -> None:
    desk.publish(("house", "Haus"))
    words = ("glossary", "push", desk.name, desk.file("terms.en-de.tsv", "house=Heim"), "--yes")

    with proxied(desk) as proxy:
        cancel_swallowed(desk, proxy, lambda line: line.startswith("PATCH"), *words)
        assert "The service may have the change. It is kept as a draft: push the file again" in desk.err
        assert desk.held() == {"house": "Haus"}
        assert desk.run(*words) == 0

    assert desk.held() == {"house": "Heim"}


def test_what_is_translated_is_printed_since_it_was_paid(desk: CommandFolder) -> None:
    texts: list[str] = []

    def is_second(line: str) -> bool:
        texts.extend([line] if "/v2/translate" in line else [])
        return len(texts) == 2

    with proxied(desk) as proxy:
        words = ("translate", "The house is big.", "--from", "en", "--to", "es,fr", "--yes")
        cancel_swallowed(desk, proxy, is_second, *words)

    assert desk.out.startswith("es:\n")
    assert len(desk.out.splitlines()) == 2
    assert "Not translated: fr. What was sent may be billed." in desk.err


def test_a_publishing_of_several_tells_each_and_can_be_resumed(desk: CommandFolder) -> None:
    def is_second(line: str) -> bool:
        return line.startswith("PUT")

    with proxied(desk) as proxy:
        asyncio.run(desk.draft_two(desk.name))
        cancel_swallowed(desk, proxy, is_second, "glossary", "push", desk.name, "--draft", "--yes")
        assert f"Published and read back: {desk.name}, en → de." in desk.err
        assert f"Perhaps published: {desk.name}, en → fr. The draft is kept." in desk.err
        assert "termdesk glossary unfinished" in desk.err
        resume = ("glossary", "unfinished", "--resume", "--yes")
        cancel_swallowed(desk, proxy, is_second, *resume)
        assert f"{desk.name}, en → fr: still unfinished." in desk.err.splitlines()
        assert desk.run(*resume) == 0

    assert desk.held(EN_FR) == {"house": "maison"}
