"""The library by mouse and keys: filter, tag, copy, delete and restore many glossaries, export, and show as pairs."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QFileDialog, QLineEdit, QPushButton

from app.program import Control, Key, Program, at_rest
from termdesk.application import released_memory
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.summaries import GlossarySummary, LibraryItem, SyncStatus
from termdesk.domain.entries.changes import SetCells, SetDetails
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.exporting.export_many_dialog import ExportManyDialog
from termdesk.ui.glossaries.library.bin_dialog import BinDialog
from termdesk.ui.glossaries.library.delete_dialog import DeleteSheet
from termdesk.ui.glossaries.library.glossary_page import MatrixDialog
from termdesk.ui.glossaries.library.large_removal_dialog import LargeRemovalDialog
from termdesk.ui.glossaries.library.library_panel import LibraryPanel
from termdesk.ui.glossaries.library.tags_dialog import TagsDialog
from termdesk.ui.shell import idle_gc
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.widgets.dialogs import Question

EN_DE, EN_AR, DE_EN = LanguagePair("en", "de"), LanguagePair("en", "ar"), LanguagePair("de", "en")
Flag = QItemSelectionModel.SelectionFlag


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


def make(program: Program, *names: str, pairs: tuple[LanguagePair, ...] = (EN_DE, EN_AR)) -> None:
    """Create glossaries on the service, as another user."""

    async def create() -> None:
        api = await program.controller.use_cases.session.api()
        entries = Entries.of([("contract", "Vertrag"), ("house", "Haus")])
        for name in names:
            await api.glossaries.create(name, [(pair, entries) for pair in pairs], origin="")
        await program.controller.glossaries.read_library()

    program.wait_for(create())


def panel(program: Program) -> LibraryPanel:
    return program.controller.glossaries.panel


def shown(program: Program) -> list[str]:
    return [summary.name for summary in panel(program).model.shown]


def summary(program: Program, name: str) -> GlossarySummary:
    (found,) = [each for each in panel(program).model.summaries if each.name == name]
    return found


def choose(program: Program, *names: str) -> None:
    """Select these glossaries, as with Ctrl and the mouse."""
    tree = panel(program).tree
    for item, name in enumerate(names):
        index = panel(program).model.find(summary(program, name).key)
        how = (Flag.ClearAndSelect if item == 0 else Flag.Select) | Flag.Rows
        tree.selectionModel().setCurrentIndex(index, how)


def run(program: Program, action: str) -> None:
    program.until(program.controller.window.window_actions[action].isEnabled)
    program.controller.window.window_actions[action].trigger()


@pytest.mark.slow
def test_keys_alone_find_a_glossary_and_open_its_dictionary(program: Program) -> None:
    make(program, "Law", "Solar energy", "Railway")
    make(program, "Medicine", pairs=(DE_EN,))

    program.press(Key.Key_L, Control)
    program.type("de-en")
    assert shown(program) == ["Medicine"]
    assert panel(program).count.text() == "1 of 4 glossaries"
    program.press(Key.Key_Return)
    program.until(lambda: program.controller.glossaries.page is not None and at_rest(program))

    assert program.page.dictionary.name == "Medicine"
    panel(program).focus_filter()
    program.press(Key.Key_Escape)
    program.type("rail")
    program.press(Key.Key_Down)
    assert panel(program).tree.hasFocus()
    chosen = panel(program).chosen_item()
    assert chosen is not None
    assert chosen.summary.name == "Railway"
    program.press(Key.Key_Up)
    assert panel(program).field.hasFocus()


@pytest.mark.slow
def test_what_nothing_fits_says_so_and_offers_all_again(program: Program) -> None:
    make(program, "Law")
    box = panel(program)

    box.field.setText("nowhere")
    assert box.lists.currentWidget() is box.nothing_fits
    program.click(box.nothing_fits.findChild(QPushButton, "library_clear_filter"))

    assert shown(program) == ["Law"]
    assert box.lists.currentWidget() is box.tree


@pytest.mark.slow
def test_many_are_deleted_by_one_sheet_and_come_back_from_the_bin(program: Program) -> None:
    make(program, "Law", "Medicine", "Railway")
    choose(program, "Law", "Medicine")
    program.until(lambda: panel(program).count.text() == "3 glossaries, 2 selected")
    run(program, "delete_glossary")
    sheet = program.dialog(DeleteSheet)
    assert sheet.windowTitle() == "Delete 2 glossaries?"
    assert [sheet.table.item(0, column).text() for column in (0, 2, 3)] == ["Law", "4", "on the service"]
    assert not sheet.accept_button.isEnabled()
    program.qtbot.keyClicks(sheet.field, "delete 2")
    program.picture("library-delete-many")
    program.click(sheet.accept_button)
    program.until(lambda: shown(program) == ["Railway"] and at_rest(program))

    run(program, "bin")
    dialog = program.dialog(BinDialog)
    program.until(dialog.restore_button.isEnabled)
    dialog.table.selectAll()
    program.click(dialog.restore_button)
    program.until(lambda: not dialog.restore_button.isEnabled())
    program.click(dialog.accept_button)
    program.until(lambda: panel(program).model.total == 3 and at_rest(program))

    assert summary(program, "Law").entry_count == 4
    assert [str(row.pair) for row in summary(program, "Medicine").rows] == [str(EN_AR), str(EN_DE)]


def test_a_restored_glossary_says_that_others_had_changed_what_was_edited(program: Program) -> None:
    make(program, "Law", pairs=(EN_DE,))
    library = program.controller.use_cases.library

    async def edit_on_both_sides() -> None:
        german = await library.open(summary(program, "Law"), EN_DE)
        german.apply(SetCells(TARGET, [0], ["Kontrakt"]))
        await library.close(german)
        api = await program.controller.use_cases.session.api()
        others = Entries.of([("contract", "Abmachung"), ("house", "Haus")])
        await api.glossaries.replace(summary(program, "Law").key, EN_DE, others)
        await program.controller.glossaries.read_library()
        await library.delete_glossary(summary(program, "Law"))
        await program.controller.glossaries.read_library()

    program.wait_for(edit_on_both_sides())
    run(program, "bin")
    dialog = program.dialog(BinDialog)
    program.until(dialog.restore_button.isEnabled)
    program.click(dialog.restore_button)
    program.until(lambda: program.says("“Law” (en → de) was restored with your unpublished edits"))
    program.click(dialog.accept_button)

    assert program.says("1 phrase that you edited had also been changed elsewhere")
    program.until(lambda: panel(program).model.total == 1 and at_rest(program))
    program.picture("library-restored-edits")


@pytest.mark.slow
def test_a_bin_that_is_closed_at_once_still_gives_back_what_was_asked_for(program: Program) -> None:
    make(program, "Law", "Medicine", "Railway")
    choose(program, "Law", "Medicine")
    run(program, "delete_glossary")
    sheet = program.dialog(DeleteSheet)
    program.qtbot.keyClicks(sheet.field, "delete 2")
    program.click(sheet.accept_button)
    program.until(lambda: shown(program) == ["Railway"] and at_rest(program))
    run(program, "bin")
    dialog = program.dialog(BinDialog)
    program.until(dialog.restore_button.isEnabled)
    dialog.table.selectAll()

    program.click(dialog.restore_button)
    assert not dialog.restore_button.isEnabled()
    dialog.table.selectRow(0)
    assert not dialog.restore_button.isEnabled()
    program.click(dialog.accept_button)
    program.until(lambda: panel(program).model.total == 3 and at_rest(program))

    assert program.bugs == []
    assert {each.name for each in panel(program).model.summaries} == {"Law", "Medicine", "Railway"}


@pytest.mark.slow
def test_a_copy_has_all_dictionaries_and_the_tags_and_is_a_draft(program: Program) -> None:
    make(program, "Law")
    choose(program, "Law")
    run(program, "glossary_tags")
    tags = program.dialog(TagsDialog)
    tags.findChild(QLineEdit, "tags_client").setText("ACME Ltd")
    tags.findChild(QLineEdit, "tags_words").setText("urgent, old")
    program.click(tags.accept_button)
    program.until(lambda: len(summary(program, "Law").tags) == 3 and at_rest(program))

    run(program, "copy_glossary")
    question = program.dialog(Question)
    program.click(question.accept_button)
    program.until(lambda: panel(program).model.total == 2 and at_rest(program))

    copy = summary(program, "Copy of Law")
    assert copy.glossary_id is None
    assert copy.entry_count == 4
    assert copy.tags == summary(program, "Law").tags
    panel(program).field.setText('client:"acme ltd" is:draft')
    assert shown(program) == ["Copy of Law"]
    program.picture("library-tags")


@pytest.mark.slow
def test_a_glossary_goes_into_a_folder_and_nothing_there_is_written_over(program: Program, tmp_path: Path) -> None:
    make(program, "Law", "Medicine")
    (tmp_path / "Law.en-de.tsv").write_text("mine\tmeins\n", "utf-8")
    choose(program, "Law", "Medicine")
    run(program, "export_glossaries")
    folder = program.dialog(QFileDialog)
    folder.setDirectory(str(tmp_path))
    folder.accept()
    dialog = program.dialog(ExportManyDialog)
    assert dialog.overwrite.isVisible()
    program.picture("library-export")
    program.click(dialog.accept_button)
    program.until(lambda: program.says("Exported") and at_rest(program))

    names = sorted(path.name for path in tmp_path.glob("*.tsv"))
    assert names == ["Law.en-ar.tsv", "Law.en-de (2).tsv", "Law.en-de.tsv", "Medicine.en-ar.tsv", "Medicine.en-de.tsv"]
    assert (tmp_path / "Law.en-de.tsv").read_text("utf-8") == "mine\tmeins\n"


@pytest.mark.slow
def test_what_a_format_loses_of_many_is_said_before_they_are_written(program: Program, tmp_path: Path) -> None:
    library = program.controller.use_cases.library
    dictionary = program.wait_for(library.new("Noted", EN_AR, Entries.of([("contract", "عقد")])))
    dictionary.apply(SetDetails([0], [EntryDetail(note="of a flat")]))
    program.wait_for(library.close(dictionary))
    program.wait_for(program.controller.glossaries.read_library())
    choose(program, "Noted")

    run(program, "export_glossaries")
    folder = program.dialog(QFileDialog)
    folder.setDirectory(str(tmp_path))
    folder.accept()
    program.click(program.dialog(ExportManyDialog).accept_button)
    program.until(lambda: any(each.objectName() == "question" for each in program.open_dialogs(Question)))
    (question,) = [each for each in program.open_dialogs(Question) if each.objectName() == "question"]
    program.picture("library-export-loses", question)
    program.qtbot.keyClick(question, Key.Key_Escape)
    program.until(lambda: at_rest(program))

    assert list(tmp_path.glob("Noted*")) == []
    assert not program.says("Exported")


@pytest.mark.slow
def test_the_pairs_of_the_chosen_glossary_are_shown_and_a_missing_one_is_added(program: Program) -> None:
    make(program, "Law")
    choose(program, "Law")
    pane = program.controller.glossaries
    program.until(lambda: pane.pages.currentWidget() is pane.glossary_page)
    program.picture("library-matrix")
    matrix = pane.glossary_page.matrix
    codes = matrix.matrix.codes
    assert codes == ["ar", "de", "en"]
    matrix.setCurrentIndex(matrix.matrix.index(codes.index("de"), codes.index("en")))
    matrix.setFocus()
    program.press(Key.Key_Return)
    program.until(lambda: pane.page is not None and at_rest(program))
    assert program.page.dictionary.pair == DE_EN

    choose(program, "Law")
    run(program, "pair_matrix")
    dialog = program.dialog(MatrixDialog)
    dialog.page.matrix.setCurrentIndex(dialog.page.matrix.matrix.index(codes.index("en"), codes.index("de")))
    program.click(dialog.accept_button)
    program.until(lambda: program.page.dictionary.pair == EN_DE and at_rest(program))

    assert len(summary(program, "Law").rows) == 3


@pytest.mark.slow
def test_what_was_open_and_chosen_is_so_after_a_refresh_and_a_restart(
    make_program: Callable[[Path], Program], program_folder: Path
) -> None:
    first = make_program(program_folder)
    make(first, *(f"Glossary {number:02}" for number in range(30)))
    key = summary(first, "Glossary 20").key
    panel(first).select(key, pair_text=str(EN_DE))
    tree = panel(first).tree
    tree.scrollTo(panel(first).model.find(summary(first, "Glossary 12").key), tree.ScrollHint.PositionAtTop)
    top = tree.indexAt(tree.viewport().rect().topLeft()).data()

    def state(program: Program) -> tuple[object, bool, object]:
        tree = panel(program).tree
        item = panel(program).chosen_item()
        index = panel(program).model.find(key)
        return (
            item and (item.summary.name, str(item.row.pair) if item.row else ""),
            tree.isExpanded(index),
            tree.indexAt(tree.viewport().rect().topLeft()).data(),
        )

    expected = (("Glossary 20", str(EN_DE)), True, top)
    assert state(first) == expected
    run(first, "refresh")
    first.until(lambda: at_rest(first))
    assert state(first) == expected
    first.controller.window.close()
    first.until(lambda: first.controller.closed.is_set())
    first.end()

    again = make_program(program_folder)
    again.until(lambda: panel(again).model.total == 30 and at_rest(again))
    assert state(again) == expected


@pytest.mark.slow
def test_keys_work_on_the_library_while_it_has_the_focus_and_a_dictionary_is_open(program: Program) -> None:
    make(program, "Law", "Medicine", pairs=(EN_DE,))
    choose(program, "Law")
    tree = panel(program).tree
    tree.setFocus()
    program.press(Key.Key_Return)
    program.until(lambda: program.controller.glossaries.page is not None and at_rest(program))

    tree.setFocus()
    program.press(Key.Key_A, Control)
    program.until(lambda: len(panel(program).chosen_items()) == 2)
    program.press(Key.Key_Delete)
    sheet = program.dialog(DeleteSheet)

    assert sheet.windowTitle() == "Delete 2 glossaries?"
    sheet.reject()
    program.until(lambda: at_rest(program))
    assert len(program.page.dictionary.entries) == 2


@pytest.mark.slow
def test_the_badge_follows_the_edits_of_what_is_open_without_reading_the_library(program: Program) -> None:
    make(program, "Law", "Tax")
    choose(program, "Law")
    panel(program).open_asked.emit(LibraryItem(summary(program, "Law"), summary(program, "Law").row(EN_DE)))
    program.until(lambda: program.controller.glossaries.page is not None and at_rest(program))
    index = panel(program).model.find(summary(program, "Law").key, pair_text=str(EN_DE))
    shown_before = panel(program).model.summaries[1]
    assert summary(program, "Law").state is SyncStatus.PUBLISHED
    resets = QSignalSpy(panel(program).model.modelReset)

    program.page.insert_row()
    program.until(lambda: summary(program, "Law").state is SyncStatus.EDITED)
    assert panel(program).model.item(index).row.entry_count == 3
    assert panel(program).model.summaries[1] is shown_before
    program.picture("badge_edited")
    run(program, "undo")
    program.until(lambda: summary(program, "Law").state is SyncStatus.PUBLISHED)
    assert resets.count() == 0
    run(program, "refresh")
    program.until(lambda: resets.count() == 1 and at_rest(program))
    assert summary(program, "Law").state is SyncStatus.PUBLISHED, "the journal knows only that there were edits"

    run(program, "multilingual_view")
    program.until(lambda: program.controller.glossaries.table.page is not None and at_rest(program))
    assert summary(program, "Law").state is SyncStatus.PUBLISHED
    page = program.controller.glossaries.table.page
    page.model.setData(page.model.index(0, 1), "عقد")
    program.until(lambda: summary(program, "Law").row(EN_AR).state is SyncStatus.EDITED)
    assert summary(program, "Law").row(EN_DE).state is SyncStatus.PUBLISHED
    run(program, "undo")
    program.until(lambda: summary(program, "Law").state is SyncStatus.PUBLISHED)


@pytest.mark.slow
def test_edits_that_were_typed_back_leave_nothing_to_publish_and_nothing_to_ask(program: Program) -> None:
    make(program, "Law")
    choose(program, "Law")
    panel(program).open_asked.emit(LibraryItem(summary(program, "Law"), summary(program, "Law").row(EN_DE)))
    program.until(lambda: program.controller.glossaries.page is not None and at_rest(program))
    page = program.page
    usual = page.dictionary.entries.targets[0]

    page.edits.set_cells([(0, 1, "Entwurf")], "Edit")
    program.until(lambda: summary(program, "Law").state is SyncStatus.EDITED)
    page.grid.setCurrentIndex(page.grid.model().index(0, 1))
    run(program, "revert_rows")

    assert page.dictionary.entries.targets[0] == usual
    program.until(lambda: summary(program, "Law").state is SyncStatus.PUBLISHED)
    page.edits.set_cells([(0, 1, "Entwurf")], "Edit")
    page.edits.set_cells([(0, 1, usual)], "Edit")
    assert program.wait_for(program.controller.glossaries.may_close()), "without a question"


@pytest.mark.slow
def test_a_large_glossary_that_was_closed_leaves_the_memory(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(released_memory, "LARGE", 2)
    monkeypatch.setattr(idle_gc, "LOOK_EVERY_MS", 5)
    make(program, "First", "Second")

    known: list[weakref.ref[OpenDictionary]] = []

    async def opened(name: str) -> None:
        dictionary = await program.controller.use_cases.library.open(summary(program, name), EN_DE)
        await program.controller.glossaries.show_dictionary(dictionary)
        known.append(weakref.ref(dictionary))

    jobs = program.controller.window.jobs
    with idle_gc.collects_when_idle(lambda: bool(jobs.running)):
        for name in ("First", "Second"):
            program.until(jobs.start(JobKind.OPEN_DICTIONARY, "Opening", partial(opened, name)).done)
        program.until(lambda: known[0]() is None)

    assert known[1]() is program.page.dictionary


@pytest.mark.scorecard("R27")
def test_an_emptied_dictionary_is_asked_about_before_it_is_opened(program: Program) -> None:
    make(program, "Law")
    law = summary(program, "Law")
    pane = program.controller.glossaries
    many = Entries.of([(f"word {number}", "Wort") for number in range(40)])

    async def write(entries: Entries) -> None:
        api = await program.controller.use_cases.session.api()
        await api.glossaries.replace(str(law.glossary_id), EN_DE, entries)
        await pane.read_library()

    program.wait_for(write(many))
    for is_sure in (None, False, True):
        now = summary(program, "Law")
        pane.opening.open_item(LibraryItem(now, now.row(EN_DE)))
        if is_sure is None:
            # Open it, so that this state is the last seen one.
            program.until(lambda: pane.page is not None and at_rest(program))
            pane.ask_close()
            program.until(lambda: pane.page is None and at_rest(program))
            program.wait_for(write(Entries.of([("word 0", "Wort")])))
            continue
        dialog = program.dialog(LargeRemovalDialog)
        program.picture("large-removal", dialog)
        if not is_sure:
            dialog.reject()
            program.until(lambda: at_rest(program))
            assert pane.page is None
            continue
        field = dialog.findChild(QLineEdit, "question_word")
        assert field is not None
        field.setText("39")
        program.click(dialog.accept_button)
        program.until(lambda: pane.page is not None and at_rest(program))
        assert len(program.page.dictionary) == 1
