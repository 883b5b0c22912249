"""Tests the use cases on plain asyncio, in separate folders, with the real local service."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from support.engines.word_lists import share_word_lists
from support.fork_server import forked_services
from support.publishing_setup import PublishingSetup
from termdesk.application.glossaries.exporting.exporter import Exporter
from termdesk.application.glossaries.importing.importer import Importer
from termdesk.application.glossaries.library.library import Library
from termdesk.application.session.session import Session
from termdesk.client.transport.retry_policy import RetryPolicy
from termdesk.storage.files.folders import Folders
from termdesk.storage.history import History
from termdesk.storage.keys import KeyStore
from termdesk.storage.records import Records
from termdesk.storage.settings.settings_store import SettingsStore


@pytest.fixture(scope="session", autouse=True)
def _services_are_forked() -> Iterator[None]:
    """Fork local services. Tests of the start itself, in session/test_local_process.py, do not use this."""
    share_word_lists()
    with forked_services():
        yield


@pytest.fixture(scope="session")
def new_session() -> Callable[..., Session]:
    """Return a function that creates a session with its data in a folder and its keys in memory."""

    def make(position: Path, retry_policy: RetryPolicy | None = None) -> Session:
        folders = Folders.under(position)
        return Session(
            folders, SettingsStore(folders).settings, KeyStore(find_backend=lambda: None), retry_policy=retry_policy
        )

    return make


@pytest.fixture(scope="session")
async def local_session(
    tmp_path_factory: pytest.TempPathFactory, new_session: Callable[[Path], Session]
) -> AsyncIterator[Session]:
    """A session with the running local service, shared by all tests, which create their own glossaries in it."""
    session = new_session(tmp_path_factory.mktemp("local_session"))
    await session.start()
    yield session
    await session.stop()


@pytest.fixture
def history(records: Records) -> History:
    return records.history


@pytest.fixture
def library(records: Records) -> Library:
    """A library with only local glossaries. It must not call a service."""
    return Library(PublishingSetup(records, None), records)  # type: ignore[arg-type]


@pytest.fixture
def importer(library: Library) -> Importer:
    return Importer(library)


@pytest.fixture
def exporter(library: Library) -> Exporter:
    return Exporter(library)
