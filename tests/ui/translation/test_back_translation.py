"""A translation is translated back once for each text, after its cost was shown, and can be copied."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from support.fixtures.ready_database import ready_database
from support.services.fake_service import FakeService
from support.services.profile_costs import set_costs
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.session.session import Session
from termdesk.application.translation.translation import TranslateRequest
from termdesk.domain.provider import Provider
from termdesk.storage.files.folders import Folders
from termdesk.storage.keys import KeyStore
from termdesk.storage.records import Records
from termdesk.storage.settings.settings_store import SettingsStore
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.shell.notices import Notices
from termdesk.ui.translation.back_translation import BackTranslation
from termdesk.ui.widgets.dialogs import Question

Finish = Callable[[Coroutine[Any, Any, Any]], Any]
Rest = Callable[[], None]
HOUSE = TranslateRequest("Das Haus", "en", source="de")
GARDEN = TranslateRequest("Der Garten", "en", source="de")


@pytest.fixture
def fake(finish: Finish) -> Iterator[FakeService]:
    service = FakeService()
    finish(service.__aenter__())
    yield service
    finish(service.__aexit__(None, None, None))


@pytest.fixture
def session(fake: FakeService, finish: Finish, tmp_path: Path) -> Session:
    folders = Folders.under(tmp_path / "home")
    made = Session(folders, SettingsStore(folders).settings, KeyStore(find_backend=lambda: None))
    finish(made.use(Provider("custom", fake.url), "a-key"))
    made.save_settings(replace(made.settings, ask_from=1))
    return made


@pytest.fixture
def back(
    window: QWidget, session: Session, jobs: Jobs, notices: Notices, finish: Finish, tmp_path: Path
) -> Iterator[BackTranslation]:
    records = finish(Records(ready_database(tmp_path / "termdesk.db")).__aenter__())
    cases = LazyUseCases(session, records)
    made = BackTranslation(cases.translator, usage_monitor=cases.usage_monitor, jobs=jobs, notices=notices)
    QVBoxLayout(window).addWidget(made)
    yield made
    finish(jobs.close())
    finish(cases.close())
    finish(records.__aexit__(None, None, None))
    finish(session.stop())


@pytest.fixture
def question(back: BackTranslation, qtbot: QtBot) -> Callable[[], Question]:
    """Return the question, once it is open."""

    def wait() -> Question:
        qtbot.waitUntil(lambda: any(each.isVisible() for each in back.findChildren(Question)))
        return next(each for each in back.findChildren(Question) if each.isVisible())

    return wait


@pytest.mark.slow
def test_nothing_is_sent_before_the_cost_is_accepted(
    back: BackTranslation, fake: FakeService, question: Callable[[], Question], at_rest: Rest
) -> None:
    back.show_for(HOUSE)
    back.translate()
    assert question().windowTitle() == "Send 8 characters?"
    question().reject()
    at_rest()

    assert fake.billed == []
    assert not back.isVisible()


def test_the_first_time_is_offered_with_its_cost_if_no_question_shows_it(
    back: BackTranslation, fake: FakeService, session: Session, at_rest: Rest
) -> None:
    session.save_settings(replace(session.settings, ask_from=1_000))
    set_costs(session, price="20 EUR")
    back.show_for(HOUSE)
    back.translate()
    at_rest()
    assert back.again.isVisible()
    assert back.again.text() == "Translate back (8 characters)"
    assert back.cost.text() == "They cost less than 0.01 EUR."
    assert not back.text.isVisible()
    assert fake.billed == []

    back.show_for(GARDEN)
    assert not back.isVisible(), "the cost was that of another text"
    back.show_for(HOUSE)
    back.translate()
    at_rest()
    assert fake.billed == []
    back.translate()
    at_rest()
    assert len(fake.billed) == 1
    assert back.text.toPlainText() == "DAS HAUS"
    assert back.text.isVisible()
    assert back.copy.isVisible()
    assert back.again.isHidden()


def test_what_came_back_is_shown_with_its_text_copied_and_not_sent_again(
    back: BackTranslation, fake: FakeService, question: Callable[[], Question], at_rest: Rest
) -> None:
    back.show_for(HOUSE)
    back.translate()
    question().accept_button.click()
    at_rest()
    assert back.isVisible()
    assert back.text.toPlainText() == "DAS HAUS"

    back.show_for(GARDEN)
    assert not back.isVisible(), "it belongs to another text"
    back.show_for(HOUSE)
    back.translate()
    at_rest()
    back.copy.click()

    assert back.isVisible()
    assert QGuiApplication.clipboard().text() == "DAS HAUS"
    assert len(fake.billed) == 1
    back.forget()
    back.show_for(HOUSE)
    assert not back.isVisible()


@pytest.mark.slow
def test_a_second_time_is_offered_with_its_cost(
    back: BackTranslation, fake: FakeService, question: Callable[[], Question], at_rest: Rest
) -> None:
    back.show_for(HOUSE)
    back.translate()
    question().accept_button.click()
    at_rest()
    assert back.again.isHidden()

    back.translate()
    at_rest()
    assert back.again.text() == "Translate back again (8 characters)"
    assert len(fake.billed) == 1

    back.again.click()
    question().accept_button.click()
    at_rest()
    assert len(fake.billed) == 2
    assert back.again.isHidden()

    back.translate()
    back.show_for(GARDEN)
    back.show_for(HOUSE)
    assert back.again.isHidden(), "the question was another one"


@pytest.mark.slow
def test_a_second_time_that_a_cap_forbids_is_not_offered_and_the_reason_is_shown(
    back: BackTranslation,
    fake: FakeService,
    session: Session,
    question: Callable[[], Question],
    finish: Finish,
    at_rest: Rest,
) -> None:
    back.show_for(HOUSE)
    back.translate()
    question().accept_button.click()
    at_rest()
    set_costs(session, day_cap=10)
    finish(back._usage_monitor.refresh())

    back.translate()
    assert back.again.isHidden()
    assert back.cost.isVisible()
    assert back.cost.text().startswith("This needs 8 characters; 8 were used today, and your limit for a day is 10: 2")

    set_costs(session, day_cap=1_000)
    back.translate()
    assert back.again.isVisible()
    assert back.cost.isHidden()
    assert len(fake.billed) == 1


@pytest.mark.slow
def test_an_answer_for_an_older_text_is_kept_for_it_alone(
    back: BackTranslation, fake: FakeService, question: Callable[[], Question], at_rest: Rest
) -> None:
    fake.gate.clear()
    back.show_for(HOUSE)
    back.translate()
    question().accept_button.click()
    back.show_for(GARDEN)
    fake.gate.set()
    at_rest()

    assert not back.isVisible()
    back.show_for(HOUSE)
    assert back.text.toPlainText() == "DAS HAUS"
