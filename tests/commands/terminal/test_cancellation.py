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
from termdesk.commands.terminal.secret_input import KEY_VARIABLE

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Ctrl+C cannot be sent to one process of Windows")


@contextmanager
def proxied(command_folder: CommandFolder) -> Iterator[FaultProxy]:
    """A proxy before the service, which commands use from now on."""
    proxy = FaultProxy(urlsplit(command_folder.service.url).port or 0)
    with running(proxy):
        command_folder.change_settings(custom_address=proxy.url)
        yield proxy


def cancel(
    command_folder: CommandFolder,
    *words: str,
    when: Callable[[], object],
    then: Callable[[], object] = int,
    number: signal.Signals = signal.SIGINT,
) -> None:
    """Press Ctrl+C, or send another signal, as soon as `when` is true, and do what comes `then`."""
    has_ended = threading.Event()

    def press() -> None:
        limit = time.monotonic() + HANGING_SECONDS
        while not (when() or time.monotonic() > limit):
            if has_ended.wait(0.002):
                return
        os.kill(os.getpid(), number)
        then()

    pressing = threading.Thread(target=press)
    pressing.start()
    try:
        code = command_folder.run(*words)
    finally:
        has_ended.set()
        pressing.join()
    assert when()
    if number is signal.SIGTERM:
        assert code == 143
        assert command_folder.err.endswith("termdesk: Ended by SIGTERM.\n")
        return
    assert code == 130
    assert command_folder.err.endswith("termdesk: Canceled.\n")


def cancel_swallowed(
    command_folder: CommandFolder, proxy: FaultProxy, accepts: Callable[[str], bool], *words: str
) -> None:
    """Cancel a command while the first request that `when` accepts waits for a response that never comes."""
    proxy.fault, proxy.fired = Fault(Harm.BLACK_HOLE, when=accepts), 0
    cancel(command_folder, *words, when=lambda: proxy.fired)
    proxy.fault = Fault(Harm.NONE)


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["ctrl-c", "sigterm"])
def test_a_long_wait_is_told_and_can_be_cancelled(command_folder: CommandFolder, number: signal.Signals) -> None:
    before = signal.getsignal(signal.SIGTERM)

    async def refuse(_request: RawRequest) -> bytes:
        return answer(status="429 Too Many Requests", headers="Retry-After: 50\r\n")

    said: list[str] = []

    def is_reported() -> bool:
        said.append(sys.stderr.getvalue())  # type: ignore[attr-defined]
        return "asks to wait for 50 seconds\n" in "".join(said)

    server = RawServer(refuse)
    with running(server):
        command_folder.change_settings(custom_address=server.url)
        cancel(command_folder, "usage", when=is_reported, number=number)

    assert command_folder.out == ""
    assert signal.getsignal(signal.SIGTERM) == before


@pytest.mark.scorecard("R30")
def test_a_wait_that_is_too_long_is_told_and_not_waited_for(command_folder: CommandFolder) -> None:
    async def refuse(_request: RawRequest) -> bytes:
        return answer(status="429 Too Many Requests", headers="Retry-After: 90\r\n")

    server = RawServer(refuse)
    with running(server):
        command_folder.change_settings(custom_address=server.url)
        assert command_folder.run("usage") == 2

    assert "It asks to wait for 90 seconds." in command_folder.err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes have no names here")
def test_a_pipe_into_which_nothing_comes_is_no_obstacle(command_folder: CommandFolder) -> None:
    pipe, writing = command_folder.path / "pipe", list[int]()
    os.mkfifo(pipe)

    def is_read() -> bool:
        if not writing:
            # Requests to read fail for now.
            with contextlib.suppress(OSError):
                writing.append(os.open(pipe, os.O_WRONLY | os.O_NONBLOCK))
                os.write(writing[0], b"house")
        return bool(writing) and not any(fcntl.ioctl(writing[0], termios.FIONREAD, bytes(4)))

    cancel(command_folder, "glossary", "diff", command_folder.name, str(pipe), "--pair", "en-de", when=is_read)

    for each in writing:
        os.close(each)


