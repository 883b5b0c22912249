"""The multilingual table has column filters, facets, status and details like the grid."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.glossaries.multilingual.test_multilingual_view import opened_multilingual, shown
from app.glossaries.test_view_query import value
from app.program import Control, ControlShift, Key, Program, at_rest, run
from support.multilingual_glossary import own_entries
from termdesk.application.glossaries.view.facets import Facet
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import DOMAIN, FORBIDDEN, NOTE, PREFERRED, STATUS, EntryDetail
from termdesk.ui.glossaries.multilingual.multilingual_page import MultilingualPage
from termdesk.ui.glossaries.rewriting.similar_dialog import SimilarDialog
from termdesk.ui.widgets import theme


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


def sources(page: MultilingualPage) -> list[str]:
    return [row[0] for row in shown(page)]


@pytest.mark.slow
def test_each_language_is_filtered_under_its_heading_by_keys(program: Program) -> None:
    page = opened_multilingual(program, own_entries())
    header = page.view_controller.header
    page.grid.go_to(0, 3)
    program.press(Key.Key_F, ControlShift)
    program.until(header.field(3).hasFocus)
    assert header.field(3).layoutDirection() == Qt.LayoutDirection.RightToLeft, "Hebrew"

    header.field(3).insert("דיס")
    program.until(lambda: sources(page) == ["washer"] and at_rest(program))
    program.press(Key.Key_Tab)
    assert header.field(4).hasFocus()
    program.press(Key.Key_Backtab)
    for _ in range(3):
        program.press(Key.Key_Backtab)
    assert header.field(0).hasFocus(), "the box of the frozen column"
    program.type("bolt")
    program.until(lambda: sources(page) == [] and at_rest(program))
    program.picture("multilingual_filter_row")
    program.click(page.view_controller.chips.chips[1])
    program.until(lambda: sources(page) == ["bolt"] and at_rest(program))
    program.press(Key.Key_L, ControlShift)
    program.until(lambda: len(sources(page)) == 4 and at_rest(program))

    assert header.field(0).text() == header.field(3).text() == ""


@pytest.mark.slow
def test_the_filter_box_of_the_source_stays_over_the_frozen_column(program: Program) -> None:
    page = opened_multilingual(program, own_entries())
    run(program, "filter_row")
    grid, field = page.grid, page.view_controller.header.field(0)
    program.controller.window.resize(900, 600)
    program.until(lambda: grid.horizontalScrollBar().maximum() > 0)
    grid.horizontalScrollBar().setValue(grid.horizontalScrollBar().maximum())

    position = field.mapTo(grid, field.rect().topLeft())
    assert field.isVisible()
    assert grid.frozen.geometry().contains(position)
    assert QApplication.widgetAt(field.mapToGlobal(field.rect().center())) in (field, None)
    grid.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    program.until(lambda: grid.frozen.geometry().contains(field.mapTo(grid, field.rect().center())))
    program.picture("multilingual_filter_row_narrow")


@pytest.mark.slow
def test_facets_count_the_languages_that_are_ticked_and_narrow_by_them(program: Program) -> None:
    page = opened_multilingual(program, own_entries())
    run(program, "facets")
    program.until(page.view_controller.panel.isVisible)
    gap = value(program, page, "Incomplete", "Target is empty")
    program.until(lambda: gap.text(1) == "4")
    assert value(program, page, "Script of the target", "Thai").text(1) == "2"
    page.filter_bar.languages.choose(frozenset({1}))
    program.until(lambda: value(program, page, "Incomplete", "Target is empty").text(1) == "1")

    value(program, page, "Incomplete", "Target is empty").setCheckState(0, Qt.CheckState.Checked)
    program.until(lambda: sources(page) == ["spring"] and at_rest(program))
    program.picture("multilingual_facets")
    assert page.view_controller.query_editor.query.languages == {1}
    page.filter_bar.languages.choose_all()
    program.until(lambda: len(sources(page)) == 4 and at_rest(program))
    value(program, page, "Script of the target", "Thai").setCheckState(0, Qt.CheckState.Checked)
    program.until(lambda: sources(page) == ["nut", "spring"] and at_rest(program))

    assert page.view_controller.query_editor.query.values(Facet.TARGET_SCRIPT) == {"THAI"}
    program.press(Key.Key_F9)
    assert page.view_controller.panel.isHidden()


@pytest.mark.slow
def test_details_of_the_current_entry_are_edited_as_steps_and_filtered(program: Program) -> None:
    page = opened_multilingual(program, own_entries())
    assert page.details.isHidden(), "nothing is noted yet"
    page.grid.go_to(0, 2)
    run(program, "details")
    assert page.details.fields[STATUS].hasFocus()
    program.press(Key.Key_Escape)
    assert page.grid.hasFocus()
    assert page.details.heading.text().startswith("German: ")
    german = page.table.dictionaries[1]

    status = page.details.fields[STATUS]
    status.setCurrentIndex(status.findData(PREFERRED))
    status.activated.emit(status.currentIndex())
    page.details.fields[DOMAIN].setFocus()
    program.type("fasteners")
    program.press(Key.Key_Return)
    page.details.fields[NOTE].setFocus()
    program.type("M8")
    page.grid.setFocus()
    assert german.entries.detail(0) == EntryDetail(PREFERRED, "M8", "fasteners")
    program.picture("multilingual_details")
    run(program, "facets")
    value(program, page, "Domain", "fasteners").setCheckState(0, Qt.CheckState.Checked)
    program.until(lambda: sources(page) == ["bolt"] and at_rest(program))
    for _ in range(3):
        run(program, "undo")

    assert german.entries.detail(0).is_empty
    assert (page.details.fields[DOMAIN].text(), page.details.fields[NOTE].text()) == ("", "")
    run(program, "redo")
    assert page.details.fields[STATUS].currentData() == PREFERRED


@pytest.mark.slow
def test_everything_fits_into_a_narrow_window(program: Program) -> None:
    page = opened_multilingual(program, own_entries())
    page.edits.set_detail(0, 2, EntryDetail(PREFERRED, "a long note that says when to use it", "fasteners"), "Note")
    for action in ("filter_row", "facets", "details"):
        run(program, action)
    program.controller.window.resize(900, 600)
    page.grid.go_to(0, 2)
    program.until(lambda: at_rest(program))
    program.picture("multilingual_query_narrow")

    assert program.controller.window.width() < 1_000, "a screen of 1,024 pixels is enough"
    assert page.grid.width() >= 200
    assert page.details.fields[STATUS].width() >= page.details.fields[STATUS].minimumSizeHint().width()


@pytest.mark.slow
def test_an_entry_that_is_forbidden_in_the_table_looks_so(program: Program) -> None:
    page = opened_multilingual(program, own_entries())
    page.grid.go_to(1, 2)
    page.edits.set_detail(1, 2, EntryDetail(FORBIDDEN), "Forbid")

    assert page.table.is_forbidden(1, 1)
    page.filter_bar.only_forbidden.setChecked(True)
    program.until(lambda: sources(page) == ["nut"] and at_rest(program))


def test_a_gap_and_a_source_phrase_have_no_details(program: Program) -> None:
    page = opened_multilingual(program, own_entries())
    run(program, "details")
    for column in (0, 3):
        page.grid.go_to(1, column)
        assert not page.details.fields[DOMAIN].isEnabled()
    page.grid.go_to(1, 4)
    assert page.details.fields[NOTE].isEnabled()


@pytest.mark.slow
def test_similar_entries_of_a_language_are_settled_as_one_step(program: Program) -> None:
    entries = own_entries()
    entries["de"] = Entries.of([("nut", "Mutter"), ("bolt", "E-Mail"), ("bolts", "e-mail"), ("screw", "Email")])
    page = opened_multilingual(program, entries)
    page.grid.go_to(0, 2)
    run(program, "similar")
    dialog = program.dialog(SimilarDialog)
    assert dialog.language_box.currentText() == "German"
    dialog.column_box.setCurrentIndex(1)
    # The sources, which are searched first, have one group, too. It has two rows.
    program.until(lambda: dialog.model.rowCount(dialog.model.index(0, 0)) == 3)
    top = dialog.model.index(0, 0)
    numbers = [dialog.model.index(position, 2, top).data() for position in range(dialog.model.rowCount(top))]
    rows = [int(number) - 1 for number in numbers]
    assert [page.model.cell(row, 2) for row in rows] == ["E-Mail", "e-mail", "Email"], "rows of the table"
    program.picture("multilingual_similar", dialog)
    program.click(dialog.tick)
    program.click(dialog.accept_button)
    program.until(lambda: {page.model.cell(row, 2) for row in rows} == {"E-Mail"} and at_rest(program))

    program.press(Key.Key_Z, Control)
    program.until(lambda: page.model.cell(rows[1], 2) == "e-mail" and at_rest(program))


@pytest.mark.slow
def test_the_order_of_the_table_is_there_again_at_the_next_opening(program: Program) -> None:
    page = opened_multilingual(program, own_entries())
    page.grid.go_to(0, 4)
    run(program, "sort_target")
    program.until(lambda: page.counts.text().endswith("sorted by Japanese, ascending") and at_rest(program))
    order = sources(page)
    run(program, "close_dictionary")
    program.until(lambda: program.controller.glossaries.table.page is None and at_rest(program))

    run(program, "multilingual_view")
    program.until(lambda: program.controller.glossaries.table.page is not None and at_rest(program))

    again = program.controller.glossaries.table.page
    assert again is not None
    assert sources(again) == order
    assert again.view_controller.shown_query.sort_column == 4


@pytest.mark.slow
@pytest.mark.parametrize("look", ["light", "dark", "rtl"])
def test_filter_row_facets_and_details_fit_together(program: Program, look: str) -> None:
    theme.apply(program.app, choice="dark" if look == "dark" else "light")
    if look == "rtl":
        program.app.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        program.controller.window.resize(1400, 800)
        page = opened_multilingual(program, own_entries())
        page.edits.set_detail(0, 2, EntryDetail(PREFERRED, "M8 to M12", "fasteners"), "Note")
        for action in ("filter_row", "facets", "details"):
            run(program, action)
        page.filter_bar.only_incomplete.setChecked(True)
        page.view_controller.header.field(2).setText("u")
        page.view_controller.header.field(2).choose(page.view_controller.header.field(2).match)
        page.grid.go_to(0, 2)
        program.until(lambda: at_rest(program) and len(page.view_controller.chips.chips) == 2)
        program.until(lambda: at_rest(program))
        page.grid.go_to(0, 2)
        program.picture(f"multilingual_query_{look}")

        panel, grid = page.view_controller.panel, page.grid
        assert panel.isVisible()
        assert grid.width() > panel.width()
        assert all(field.isVisible() for field in page.view_controller.header.fields_as_seen())
    finally:
        program.app.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        theme.apply(program.app, choice="light")
