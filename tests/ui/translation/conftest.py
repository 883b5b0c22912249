"""Use cases on a service that bills; the user is asked before any text is sent."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from support.fixtures.ready_database import ready_database
from support.services.fake_service import FakeService
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.session.session import Session
from termdesk.domain.provider import Provider
from termdesk.storage.files.folders import Folders
from termdesk.storage.keys import KeyStore
from termdesk.storage.records import Records
from termdesk.storage.settings.settings_store import SettingsStore
from termdesk.ui.shell.jobs import Jobs

Finish = Callable[[Coroutine[Any, Any, Any]], Any]


@pytest.fixture
def fake(finish: Finish) -> Iterator[FakeService]:
    service = FakeService()
    finish(service.__aenter__())
    yield service
    finish(service.__aexit__(None, None, None))


@pytest.fixture
def session(fake: FakeService, finish: Finish, tmp_path: Path) -> Iterator[Session]:
    folders = Folders.under(tmp_path / "home")
    made = Session(folders, SettingsStore(folders).settings, KeyStore(find_backend=lambda: None))
    finish(made.use(Provider("custom", fake.url), "a-key"))
    made.save_settings(replace(made.settings, ask_from=1))
    yield made
    finish(made.stop())


@pytest.fixture
def records(finish: Finish, tmp_path: Path) -> Iterator[Records]:
    made = finish(Records(ready_database(tmp_path / "termdesk.db")).__aenter__())
    yield made
    finish(made.__aexit__(None, None, None))


@pytest.fixture
def cases(session: Session, records: Records, jobs: Jobs, finish: Finish) -> Iterator[LazyUseCases]:
    made = LazyUseCases(session, records)
    yield made
    finish(jobs.close())
    finish(made.close())
