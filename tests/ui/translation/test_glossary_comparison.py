"""Two versions of a translation change places, and what only one of them has is marked."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from support.services.fake_service import FakeService
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.session.session import Session
from termdesk.application.translation.translation import TranslateRequest, TranslationResult
from termdesk.domain.glossary import Glossary
from termdesk.domain.provider import Provider
from termdesk.domain.texts import EngineReport
from termdesk.storage.files.folders import Folders
from termdesk.storage.keys import KeyStore
from termdesk.storage.records import Records
from termdesk.storage.settings_store import SettingsStore
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.translation.glossary_comparison import GlossaryComparison, Version
from termdesk.ui.widgets.dialogs import Question
from termdesk.ui.widgets.text_area import TextMark

Finish = Callable[[Coroutine[Any, Any, Any]], Any]
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
def fake(finish: Finish) -> Iterator[FakeService]:
    service = FakeService()
    finish(service.__aenter__())
    yield service
    finish(service.__aexit__(None, None, None))


@pytest.fixture
def comparison(
    window: QWidget, fake: FakeService, jobs: Jobs, finish: Finish, tmp_path: Path
) -> Iterator[GlossaryComparison]:
    folders = Folders.under(tmp_path / "home")
    session = Session(folders, SettingsStore(folders).settings, KeyStore(find_backend=lambda: None))
    finish(session.use(Provider("custom", fake.url), "a-key"))
    session.save_settings(replace(session.settings, ask_from=1))
    records = finish(Records(tmp_path / "termdesk.db").__aenter__())
    cases = LazyUseCases(session, records)
    yield GlossaryComparison(cases.translator, usage_monitor=cases.usage_monitor, jobs=jobs, parent=window)
    finish(jobs.close())
    finish(cases.close())
    finish(records.__aexit__(None, None, None))
    finish(session.stop())


def asked(qtbot: QtBot, window: QWidget) -> Question:
    qtbot.waitUntil(lambda: any(each.isVisible() for each in window.findChildren(Question)))
    [question] = window.findChildren(Question)
    return question


def test_the_cost_is_told_before_and_nothing_is_sent_if_it_is_refused(
    comparison: GlossaryComparison, fake: FakeService, window: QWidget, qtbot: QtBot, at_rest: Callable[[], None]
) -> None:
    comparison.translate(MADE)
    question = asked(qtbot, window)
    assert question.windowTitle() == "Send 11 characters once more?"
    question.reject()
    at_rest()

    assert fake.billed == []
    assert comparison.other is None


def test_the_other_version_is_sent_without_the_glossary_and_kept(
    comparison: GlossaryComparison, fake: FakeService, window: QWidget, qtbot: QtBot, at_rest: Callable[[], None]
) -> None:
    told: list[TranslationResult] = []
    comparison.translated.connect(lambda compared, _plain: told.append(compared))

    comparison.translate(MADE)
    asked(qtbot, window).accept_button.click()
    at_rest()

    [sent] = fake.billed
    assert b"glossary" not in sent.body
    assert told == [MADE]
    other = comparison.exchange(Version(MADE, "Ein Heim, korrigiert"))
    assert (other.text, other.result.request.glossary) == (TEXT.upper(), None)
    assert comparison.other == Version(MADE, "Ein Heim, korrigiert"), "a correction is kept with its version"
    comparison.forget()
    assert comparison.other is None


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
