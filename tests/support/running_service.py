"""The real local service in a process of its own, for tests."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from termdesk.domain.provider import Provider


@dataclass(frozen=True, slots=True)
class RunningService:
    """Where it listens and which key it takes."""

    url: str
    key: str
    process: subprocess.Popen[str]

    @property
    def provider(self) -> Provider:
        return Provider("local", self.url, is_local=True)


@contextmanager
def running_service(
    *arguments: str,
    data: Path | None = None,
    log: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> Iterator[RunningService]:
    """Start `termdesk serve`, wait for its line, and end it by closing its input.

    `log` takes what it says; `environment` are variables besides those of this process.
    """
    with (
        tempfile.TemporaryDirectory(prefix="termdesk-service-") as folder,
        (log or Path(os.devnull)).open("wb") as errors,
    ):
        command = [sys.executable, "-m", "termdesk", "serve", "--with-parent", "--data", str(data or folder)]
        process = subprocess.Popen(
            [*command, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env={**os.environ, **(environment or {})},
        )
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
