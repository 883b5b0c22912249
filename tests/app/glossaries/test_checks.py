"""The list of findings by mouse and keys: looked through, fixed, ignored, and opened when the service rejects one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QSplitter

from app.program import Key, Program, at_rest
from termdesk.application.glossaries.summaries import LibraryItem
from termdesk.domain.entries.changes import SetCells
from termdesk.domain.entries.entries import SOURCE, TARGET
from termdesk.ui.glossaries.checks.custom_rules_dialog import CustomRulesDialog
from termdesk.ui.glossaries.checks.findings_panel import FindingsPanel
from termdesk.ui.glossaries.publishing.publish_dialog import PublishDialog
from termdesk.ui.glossaries.sheet.item_roles import FINDING_ROLE
from termdesk.ui.widgets.dialogs import Question

ENTRIES = (
    "e-mail\tE-Mail\nemail\temail\ncredit note\tGutschrift\ncredit\tKredit\nrow  2\tZeile\u200b 2\nrow 3\tZeile  3\n"
)
Shift = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


def imported(program: Program, folder: Path, entries: str = ENTRIES, name: str = "checks.en-de.tsv") -> None:
    program.open_text(folder / name, entries)


def checked(program: Program) -> FindingsPanel:
    """Press F7, and wait for the list."""
    program.press(Key.Key_F7)
    program.until(lambda: program.page.checks and program.page.checks.is_open and at_rest(program))
    checks = program.page.checks
    assert checks is not None
    assert checks.panel is not None
    return checks.panel


def found(panel: FindingsPanel) -> list[tuple[int, int, str]]:
    findings = [panel.model.finding(row) for row in range(panel.model.rowCount())]
    return [(each.row, each.column, each.kind) for each in findings if each is not None]


def choose_kind(panel: FindingsPanel, title: str) -> None:
    [item] = panel.kinds.findItems(title, Qt.MatchFlag.MatchExactly | Qt.MatchFlag.MatchRecursive, 0)
    panel.kinds.setCurrentItem(item)


@pytest.mark.slow
def test_where_one_stands_stays_in_sight_when_the_list_opens(program: Program, tmp_path: Path) -> None:
    imported(program, tmp_path, "".join(f"term {number}\tWort {number}\n" for number in range(200)))
    grid = program.page.grid
    grid.setFocus()
    grid.go_to(199, SOURCE)
    checked(program)

    program.until(lambda: grid.viewport().rect().contains(grid.visualRect(grid.currentIndex())))
    assert grid.currentIndex().row() == 199


def cell(program: Program) -> tuple[int, int]:
    index = program.page.grid.currentIndex()
    return program.page.model.row_at(index.row()), index.column()


@pytest.mark.slow
def test_the_list_begins_at_the_finding_of_the_current_cell(program: Program, tmp_path: Path) -> None:
    imported(program, tmp_path)
    program.page.grid.go_to(4, SOURCE)
    program.page.grid.setFocus()
    panel = checked(program)

    finding = panel.table.current()
    assert finding is not None
    assert (finding.row, finding.column) == (4, SOURCE)
    assert panel.fix.isEnabled()
    assert program.page.grid.hasFocus()

    program.page.grid.go_to(3, TARGET)
    checked(program)
    assert panel.table.current() == finding


@pytest.mark.slow
def test_where_the_current_cell_has_no_finding_the_first_one_is_chosen(program: Program, tmp_path: Path) -> None:
    imported(program, tmp_path)
    program.page.grid.go_to(3, TARGET)
    panel = checked(program)

    assert panel.table.currentIndex().row() == 0
    assert panel.fix.isEnabled()
    assert cell(program) == (3, TARGET)


@pytest.mark.slow
def test_findings_are_listed_and_walked_through_by_keys(program: Program, tmp_path: Path) -> None:
    imported(program, tmp_path)
    panel = checked(program)
    program.picture("checks")

    assert found(panel) == [
        (4, TARGET, "invisible"),
        (0, SOURCE, "near_duplicate"),
        (1, SOURCE, "near_duplicate"),
        (1, TARGET, "same_as_source"),
        (2, SOURCE, "nested_otherwise"),
        (4, SOURCE, "repeated_blanks"),
        (5, TARGET, "repeated_blanks"),
    ]
    assert "7 findings" in panel.status.text()
    walked = []
    for _ in range(4):
        program.press(Key.Key_F8)
        walked.append(cell(program))
    program.press(Key.Key_F8, Shift)
    assert walked == [(1, SOURCE), (1, TARGET), (2, SOURCE), (4, SOURCE)]
    assert cell(program) == (2, SOURCE)
    assert program.page.grid.hasFocus()
    assert "Near-duplicate" in _detail_at(program, 0)


@pytest.mark.slow
def test_cells_that_a_check_warns_of_are_marked_and_say_so(program: Program, tmp_path: Path) -> None:
    imported(program, tmp_path)
    index = program.page.model.index(4, TARGET)
    assert not index.data(FINDING_ROLE)

    checked(program)

    marked = [program.page.model.index(row, TARGET).data(FINDING_ROLE) for row in range(6)]
    assert marked == [False, False, False, False, True, False]
    assert str(index.data(Qt.ItemDataRole.AccessibleTextRole)).endswith("warning: Invisible character")
    assert "Invisible character" in str(index.data(Qt.ItemDataRole.ToolTipRole))


@pytest.mark.slow
def test_marks_follow_a_large_edit_also_after_the_list_was_closed(program: Program, tmp_path: Path) -> None:
    imported(program, tmp_path, "".join(f"word {number}\tWort\n" for number in range(80)))
    panel = checked(program)
    program.click(panel.close_button)

    program.page.edits.set_cells([(row, TARGET, "Wort\u200b") for row in range(80)], "Edit")

    index = program.page.model.index(70, TARGET)
    program.until(lambda: at_rest(program) and index.data(FINDING_ROLE))
    assert not panel.isVisible()


def _detail_at(program: Program, row: int) -> str:
    program.page.show_cell(row, SOURCE)
    return program.page.line.words.text()


@pytest.mark.slow
def test_a_click_shows_the_cell_and_enter_goes_there(program: Program, tmp_path: Path) -> None:
    imported(program, tmp_path)
    panel = checked(program)
    panel.table.setFocus()

    assert cell(program) == (0, SOURCE)
    program.press(Key.Key_Down)
    assert cell(program) == (1, SOURCE)
    assert panel.table.hasFocus()
    program.press(Key.Key_Return)

    assert program.page.grid.hasFocus()


@pytest.mark.slow
def test_all_of_a_kind_are_fixed_by_one_step_that_undo_takes_back(program: Program, tmp_path: Path) -> None:
    imported(program, tmp_path)
    before = list(program.page.dictionary.entries)
    panel = checked(program)
    choose_kind(panel, "Several spaces")
    panel.table.selectRow(0)
    assert panel.fix_all.text() == "Collapse spaces (2 findings)"

    program.click(panel.fix_all)
    program.until(lambda: at_rest(program) and "repeated_blanks" not in panel.model.listing.open.counts)

    assert program.page.edits.history.undo_text == "Collapse spaces"
    assert [source for source, _ in program.page.dictionary.entries][4] == "row 2"
    program.page.edits.history.undo()
    assert list(program.page.dictionary.entries) == before
    program.until(lambda: at_rest(program) and panel.model.listing.open.counts.get("repeated_blanks") == 2)


def ignore(program: Program, panel: FindingsPanel, kind: str, *, note: str) -> None:
    """Ignore the only finding of a kind, after selecting the kind."""
    program.click(panel.ignore)
    question = program.dialog(Question)
    field = question.findChild(QLineEdit)
    assert field is not None
    field.setText(note)
    program.click(question.accept_button)
    program.until(lambda: at_rest(program) and kind not in panel.model.listing.open.counts)


@pytest.mark.slow
def test_a_finding_is_ignored_with_a_note_and_taken_back(program: Program, tmp_path: Path) -> None:
    imported(program, tmp_path)
    panel = checked(program)
    choose_kind(panel, "Target same as source")
    panel.table.selectRow(0)
    ignore(program, panel, "same_as_source", note="That is what it is called.")
    panel.show_ignored.setChecked(True)
    program.picture("checks_ignored")

    assert found(panel) == [(1, TARGET, "same_as_source")]
    assert "That is what it is called." in str(panel.model.index(0, 3).data())
    panel.table.selectRow(0)
    program.click(panel.take_back)
    program.until(lambda: at_rest(program) and "same_as_source" in panel.model.listing.open.counts)
    assert found(panel) == []


@pytest.mark.slow
def test_a_rule_of_ones_own_is_written_tried_and_found(program: Program, tmp_path: Path) -> None:
    imported(program, tmp_path)
    panel = checked(program)
    program.click(panel.rules)
    dialog = program.dialog(CustomRulesDialog)
    program.click(dialog.add)
    dialog.name.setText("No digits")
    dialog.pattern.setText("(")
    assert not dialog.accept_button.isEnabled()
    assert "cannot be used" in dialog.outcome.text()
    dialog.pattern.setText(r"\d")
    dialog.message.setText("Write numbers out.")
    program.until(lambda: "4 phrases" in dialog.outcome.text())
    program.picture("own_rules")
    program.click(dialog.accept_button)
    program.until(lambda: at_rest(program) and panel.model.listing.open.counts.get("own:No digits") == 4)

    choose_kind(panel, "No digits")

    assert panel.model.index(0, 3).data() == "Write numbers out."


@pytest.mark.slow
def test_an_edit_brings_the_list_up_to_date(program: Program, tmp_path: Path) -> None:
    imported(program, tmp_path)
    panel = checked(program)

    program.page.edits.set_cells([(1, TARGET, "E-Post")], "Edit")
    program.until(lambda: at_rest(program) and "same_as_source" not in panel.model.listing.open.counts)

    assert panel.status.text().startswith("6 findings")


@pytest.mark.slow
def test_borders_stand_where_they_were_left_when_the_program_starts_again(
    fresh_program: Program, tmp_path: Path
) -> None:
    imported(fresh_program, tmp_path)
    panel = checked(fresh_program)
    below = panel.parentWidget()
    assert isinstance(below, QSplitter)
    for splitter in (panel.splitter, below):
        splitter.moveSplitter(splitter.sizes()[0] - 60, 1)
    left = panel.kinds.width(), panel.height()
    summary = fresh_program.page.dictionary.draft.glossary_key
    fresh_program.wait_for(fresh_program.controller.glossaries.close_dictionary())

    fresh_program.end()
    fresh_program.start()
    pane = fresh_program.controller.glossaries
    fresh_program.until(lambda: pane.summary(summary) is not None and at_rest(fresh_program))
    pane.panel.open_asked.emit(LibraryItem(pane.summary(summary), pane.summary(summary).rows[0]))
    fresh_program.until(lambda: pane.page is not None and at_rest(fresh_program))
    again = checked(fresh_program)

    assert (again.kinds.width(), again.height()) == pytest.approx(left, abs=12)


@pytest.mark.slow
def test_the_list_says_when_what_it_was_compared_with_was_edited(program: Program, tmp_path: Path) -> None:
    imported(program, tmp_path, "credit\tDarlehen\n", "bank.en-de.tsv")
    imported(program, tmp_path, "credit\tKredit\n", "law.en-de.tsv")
    panel = checked(program)
    assert "compared with one other glossary as of" in panel.status.text()
    assert (0, TARGET, "other_glossary") in found(panel)
    pane = program.controller.glossaries
    bank = next(each for each in pane.panel.model.summaries if each.name == "bank")
    open_bank = program.wait_for(program.controller.use_cases.library.open(bank, bank.rows[0].pair))

    open_bank.apply(SetCells(TARGET, (0,), ("Kredit",)))

    assert "edited since: “bank” en → de. Compare again" in panel.status.text()
    program.until(lambda: panel.status.height() >= panel.status.heightForWidth(panel.status.width()))
    program.picture("checks_older")
    program.click(panel.compare)
    program.until(lambda: at_rest(program) and "edited since" not in panel.status.text())
    assert found(panel) == []


def test_where_nothing_is_found_the_list_says_what_was_looked_for(program: Program, tmp_path: Path) -> None:
    imported(program, tmp_path, "house\tHaus\n")
    panel = checked(program)
    program.picture("checks_nothing")

    assert panel.nothing.isVisible()
    assert "Near-duplicate" in panel.nothing.text()
    program.click(panel.close_button)
    assert not panel.isVisible()


@pytest.mark.slow
def test_what_the_service_refuses_is_selected_in_its_row(program: Program, tmp_path: Path) -> None:
    imported(program, tmp_path)
    program.wait_for(_inject_http_error(program))
    program.page.show_cell(0, SOURCE)
    program.controller.window.window_actions["publish"].trigger()
    program.click(program.dialog(PublishDialog).accept_button)
    program.until(lambda: at_rest(program) and program.page.checks and program.page.checks.is_open)
    panel = program.page.checks.panel if program.page.checks else None
    assert panel is not None
    program.picture("checks_refused")

    assert cell(program) == (3, TARGET)
    assert (3, TARGET, "refused") in found(panel)
    assert program.says("The service refused entries")
    assert "Kredit is taken" in panel.words.text()
    choose_kind(panel, "Refused by the service")
    assert "Kredit is taken" in str(panel.model.index(0, 3).data())


async def _inject_http_error(program: Program) -> None:
    """Let the service reject the next change of glossaries, for a reason that no local rule knows."""
    api = await program.controller.use_cases.session.api()
    body = json.dumps({"message": "Bad request", "detail": "Entry 4, target: Kredit is taken."})
    await api.local.inject_fault({"family": "glossaries", "method": "POST", "next": 1, "status": 400, "body": body})
