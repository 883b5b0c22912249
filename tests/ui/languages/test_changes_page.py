"""Changes of languages are listed with the times of both readings, the newest first."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from support.services.fake_service import FakeService
from termdesk.application.languages.languages import LanguageLists
from termdesk.application.session.session import Session
from termdesk.domain.language.language import Resource
from termdesk.domain.provider import Provider
from termdesk.storage.files.folders import Folders
from termdesk.storage.keys import KeyStore
from termdesk.storage.settings.settings_store import SettingsStore
from termdesk.ui.languages.changes_page import LanguageChangesPage
from termdesk.ui.languages.older_lists_page import OlderListsPage
from termdesk.ui.shell.jobs import Jobs

Finish = Callable[[Coroutine[Any, Any, Any]], Any]
Rest = Callable[[], None]


@pytest.fixture
def fake(finish: Finish) -> Iterator[FakeService]:
    made = FakeService()
    finish(made.__aenter__())
    yield made
    finish(made.__aexit__(None, None, None))


@pytest.fixture
def lists(fake: FakeService, finish: Finish, tmp_path: Path) -> Iterator[LanguageLists]:
    folders = Folders.under(tmp_path / "home")
    session = Session(folders, SettingsStore(folders).settings, KeyStore(find_backend=lambda: None))
    finish(session.use(Provider("custom", fake.url), "a-key"))
    yield LanguageLists(session, now=lambda: datetime(2026, 11, 1, 12, tzinfo=UTC))
    finish(session.stop())


def texts(page: LanguageChangesPage | OlderListsPage) -> list[list[str]]:
    columns = range(page.table.columnCount())
    return [[page.table.item(row, column).text() for column in columns] for row in range(page.table.rowCount())]


def test_what_a_service_listed_before_is_compared(
    window: QWidget, jobs: Jobs, lists: LanguageLists, fake: FakeService, finish: Finish, at_rest: Rest
) -> None:
    page = LanguageChangesPage(lists, jobs)
    QVBoxLayout(window).addWidget(page)
    page.refresh()
    at_rest()
    assert page.pages.currentWidget() is page.empty

    finish(lists.list(Resource.WRITE))
    fake.languages["write"] = ("de", "en", "th")
    finish(lists.list(Resource.WRITE, refresh=True))
    page.refresh()
    at_rest()

    assert page.pages.currentWidget() is page.table
    assert [row[2:] for row in texts(page)] == [
        ["Improving texts", "The language th (th)", "new"],
        ["Improving texts", "The language es (es)", "no longer listed"],
    ]
    assert all("2026" in moment for row in texts(page) for moment in row[:2])
    assert page.count.text() == "2 changes"
    finish(jobs.close())