@pytest.mark.slow
def test_a_question_is_no_obstacle(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"))
    path = command_folder.file("terms.en-de.tsv", "house=Heim")
    ours, terminal = os.openpty()
    words = ("glossary", "push", command_folder.name, path, "--folder", str(command_folder.path))

    process = subprocess.Popen(
        [sys.executable, "-m", "termdesk", *words],
        stdin=terminal,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env={**os.environ, KEY_VARIABLE: command_folder.service.key},
    )
    with process:
        assert process.stderr is not None
        said = b""
        while b"[y/N]" not in said and (chunk := os.read(process.stderr.fileno(), 1_000)):
            said += chunk
        process.send_signal(signal.SIGINT)
        rest = process.stderr.read()
    os.close(ours)
    os.close(terminal)

    assert process.returncode == 130
    assert (said + rest).endswith(b"[y/N] \ntermdesk: Canceled.\n")
    assert command_folder.held() == {"house": "Haus"}


@pytest.mark.slow
def test_a_pull_tells_that_no_file_was_written(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"))
    path = command_folder.path / "terms.tsv"

    with proxied(command_folder) as proxy:
        words = ("glossary", "pull", command_folder.name, "--pair", "en-de", "-o", str(path))
        cancel_swallowed(command_folder, proxy, lambda line: "/entries" in line, *words)

    assert command_folder.err == f"Not written: {path}\ntermdesk: Canceled.\n"
    assert not path.exists()


def test_a_pull_tells_of_the_file_that_was_just_written(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"))
    path = command_folder.path / "terms.tsv"
    command_folder.run("glossary", "pull", command_folder.name, "-o", str(command_folder.path / "before.tsv"))
    # Recording what was pulled blocks until a reader opens this pipe and closes it again.
    [folder] = {each.parent for each in command_folder.path.rglob("pulled/*.jsonl")}
    obstacle = folder / "obstacle.jsonl"
    os.mkfifo(obstacle)
    opened: list[int] = []

    def is_noting() -> bool:
        with contextlib.suppress(OSError):
            opened[:] = opened or [os.open(obstacle, os.O_WRONLY | os.O_NONBLOCK)]
        return bool(opened)

    words = ("glossary", "pull", command_folder.name, "--pair", "en-de", "-o", str(path))
    cancel(command_folder, *words, when=is_noting, then=lambda: [*map(os.close, opened)])

    assert command_folder.err == f"Written: {path}\ntermdesk: Canceled.\n"


@pytest.mark.slow
def test_an_export_tells_that_no_file_was_written(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"))
    path = command_folder.path / "terms.tsv"

    with proxied(command_folder) as proxy:
        words = ("glossary", "export", command_folder.name, str(path))
        cancel_swallowed(command_folder, proxy, lambda line: "/entries" in line, *words)

    assert command_folder.err == f"Not written: {path}\ntermdesk: Canceled.\n"


@pytest.mark.slow
def test_a_push_of_a_file_tells_that_it_may_have_arrived(command_folder: CommandFolder) -> None:
    command_folder.publish(("house", "Haus"))
    words = ("glossary", "push", command_folder.name, command_folder.file("terms.en-de.tsv", "house=Heim"), "--yes")

    with proxied(command_folder) as proxy:
        cancel_swallowed(command_folder, proxy, lambda line: line.startswith("PATCH"), *words)
        assert "The service may have the change. It is kept as a draft: push the file again" in command_folder.err
        assert command_folder.held() == {"house": "Haus"}
        assert command_folder.run(*words) == 0

    assert command_folder.held() == {"house": "Heim"}


def test_what_is_translated_is_printed_since_it_was_paid(command_folder: CommandFolder) -> None:
    texts: list[str] = []

    def is_second(line: str) -> bool:
        texts.extend([line] if "/v2/translate" in line else [])
        return len(texts) == 2

    with proxied(command_folder) as proxy:
        words = ("translate", "The house is big.", "--from", "en", "--to", "es,fr", "--yes")
        cancel_swallowed(command_folder, proxy, is_second, *words)

    assert command_folder.out.startswith("es:\n")
    assert len(command_folder.out.splitlines()) == 2
    assert "Not translated: fr. What was sent may be billed." in command_folder.err


def test_a_publishing_of_several_tells_each_and_can_be_resumed(command_folder: CommandFolder) -> None:
    def is_second(line: str) -> bool:
        return line.startswith("PUT")

    with proxied(command_folder) as proxy:
        asyncio.run(command_folder.draft_two(command_folder.name))
        cancel_swallowed(command_folder, proxy, is_second, "glossary", "push", command_folder.name, "--draft", "--yes")
        assert f"Published and read back: {command_folder.name}, en → de." in command_folder.err
        assert f"Perhaps published: {command_folder.name}, en → fr. The draft is kept." in command_folder.err
        assert "termdesk glossary unfinished" in command_folder.err
        resume = ("glossary", "unfinished", "--resume", "--yes")
        cancel_swallowed(command_folder, proxy, is_second, *resume)
        assert f"{command_folder.name}, en → fr: still unfinished." in command_folder.err.splitlines()
        assert command_folder.run(*resume) == 0

    assert command_folder.held(EN_FR) == {"house": "maison"}
