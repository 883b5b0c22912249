"""The list of findings below a page: made on request, kept up to date, used for navigation and fixes."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu
from pytestqt.qtbot import QtBot

from termdesk.domain.entries.entries import SOURCE, TARGET
from termdesk.ui.glossaries.checks.check_kinds_dialog import HERE, CheckKindsDialog
from termdesk.ui.glossaries.checks.custom_rules_dialog import CustomRulesDialog
from termdesk.ui.glossaries.checks.findings_model import WORDS
from termdesk.ui.glossaries.checks.findings_panel import FindingsPanel
from termdesk.ui.glossaries.checks.grid_checks import GridChecks
from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.widgets.dialogs import Question

MATCH = Qt.MatchFlag.MatchExactly | Qt.MatchFlag.MatchRecursive
Finish = Callable[[Coroutine[Any, Any, Any]], Any]


def opened(qtbot: QtBot, checks: GridChecks, jobs: Jobs) -> FindingsPanel:
    checks.open()
    qtbot.waitUntil(lambda: not jobs.running)
    assert checks.panel is not None
    return checks.panel


def kinds(panel: FindingsPanel) -> list[tuple[int, str]]:
    found = [panel.model.finding(row) for row in range(panel.model.rowCount())]
    return [(each.row, each.kind) for each in found if each is not None]


def dialog_of(qtbot: QtBot, kind: type[Any]) -> Any:
    found: list[Any] = []

    def is_open() -> bool:
        found[:] = [each for each in QApplication.topLevelWidgets() if isinstance(each, kind) and each.isVisible()]
        return bool(found)

    qtbot.waitUntil(is_open)
    return found[0]


@pytest.mark.slow
def test_there_is_no_list_before_it_is_asked_for(page: DictionaryPage, checks: GridChecks, jobs: Jobs) -> None:
    page.edits.set_cells([(0, TARGET, "x")], "Edit")

    assert checks.panel is None
    assert not checks.is_open
    assert not checks._timer.isActive()


@pytest.mark.slow
def test_the_list_follows_edits_and_is_put_away(
    qtbot: QtBot, page: DictionaryPage, checks: GridChecks, jobs: Jobs
) -> None:
    panel = opened(qtbot, checks, jobs)
    assert (2, "empty") in kinds(panel)

    page.edits.set_cells([(2, SOURCE, "filled")], "Edit")
    qtbot.waitUntil(lambda: (2, "empty") not in kinds(panel) and not jobs.running)
    checks.shut()

    assert not checks.is_open
    assert page.grid.hasFocus()


@pytest.mark.slow
def test_going_from_finding_to_finding_follows_the_rows_and_goes_around(
    qtbot: QtBot, page: DictionaryPage, checks: GridChecks, jobs: Jobs
) -> None:
    opened(qtbot, checks, jobs)
    page.grid.go_to(2, TARGET)
    positions = []
    for step in (1, 1, -1, -1):
        checks.step(step)
        positions.append(page.grid.current_cell())

    assert positions == [(3, SOURCE), (0, SOURCE), (3, SOURCE), (2, SOURCE)]


@pytest.mark.slow
def test_without_a_list_one_goes_to_violations(page: DictionaryPage, checks: GridChecks) -> None:
    page.grid.go_to(0, SOURCE)

    checks.step(1)

    assert page.grid.current_cell() == (2, SOURCE)


@pytest.mark.slow
def test_a_fix_is_one_step_of_undo(qtbot: QtBot, page: DictionaryPage, checks: GridChecks, jobs: Jobs) -> None:
    panel = opened(qtbot, checks, jobs)
    position = kinds(panel).index((3, "outer_space"))
    panel.table.setCurrentIndex(panel.model.index(position, 0))

    panel.fix.click()
    qtbot.waitUntil(lambda: (3, "outer_space") not in kinds(panel) and not jobs.running)

    assert page.dictionary.entries.sources[3] == "lead"
    assert page.edits.history.count == 1


def test_a_finding_is_fixed_by_its_menu(qtbot: QtBot, page: DictionaryPage, checks: GridChecks, jobs: Jobs) -> None:
    panel = opened(qtbot, checks, jobs)
    position = panel.model.index(kinds(panel).index((3, "outer_space")), 0)
    panel.table.setCurrentIndex(position)
    spot = panel.table.visualRect(position).center()
    asked = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, spot, panel.table.viewport().mapToGlobal(spot))
    QApplication.sendEvent(panel.table.viewport(), asked)
    [menu] = panel.findChildren(QMenu, "findings_menu")
    words = [action.text() for action in menu.actions() if action.isEnabled()]
    menu.actions()[0].trigger()
    menu.close()
    qtbot.waitUntil(lambda: (3, "outer_space") not in kinds(panel) and not jobs.running)

    assert words == ["Trim"]
    assert page.dictionary.entries.sources[3] == "lead"


@pytest.mark.slow
def test_escape_leads_back_to_the_grid(qtbot: QtBot, page: DictionaryPage, checks: GridChecks, jobs: Jobs) -> None:
    panel = opened(qtbot, checks, jobs)
    for widget in (panel.table, panel.kinds, panel.choose_kinds):
        widget.setFocus()
        qtbot.keyClick(widget, Qt.Key.Key_Escape)
        assert page.grid.hasFocus()
        assert checks.is_open


@pytest.mark.slow
def test_a_finding_is_ignored_with_a_reason_and_taken_back(
    qtbot: QtBot, page: DictionaryPage, checks: GridChecks, jobs: Jobs
) -> None:
    panel = opened(qtbot, checks, jobs)
    panel.table.setCurrentIndex(panel.model.index(kinds(panel).index((1, "repeated_blanks")), 0))
    panel.ignore.click()
    question = dialog_of(qtbot, Question)
    question.findChild(QLineEdit).setText("A table.")
    question.accept_button.click()
    qtbot.waitUntil(lambda: (1, "repeated_blanks") not in kinds(panel) and not jobs.running)

    panel.show_ignored.setChecked(True)
    assert kinds(panel) == [(1, "repeated_blanks")]
    panel.table.setCurrentIndex(panel.model.index(0, 0))
    panel.take_back.click()
    qtbot.waitUntil(lambda: not panel.model.rowCount() and not jobs.running)
    panel.show_ignored.setChecked(False)

    assert (1, "repeated_blanks") in kinds(panel)


@pytest.mark.slow
def test_rules_that_are_saved_find_something_at_once(
    qtbot: QtBot, page: DictionaryPage, checks: GridChecks, jobs: Jobs
) -> None:
    panel = opened(qtbot, checks, jobs)
    panel.rules.click()
    dialog = dialog_of(qtbot, CustomRulesDialog)
    dialog.add.click()
    dialog.pattern.setText("lead")
    qtbot.waitUntil(dialog.accept_button.isEnabled)
    dialog.accept_button.click()

    qtbot.waitUntil(lambda: (3, "own:Rule 1") in kinds(panel) and not jobs.running)


@pytest.mark.slow
def test_the_keyboard_stays_in_the_list_while_it_shows_cells(
    qtbot: QtBot, page: DictionaryPage, checks: GridChecks, jobs: Jobs
) -> None:
    panel = opened(qtbot, checks, jobs)
    panel.table.setFocus()
    qtbot.waitUntil(panel.table.hasFocus)
    panel.table.setCurrentIndex(panel.model.index(0, 0))
    qtbot.keyClick(panel.table, Qt.Key.Key_Down)

    assert panel.table.hasFocus()
    assert page.grid.current_cell() == (3, SOURCE)
    qtbot.keyClick(panel.table, Qt.Key.Key_Return)
    assert page.grid.hasFocus()


@pytest.mark.slow
def test_closing_the_page_ends_the_checks(qtbot: QtBot, page: DictionaryPage, checks: GridChecks, jobs: Jobs) -> None:
    checks.open()

    checks.close()
    qtbot.waitUntil(lambda: not jobs.running)

    assert checks._listing is None


def test_several_findings_are_ignored_at_once_without_a_reason(
    qtbot: QtBot, page: DictionaryPage, checks: GridChecks, jobs: Jobs
) -> None:
    panel = opened(qtbot, checks, jobs)
    panel.table.selectAll()
    panel.ignore.click()
    question = dialog_of(qtbot, Question)
    assert question.windowTitle() == "Ignore 5 findings"
    assert question.accept_button.isEnabled()
    question.accept_button.click()
    qtbot.waitUntil(lambda: len(kinds(panel)) == 2 and not jobs.running)

    assert {kind for _, kind in kinds(panel)} == {"empty", "outer_space"}, "problems stay"
    panel.show_ignored.setChecked(True)
    assert not [row for row in range(5) if "Ignored:" in panel.model.index(row, WORDS).data()]
    panel.table.selectAll()
    panel.take_back.click()
    qtbot.waitUntil(lambda: not panel.model.rowCount() and not jobs.running)


def test_a_kind_is_switched_off_from_its_menu_and_on_again_in_the_dialog(
    qtbot: QtBot, page: DictionaryPage, checks: GridChecks, jobs: Jobs
) -> None:
    panel = opened(qtbot, checks, jobs)
    here, _everywhere = panel.kinds.actions()
    before = kinds(panel)
    panel.kinds.setCurrentItem(panel.kinds.findItems("Empty phrase", MATCH, 0)[0])
    assert not here.isEnabled(), "the service would refuse the entry"
    panel.kinds.setCurrentItem(panel.kinds.findItems("Near-duplicate", MATCH, 0)[0])
    here.trigger()
    qtbot.waitUntil(lambda: not panel.kinds.findItems("Near-duplicate", MATCH, 0) and not jobs.running)
    assert "1 kind switched off" in panel.status.text()

    panel.choose_kinds.click()
    dialog = dialog_of(qtbot, CheckKindsDialog)
    [item] = dialog.table.findItems("Near-duplicate", Qt.MatchFlag.MatchExactly, 0)
    assert item.checkState(HERE) == Qt.CheckState.Unchecked
    dialog.table.setFocus()
    dialog.table.setCurrentItem(item, HERE)
    qtbot.keyClick(dialog.table, Qt.Key.Key_Space)
    dialog.accept_button.click()

    qtbot.waitUntil(lambda: kinds(panel) == before and not jobs.running)
