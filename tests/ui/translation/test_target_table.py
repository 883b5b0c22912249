"""The table for several languages: the cost is shown first, missed terms are named, rows are copied."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from support.fixtures.ready_database import ready_database
from support.services.fake_service import FakeService
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.session.session import Session
from termdesk.application.translation.several_targets import TargetRow, TargetState
from termdesk.application.translation.translation import TranslateRequest, TranslationResult
from termdesk.domain.glossary import Glossary
from termdesk.domain.matching.terms import Exactness, TermHit
from termdesk.domain.matching.uses import TermState, TermUse
from termdesk.domain.provider import Provider
from termdesk.domain.texts import EngineReport
from termdesk.domain.window_memory import WindowMemory
from termdesk.storage.files.folders import Folders
from termdesk.storage.keys import KeyStore
from termdesk.storage.records import Records
from termdesk.storage.settings.settings_store import SettingsStore
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.texts.choices.memory_picker import MemoryPicker
from termdesk.ui.texts.choices.style_picker import StylePicker
from termdesk.ui.translation.glossary_picker import GlossaryPicker
from termdesk.ui.translation.target_table import TargetColumn, TargetTable
from termdesk.ui.translation.translation_options import TranslationOptions
from termdesk.ui.widgets.dialogs import Question

Finish = Callable[[Coroutine[Any, Any, Any]], Any]
Rest = Callable[[], None]
LANGUAGES = [("de", "German"), ("es", "Spanish"), ("fr", "French")]
BASE = TranslateRequest("a house", "", source="en")


@pytest.fixture
def fake(finish: Finish) -> Iterator[FakeService]:
    service = FakeService()
    finish(service.__aenter__())
    yield service
    finish(service.__aexit__(None, None, None))


@pytest.fixture
def remembered() -> WindowMemory:
    return WindowMemory(translate_targets=["es", "xx", "de"])


@pytest.fixture
def targets(
    window: QWidget, fake: FakeService, jobs: Jobs, remembered: WindowMemory, finish: Finish, tmp_path: Path
) -> Iterator[TargetTable]:
    folders = Folders.under(tmp_path / "home")
    session = Session(folders, SettingsStore(folders).settings, KeyStore(find_backend=lambda: None))
    finish(session.use(Provider("custom", fake.url), "a-key"))
    session.save_settings(replace(session.settings, ask_from=1))
    records = finish(Records(ready_database(tmp_path / "termdesk.db")).__aenter__())
    cases = LazyUseCases(session, records)
    picker = GlossaryPicker(cases.translator, cases.unpublished_edits, remembered=remembered, jobs=jobs)
    memories = MemoryPicker("translate", cases.translator, kind=JobKind.CHOOSE_MEMORY, jobs=jobs, parent=window)
    made = TargetTable(
        cases.translator,
        picker,
        TranslationOptions(),
        memories,
        StylePicker("translate", cases.translator, kind=JobKind.CHOOSE_STYLE_RULES, jobs=jobs, parent=window),
        usage_monitor=cases.usage_monitor,
        remembered=remembered,
        jobs=jobs,
        parent=window,
    )
    column = QVBoxLayout(window)
    column.addWidget(made.chooser)
    column.addWidget(made)
    made.show_languages(LANGUAGES)
    made.show_base(BASE)
    yield made
    picker.deleteLater()
    finish(jobs.close())
    finish(cases.close())
    finish(records.__aexit__(None, None, None))
    finish(session.stop())


@pytest.mark.slow
def test_nothing_is_sent_before_the_cost_is_accepted(
    targets: TargetTable, fake: FakeService, qtbot: QtBot, at_rest: Rest
) -> None:
    assert targets.cost_words == "7 characters × 2 languages: 14 will be billed"

    targets.run()
    qtbot.waitUntil(lambda: any(each.isVisible() for each in targets.findChildren(Question)))
    [question] = targets.findChildren(Question)
    assert question.windowTitle() == "Send 14 characters?"
    question.reject()
    at_rest()

    assert fake.billed == []
    assert targets.can_run


@pytest.mark.slow
def test_languages_of_another_service_stay_remembered(targets: TargetTable, remembered: WindowMemory) -> None:
    assert targets.chooser.chosen == ("de", "es")

    targets.chooser.choose(["fr"])
    assert remembered.translate_targets == ["fr", "xx"]

    targets.chooser.choose([])
    assert targets.cost_words == "Choose languages first."
    assert not targets.can_run


def test_a_line_names_the_terms_that_were_missed(targets: TargetTable) -> None:
    request = replace(BASE, target="de", glossary=Glossary("g", "Homes", ()))
    hit = TermHit(2, 7, "house", "Heim", Exactness.EXACT)
    result = TranslationResult(request, "ein Haus", "en", 7, 7, EngineReport())
    missed = replace(result, terms=(TermUse(hit, TermState.MISSED),))

    lines = [TargetRow(request, TargetState.DONE, each) for each in (missed, result)]
    lines.append(TargetRow(BASE, TargetState.DONE, replace(result, request=BASE)))
    targets.model.show_rows(lines)

    cells = [targets.model.index(row, TargetColumn.MISSED).data() for row in range(3)]
    assert [cell.strip("\u2068\u2069") for cell in cells] == ["house → Heim", "–", ""]


@pytest.mark.slow
def test_a_text_that_came_back_untranslated_does_not_count_as_translated(targets: TargetTable) -> None:
    request = replace(BASE, target="es")
    rows = [
        TargetRow(request, TargetState.DONE, TranslationResult(request, text, "en", 7, 7, EngineReport(coverage=0)))
        for text in ("a house", "una casa")
    ]

    assert [targets._cell(each, TargetColumn.STATE) for each in rows] == ["came back untranslated", "translated"]


@pytest.mark.slow
def test_the_translations_have_the_room_that_the_other_columns_do_not_need(
    targets: TargetTable, window: QWidget, qtbot: QtBot, at_rest: Rest
) -> None:
    window.resize(560, 400)
    window.show()
    qtbot.waitExposed(window)
    header = targets.table.horizontalHeader()
    assert targets.table.isColumnHidden(TargetColumn.MISSED)

    targets.run()
    qtbot.waitUntil(lambda: any(each.isVisible() for each in targets.findChildren(Question)))
    [question] = targets.findChildren(Question)
    question.accept_button.click()
    at_rest()

    assert header.sectionSize(TargetColumn.TRANSLATION) > targets.table.viewport().width() / 2


@pytest.mark.slow
def test_the_missed_terms_have_a_column_where_a_glossary_was_used(
    targets: TargetTable, qtbot: QtBot, at_rest: Rest
) -> None:
    targets._glossaries = {"de": Glossary("g1", "Homes", ())}
    targets.show_base(replace(BASE, text="House"))
    targets.run()
    qtbot.waitUntil(lambda: any(each.isVisible() for each in targets.findChildren(Question)))
    [question] = targets.findChildren(Question)
    question.accept_button.click()
    at_rest()

    assert not targets.table.isColumnHidden(TargetColumn.MISSED)


@pytest.mark.slow
def test_the_selected_lines_are_copied_by_the_usual_key(targets: TargetTable, qtbot: QtBot) -> None:
    targets.window().activateWindow()
    targets.table.setFocus()
    qtbot.waitUntil(targets.table.hasFocus)

    QTest.keySequence(targets.table, "Ctrl+C")

    assert QGuiApplication.clipboard().text().splitlines()[1:] == ["de\tGerman\t\tnot translated yet\t"]
