"""Filter row, chips, facets and sorting by mouse and keys, in Arabic and Japanese."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtWidgets import QTreeWidgetItem

from app.program import Control, ControlShift, Key, Program, at_rest
from termdesk.application.glossaries.view.conditions import Match
from termdesk.application.glossaries.view.facets import Facet
from termdesk.ui.glossaries.rewriting.similar_dialog import SimilarDialog
from termdesk.ui.glossaries.sheet.sheet_page import SheetPage
from termdesk.ui.glossaries.view.filter_field import FilterField

ARABIC = (
    "file\tملف\nFolder\tمجلد\nfile\tملفات\nprinter\t\nکتاب\tكتاب\nopen file\tفتح الملف\nsave \tحفظ\nnetwork\tشبكة\n"
)
JAPANESE = (
    "file\tファイル\nfolder\tフォルダー\nsave\t保存\nopen\t開く\nTokyo Tower\t東京タワー\ncut\t切り取り\nUSB\tUSB\n"
)
SIMILAR = "e-mail\tE-Mail\nE-Mail\tEmail\nweb site\tSeite\nwebsite\tNetzseite\n"


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


def shown(program: Program) -> list[str]:
    model = program.page.model
    return [str(model.index(row, 0).data(Qt.ItemDataRole.EditRole)) for row in range(model.rowCount())]


def value(program: Program, page: SheetPage, facet: str, title: str) -> QTreeWidgetItem:
    """Return a value in the panel, once it is there."""
    tree = page.view_controller.panel.tree
    found: list[QTreeWidgetItem] = []

    def is_there() -> bool:
        tops = [tree.topLevelItem(position) for position in range(tree.topLevelItemCount())]
        top = next(top for top in tops if top is not None and top.text(0) == facet)
        children = [top.child(position) for position in range(top.childCount())]
        found[:] = [child for child in children if child is not None and child.text(0) == title]
        return bool(found)

    program.until(is_there)
    return found[0]


@pytest.mark.slow
def test_columns_are_filtered_by_keys_alone_and_chips_take_it_back(program: Program, tmp_path: Path) -> None:
    program.import_text(tmp_path / "terms.en-ar.tsv", ARABIC, has_violations=True)
    page = program.page
    page.grid.setFocus()
    page.grid.setCurrentIndex(page.model.index(0, 1))
    program.press(Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    field = page.view_controller.header.field(1)
    program.until(field.hasFocus)
    assert field.layoutDirection() == Qt.LayoutDirection.RightToLeft

    field.insert("ملف")
    program.until(lambda: shown(program) == ["file", "file", "open file"])
    page.view_controller.header.field(0).setText("^file")
    page.view_controller.header.field(0).choose(page.view_controller.header.field(0).match.PATTERN)
    program.until(lambda: shown(program) == ["file", "file"])
    assert len(page.view_controller.chips.chips) == 2
    assert page.view_controller.counts.text().startswith("2 of 8 entries")
    program.picture("filter-row-ar")
    program.click(page.view_controller.chips.chips[0])
    program.until(lambda: shown(program) == ["file", "file", "open file"])
    program.press(Key.Key_L, ControlShift)
    program.until(lambda: len(shown(program)) == 8 and at_rest(program))

    assert field.text() == ""
    assert page.view_controller.chips.isHidden()


def test_a_wrong_pattern_is_said_at_its_box_and_what_was_shown_stays(program: Program, tmp_path: Path) -> None:
    program.open_text(tmp_path / "terms.en-ja.tsv", JAPANESE)
    view_controller = program.page.view_controller
    program.press(Key.Key_F, ControlShift)
    field = view_controller.header.field(0)
    program.until(field.hasFocus)
    field.choose(field.match.PATTERN)
    program.qtbot.keyClicks(field, "(file")
    program.until(lambda: field.toolTip() != "" and at_rest(program))
    program.picture("filter-wrong-pattern")

    assert "cannot be used" in field.accessibleDescription()
    assert len(shown(program)) == 7
    assert "cannot be used" in program.page.line.words.text()
    program.qtbot.keyClicks(field, ")")
    program.until(lambda: shown(program) == ["file"] and field.toolTip() == "")


@pytest.mark.slow
def test_facets_narrow_count_and_follow_edits(program: Program, tmp_path: Path) -> None:
    program.open_text(tmp_path / "terms.en-ja.tsv", JAPANESE)
    page = program.page
    program.press(Key.Key_F9)
    program.until(page.view_controller.panel.isVisible)
    kana = value(program, program.page, "Script of the target", "Kana")
    latin = value(program, program.page, "Script of the target", "Latin")
    assert (kana.text(1), latin.text(1)) == ("2", "1")

    kana.setCheckState(0, Qt.CheckState.Checked)
    program.until(lambda: shown(program) == ["file", "folder"])
    latin.setCheckState(0, Qt.CheckState.Checked)
    program.until(lambda: shown(program) == ["file", "folder", "USB"] and at_rest(program))
    value(program, program.page, "Problem", "No problem").setCheckState(0, Qt.CheckState.Checked)
    program.until(lambda: len(page.view_controller.chips.chips) == 2 and at_rest(program))
    program.picture("facets-ja")
    page.edits.set_cells([(0, 1, "file")], "Edit")
    program.until(lambda: value(program, program.page, "Script of the target", "Kana").text(1) == "1")

    assert value(program, program.page, "Script of the target", "Latin").text(1) == "2"
    assert page.view_controller.query_editor.query.values(Facet.TARGET_SCRIPT) == {"KANA", "LATIN"}
    program.press(Key.Key_Escape)
    assert page.view_controller.panel.isHidden()
    assert page.grid.hasFocus()


@pytest.mark.slow
def test_sorting_has_three_states_and_is_there_again_at_the_next_opening(program: Program, tmp_path: Path) -> None:
    program.open_text(tmp_path / "terms.en-ja.tsv", JAPANESE)
    header = program.page.view_controller.header
    position = header.viewport().rect().topLeft()
    position.setX(header.sectionViewportPosition(1) + 20)
    position.setY(8)

    def click_title() -> list[str]:
        program.qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=position)
        program.until(lambda: at_rest(program))
        return shown(program)

    ascending = click_title()
    assert ascending == ["USB", "file", "folder", "open", "cut", "Tokyo Tower", "save"]
    assert "sorted by Target, ascending" in program.page.view_controller.counts.text()
    assert click_title() == ascending[::-1]
    assert "sorted by Target, descending" in program.page.view_controller.counts.text()
    program.controller.window.window_actions["close_dictionary"].trigger()
    program.until(lambda: program.controller.glossaries.page is None and at_rest(program))
    panel = program.controller.glossaries.panel
    panel.open_asked.emit(panel.chosen_item())
    program.until(lambda: program.controller.glossaries.page is not None and at_rest(program))

    assert shown(program) == ascending[::-1]
    header = program.page.view_controller.header
    assert click_title() == [line.split("\t")[0] for line in JAPANESE.splitlines()]


@pytest.mark.slow
def test_selected_rows_are_counted_by_ranges(program: Program, tmp_path: Path) -> None:
    program.open_text(tmp_path / "terms.en-ja.tsv", JAPANESE)
    page = program.page
    flags = QItemSelectionModel.SelectionFlag
    for row, column in ((0, 0), (1, 0), (1, 1), (4, 1)):
        page.grid.selectionModel().select(page.model.index(row, column), flags.Select)

    program.until(lambda: "3 selected" in page.view_controller.counts.text())
    page.grid.selectAll()
    program.until(lambda: "7 selected" in page.view_controller.counts.text())


@pytest.mark.slow
@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_Down])
def test_enter_and_down_lead_from_the_filter_to_the_grid(program: Program, tmp_path: Path, key: Qt.Key) -> None:
    program.open_text(tmp_path / "terms.en-ja.tsv", JAPANESE)
    program.press(Key.Key_L, Control)
    field = program.page.filter_bar.field
    assert isinstance(field, FilterField)
    program.until(field.hasFocus)
    program.qtbot.keyClicks(field, "open")
    program.qtbot.keyClick(field, key)

    program.until(lambda: program.page.grid.hasFocus() and shown(program) == ["open"])


@pytest.mark.slow
def test_similar_entries_are_settled_from_the_menu_as_one_step(program: Program, tmp_path: Path) -> None:
    program.open_text(tmp_path / "terms.en-de.tsv", SIMILAR)
    program.controller.window.window_actions["similar"].trigger()
    dialog = program.dialog(SimilarDialog)
    program.until(lambda: dialog.model.rowCount() == 2)
    dialog.tree.setFocus()
    dialog.tree.setCurrentIndex(dialog.model.index(1, 0))
    program.qtbot.keyClick(dialog.tree, Key.Key_Space)
    if folder := os.environ.get("TERMDESK_PICTURES"):
        dialog.grab().save(f"{folder}/similar.png")
    program.click(dialog.accept_button)
    program.until(lambda: len(program.page.dictionary) == 3)

    program.press(Key.Key_Z, Control)
    program.until(lambda: len(program.page.dictionary) == 4)
    assert shown(program) == ["e-mail", "E-Mail", "web site", "website"]


@pytest.mark.slow
def test_a_filter_that_is_given_up_stays_given_up(program: Program, tmp_path: Path) -> None:
    slow = "".join(f"{'x' * 18}{number}\ty{number}\n" for number in range(6_000))
    program.open_text(tmp_path / "slow.en-de.tsv", slow)
    view_controller, jobs = program.page.view_controller, program.controller.window.jobs
    view_controller.header.show_row(True)
    field = view_controller.header.field(0)
    field.choose(Match.PATTERN)
    field.setText("(x+x+)+z")
    program.until(lambda: any(job.key == view_controller.applying and job.progress.done for job in jobs.running))
    assert len(view_controller.chips.chips) == 1

    jobs.cancel(view_controller.applying)
    program.until(view_controller.chips.isHidden)

    assert field.text() == ""
    assert program.page.model.rowCount() == 6_000
    assert view_controller.query_editor.query.is_everything


@pytest.mark.slow
def test_a_dictionary_can_be_closed_while_it_is_filtered(program: Program, tmp_path: Path) -> None:
    slow = "".join(f"{'x' * 18}{number}\ty{number}\n" for number in range(6_000))
    program.open_text(tmp_path / "slow.en-de.tsv", slow)
    field = program.page.filter_bar.field
    field.choose(Match.PATTERN)
    field.setText("(x+x+)+z")
    applying, jobs = program.page.view_controller.applying, program.controller.window.jobs
    program.until(lambda: any(job.key == applying and job.progress.done for job in jobs.running))

    program.controller.window.window_actions["close_dictionary"].trigger()

    program.until(lambda: program.controller.glossaries.page is None and at_rest(program))
    assert program.bugs == []
