"""Ctrl+C ends a command with a code of its own, and says what was done and what was not."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit

import pytest

from support.services.command_folder import EN_FR, CommandFolder
from support.services.fault_proxy import Fault, FaultProxy, Harm
from support.services.raw_server import RawRequest, RawServer, answer
from support.waiting import until
from termdesk.commands.workplace import KEY_VARIABLE

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Ctrl+C cannot be sent to one process of Windows")


@dataclass
class Ended:
    """What a command that was cancelled has printed."""

    code: int | None
    out: str
    err: str


async def cancelled(
    desk: CommandFolder, *words: str, when: Callable[[str], object], stdin: int = asyncio.subprocess.DEVNULL
) -> Ended:
    """Press Ctrl+C as soon as `when` is true of what standard error has so far."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "termdesk", *words, "--folder", str(desk.path)),
        stdin=stdin,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, KEY_VARIABLE: desk.service.key},
    )
    assert process.stdout is not None
    assert process.stderr is not None
    said = bytearray()

    async def listen(stream: asyncio.StreamReader) -> None:
        while chunk := await stream.read(1_000):
            said.extend(chunk)

    listening = asyncio.ensure_future(listen(process.stderr))
    try:
        await until(lambda: when(said.decode()))
        process.send_signal(signal.SIGINT)
        out = await process.stdout.read()
        await listening
        return Ended(await process.wait(), out.decode(), said.decode())
    finally:
        if process.returncode is None:
            process.kill()


@asynccontextmanager
async def proxied(desk: CommandFolder) -> AsyncIterator[FaultProxy]:
    """A proxy before the service, which is in use from here on."""
    async with FaultProxy(urlsplit(desk.service.url).port or 0) as proxy:
        desk.change_settings(custom_address=proxy.url)
        yield proxy


async def swallowed(desk: CommandFolder, proxy: FaultProxy, accepts: Callable[[str], bool], *words: str) -> Ended:
    """Cancel a command when the first request that is accepted was swallowed."""
    proxy.fault, proxy.fired = Fault(Harm.BLACK_HOLE, when=accepts), 0
    ended = await cancelled(desk, *words, when=lambda _: proxy.fired)
    proxy.fault = Fault(Harm.NONE)
    assert ended.code == 130
    assert ended.err.endswith("termdesk: Cancelled.\n")
    assert "Traceback" not in ended.err
    return ended


def test_a_long_wait_is_told_and_can_be_cancelled(desk: CommandFolder) -> None:
    async def refuse(_request: RawRequest) -> bytes:
        return answer(status="429 Too Many Requests", headers="Retry-After: 50\r\n")

    async def work() -> Ended:
        async with RawServer(refuse) as server:
            desk.change_settings(custom_address=server.url)
            return await cancelled(desk, "usage", when=lambda said: "asks to wait for 50 seconds\n" in said)

    ended = asyncio.run(work())

    assert (ended.code, ended.out) == (130, "")
    assert ended.err.endswith("termdesk: Cancelled.\n")
    assert "Traceback" not in ended.err


def test_a_question_is_no_obstacle(desk: CommandFolder) -> None:
    desk.publish(("house", "Haus"))
    path = desk.file("terms.en-de.tsv", "house=Heim")
    ours, terminal = os.openpty()

    ended = asyncio.run(
        cancelled(desk, "glossary", "push", desk.name, path, when=lambda said: "[y/N]" in said, stdin=terminal)
    )
    os.close(ours)
    os.close(terminal)

    assert ended.code == 130
    assert ended.err.endswith("[y/N] \ntermdesk: Cancelled.\n")
    assert desk.held() == {"house": "Haus"}


def test_a_pull_tells_that_no_file_was_written(desk: CommandFolder) -> None:
    desk.publish(("house", "Haus"))
    path = desk.path / "terms.tsv"

    async def work() -> Ended:
        async with proxied(desk) as proxy:
            words = ("glossary", "pull", desk.name, "--pair", "en-de", "-o", str(path))
            return await swallowed(desk, proxy, lambda line: "/entries" in line, *words)

    assert asyncio.run(work()).err == f"Not written: {path}\ntermdesk: Cancelled.\n"
    assert not path.exists()


def test_a_push_of_a_file_tells_that_it_may_have_arrived(desk: CommandFolder) -> None:
    desk.publish(("house", "Haus"))
    words = ("glossary", "push", desk.name, desk.file("terms.en-de.tsv", "house=Heim"), "--yes")

    async def work() -> None:
        async with proxied(desk) as proxy:
            ended = await swallowed(desk, proxy, lambda line: line.startswith("PATCH"), *words)
            assert "The service may have the change. It is kept as a draft: push the file again" in ended.err
            assert await asyncio.to_thread(desk.held) == {"house": "Haus"}
            assert await asyncio.to_thread(desk.run, *words) == 0

    asyncio.run(work())

    assert desk.held() == {"house": "Heim"}


def test_what_is_translated_is_printed_since_it_was_paid(desk: CommandFolder) -> None:
    texts: list[str] = []

    def is_second(line: str) -> bool:
        texts.extend([line] if "/v2/translate" in line else [])
        return len(texts) == 2

    async def work() -> Ended:
        async with proxied(desk) as proxy:
            words = ("translate", "The house is big.", "--from", "en", "--to", "es,fr", "--yes")
            return await swallowed(desk, proxy, is_second, *words)

    ended = asyncio.run(work())

    assert ended.out.startswith("es:\n")
    assert len(ended.out.splitlines()) == 2
    assert "Not translated: fr. What was sent may be billed." in ended.err


def test_a_publishing_of_several_tells_each_and_can_be_resumed(desk: CommandFolder) -> None:
    def is_second(line: str) -> bool:
        return line.startswith("PUT")

    async def work() -> None:
        async with proxied(desk) as proxy:
            await desk.draft_two(desk.name)
            ended = await swallowed(desk, proxy, is_second, "glossary", "push", desk.name, "--draft", "--yes")
            assert f"Published and read back: {desk.name}, en → de." in ended.err
            assert f"Perhaps published: {desk.name}, en → fr. The draft is kept." in ended.err
            assert "termdesk glossary unfinished" in ended.err
            resume = ("glossary", "unfinished", "--resume", "--yes")
            ended = await swallowed(desk, proxy, is_second, *resume)
            assert f"{desk.name}, en → fr: still unfinished." in ended.err
            assert await asyncio.to_thread(desk.run, *resume) == 0

    asyncio.run(work())

    assert desk.held(EN_FR) == {"house": "maison"}
