"""The detected language is named, with the glossaries that selecting it would allow."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget

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
from termdesk.ui.translation.detected_language import DetectedLanguage

Finish = Callable[[Coroutine[Any, Any, Any]], Any]


@pytest.fixture
def fake(finish: Finish) -> Iterator[FakeService]:
    """A service with one glossary from English into German."""
    service = FakeService()
    dictionary = {"source_lang": "en", "target_lang": "de", "entry_count": 2}
    made = {"glossary_id": "1", "name": "Homes", "ready": True, "creation_time": "2026-01-01T00:00:00Z"}
    service.glossaries = [{**made, "dictionaries": [dictionary]}]
    finish(service.__aenter__())
    yield service
    finish(service.__aexit__(None, None, None))


@pytest.fixture
def line(window: QWidget, fake: FakeService, jobs: Jobs, finish: Finish, tmp_path: Path) -> Iterator[DetectedLanguage]:
    folders = Folders.under(tmp_path / "home")
    session = Session(folders, SettingsStore(folders).settings, KeyStore(find_backend=lambda: None))
    finish(session.use(Provider("custom", fake.url), "a-key"))
    records = finish(Records(ready_database(tmp_path / "termdesk.db")).__aenter__())
    cases = LazyUseCases(session, records)
    made = DetectedLanguage(cases.translator, jobs=jobs)
    QVBoxLayout(window).addWidget(made)
    yield made
    finish(jobs.close())
    finish(cases.close())
    finish(records.__aexit__(None, None, None))
    finish(session.stop())


def test_the_language_is_named_with_the_glossaries_that_it_allows(
    line: DetectedLanguage, at_rest: Callable[[], None]
) -> None:
    line.show_language("en", "English", "de")
    at_rest()

    assert line.isVisible()
    assert line.language.text() == "Detected: English"
    assert line.use_button.text() == "Use English"
    assert line.glossaries.text() == "1 glossary can be used with it."


@pytest.mark.slow
def test_where_none_fits_nothing_is_said_of_glossaries(line: DetectedLanguage, at_rest: Callable[[], None]) -> None:
    line.show_language("en", "English", "de")
    at_rest()
    line.show_language("es", "Spanish", "de")
    at_rest()

    assert (line.use_button.text(), line.glossaries.text()) == ("Use Spanish", "")


@pytest.mark.slow
def test_the_same_language_is_looked_up_once_and_without_one_the_line_goes(
    line: DetectedLanguage, fake: FakeService, at_rest: Callable[[], None]
) -> None:
    for _ in range(3):
        line.show_language("en", "English", "de")
        at_rest()
    line.show_language("", "", "de")

    assert not line.isVisible()
    assert fake.lines.count("GET /v3/glossaries") == 1
