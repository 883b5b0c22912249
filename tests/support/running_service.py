"""The real local service in a separate process, for tests."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from support.campaign import HANGING_SECONDS
from support.fork_server import CAN_FORK, ForkedProcess, fork_server
from termdesk.domain.provider import Provider


@dataclass(frozen=True, slots=True)
class RunningService:
    """The address of the service, and its key."""

    url: str
    key: str
    process: subprocess.Popen[str] | ForkedProcess

    @property
    def provider(self) -> Provider:
        return Provider("local", self.url, is_local=True)


@contextmanager
def running_service(
    *arguments: str,
    data: Path | None = None,
    log: Path | None = None,
    environment: Mapping[str, str] | None = None,
    is_fresh: bool = False,
    has_own_children: bool = False,
) -> Iterator[RunningService]:
    """Start `termdesk serve`, wait until it reports its address, and end it by closing its input.

    Its output goes to `log`. `environment` has additional variables. With `is_fresh`, or with variables, which imports
    may read, Python is started anew; otherwise a process that has imported the service is forked. Only with
    `has_own_children` does a forked service itself start the children that read documents.
    """
    with (
        tempfile.TemporaryDirectory(prefix="termdesk-service-") as folder,
        (log or Path(os.devnull)).open("wb") as errors,
    ):
        words = ["serve", "--with-parent", "--data", str(data or folder), *arguments]
        variables = {**os.environ, **(environment or {})}
        if CAN_FORK and not is_fresh and not environment:
            process: subprocess.Popen[str] | ForkedProcess = fork_server().start(
                words,
                environment=variables,
                errors=errors.fileno(),
                is_text=True,
                has_own_children=has_own_children,
            )
        else:
            process = _fresh_process(words, variables, errors.fileno())
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            line = json.loads(process.stdout.readline())
            yield RunningService(line["url"], line["key"], process)
        finally:
            process.stdin.close()
            try:
                process.wait(timeout=15)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            process.stdout.close()


def _fresh_process(words: Sequence[str], environment: Mapping[str, str], errors: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "termdesk", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
        env=environment,
    )


def serve(*arguments: str, data: Path, given: str = "", is_fresh: bool = False) -> subprocess.CompletedProcess[str]:
    """Start a service that ends by itself, or at the end of its input.

    `is_fresh` starts Python anew instead of forking a process that has imported the service.
    """
    words = ["serve", "--data", str(data), *arguments]
    if is_fresh or not CAN_FORK:
        command = [sys.executable, "-m", "termdesk", *words]
        return subprocess.run(command, input=given, capture_output=True, text=True, timeout=30, check=False)
    with tempfile.TemporaryFile("w+", encoding="utf-8") as errors:
        process = fork_server().start(words, environment=os.environ, errors=errors.fileno(), is_text=True)
        with process.stdin, process.stdout:
            # A service that refuses to start may have ended before it reads anything.
            with contextlib.suppress(BrokenPipeError):
                process.stdin.write(given)
                process.stdin.close()
            said = process.stdout.read()
        code = process.wait(timeout=HANGING_SECONDS)
        errors.seek(0)
        return subprocess.CompletedProcess(words, code, said, errors.read())
