"""Documents on a fake service."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

from support.fixtures.ready_database import ready_database
from support.services.document_service import DocumentService
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.session.session import Session
from termdesk.domain.provider import Provider
from termdesk.storage.files.folders import Folders
from termdesk.storage.keys import KeyStore
from termdesk.storage.records import Records
from termdesk.storage.settings.settings_store import SettingsStore

Finish = Callable[[Coroutine[Any, Any, Any]], Any]


@pytest.fixture
def service(finish: Finish) -> Iterator[DocumentService]:
    made = DocumentService()
    finish(made.__aenter__())
    yield made
    finish(made.__aexit__(None, None, None))


@pytest.fixture
def cases(
    service: DocumentService, finish: Finish, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[LazyUseCases]:
    """The use cases with this service, without waits between status requests."""
    pauses = "termdesk.application.documents.document_translator.SECONDS_BETWEEN_LOOKS"
    monkeypatch.setattr(pauses, 0.01)
    folders = Folders.under(tmp_path / "home")
    session = Session(folders, SettingsStore(folders).settings, KeyStore(find_backend=lambda: None))
    finish(session.use(Provider("custom", service.url), "a-key"))
    records = finish(Records(ready_database(tmp_path / "termdesk.db")).__aenter__())
    made = LazyUseCases(session, records)
    yield made
    service.gate.set()
    finish(session.stop())
    finish(made.close())
    finish(records.__aexit__(None, None, None))


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "house.txt"
    path.write_text("The house is big.", "utf-8")
    return path
