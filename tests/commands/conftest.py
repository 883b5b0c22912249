"""Runs commands as a user types them, against a running service."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from support.engines.word_lists import share_word_lists
from support.fork_server import forked_services
from support.running_service import RunningService, running_service
from support.services.command_folder import CommandFolder
from termdesk.application.documents import document_translator


@pytest.fixture(scope="session", autouse=True)
def _services_are_forked() -> Iterator[None]:
    """Fork the local services that commands start, because a start from nothing takes over a second of computing."""
    share_word_lists()
    with forked_services():
        yield


@pytest.fixture(scope="session")
def billing_service() -> Iterator[RunningService]:
    """A running service. Users are told that it bills them, because it is not the program's own service."""
    with running_service("--tier", "paid") as service:
        yield service


@pytest.fixture
def command_folder(
    tmp_path: Path,
    billing_service: RunningService,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> CommandFolder:
    """A separate program folder that uses the shared service."""
    # Otherwise each document would take five seconds, after which the program asks a service for it.
    monkeypatch.setattr(document_translator, "SECONDS_BETWEEN_LOOKS", 0.1)
    made = CommandFolder(tmp_path, billing_service, f"Terms {uuid4().hex[:8]}", capsys, monkeypatch)
    made.change_settings(provider="custom", custom_title="Own", custom_address=billing_service.url)
    return made
