"""The findings below the multilingual table: one list for all languages, to go through, fix, ignore, and update."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.glossaries.multilingual.test_multilingual_view import LANGUAGES, opened_multilingual
from app.glossaries.test_checks import choose_kind, ignore
from app.program import Key, Program, at_rest, run
from support.multilingual_glossary import entries_of_files
from support.shared_data import shared_file
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.invisible import as_seen
from termdesk.ui.glossaries.checks.findings_model import LANGUAGE
from termdesk.ui.glossaries.checks.findings_panel import FindingsPanel
from termdesk.ui.glossaries.multilingual.edit_dialog import StepSheet
from termdesk.ui.glossaries.multilingual.multilingual_page import MultilingualPage
from termdesk.ui.glossaries.sheet.item_roles import FINDING_ROLE
from termdesk.ui.widgets import theme

TARGETS = {
    "ar": [("bolt", " برغي"), ("nut", "صامولة"), ("spring  coil", "نابض")],
    "de": [("bolt", "Schraube"), ("nut", "Mutter "), ("spring  coil", "Feder\u200b")],
    "ja": [("washer", "ワッシャー"), ("spring  coil", "ばね"), ("bolt", "ボルト ")],
}


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


@pytest.fixture
def page(program: Program) -> MultilingualPage:
    return opened_multilingual(program, {code: Entries.of(pairs) for code, pairs in TARGETS.items()})


def checked(program: Program, page: MultilingualPage) -> FindingsPanel:
    """Press F7, and wait for the list."""
    page.grid.setFocus()
    program.press(Key.Key_F7)
    program.until(lambda: page.checks and page.checks.is_open and at_rest(program))
    assert page.checks is not None
    assert page.checks.panel is not None
    return page.checks.panel


def lines(panel: FindingsPanel) -> list[tuple[str, ...]]:
    """Return row, language, finding and phrase of each line."""
    model = panel.model
    return [tuple(model.index(row, each).data() for each in (0, LANGUAGE, 1, 2)) for row in range(model.rowCount())]


def here(page: MultilingualPage) -> tuple[str, int]:
    row, column = page.grid.current_cell() or (0, 0)
    return page.model.cell(row, 0), column


@pytest.mark.slow
def test_all_languages_are_listed_and_walked_through_by_keys(program: Program, page: MultilingualPage) -> None:
    panel = checked(program, page)
    program.picture("multilingual_checks")

    assert [line[1:] for line in lines(panel)] == [
        ("Arabic", "Space at an end", " برغي"),
        ("Japanese", "Space at an end", "ボルト "),
        ("German", "Space at an end", "Mutter "),
        ("German", "Invisible character", as_seen("Feder\u200b")),
        ("English", "Several spaces", "spring  coil"),
    ]
    assert "5 findings in 3 languages" in panel.status.text()
    assert not panel.table.isColumnHidden(LANGUAGE)
    page.grid.go_to(page.table.entries.rows_with("bolt")[0], 0)
    page.grid.setFocus()
    walked = []
    for _ in range(5):
        program.press(Key.Key_F8)
        walked.append(here(page))
    assert walked == [("bolt", 1), ("bolt", 3), ("nut", 2), ("spring  coil", 0), ("spring  coil", 2)]
    program.press(Key.Key_F8, Qt.KeyboardModifier.ShiftModifier)
    assert here(page) == ("spring  coil", 0)
    panel.table.selectRow(2)
    panel.table.setFocus()
    program.press(Key.Key_Return)
    assert here(page) == ("nut", 2)
    assert page.grid.hasFocus()


@pytest.mark.slow
def test_cells_that_a_check_warns_of_are_marked_and_say_so(program: Program, page: MultilingualPage) -> None:
    row = page.table.entries.rows_with("spring  coil")[0]
    index = page.model.index(row, 2)
    assert not index.data(FINDING_ROLE)

    checked(program, page)

    assert [page.model.index(row, column).data(FINDING_ROLE) for column in range(4)] == [False, False, True, False]
    assert "Invisible character" in str(index.data(Qt.ItemDataRole.ToolTipRole))
    page.grid.go_to(row, 2)
    assert "Invisible character" in page.line.words.text()


@pytest.mark.slow
def test_all_of_a_kind_are_fixed_in_all_languages_as_one_step(program: Program, page: MultilingualPage) -> None:
    panel = checked(program, page)
    before = [list(each.entries) for each in page.table.dictionaries]
    panel.table.selectRow(0)
    assert panel.fix_all.text() == "Trim (3 findings)"

    program.click(panel.fix_all)
    program.until(lambda: at_rest(program) and panel.model.rowCount() == 2)

    assert page.model.cell(page.table.entries.rows_with("bolt")[0], 1) == "برغي"
    assert page.table.violation_count == 0
    run(program, "undo")
    program.until(lambda: at_rest(program) and panel.model.rowCount() == 5)
    assert [list(each.entries) for each in page.table.dictionaries] == before


@pytest.mark.slow
def test_a_source_phrase_is_fixed_in_all_languages_once_that_was_shown(
    program: Program, page: MultilingualPage
) -> None:
    panel = checked(program, page)
    choose_kind(panel, "Several spaces")
    panel.table.selectRow(0)

    program.click(panel.fix)
    sheet = program.dialog(StepSheet)
    program.click(sheet.accept_button)
    program.until(lambda: at_rest(program) and "repeated_blanks" not in panel.model.listing.open.counts)

    assert [each.entries.sources.count("spring coil") for each in page.table.dictionaries] == [1, 1, 1]


@pytest.mark.slow
def test_what_is_ignored_with_a_note_comes_back_when_it_is_taken_back(program: Program, page: MultilingualPage) -> None:
    panel = checked(program, page)
    choose_kind(panel, "Invisible character")
    panel.table.selectRow(0)
    ignore(program, panel, "invisible", note="For the line break.")

    panel.show_ignored.setChecked(True)
    assert [line[1] for line in lines(panel)] == ["German"]
    assert "For the line break." in str(panel.model.index(0, 3).data())
    panel.table.selectRow(0)
    program.click(panel.take_back)
    program.until(lambda: at_rest(program) and "invisible" in panel.model.listing.open.counts)


@pytest.mark.slow
def test_the_list_follows_what_is_typed_and_rows_that_move(program: Program, page: MultilingualPage) -> None:
    panel = checked(program, page)
    rows = [line[0] for line in lines(panel)]

    page.edits.insert_row(0)
    program.until(lambda: at_rest(program) and panel.model.rowCount() == 7)

    moved = [line[0] for line in lines(panel) if line[3] != "(empty)"]
    assert [int(row) for row in moved] == [int(row) + 1 for row in rows]
    page.grid.go_to(0, 2)
    page.grid.setFocus()
    program.type("neu ")
    program.press(Key.Key_Return)
    program.until(lambda: at_rest(program) and ("1", "German", "Space at an end", "neu ") in lines(panel))


def test_a_list_without_findings_says_so(program: Program) -> None:
    page = opened_multilingual(
        program, {"de": Entries.of([("bolt", "Schraube")]), "ja": Entries.of([("bolt", "ボルト")])}
    )
    panel = checked(program, page)
    program.picture("multilingual_checks_nothing")

    assert panel.right.currentWidget() is panel.nothing
    assert "No findings in 2 languages." in panel.nothing.text()
    program.click(panel.close_button)
    assert page.grid.hasFocus()


@pytest.mark.slow
def test_eight_languages_are_checked(program: Program) -> None:
    targets = entries_of_files({code: shared_file(name) for code, name in LANGUAGES.items()}, limit=1_500)
    page = opened_multilingual(program, targets, "LibreOffice")
    program.controller.window.resize(1700, 900)

    panel = checked(program, page)

    listing = panel.model.listing
    assert listing is not None
    for scheme in ("light", "dark"):
        theme.apply(QApplication.instance(), choice=scheme)
        program.picture(f"multilingual_checks_libreoffice_{scheme}")
    program.controller.window.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    program.picture("multilingual_checks_rtl")
    for row in range(0, panel.model.rowCount(), 97):
        finding = panel.model.finding(row)
        assert finding is not None
        column = finding.part + 1 if finding.column else 0
        assert page.model.cell(finding.row, column) == listing.phrase(finding)
