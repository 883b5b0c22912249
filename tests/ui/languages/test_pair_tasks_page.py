"""For two selected languages, every task has an answer with its reason."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from support.services.fake_service import FakeService, refusal
from support.services.odd_replies import HASTY
from termdesk.application.languages.languages import LanguageLists
from termdesk.application.languages.pair_tasks import PairTasks
from termdesk.application.session.session import Session
from termdesk.domain.provider import Provider
from termdesk.storage.files.folders import Folders
from termdesk.storage.keys import KeyStore
from termdesk.storage.settings.settings_store import SettingsStore
from termdesk.ui.languages.pair_tasks_page import PairTasksPage
from termdesk.ui.shell.jobs import Jobs

Finish = Callable[[Coroutine[Any, Any, Any]], Any]
Rest = Callable[[], None]


@pytest.fixture
def fake(finish: Finish) -> Iterator[FakeService]:
    made = FakeService()
    made.languages = {"translate_document": ("en",)}
    finish(made.__aenter__())
    yield made
    finish(made.__aexit__(None, None, None))


@pytest.fixture
def session(fake: FakeService, finish: Finish, tmp_path: Path) -> Iterator[Session]:
    folders = Folders.under(tmp_path / "home")
    # With the usual policy, reading all lists of a service that is busy takes a minute.
    made = Session(folders, SettingsStore(folders).settings, KeyStore(find_backend=lambda: None), retry_policy=HASTY)
    finish(made.use(Provider("custom", fake.url), "a-key"))
    yield made
    finish(made.stop())


@pytest.fixture
def page(window: QWidget, session: Session, jobs: Jobs, finish: Finish, at_rest: Rest) -> Iterator[PairTasksPage]:
    made = PairTasksPage(PairTasks(session, LanguageLists(session)), jobs)
    QVBoxLayout(window).addWidget(made)
    made.refresh()
    at_rest()
    yield made
    finish(jobs.close())


def answers(page: PairTasksPage) -> list[str]:
    return [page.table.item(row, 1).text() for row in range(page.table.rowCount())]


@pytest.mark.slow
def test_every_task_is_answered_for_the_chosen_pair(page: PairTasksPage, at_rest: Rest) -> None:
    assert (page.source.code, page.target.code) == ("en", "de")
    assert answers(page) == ["yes", "no", "no", "yes", "no", "yes"]
    assert "does not offer formality" in page.table.item(1, 2).text()
    assert "does not translate into" in page.table.item(2, 2).text()

    page.target.choose("en")
    at_rest()
    assert answers(page) == ["no", "no", "no", "no", "yes", "no"]
    assert "the text comes back unchanged" in page.table.item(0, 2).text()
    assert "services refuse such documents" in page.table.item(2, 2).text()


@pytest.mark.slow
def test_the_chosen_languages_stay_when_they_are_read_again(page: PairTasksPage, at_rest: Rest) -> None:
    page.source.choose("")
    page.target.choose("es")

    page.refresh()
    at_rest()

    assert page.target.code == "es"
    assert "it cannot be detected" in page.table.item(3, 2).text()


def test_a_pair_is_asked_for_by_codes_or_names(page: PairTasksPage, at_rest: Rest) -> None:
    page.ask("de", "language ES")
    at_rest()
    assert (page.source.code, page.target.code) == ("de", "es")

    page.ask("", "Klingon")
    at_rest()
    assert (page.source.code, page.target.code) == ("", "es"), "no list has the other one"
    page.target.choose("en")
    page.refresh()
    at_rest()
    assert page.target.code == "en"


@pytest.mark.slow
def test_answers_that_are_not_known_any_more_are_not_left(
    page: PairTasksPage, fake: FakeService, session: Session, at_rest: Rest, finish: Finish
) -> None:
    assert "yes" in answers(page)
    fake.refusals["GET /v3/languages"] = refusal("403 Forbidden", b'{"message": "Missing scope"}')
    finish(session.use(Provider("custom", fake.url), "another-key"))

    page.refresh()
    at_rest()

    assert "yes" not in answers(page)
    assert "Missing scope" in page.table.item(0, 2).text()


@pytest.mark.slow
def test_answers_from_stored_lists_say_so(
    page: PairTasksPage, fake: FakeService, session: Session, window: QWidget, jobs: Jobs, at_rest: Rest
) -> None:
    assert page.stored.isHidden()
    fake.refusals["GET /v3/languages"] = refusal("503 Service Unavailable", b"")
    later = PairTasksPage(PairTasks(session, LanguageLists(session)), jobs)
    later.setParent(window)

    later.refresh()
    at_rest()

    assert answers(later)[0] == "yes"
    assert later.stored.text().startswith("The service is not available now. The answers are from its lists of ")
