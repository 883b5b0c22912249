"""The lists of the older API beside the current ones."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from support.services.raw_server import RawRequest, RawServer, answer
from termdesk.application.languages.languages import LanguageLists
from termdesk.application.session.session import Session
from termdesk.domain.provider import Provider
from termdesk.storage.files.folders import Folders
from termdesk.storage.keys import KeyStore
from termdesk.storage.settings.settings_store import SettingsStore
from termdesk.ui.languages.older_lists_page import OlderListsPage
from termdesk.ui.shell.jobs import Jobs

Finish = Callable[[Coroutine[Any, Any, Any]], Any]
Rest = Callable[[], None]
SIDES = '"usable_as_source": true, "usable_as_target": true, "status": "stable"'


class BothInterfaces:
    """A service with current and older lists, the latter unless `has_older` is false. It may reject requests."""

    has_older = True
    refuses_glossaries = False

    async def __call__(self, request: RawRequest) -> bytes:
        path = request.line.split()[1]
        if self.refuses_glossaries and "glossary" in path:
            return answer(b'{"message": "no"}', status="400 Bad Request")
        if path.startswith("/v3"):
            formal = '"features": {"formality": {"status": "stable"}}'
            return _list(
                f'{{"lang": "de", "name": "German", {SIDES}, {formal}}}',
                f'{{"lang": "en", "name": "English", {SIDES}, "features": {{}}}}',
                f'{{"lang": "fr", "name": "French", {SIDES}, "features": {{}}}}',
                f'{{"lang": "ceb", "name": "Cebuano", {SIDES}, "features": {{}}}}',
            )
        if not self.has_older:
            return answer(b"", status="404 Not Found")
        if "glossary" in path:
            pairs = (("de", "en"), ("fr", "de"), ("de", "fr"))
            listed = ", ".join(f'{{"source_lang": "{source}", "target_lang": "{target}"}}' for source, target in pairs)
            return answer(f'{{"supported_languages": [{listed}]}}'.encode())
        if "target" in path:
            return _list('{"language": "DE", "name": "German"}', '{"language": "EN-GB", "name": "English (British)"}')
        return _list('{"language": "DE", "name": "German"}', '{"language": "EN", "name": "English"}')


def _list(*records: str) -> bytes:
    return answer(f"[{','.join(records)}]".encode())


@pytest.fixture
def service() -> BothInterfaces:
    return BothInterfaces()


@pytest.fixture
def page(
    service: BothInterfaces, window: QWidget, jobs: Jobs, finish: Finish, tmp_path: Path
) -> Iterator[OlderListsPage]:
    server = RawServer(service)
    finish(server.__aenter__())
    folders = Folders.under(tmp_path / "home")
    session = Session(folders, SettingsStore(folders).settings, KeyStore(find_backend=lambda: None))
    finish(session.use(Provider("custom", server.url), "a-key"))
    made = OlderListsPage(LanguageLists(session), jobs)
    QVBoxLayout(window).addWidget(made)
    yield made
    finish(jobs.close())
    finish(session.stop())
    finish(server.__aexit__(None, None, None))


def texts(page: OlderListsPage) -> list[list[str]]:
    columns = range(page.table.columnCount())
    return [[page.table.item(row, column).text() for column in columns] for row in range(page.table.rowCount())]


@pytest.mark.slow
def test_differences_are_shown_and_all_languages_on_request(page: OlderListsPage, at_rest: Rest) -> None:
    page.refresh()
    at_rest()

    assert texts(page) == [
        ["ceb", "Cebuano", "both", "–", "only in today’s list"],
        ["de", "German", "both", "both", "formality only in today’s list"],
        ["en", "English", "both", "source", "another side"],
        ["en-GB", "English (British)", "–", "target", "only in the older list"],
        ["fr", "French", "both", "–", "only in today’s list"],
    ]
    assert page.count.text().startswith("5 of 5 languages differ · as of ")

    page.kind.setCurrentIndex(1)
    at_rest()
    assert [row[0] for row in texts(page)] == ["ceb", "de", "en"]
    assert texts(page)[2][2:] == ["both", "target", "another side"]


def test_languages_that_do_not_differ_are_shown_on_request(
    page: OlderListsPage, service: BothInterfaces, at_rest: Rest
) -> None:
    page.kind.setCurrentIndex(1)
    at_rest()
    assert "fr" not in [row[0] for row in texts(page)]
    page.only_differences.setChecked(False)

    assert texts(page)[-1] == ["fr", "French", "both", "both", ""]
    assert page.count.text().startswith("3 of 4 languages differ")


@pytest.mark.slow
def test_a_service_without_older_lists_says_so(page: OlderListsPage, service: BothInterfaces, at_rest: Rest) -> None:
    service.has_older = False
    page.refresh()
    at_rest()

    assert texts(page) == []
    assert page.count.text() == "This service has no such list any more."


@pytest.mark.slow
def test_lists_that_cannot_be_read_leave_no_others_in_their_place(
    page: OlderListsPage, service: BothInterfaces, at_rest: Rest
) -> None:
    page.refresh()
    at_rest()
    assert texts(page)
    service.refuses_glossaries = True

    page.kind.setCurrentIndex(1)
    at_rest()

    assert (texts(page), page.count.text()) == ([], "")
