"""The multilingual table by mouse and keys: one phrase in all languages, edited, undone, published, and verified."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtWidgets import QApplication, QPushButton

from app.program import ControlShift, Key, Program, at_rest, run
from support.multilingual_glossary import entries_of_files, made, own_entries
from support.shared_data import shared_file
from termdesk.application.glossaries.view.conditions import Match
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import PREFERRED, EntryDetail
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.dictionary import grid_edits
from termdesk.ui.glossaries.dictionary.grid_changes import remove_rows
from termdesk.ui.glossaries.multilingual.edit_dialog import StepSheet
from termdesk.ui.glossaries.multilingual.multilingual_page import MultilingualPage
from termdesk.ui.glossaries.publishing.publish_dialog import PublishDialog
from termdesk.ui.glossaries.publishing.violations_dialog import ViolationsDialog
from termdesk.ui.glossaries.rewriting.clean_dialog import CleanDialog
from termdesk.ui.glossaries.rewriting.replace_dialog import ReplaceDialog
from termdesk.ui.glossaries.sheet.clipboard import copy, format_block
from termdesk.ui.glossaries.sheet.item_roles import VIOLATION_ROLE
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.dialogs import Question

# The rows of a table whose opening is compared with that of a large one.
FEW = 20
LANGUAGES = {
    "ar": "libreoffice.en-ar.tsv",
    "de": "libreoffice.en-de.tsv",
    "es": "libreoffice.en-es.tsv",
    "fr": "libreoffice.en-fr.tsv",
    "he": "libreoffice.en-he.tsv",
    "ja": "libreoffice.en-ja.tsv",
    "th": "libreoffice.en-th.tsv",
    "zh": "libreoffice.en-zh-cn.tsv",
}


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


def opened_multilingual(program: Program, targets: dict[str, Entries], name: str = "Parts") -> MultilingualPage:
    """Open the multilingual table of a new glossary."""
    pane = program.controller.glossaries
    summary = program.wait_for(made(program.controller.use_cases.library, name, targets))
    program.wait_for(pane.read_library())
    pane.panel.select(summary.key)
    program.until(program.controller.window.window_actions["multilingual_view"].isEnabled)
    run(program, "multilingual_view")
    program.until(lambda: pane.table.page is not None and at_rest(program))
    assert pane.table.page is not None
    return pane.table.page


def shown(page: MultilingualPage) -> list[list[str]]:
    columns = range(page.model.columnCount())
    return [[page.model.index(row, column).data() for column in columns] for row in range(page.model.rowCount())]


def on_service(program: Program, page: MultilingualPage) -> dict[str, dict[str, str]]:
    """Return the entries of the glossary on the service, by language."""
    glossary_id = page.table.dictionaries[0].draft.glossary_id
    assert glossary_id is not None

    async def read() -> dict[str, dict[str, str]]:
        api = await program.controller.use_cases.session.api()
        pairs = [each.pair for each in page.table.dictionaries]
        return {pair.target: (await api.glossaries.entries(glossary_id, pair)).as_dict() for pair in pairs}

    return program.wait_for(read())


def publish(program: Program) -> PublishDialog:
    run(program, "publish")
    return program.dialog(PublishDialog)


@pytest.mark.slow
def test_a_source_phrase_is_renamed_in_all_languages_published_and_read_back(program: Program) -> None:
    page = opened_multilingual(program, own_entries())
    assert [row[0] for row in shown(page)] == ["bolt", "nut", "washer", "spring"]
    dialog = publish(program)
    program.picture("multilingual_publish", dialog)
    program.click(dialog.accept_button)
    program.until(lambda: program.says("is published") and at_rest(program))

    page.grid.go_to(0, 0)
    program.press(Key.Key_F2)
    program.press(Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    program.type("screw")
    program.press(Key.Key_Return)
    sheet = program.dialog(StepSheet)
    program.picture("multilingual_step", sheet)
    assert sheet.findChild(type(sheet.silent), "step_silent") is sheet.silent
    program.click(sheet.accept_button)
    program.until(lambda: shown(page)[0][0] == "screw" and at_rest(program))
    run(program, "undo")
    assert shown(page)[0][0] == "bolt"
    run(program, "redo")
    assert shown(page)[0][:2] == ["screw", "برغي"]
    program.picture("multilingual")

    dialog = publish(program)
    assert dialog.list.rowCount() == 4
    program.click(dialog.accept_button)
    program.until(lambda: not page.has_unpublished_edits and at_rest(program))

    held = on_service(program, page)
    assert {code: "screw" in entries and "bolt" not in entries for code, entries in held.items()} == {
        **dict.fromkeys(("ar", "de", "he", "ja"), True),
        "th": False,
    }
    assert held["he"] == {"screw": "בורג", "washer": "דיסקית"}


@pytest.mark.slow
def test_what_the_service_refuses_of_one_language_is_selected_in_its_row(program: Program) -> None:
    page = opened_multilingual(program, own_entries())
    program.click(publish(program).accept_button)
    program.until(lambda: program.says("is published") and at_rest(program))
    page.edits.clear_cells({2: [0], 3: [0]})

    async def rehearse_refusal() -> None:
        api = await program.controller.use_cases.session.api()
        body = json.dumps({"message": "Bad request", "detail": "Entry 1, target: it is taken."})
        await api.local.inject_fault({"family": "glossaries", "method": "PUT", "next": 1, "status": 400, "body": body})

    program.wait_for(rehearse_refusal())
    program.click(publish(program).accept_button)
    program.until(lambda: at_rest(program) and page.checks is not None and page.checks.is_open)

    refused = page.table.dictionaries[1]
    source = refused.entries.copy_published_part().sources[0]
    row, column = page.grid.current_cell()
    assert (page.model.cell(row, 0), column) == (source, 2)
    assert program.says("The service refused entries")
    assert program.says("Nothing was published")
    assert program.says("Not yet: German, Hebrew.")
    assert not program.says("in part")
    assert page.checks is not None
    assert "it is taken" in page.checks.panel.words.text()
    program.picture("multilingual_refused")


@pytest.mark.slow
def test_a_dictionary_can_be_left_out_of_publishing(program: Program) -> None:
    page = opened_multilingual(program, own_entries())
    dialog = publish(program)
    assert dialog.list.item(0, 4).text() == "a new glossary is created"
    dialog.list.item(0, 0).setCheckState(Qt.CheckState.Unchecked)
    assert [dialog.list.item(row, 4).text() for row in (0, 1)] == ["left out", "a new glossary is created"]
    for row in range(1, 5):
        dialog.list.item(row, 0).setCheckState(Qt.CheckState.Unchecked)
    assert not dialog.accept_button.isEnabled()
    dialog.list.item(1, 0).setCheckState(Qt.CheckState.Checked)
    dialog.list.item(4, 0).setCheckState(Qt.CheckState.Checked)
    program.picture("multilingual_publish_two", dialog)
    assert dialog.accept_button.text() == "Publish 2 dictionaries"
    program.click(dialog.accept_button)
    program.until(lambda: program.says("is published") and at_rest(program))

    published = [each.pair.target for each in page.table.dictionaries if each.is_published]
    assert published == ["de", "th"]
    assert page.has_unpublished_edits
    rest = publish(program)
    assert [rest.list.item(row, 0).text() for row in range(rest.list.rowCount())] == ["Arabic", "Hebrew", "Japanese"]
    rest.reject()
    program.until(lambda: at_rest(program))
    assert program.says("is published in part")
    assert program.says("2 dictionaries, read back and compared: German, Thai. Left out: Arabic, Hebrew, Japanese.")
    # The dictionaries that were left out belong to the new glossary, and are found there.
    page.grid.go_to(0, 1)
    run(program, "multilingual_view")
    program.until(lambda: at_rest(program))
    assert program.page.dictionary.pair.target == "ar"
    position = program.controller.glossaries.panel.chosen_item()
    assert position is not None
    assert position.summary.key == program.page.dictionary.draft.glossary_key


@pytest.mark.parametrize(("source", "shown_source"), [("fr", "fr"), ("it", "en")])
def test_a_source_language_that_the_library_does_not_list(program: Program, source: str, shown_source: str) -> None:
    pane, library = program.controller.glossaries, program.controller.use_cases.library
    summary = program.wait_for(made(library, "Parts", {"de": Entries.of([("nut", "Mutter")])}))
    program.wait_for(pane.read_library())
    # The library is not read after this dictionary was added.
    program.wait_for(library.add_dictionary(summary, LanguagePair("fr", "de"), Entries.of([("écrou", "Mutter")])))

    pane.show_table(summary, source)
    program.until(lambda: pane.table.page is not None and at_rest(program))

    assert pane.table.page is not None
    assert pane.table.page.table.source == shown_source


def test_a_glossary_that_was_deleted_has_no_table(program: Program) -> None:
    pane, library = program.controller.glossaries, program.controller.use_cases.library
    summary = program.wait_for(made(library, "Parts", {"de": Entries.of([("nut", "Mutter")])}))
    program.wait_for(library.delete_glossary(summary))

    pane.show_table(summary, "it")
    program.until(lambda: program.says("“Parts” has no dictionaries any more") and at_rest(program))

    assert pane.table.page is None


@pytest.mark.slow
def test_a_dictionary_that_the_service_would_refuse_hinders_no_other(program: Program) -> None:
    entries = own_entries()
    entries["de"].targets[1] = "x" * 2000
    page = opened_multilingual(program, entries)
    run(program, "publish")
    refusals = program.dialog(ViolationsDialog)
    other = refusals.findChild(QPushButton, "question_other")
    assert other is not None
    assert other.text() == "Leave German out"
    program.picture("multilingual_refusals", refusals)
    program.click(other)
    dialog = program.dialog(PublishDialog)
    program.click(dialog.accept_button)
    program.until(lambda: program.says("is published") and at_rest(program))

    assert [each.pair.target for each in page.table.dictionaries if not each.is_published] == ["de"]
    assert page.has_unpublished_edits


@pytest.mark.slow
def test_how_many_entries_go_is_typed_unless_they_are_left_out(program: Program) -> None:
    entries = own_entries()
    entries["ar"] = Entries.of([(f"phrase {number}", f"عبارة {number}") for number in range(300)])
    page = opened_multilingual(program, entries)
    program.click(publish(program).accept_button)
    program.until(lambda: program.says("is published") and at_rest(program))
    rows = [row for row in range(len(page.table)) if page.model.cell(row, 0).startswith("phrase")]
    page.edits.do(page.edits.removal(rows[:200]))
    page.edits.clear_cells({2: [row for row in range(len(page.table)) if page.model.cell(row, 0) == "bolt"]})
    dialog = publish(program)
    arabic = dialog.list.item(0, 0)

    asked = [dialog.accept_button.isEnabled()]
    arabic.setCheckState(Qt.CheckState.Unchecked)
    asked.append(dialog.accept_button.isEnabled())
    arabic.setCheckState(Qt.CheckState.Checked)
    asked.append(dialog.accept_button.isEnabled())
    dialog.typed.field.setText("201")

    assert asked == [False, True, False]
    assert dialog.accept_button.isEnabled()
    program.click(dialog.accept_button)
    program.until(lambda: not page.has_unpublished_edits and at_rest(program))
    assert len(on_service(program, page)["ar"]) == 100


@pytest.mark.slow
def test_what_is_typed_into_a_gap_is_a_step_of_that_dictionary_too(program: Program) -> None:
    page = opened_multilingual(program, own_entries())
    missing = page.model.missing[1]
    page.grid.go_to(3, 2)
    program.type("Feder")
    program.press(Key.Key_Tab)
    program.until(lambda: page.table.entries.target(3, 1) == "Feder")
    assert page.model.missing[1] == missing - 1
    program.until(lambda: at_rest(program))
    page.grid.go_to(3, 2)

    run(program, "multilingual_view")
    program.until(lambda: program.controller.glossaries.page is not None and at_rest(program))

    alone = program.page
    assert alone.dictionary.pair == LanguagePair("en", "de")
    assert ("spring", "Feder") in list(alone.dictionary.entries)
    run(program, "undo")
    assert ("spring", "Feder") not in list(alone.dictionary.entries)


@pytest.mark.slow
def test_rows_come_and_go_in_all_languages_and_keys_go_from_the_source_to_the_languages(program: Program) -> None:
    page = opened_multilingual(program, own_entries())
    page.grid.go_to(0, 0)
    run(program, "insert_row")
    program.type("rivet")
    program.press(Key.Key_Tab)
    program.type("mismar")
    program.press(Key.Key_Return)
    program.until(lambda: shown(page)[1][:3] == ["rivet", "mismar", ""])

    page.grid.go_to(3, 0)
    run(program, "delete_rows")
    sheet = program.dialog(StepSheet)
    program.click(sheet.accept_button)
    program.until(lambda: page.model.rowCount() == 4 and at_rest(program))

    assert [row[0] for row in shown(page)] == ["bolt", "rivet", "nut", "spring"]
    assert not any("washer" in each.entries.sources for each in page.table.dictionaries)
    for _ in range(page.edits.history.count):
        run(program, "undo")
    assert [row[0] for row in shown(page)] == ["bolt", "nut", "washer", "spring"]
    assert [each.entries.as_dict() for each in page.table.dictionaries] == [
        entries.as_dict() for _, entries in sorted(own_entries().items())
    ]


@pytest.mark.slow
def test_the_filter_shows_what_a_language_lacks(program: Program) -> None:
    page = opened_multilingual(program, own_entries())
    page.filter_bar.only_incomplete.setChecked(True)
    program.until(lambda: page.model.rowCount() == 4 and at_rest(program) and not page.model.is_in_file_order)
    page.filter_bar.field.setText("ばね")
    program.until(lambda: page.model.rowCount() == 1 and at_rest(program))
    assert shown(page)[0][0] == "spring"

    page.filter_bar.clear()
    page.view_controller.query_editor.cycle_sort(0)
    page.view_controller.query_editor.cycle_sort(0)
    program.until(lambda: page.model.rowCount() == 4 and at_rest(program))

    assert [row[0] for row in shown(page)] == ["washer", "spring", "nut", "bolt"]


@pytest.mark.slow
def test_a_table_without_rows_says_why(program: Program) -> None:
    page = opened_multilingual(program, own_entries())
    page.filter_bar.field.setText("nothing like it")
    program.until(lambda: not page.model.rowCount() and at_rest(program))
    assert "No phrase matches the filter" in page.line.words.text()
    page.filter_bar.clear()
    program.until(lambda: page.model.rowCount() == 4 and at_rest(program))
    page.edits.do(page.edits.removal(range(4)))
    assert "No phrases yet" in page.line.words.text()


@pytest.mark.slow
def test_the_filters_look_at_the_languages_that_are_ticked(program: Program) -> None:
    page = opened_multilingual(program, own_entries())
    bar = page.filter_bar
    bar.languages.menu().aboutToShow.emit()
    german = bar.languages.menu().actions()[3]
    assert german.text() == "German · 1 missing"
    german.trigger()
    bar.only_incomplete.setChecked(True)
    program.until(lambda: page.model.rowCount() == 1 and at_rest(program))
    assert (shown(page)[0][0], bar.languages.text()) == ("spring", "In German")
    program.until(lambda: page.counts.text() == "1 of 4 phrases · no problems")
    program.picture("multilingual_languages")

    bar.only_incomplete.setChecked(False)
    bar.field.setText("utt")
    program.until(lambda: page.model.rowCount() == 1 and shown(page)[0][2] == "Mutter" and at_rest(program))
    german.trigger()
    bar.languages.menu().actions()[2].trigger()
    program.until(lambda: page.model.rowCount() == 0 and at_rest(program))
    run(program, "clear_filter")
    program.until(lambda: page.model.rowCount() == 4 and at_rest(program))
    assert bar.languages.chosen == frozenset()


@pytest.mark.slow
def test_a_pattern_that_cannot_be_used_is_said_and_what_is_shown_stays(program: Program) -> None:
    page = opened_multilingual(program, own_entries())
    field = page.filter_bar.field
    field.setText("^(nut|bolt)$")
    field.choose(Match.PATTERN)
    program.until(lambda: page.model.rowCount() == 2 and at_rest(program))

    field.setText("nut(")
    program.until(lambda: field.property("state") == "wrong" and at_rest(program))

    assert "pattern cannot be used" in page.line.words.text()
    assert page.model.rowCount() == 2


@pytest.mark.slow
def test_languages_can_be_hidden_and_come_back_where_a_problem_is(program: Program) -> None:
    entries = own_entries()
    entries["he"].targets[1] = "x" * 2000
    page = opened_multilingual(program, entries)
    for column in (1, 3):
        page.looks.show_column(column, False)
    assert page.grid.shown_columns() == [0, 2, 4, 5]
    assert page.subtitle.text().startswith("English → 5 languages · 2 not shown"), "a narrow window cuts the end"

    page.grid.go_to(0, 2)
    copy(*format_block([["Schraubbolzen", "ねじ"]]))
    run(program, "paste")
    program.until(lambda: shown(page)[0][2:5:2] == ["Schraubbolzen", "ねじ"] and at_rest(program))
    assert shown(page)[0][3] == entries["he"].targets[0], "what is not shown is not written"
    run(program, "next_violation")
    assert page.grid.current_cell() == (2, 3)
    assert page.grid.shown_columns() == [0, 2, 3, 4, 5]

    for column in (2, 3, 4, 5):
        page.looks.show_column(column, False)
    assert page.grid.shown_columns() == [0, 5], "one language stays"
    run(program, "multilingual_view")
    program.until(lambda: program.controller.glossaries.table.page is None and at_rest(program))
    again = opened_multilingual(
        program, {"de": entries["de"], "th": entries["th"], "zh": Entries.of([("bolt", "螺栓")])}, "More"
    )
    assert again.grid.shown_columns() == [0, 2, 3]


@pytest.mark.slow
def test_undo_goes_on_in_the_table_after_a_restart(
    make_program: Callable[[Path], Program], program_folder: Path
) -> None:
    program = make_program(program_folder)
    program.until(lambda: at_rest(program))
    page = opened_multilingual(program, own_entries())
    before, titles = shown(page), []
    page.grid.go_to(0, 2)
    copy(*format_block([["Bolzen", "פין"]]))
    run(program, "paste")
    program.until(lambda: shown(page)[0][2:4] == ["Bolzen", "פין"] and at_rest(program))
    page.grid.go_to(1, 0)
    run(program, "delete_rows")
    sheet = program.dialog(StepSheet)
    program.click(sheet.accept_button)
    program.until(lambda: len(shown(page)) == len(before) - 1 and at_rest(program))
    after, stack = shown(page), page.edits.history
    titles = list(stack.texts)
    program.wait_for(page.wait_until_saved())
    program.end()

    again = make_program(program_folder)
    pane = again.controller.glossaries
    again.until(lambda: bool(pane.panel.model.summaries) and at_rest(again))
    pane.panel.select(pane.panel.model.summaries[0].key)
    again.until(again.controller.window.window_actions["multilingual_view"].isEnabled)
    run(again, "multilingual_view")
    again.until(lambda: pane.table.page is not None and at_rest(again))
    assert pane.table.page is not None
    page, stack = pane.table.page, pane.table.page.edits.history
    assert list(stack.texts) == titles
    assert shown(page) == after
    for _ in titles:
        run(again, "undo")
        again.until(lambda: at_rest(again))
    assert shown(page) == before
    for _ in titles:
        run(again, "redo")
        again.until(lambda: at_rest(again))
    assert shown(page) == after


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("is_mirrored", [False, True])
def test_languages_change_places_and_the_source_stays(program: Program, is_mirrored: bool) -> None:
    if is_mirrored:
        program.controller.window.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    program.controller.window.resize(1400, 700)
    entries = own_entries()
    page = opened_multilingual(program, entries)
    assert [page.model.language(column) for column in range(1, 6)] == ["ar", "de", "he", "ja", "th"]
    grid, header = page.grid, page.grid.horizontalHeader()

    def middle(column: int) -> QPoint:
        return QPoint(header.sectionViewportPosition(column) + header.sectionSize(column) // 2, 8)

    # Move Thai before German, then as far as possible: the source column stays first.
    for target in (2, 0):
        program.qtbot.mousePress(header.viewport(), Qt.MouseButton.LeftButton, pos=middle(5))
        end = middle(target) + QPoint(20 if is_mirrored else -20, 0)
        for position in (middle(5) + (end - middle(5)) * (step / 8) for step in range(1, 9)):
            program.qtbot.mouseMove(header.viewport(), position)
        program.qtbot.mouseRelease(header.viewport(), Qt.MouseButton.LeftButton, pos=end)
        assert grid.shown_columns() == ([0, 1, 5, 2, 3, 4] if target else [0, 5, 1, 2, 3, 4])
    program.picture(f"multilingual_order_{is_mirrored}")

    # Select all visible columns, in their visible order.
    grid.setFocus()
    grid.go_to(1, 0)
    program.press(Key.Key_Left if is_mirrored else Key.Key_Right, ControlShift)
    run(program, "copy")
    texts = [page.model.cell(1, column) for column in (0, 5, 1, 2, 3, 4)]
    assert QApplication.clipboard().text() == "\t".join(texts) + "\n"
    grid.go_to(1, 5)
    copy(*format_block([["th", "ar"]]))
    run(program, "paste")
    program.until(lambda: page.model.cell(1, 5) == "th" and at_rest(program))
    assert page.model.cell(1, 1) == "ar"
    for column in (1, 5):
        page.model.setData(page.model.index(2, column), "x" * 2000)
    grid.go_to(0, 0)
    went = []
    for _ in range(3):
        run(program, "next_violation")
        went.append(grid.current_cell())
    assert went == [(2, 5), (2, 1), (2, 5)]

    run(program, "multilingual_view")
    program.until(lambda: program.controller.glossaries.table.page is None and at_rest(program))
    again = opened_multilingual(
        program, {"de": entries["de"], "th": entries["th"], "zh": Entries.of([("a", "b")])}, "More"
    )
    assert [again.model.language(column) for column in again.grid.shown_columns()] == ["en", "th", "de", "zh"]
    again.looks.order.restore_usual()
    assert [again.model.language(column) for column in again.grid.shown_columns()] == ["en", "de", "th", "zh"]


@pytest.mark.slow
def test_what_is_noted_of_an_entry_is_said(program: Program) -> None:
    entries = own_entries()
    german = entries["de"]
    german.details[german.ids[0]] = EntryDetail(PREFERRED, "with a head", "parts")
    page = opened_multilingual(program, entries)

    page.grid.go_to(0, 2)

    assert "preferred · parts · note: with a head" in page.line.words.text()


@pytest.mark.slow
def test_all_languages_go_into_one_sheet(program: Program, tmp_path: Path) -> None:
    page = opened_multilingual(program, own_entries())
    run(program, "export_file")
    program.save_as(tmp_path / "parts.xlsx")
    program.click(program.dialog(Question).accept_button)
    program.until(lambda: program.says("are in") and at_rest(program))

    calamine = pytest.importorskip("python_calamine")
    rows = calamine.CalamineWorkbook.from_path(str(tmp_path / "parts.xlsx")).get_sheet_by_index(0).to_python()
    assert rows[0] == ["en", "ar", "de", "he", "ja", "th"]
    assert ["bolt", "برغي", "Schraube", "בורג", "ボルト", ""] in rows
    assert len(rows) == 1 + len(page.table)


@pytest.mark.slow
def test_all_languages_go_into_one_memory_or_term_base(program: Program, tmp_path: Path) -> None:
    opened_multilingual(program, own_entries())
    for name in ("parts.tmx", "parts.tbx"):
        run(program, "export_file")
        program.save_as(tmp_path / name)
        program.until(lambda name=name: program.says(name) and at_rest(program))

    assert sorted(path.name for path in tmp_path.glob("parts*")) == ["parts.tbx", "parts.tmx"]
    assert (tmp_path / "parts.tmx").read_text("utf-8").count("<tuv") == 4 + sum(map(len, own_entries().values()))


@pytest.mark.slow
def test_a_name_with_another_ending_gets_one_that_is_asked_about(program: Program, tmp_path: Path) -> None:
    (tmp_path / "parts.doc.xlsx").write_text("mine")
    opened_multilingual(program, own_entries())
    run(program, "export_file")
    program.save_as(tmp_path / "parts.doc")
    question = program.dialog(Question)

    assert "parts.doc.xlsx" in question.windowTitle()
    program.click(question.buttons.button(question.buttons.StandardButton.Cancel))
    program.until(lambda: at_rest(program))
    assert (tmp_path / "parts.doc.xlsx").read_text() == "mine"


@pytest.mark.slow
def test_cells_are_cut_and_pasted_as_one_step_each(program: Program) -> None:
    page = opened_multilingual(program, own_entries())
    before = shown(page)
    page.grid.go_to(0, 2)
    page.grid.go(page.model.index(1, 3), extends=True)
    run(program, "cut")
    program.until(lambda: shown(page)[0][2:4] == ["", ""])
    assert page.edits.history.undo_text == "Cut"
    assert shown(page)[1][2:4] == ["", ""]

    page.grid.go_to(0, 2)
    run(program, "paste")
    question = program.dialog(Question)
    program.click(question.buttons.findChild(QPushButton, "question_other"))
    program.until(lambda: shown(page) == before and at_rest(program))
    assert page.edits.history.undo_text == "Paste 2 rows"
    for _ in range(2):
        run(program, "undo")
    assert shown(page) == before


@pytest.mark.slow
def test_a_paste_stays_where_it_began_and_says_what_came_at_the_end(program: Program) -> None:
    entries = own_entries()
    entries["de"] = Entries.of([("bolt", "Schraube"), ("nut", "Mutter"), ("washer", "Scheibe"), ("spring", "Feder")])
    page = opened_multilingual(program, entries)
    page.grid.go_to(2, 2)
    copy(*format_block([["eins"], ["zwei"], ["drei"]]))
    run(program, "paste")
    program.click(program.dialog(Question).buttons.findChild(QPushButton, "question_other"))
    program.until(lambda: page.model.total == 5 and at_rest(program))

    assert [row[2] for row in shown(page)] == ["Schraube", "Mutter", "eins", "zwei", "drei"]
    assert page.grid.current_cell() == (2, 2)
    assert list(page.grid.selected_rows()) == [2, 3, 4]
    assert page.line.words.text() == "Added 1 row at the end."


@pytest.mark.slow
def test_a_pattern_is_replaced_in_the_selected_languages_as_one_step(program: Program) -> None:
    page = opened_multilingual(program, own_entries())
    before = shown(page)
    page.grid.go_to(0, 1)
    page.grid.go(page.model.index(0, 2), extends=True)
    run(program, "replace")
    dialog = program.dialog(ReplaceDialog)
    assert dialog.side.currentText() == "Selected columns: Arabic, German"
    dialog.is_pattern.setChecked(True)
    program.qtbot.keyClicks(dialog.search, r"^(.)(.*)$")
    program.qtbot.keyClicks(dialog.replacement, r"\2-\1")
    program.until(lambda: dialog.model.chosen == 6)
    program.picture("multilingual_replace", dialog)
    hits = [dialog.model.index(row, 1).data() for row in range(6)]
    dialog.model.setData(dialog.model.index(0, 0), Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)
    program.click(dialog.accept_button)
    program.until(lambda: at_rest(program))

    assert hits == ["Arabic"] * 3 + ["German"] * 3
    after = shown(page)
    assert [row[2] for row in after] == ["chraube-S", "utter-M", "nterlegscheibe-U", ""]
    assert after[0][1] == before[0][1], "it was left out"
    assert [row[3:] for row in after] == [row[3:] for row in before]
    run(program, "undo")
    assert shown(page) == before
    assert page.edits.history.position == 0


@pytest.mark.slow
def test_a_source_phrase_is_replaced_in_all_languages_once_that_was_shown(program: Program) -> None:
    page = opened_multilingual(program, own_entries())
    run(program, "replace")
    dialog = program.dialog(ReplaceDialog)
    assert dialog.side.currentText() == "Source and all languages"
    program.qtbot.keyClicks(dialog.search, "washer")
    program.qtbot.keyClicks(dialog.replacement, "disc")
    program.until(lambda: dialog.model.chosen == 1)
    program.click(dialog.accept_button)
    sheet = program.dialog(StepSheet)
    assert "3 dictionaries" in sheet.windowTitle()
    program.click(sheet.accept_button)
    program.until(lambda: at_rest(program))

    assert [row[0] for row in shown(page)] == ["bolt", "nut", "disc", "spring"]
    assert sum("disc" in each.entries.sources for each in page.table.dictionaries) == 3


@pytest.mark.slow
def test_cleaning_shows_what_it_does_in_each_language(program: Program) -> None:
    entries = own_entries()
    entries["ja"].targets[0] += "  "
    entries["th"].targets[1] = "  " + entries["th"].targets[1]
    page = opened_multilingual(program, entries)
    run(program, "clean")
    dialog = program.dialog(CleanDialog)
    program.until(lambda: dialog.model.chosen == 2)
    program.picture("multilingual_clean", dialog)
    assert [dialog.model.index(row, 1).data() for row in range(2)] == ["Japanese", "Thai"]
    program.click(dialog.accept_button)
    program.until(lambda: at_rest(program))

    assert page.edits.history.undo_text == "Clean entries"
    assert [each.entries.as_dict() for each in page.table.dictionaries] == [
        each.as_dict() for _, each in sorted(own_entries().items())
    ]


@pytest.mark.slow
def test_the_problem_keys_lead_through_all_languages_and_the_problem_is_said(program: Program) -> None:
    entries = own_entries()
    entries["de"].targets[1] = "Mut\tter"
    entries["ja"].targets[2] = "x" * 2000
    page = opened_multilingual(program, entries)
    found = []
    for action in ("next_violation", "next_violation", "next_violation", "previous_violation"):
        run(program, action)
        found.append((page.grid.current_cell(), page.line.words.text()))

    assert [cell for cell, _ in found] == [(1, 2), (2, 4), (1, 2), (2, 4)]
    assert "tab" in found[0][1]
    assert "1,024" in found[1][1]
    assert page.model.index(2, 4).data(VIOLATION_ROLE)


@pytest.mark.slow
def test_each_heading_says_how_its_dictionary_stands_to_the_service(program: Program) -> None:
    page = opened_multilingual(program, own_entries())

    def state() -> list[str]:
        titles = [page.model.headerData(column, Qt.Orientation.Horizontal) for column in range(1, 6)]
        return [title.splitlines()[2].partition(" · ")[0] for title in titles]

    assert state() == ["draft"] * 5
    program.click(publish(program).accept_button)
    program.until(lambda: state() == ["published"] * 5 and at_rest(program))
    page.grid.go_to(3, 2)
    program.type("Feder")
    program.press(Key.Key_Tab)
    program.until(lambda: state() == ["published", "edited", "published", "published", "published"])
    program.until(lambda: at_rest(program))
    program.picture("multilingual_states")
    run(program, "undo")
    program.until(lambda: state() == ["published"] * 5 and at_rest(program))


@pytest.mark.slow
def test_selected_cells_go_back_to_what_was_published(program: Program) -> None:
    page = opened_multilingual(program, own_entries())
    program.click(publish(program).accept_button)
    program.until(lambda: program.says("is published") and at_rest(program))
    before = shown(page)
    page.edits.clear_cells({1: [0], 2: [0]})
    page.model.setData(page.model.index(0, 4), "ねじ")
    page.model.setData(page.model.index(3, 2), "Feder")
    page.grid.go_to(0, 2)
    run(program, "revert_rows")
    assert shown(page)[0] == ["bolt", "", "Schraube", *before[0][3:4], "ねじ", ""]

    page.grid.go_to(0, 0)
    run(program, "revert_rows")
    assert shown(page)[0] == before[0]
    page.grid.go_to(3, 2)
    run(program, "revert_rows")

    assert shown(page)[3][2] == "Feder", "it is new"
    assert "Nothing changed" in page.line.words.text()
    for _ in range(page.edits.history.count):
        run(program, "undo")
    assert shown(page) == before


@pytest.mark.slow
def test_the_source_column_stays_while_the_languages_scroll(program: Program) -> None:
    page = opened_multilingual(program, own_entries())
    grid = page.grid
    program.controller.window.resize(900, 600)
    program.until(lambda: grid.horizontalScrollBar().maximum() > 0)
    grid.go_to(1, 5)

    assert grid.horizontalScrollBar().value() > 0
    assert grid.frozen.isVisible()
    assert grid.visualRect(grid.model().index(1, 5)).left() >= grid.columnWidth(0)
    grid.go_to(1, 1)
    assert grid.visualRect(grid.model().index(1, 1)).left() >= grid.columnWidth(0)

    grid.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    for column in (5, 1):
        grid.go_to(2, column)
        cell, frozen = grid.visualRect(grid.model().index(2, column)), grid.frozen.geometry()
        assert grid.viewport().mapTo(grid, cell.topRight()).x() < frozen.left()
        assert frozen.right() == grid.viewport().geometry().right()


@pytest.mark.slow
def test_the_view_can_be_left_while_it_is_sorted(program: Program) -> None:
    page = opened_multilingual(program, own_entries())
    run(program, "sort_source")
    assert program.controller.window.jobs.is_running(page.view_controller.applying)

    run(program, "close_dictionary")

    program.until(lambda: program.controller.glossaries.table.page is None and at_rest(program))
    assert program.bugs == []


@pytest.mark.slow
def test_one_of_its_dictionaries_is_shown_alone_and_can_be_edited(program: Program) -> None:
    page, pane = opened_multilingual(program, own_entries()), program.controller.glossaries
    german = next(each for each in page.table.dictionaries if each.pair.target == "de")

    program.wait_for(pane.show_dictionary(german))
    program.page.edits.set_cells([(0, 1, "Bolzen")], "Edit")

    assert german.entries.targets[0] == "Bolzen"
    assert pane.table.page is None


@pytest.mark.slow
def test_a_dictionary_that_is_shown_alone_while_the_table_closes_stays_open(program: Program) -> None:
    page, pane = opened_multilingual(program, own_entries()), program.controller.glossaries
    german = next(each for each in page.table.dictionaries if each.pair.target == "de")

    closing = program.loop.create_task(pane.table.close())
    program.wait_for(pane.show_dictionary(german))
    program.until(lambda: closing.done() and at_rest(program))
    program.page.edits.set_cells([(0, 1, "Bolzen")], "Edit")

    assert list(program.controller.use_cases.library.open_dictionaries) == [german]


def longest_step(program: Program, targets: Mapping[str, Entries], name: str) -> float:
    """Open a table; return the longest time, in seconds, in which the window did nothing else.

    This is processor time of the window's thread, because other tests run at the same time.
    """
    at_work: list[float] = []
    last = [time.thread_time()]

    def note() -> None:
        now = time.thread_time()
        at_work.append(now - last[0])
        last[0] = now

    timer = QTimer()
    timer.setInterval(10)
    timer.timeout.connect(note)
    timer.start()
    opened_multilingual(program, targets, name)
    timer.stop()
    return max(at_work)


@pytest.mark.slow
def test_eight_languages_open_without_a_pause(program: Program) -> None:
    """Many thousand rows hold the window hardly longer than few: nothing there goes over all of them."""
    targets = entries_of_files({code: shared_file(name) for code, name in LANGUAGES.items()})
    few = {code: Entries.of([entries[row] for row in range(FEW)]) for code, entries in targets.items()}
    of_few = longest_step(program, few, "Few")
    program.wait_for(program.controller.glossaries.close_dictionary())

    of_many = longest_step(program, targets, "LibreOffice")

    page = program.controller.glossaries.table.page
    assert page is not None
    assert of_many < 3 * of_few
    program.controller.window.resize(1700, 900)
    for scheme in ("light", "dark"):
        theme.apply(QApplication.instance(), choice=scheme)
        program.picture(f"multilingual_libreoffice_{scheme}")
    page.grid.go_to(3, 8)
    program.picture("multilingual_libreoffice_end")
    program.controller.window.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    program.picture("multilingual_libreoffice_rtl")
    assert page.model.columnCount() == 9
    entries = sum(map(len, targets.values()))
    assert sum(len(each) for each in page.table.dictionaries) == entries


@pytest.mark.slow
def test_rows_that_still_go_when_the_table_opens_are_gone_in_it(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_aligned = threading.Event()
    monkeypatch.setattr(grid_edits, "remove_rows", lambda rows: remove_rows(rows) if is_aligned.wait(20) else None)
    pane = program.controller.glossaries
    targets = {
        "de": Entries([f"term {number}" for number in range(6_000)], [f"Wort {number}" for number in range(6_000)]),
        "fr": Entries(["term 5999"], ["mot"]),
    }
    summary = program.wait_for(made(program.controller.use_cases.library, "Parts", targets))
    program.wait_for(pane.read_library())
    row = summary.row(LanguagePair("en", "de"))
    assert row is not None
    dictionary = program.wait_for(program.controller.use_cases.library.open(summary, row.pair))
    program.wait_for(pane.show_dictionary(dictionary))
    pane.panel.select(summary.key)

    program.page.edits.remove_rows(range(5_999))
    program.until(program.controller.window.window_actions["multilingual_view"].isEnabled)
    run(program, "multilingual_view")
    program.until(lambda: pane.page is None)
    is_aligned.set()
    program.until(lambda: pane.table.page is not None and at_rest(program))

    assert pane.table.page is not None
    assert shown(pane.table.page) == [["term 5999", "Wort 5999", "mot"]]
