"""Releases by mouse and keys: written into a folder, taken over as a whole or by row, and undone in one step."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QFileDialog, QLabel, QLineEdit

from app.program import Program, at_rest, run
from support.files.bundles import EN_DE
from support.multilingual_glossary import made
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.domain.entries.changes import Batch, InsertRows, SetCells, SetDetails
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.entries.entry_detail import FORBIDDEN, EntryDetail
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.term_records import TermRecords
from termdesk.formats.bundles.bundle_reader import read_bundle
from termdesk.ui.glossaries.importing.import_dialog import ImportDialog
from termdesk.ui.glossaries.releases.take_over_dialog import TakeOverDialog
from termdesk.ui.glossaries.releases.write_dialog import WriteReleaseDialog
from termdesk.ui.glossaries.sheet.sheet_page import SheetPage
from termdesk.ui.widgets.dialogs import Question

Key = Qt.Key
TARGETS = {"de": [("bolt", "Schraube"), ("nut", "Mutter")], "fr": [("nut", "écrou"), ("bolt", "boulon")]}


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "releases").mkdir()
    return tmp_path / "releases"


@pytest.fixture
def page(program: Program) -> SheetPage:
    """The page for German of “Parts”, which also has French."""
    pane, library = program.controller.glossaries, program.controller.use_cases.library
    entries = {code: Entries.of(pairs) for code, pairs in TARGETS.items()}
    summary = program.wait_for(made(library, "Parts", entries))
    program.wait_for(pane.read_library())
    program.wait_for(pane.show_dictionary(program.wait_for(library.open(summary, EN_DE))))
    return program.page


def parts(program: Program, name: str = "Parts") -> GlossarySummary:
    return next(each for each in program.controller.glossaries.summaries if each.name == name)


def choose(program: Program, folder: Path) -> None:
    """Answer the dialog for a folder, by keys."""
    dialog = program.dialog(QFileDialog)
    field = dialog.findChild(QLineEdit, "fileNameEdit")
    assert field is not None
    field.setText(str(folder))
    program.qtbot.keyClick(field, Key.Key_Return)


def written(program: Program, folder: Path, *, notes: str = "") -> None:
    run(program, "write_release")
    choose(program, folder)
    dialog = program.dialog(WriteReleaseDialog)
    program.qtbot.keyClicks(dialog.notes_field, notes)
    program.picture("release_write", dialog)
    program.qtbot.keyClick(dialog.version_field, Key.Key_Return)
    program.until(lambda: program.says("Wrote release") and at_rest(program))
    program.controller.window.notices.clear()


def taking(program: Program, folder: Path, into: str) -> TakeOverDialog:
    run(program, "take_over_release")
    choose(program, folder)
    question = program.dialog(Question)
    buttons = {each.text(): each for each in question.buttons.buttons()}
    program.click(buttons[into])
    return program.dialog(TakeOverDialog)


def rows(dialog: TakeOverDialog) -> list[tuple[str, ...]]:
    model = dialog.differences.table.model()
    return [tuple(model.index(row, column).data() for column in range(4)) for row in range(model.rowCount())]


def edit(page: SheetPage) -> None:
    """Change the target and the note of “bolt”, and add “washer” with a forbidden term."""
    german = page.dictionaries[0]
    row = german.entries.sources.index("bolt")
    insertion = InsertRows.at(german.entries, 2, [("washer", "Scheibe"), ("washer", "Ring")])
    forbidden = InsertRows(
        insertion.rows, insertion.sources, insertion.targets, insertion.ids, {1: EntryDetail(FORBIDDEN)}
    )
    german.apply(
        Batch((SetCells(TARGET, [row], ["Bolzen"]), SetDetails([row], [EntryDetail(note="M8")]), forbidden)),
        german.steps.next("Edit"),
    )


@pytest.mark.slow
def test_a_release_is_written_and_the_next_one_shows_what_changed(
    program: Program, page: SheetPage, folder: Path
) -> None:
    written(program, folder, notes="First.")
    first = read_bundle(folder)
    assert (first.is_verified, first.manifest.version, first.manifest.notes) == (True, "1.0", "First.")
    assert sorted(each.name for each in folder.glob("*.tsv")) == ["en-de.tsv", "en-fr.tsv"]

    edit(page)
    run(program, "write_release")
    choose(program, folder)
    dialog = program.dialog(WriteReleaseDialog)
    assert dialog.version == "1.1"
    model = dialog.differences.table.model()
    assert [tuple(model.index(row, column).data() for column in range(4)) for row in range(model.rowCount())] == [
        ("~", "bolt", "Schraube", "Bolzen (Note: M8)"),
        ("+", "washer", "", "Scheibe; Ring (Forbidden)"),
    ]
    program.picture("release_write_again", dialog)
    program.click(dialog.accept_button)
    program.until(lambda: program.says("Wrote release 1.1") and at_rest(program))

    second = read_bundle(folder)
    assert TermRecords.of(second.entries[EN_DE]) == TermRecords.of(page.dictionaries[0].entries)
    run(program, "write_release")
    choose(program, folder)
    program.until(lambda: program.says("Nothing to release") and at_rest(program))


@pytest.mark.slow
def test_a_release_becomes_a_new_glossary_with_all_its_dictionaries_and_details(
    program: Program, page: SheetPage, folder: Path
) -> None:
    edit(page)
    written(program, folder)
    program.wait_for(program.controller.glossaries.close_dictionary())
    library = program.controller.use_cases.library
    program.wait_for(library.rename(parts(program), "Other"))
    program.wait_for(program.controller.glossaries.read_library())

    dialog = taking(program, folder, "As a new glossary")
    assert dialog.differences.list.rowCount() == 2
    program.picture("release_new_glossary", dialog)
    program.click(dialog.accept_button)
    program.until(lambda: program.says("Took over release 1.0") and at_rest(program))

    new, bundle = parts(program), read_bundle(folder)
    for pair in (EN_DE, LanguagePair("en", "fr")):
        row = new.row(pair)
        assert row is not None
        held = program.wait_for(library.entries(new, row))
        assert TermRecords.of(held) == TermRecords.of(bundle.entries[pair])


@pytest.mark.slow
def test_chosen_rows_of_a_release_come_back_as_one_step_of_undo(
    program: Program, page: SheetPage, folder: Path
) -> None:
    written(program, folder)
    edit(page)
    german = page.dictionaries[0]

    dialog = taking(program, folder, "Into “Parts”")
    assert rows(dialog) == [
        ("−", "washer", "Scheibe; Ring (Forbidden)", ""),
        ("~", "bolt", "Bolzen (Note: M8)", "Schraube"),
    ]
    dialog.differences.table.selectRow(0)
    dialog.differences.table.setFocus()
    program.press(Key.Key_Space)
    assert dialog.accept_button.text() == "Take over the selected rows"
    program.picture("release_take_over", dialog)
    program.click(dialog.accept_button)
    program.until(lambda: program.says("Took over release 1.0") and at_rest(program))

    row = german.entries.sources.index("bolt")
    assert (german.entries.targets[row], german.entries.detail(row)) == ("Schraube", EntryDetail())
    assert "washer" in german.entries.sources
    assert page.sheet_edits.history.undo_text == "Release taken over"
    run(program, "undo")
    program.until(lambda: at_rest(program))
    assert (german.entries.targets[row], german.entries.detail(row).note) == ("Bolzen", "M8")


@pytest.mark.slow
def test_a_damaged_release_is_named_and_nothing_of_it_is_taken_unasked(
    program: Program, page: SheetPage, folder: Path
) -> None:
    written(program, folder)
    (folder / "en-de.tsv").write_text("bolt\tBolzen\n", "utf-8")
    (folder / "en-fr.tsv").write_text("<<<<<<< a\nbolt\tvis\n=======\nbolt\tboulon\n>>>>>>> b\n", "utf-8")

    dialog = taking(program, folder, "Into “Parts”")
    findings = dialog.findChild(QLabel, "take_over_findings")
    assert findings is not None
    assert "en-de.tsv is not what release 1.0 contained" in findings.text()
    assert "en-fr.tsv has an unsolved merge conflict of Git in line 1." in findings.text()
    assert rows(dialog) == [("−", "nut", "Mutter", ""), ("~", "bolt", "Schraube", "Bolzen")]
    program.picture("release_damaged", dialog)
    assert not dialog.accept_button.isEnabled()
    assert dialog.anyway is not None
    program.qtbot.keyClick(dialog.anyway, Key.Key_Space)
    program.click(dialog.accept_button)
    program.until(lambda: program.says("A dictionary was left out") and at_rest(program))

    assert page.dictionaries[0].entries.as_dict() == {"bolt": "Bolzen"}
    row = parts(program).row(LanguagePair("en", "fr"))
    assert row is not None
    assert row.entry_count == 2


def test_a_folder_with_a_release_that_is_dropped_is_taken_over_and_another_is_imported(
    program: Program, page: SheetPage, folder: Path
) -> None:
    written(program, folder)
    edit(page)

    program.drop(folder)
    question = program.dialog(Question)
    program.click(question.accept_button)
    dialog = program.dialog(TakeOverDialog)
    assert [row[1] for row in rows(dialog)] == ["washer", "bolt"]
    dialog.reject()
    program.until(lambda: at_rest(program))

    (folder / "termdesk-release.json").unlink()
    program.drop(folder)
    program.dialog(ImportDialog).reject()
    program.until(lambda: at_rest(program))


@pytest.mark.slow
def test_without_a_choice_the_glossary_of_this_name_is_offered(program: Program, page: SheetPage, folder: Path) -> None:
    written(program, folder)
    program.controller.glossaries.panel.tree.setCurrentIndex(QModelIndex())
    assert program.controller.glossaries.chosen_item() is None

    run(program, "take_over_release")
    choose(program, folder)
    question = program.dialog(Question)
    assert [each.text() for each in question.buttons.buttons()].count("Into “Parts”") == 1
    question.reject()
    program.until(lambda: at_rest(program))


@pytest.mark.slow
def test_what_keeps_a_release_from_being_read_or_written_is_said(
    program: Program, page: SheetPage, folder: Path
) -> None:
    run(program, "take_over_release")
    choose(program, folder)
    program.until(lambda: program.says("contains no release of a glossary") and at_rest(program))

    (folder / "CHANGES.md").write_text("of others", "utf-8")
    run(program, "write_release")
    choose(program, folder)
    program.click(program.dialog(WriteReleaseDialog).accept_button)
    program.until(lambda: program.says("has a file CHANGES.md that belongs to no release") and at_rest(program))
    assert (folder / "CHANGES.md").read_text("utf-8") == "of others"
