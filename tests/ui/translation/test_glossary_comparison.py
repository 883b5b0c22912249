"""Two versions of a translation are switched, and parts that only one of them has are marked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from support.services.fake_service import FakeService
from support.services.profile_costs import set_costs
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.session.session import Session
from termdesk.application.translation.translation import TranslateRequest, TranslationResult
from termdesk.domain.glossary import Glossary
from termdesk.domain.texts import EngineReport
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.shell.notices import Notices
from termdesk.ui.translation.glossary_comparison import GlossaryComparison, Version
from termdesk.ui.widgets.dialogs import Question
from termdesk.ui.widgets.text_area import TextArea, TextMark

TEXT = "A big house"
MADE = TranslationResult(
    TranslateRequest(TEXT, "de", source="en", glossary=Glossary("1", "Homes", ())),
    "Ein Heim",
    "en",
    11,
    11,
    EngineReport(),
)


@pytest.fixture
def field(window: QWidget) -> TextArea:
    """The field of the result, with a correction."""
    made = TextArea("result", "Translation", window)
    made.setPlainText("Ein Heim, korrigiert")
    return made


@pytest.fixture
def comparison(
    window: QWidget, cases: LazyUseCases, jobs: Jobs, notices: Notices, field: TextArea
) -> GlossaryComparison:
    return GlossaryComparison(
        cases.translator, field, usage_monitor=cases.usage_monitor, jobs=jobs, notices=notices, parent=window
    )


def asked(qtbot: QtBot, window: QWidget) -> Question:
    qtbot.waitUntil(lambda: any(each.isVisible() for each in window.findChildren(Question)))
    [question] = window.findChildren(Question)
    return question


@pytest.mark.slow
def test_the_cost_is_told_before_and_nothing_is_sent_if_it_is_refused(
    comparison: GlossaryComparison, fake: FakeService, window: QWidget, qtbot: QtBot, at_rest: Callable[[], None]
) -> None:
    comparison.show_for(MADE)
    comparison.compare()
    question = asked(qtbot, window)
    assert question.windowTitle() == "Send 11 characters once more?"
    question.reject()
    at_rest()

    assert fake.billed == []
    assert comparison.other is None


def test_the_other_version_is_sent_without_the_glossary_and_kept(
    comparison: GlossaryComparison, fake: FakeService, window: QWidget, qtbot: QtBot, at_rest: Callable[[], None]
) -> None:
    shown: list[Version] = []
    comparison.exchanged.connect(shown.append)

    comparison.show_for(MADE)
    comparison.click()
    asked(qtbot, window).accept_button.click()
    at_rest()

    [sent] = fake.billed
    assert b"glossary" not in sent.body
    [other] = shown
    assert (other.text, other.result.request.glossary) == (TEXT.upper(), None)
    assert comparison.other == Version(MADE, "Ein Heim, korrigiert"), "a correction is kept with its version"

    comparison.show_for(other.result)
    assert comparison.text() == "Show with the glossary"
    comparison.click()
    assert shown[1:] == [Version(MADE, "Ein Heim, korrigiert")]
    assert len(fake.billed) == 1, "both versions are known"
    comparison.forget()
    assert comparison.other is None


def test_the_cost_is_offered_first_if_no_question_shows_it(
    comparison: GlossaryComparison, session: Session, fake: FakeService, at_rest: Callable[[], None]
) -> None:
    session.save_settings(replace(session.settings, ask_from=1_000))
    set_costs(session, price="20 EUR")
    comparison.exchanged.connect(lambda version: comparison.show_for(version.result))
    comparison.show_for(MADE)
    comparison.click()
    at_rest()
    assert comparison.text() == comparison.accessibleName() == "Show without the glossary (11 characters)"
    assert (comparison.cost.text(), comparison.cost.isHidden()) == ("They cost less than 0.01 EUR.", False)
    assert fake.billed == []

    comparison.show_for(MADE)
    assert not comparison.cost.isHidden(), "it is still about the same text"
    comparison.show_for(replace(MADE, text="Ein Haus"))
    assert (comparison.text(), comparison.cost.isHidden()) == ("Show without the glossary", True)
    comparison.click()
    at_rest()
    assert fake.billed == [], "the cost was that of another text"
    comparison.click()
    at_rest()
    assert len(fake.billed) == 1
    assert (comparison.text(), comparison.cost.isHidden()) == ("Show with the glossary", True)


@pytest.mark.slow
def test_a_version_that_comes_for_an_outdated_result_is_kept_and_not_shown(
    comparison: GlossaryComparison, window: QWidget, qtbot: QtBot, at_rest: Callable[[], None]
) -> None:
    shown: list[Version] = []
    comparison.exchanged.connect(shown.append)
    comparison.show_for(MADE)
    comparison.compare()
    question = asked(qtbot, window)
    comparison.show_for(None)
    question.accept_button.click()
    at_rest()

    assert (shown, comparison.isHidden()) == ([], True)
    assert comparison.other is not None


def test_words_that_only_one_version_has_are_marked_unless_they_are_terms(comparison: GlossaryComparison) -> None:
    term = TextMark(3, 8, "term", "house: used")
    assert comparison.add_marks([term], "Ein Heim ist hier") == [term], "there is no other version yet"

    comparison.other = Version(MADE, "Ein Haus ist da")

    text = "Das Heim der Stadt ist hier"
    found = comparison.add_marks([TextMark(4, 8, "term", "house: used")], text)
    assert [(text[mark.start : mark.end], mark.kind) for mark in found] == [
        ("Heim", "term"),
        ("Das", "added"),
        ("der Stadt", "added"),
        ("hier", "added"),
    ]
