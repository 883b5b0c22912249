"""A glossary linked with a folder: both sides' changes are offered, conflicts resolved, nothing happens unasked."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QLabel, QPushButton

from app.glossaries.releases.test_releases import choose, edit, folder, page, parts
from app.program import Program, at_rest, run
from support.files.bundles import EN_DE
from termdesk.application.glossaries.releases.releases import plan_release, write_release
from termdesk.domain.entries.changes import InsertRows, SetCells
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.term_records import NO_RECORD, TermRecords
from termdesk.domain.progress import NoProgress
from termdesk.formats.bundles.bundle_reader import read_bundle
from termdesk.ui.glossaries.releases.take_over_dialog import TakeOverDialog
from termdesk.ui.glossaries.releases.write_dialog import WriteReleaseDialog
from termdesk.ui.glossaries.sheet.sheet_page import SheetPage
from termdesk.ui.shell.notices import Notices
from termdesk.ui.widgets.dialogs import Question

__all__ = ["folder", "page"]
Key = Qt.Key
EN_FR = LanguagePair("en", "fr")
FRENCH = Entries.of([("nut", "écrou"), ("bolt", "boulon")])


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


def button(program: Program, text: str) -> QPushButton:
    """Return the button of the notice that offers this."""
    notices = program.controller.window.findChildren(Notices)
    found = [each for one in notices for each in one.findChildren(QPushButton) if each.text() == text]
    program.until(lambda: found[0].isVisible())
    return found[0]


def linked(program: Program, folder: Path) -> None:
    """Link “Parts” with the folder, and write it there."""
    run(program, "watched_folder")
    choose(program, folder)
    program.until(lambda: program.says("has changes that its watched folder does not have"))
    program.click(button(program, "Write to the folder…"))
    program.click(program.dialog(WriteReleaseDialog).accept_button)
    program.until(lambda: program.says("Wrote release 1.0") and at_rest(program))
    program.controller.window.notices.clear()


def written_by_others(folder: Path, **german: str) -> None:
    """Write a release into the folder as another user, and let the system notify the window."""
    entries = {EN_DE: Entries.of(german.items()), EN_FR: FRENCH}
    plan = plan_release(NoProgress(), "Parts", folder, entries)
    write_release(NoProgress(), plan, plan.version, "")


def taking(program: Program) -> TakeOverDialog:
    program.until(lambda: program.says("The watched folder of “Parts” has changed"))
    program.click(button(program, "Take over changes…"))
    return program.dialog(TakeOverDialog)


@pytest.mark.slow
def test_what_others_wrote_is_offered_and_merged_with_the_edits_here(
    program: Program, page: SheetPage, folder: Path
) -> None:
    linked(program, folder)
    german = page.dictionaries[0]
    edit(page)

    written_by_others(folder, bolt="Schraube", nut="Schraubenmutter", anchor="Dübel")
    dialog = taking(program)
    assert german.entries.as_dict()["nut"] == "Mutter"
    assert not dialog.conflicts
    program.picture("folder_take_over", dialog)
    program.click(dialog.accept_button)
    program.until(lambda: program.says("Took over release 1.1") and at_rest(program))

    published = german.entries.copy_published_part().as_dict()
    assert published == {"bolt": "Bolzen", "nut": "Schraubenmutter", "washer": "Scheibe", "anchor": "Dübel"}
    assert TermRecords.of(read_bundle(folder).entries[EN_DE]).targets["bolt"] == "Schraube"
    # Local changes are offered to the folder, and the next release has the changes of both sides.
    program.controller.window.notices.clear()
    run(program, "write_release")
    program.click(program.dialog(WriteReleaseDialog).accept_button)
    program.until(lambda: program.says("Wrote release 1.2") and at_rest(program))
    assert TermRecords.of(read_bundle(folder).entries[EN_DE]) == TermRecords.of(german.entries)


@pytest.mark.slow
def test_what_others_wrote_while_the_user_decided_is_offered_next(
    program: Program, page: SheetPage, folder: Path
) -> None:
    linked(program, folder)
    written_by_others(folder, bolt="Schraube", nut="Schraubenmutter")
    dialog = taking(program)
    written_by_others(folder, bolt="Schraube", nut="Schraubenmutter", anchor="Dübel")
    program.until(lambda: program.says("Release 1.2 of the folder has changes"))
    program.click(dialog.accept_button)
    program.until(lambda: program.says("Took over release 1.1") and at_rest(program))

    assert taking(program).taken[EN_DE].keys() == {"anchor"}
    program.press(Key.Key_Escape)
    program.until(lambda: at_rest(program))


@pytest.mark.slow
def test_after_undo_the_folder_is_not_overwritten_and_the_same_is_offered_again(
    program: Program, page: SheetPage, folder: Path
) -> None:
    linked(program, folder)
    german = page.dictionaries[0]
    before = german.entries.as_dict()
    written_by_others(folder, bolt="Bolzen", nut="Schraubenmutter", anchor="Dübel")
    dialog = taking(program)
    taken = dialog.taken
    program.click(dialog.accept_button)
    program.until(lambda: program.says("Took over release 1.1") and at_rest(program))
    program.controller.window.notices.clear()

    page.grid.setFocus()
    program.press(Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    program.until(lambda: german.entries.as_dict() == before and at_rest(program))
    program.wait_for(page.wait_until_saved())
    run(program, "write_release")
    program.until(lambda: program.says("has changes that “Parts” does not have yet") and at_rest(program))

    program.controller.window.notices.clear()
    run(program, "watched_folder")
    program.click(program.dialog(Question).accept_button)
    assert taking(program).taken == taken
    program.press(Key.Key_Escape)
    program.until(lambda: at_rest(program))
    program.controller.window.notices.clear()


@pytest.mark.slow
def test_what_is_left_out_is_offered_again_and_a_dictionary_that_is_gone_can_be_deleted(
    program: Program, page: SheetPage, folder: Path
) -> None:
    linked(program, folder)
    german = page.dictionaries[0]
    plan = plan_release(NoProgress(), "Parts", folder, {EN_DE: Entries.of([("bolt", "Bolzen"), ("pin", "Stift")])})
    write_release(NoProgress(), plan, plan.version, "")

    dialog = taking(program)
    assert dialog.typed is not None
    dialog.typed.field.setText("3")
    # Keep “nut”, which the release removes from German.
    dialog.differences.table.selectRow(0)
    dialog.differences.table.setFocus()
    program.press(Key.Key_Space)
    dialog.typed.field.setText("2")
    program.picture("folder_left_out", dialog)
    program.click(dialog.accept_button)
    program.until(lambda: program.says("Took over release 1.1") and at_rest(program))
    assert german.entries.as_dict() == {"bolt": "Bolzen", "nut": "Mutter", "pin": "Stift"}

    program.until(lambda: program.says("Release 1.1 no longer has this dictionary."))
    program.click(button(program, "Delete…"))
    program.dialog(QDialog).accept()
    program.until(lambda: at_rest(program) and parts(program).row(EN_FR) is None)
    assert not program.says("Release 1.1 no longer has this dictionary.")
    run(program, "write_release")
    program.until(lambda: program.says("has changes that “Parts” does not have yet") and at_rest(program))
    program.controller.window.notices.clear()
    run(program, "watched_folder")
    program.click(program.dialog(Question).accept_button)
    dialog = taking(program)
    assert dialog.taken == {EN_DE: {"nut": NO_RECORD}}
    program.picture("folder_offered_again", dialog)
    program.controller.window.notices.clear()
    program.click(dialog.accept_button)
    program.until(lambda: program.says("Took over release 1.1") and at_rest(program))
    held = program.wait_for(program.controller.use_cases.library.read(parts(program), EN_DE))
    assert held.as_dict() == {"bolt": "Bolzen", "pin": "Stift"}


def test_each_conflict_is_settled_by_the_user(program: Program, page: SheetPage, folder: Path) -> None:
    linked(program, folder)
    german = page.dictionaries[0]
    german.apply(SetCells(TARGET, [0, 1], ["Bolzen", "Muttern"]), german.steps.next("Edit"))

    written_by_others(folder, bolt="Gewindebolzen", nut="Schraubenmutter")
    run(program, "write_release")
    program.until(lambda: program.says("has changes that “Parts” does not have yet") and at_rest(program))
    dialog = taking(program)
    program.picture("folder_conflicts", dialog)
    assert not dialog.accept_button.isEnabled()
    model = dialog.conflicts[0].model
    assert [[model.index(row, column).data() for column in range(4)] for row in range(2)] == [
        ["bolt", "Schraube", "Bolzen", "Gewindebolzen"],
        ["nut", "Mutter", "Muttern", "Schraubenmutter"],
    ]
    dialog.conflicts[0].table.setFocus()
    program.press(Key.Key_Return)
    program.press(Key.Key_Right)
    program.press(Key.Key_Return)
    program.click(dialog.accept_button)
    program.until(lambda: program.says("Took over release 1.1") and at_rest(program))

    assert german.entries.as_dict() == {"bolt": "Bolzen", "nut": "Schraubenmutter"}
    run(program, "undo")
    program.until(lambda: at_rest(program))
    assert german.entries.as_dict() == {"bolt": "Bolzen", "nut": "Muttern"}


@pytest.mark.slow
def test_entries_that_an_empty_dictionary_got_since_are_counted_before_it_is_deleted(
    program: Program, page: SheetPage, folder: Path
) -> None:
    linked(program, folder)
    plan = plan_release(NoProgress(), "Parts", folder, {EN_DE: Entries.of([("bolt", "Schraube"), ("nut", "Mutter")])})
    write_release(NoProgress(), plan, plan.version, "")
    dialog = taking(program)
    assert dialog.typed is not None
    dialog.typed.field.setText("2")
    program.click(dialog.accept_button)
    program.until(lambda: program.says("Release 1.1 no longer has this dictionary.") and at_rest(program))

    library = program.controller.use_cases.library
    french = program.wait_for(library.open(parts(program), EN_FR))
    program.wait_for(program.controller.glossaries.show_dictionary(french))
    change = InsertRows.at(french.entries, 0, [("gear", "engrenage")])
    program.wait_for(program.page.apply_to_dictionary(french, change, "Edit", NoProgress()))
    program.until(lambda: (row := parts(program).row(EN_FR)) is not None and row.entry_count == 1)
    program.click(button(program, "Delete…"))
    question = program.dialog(Question)
    assert any("This deletes 1 entry." in each.text() for each in question.findChildren(QLabel))
    question.reject()
    program.until(lambda: at_rest(program))


@pytest.mark.slow
def test_keeping_the_own_version_in_all_conflicts_is_a_step_that_undo_takes_back(
    program: Program, page: SheetPage, folder: Path
) -> None:
    linked(program, folder)
    german = page.dictionaries[0]
    german.apply(SetCells(TARGET, [0], ["Bolzen"]), german.steps.next("Edit"))
    written_by_others(folder, bolt="Gewindebolzen", nut="Mutter")

    dialog = taking(program)
    program.click(dialog.conflicts[0].all_local)
    program.click(dialog.accept_button)
    program.until(lambda: program.says("Your version was kept in all conflicts") and at_rest(program))
    assert german.entries.as_dict() == {"bolt": "Bolzen", "nut": "Mutter"}
    run(program, "undo")
    program.until(lambda: at_rest(program))
    assert german.entries.as_dict() == {"bolt": "Bolzen", "nut": "Mutter"}

    program.wait_for(page.wait_until_saved())
    program.controller.window.notices.clear()

    # The same conflict is asked again.
    run(program, "watched_folder")
    program.click(program.dialog(Question).accept_button)
    dialog = taking(program)
    assert dialog.conflicts[0].model.index(0, 0).data() == "bolt"
    dialog.reject()
    program.until(lambda: at_rest(program))


@pytest.mark.slow
def test_a_merge_that_is_not_solved_and_a_folder_that_is_gone_are_told_and_the_link_can_end(
    program: Program, page: SheetPage, folder: Path
) -> None:
    linked(program, folder)
    before = page.dictionaries[0].entries.as_dict()
    manifest = folder / "termdesk-release.json"
    whole = manifest.read_bytes()

    manifest.write_bytes(b"<<<<<<< HEAD\n" + whole + b"=======\n>>>>>>> branch\n")
    program.until(lambda: program.says("has an unsolved merge conflict of Git in line 1"))
    manifest.write_bytes(whole)
    (folder / "en-de.tsv").write_text("bolt\tSchraube\n", "utf-8")
    dialog = taking(program)
    assert dialog.anyway is not None
    assert not dialog.accept_button.isEnabled()
    dialog.reject()
    program.until(lambda: at_rest(program))
    shutil.rmtree(folder)
    program.until(lambda: program.says("does not exist"))
    assert page.dictionaries[0].entries.as_dict() == before

    run(program, "watched_folder")
    question = program.dialog(Question)
    program.picture("folder_question", question)
    stop = question.findChild(QPushButton, "question_other")
    assert stop is not None
    program.click(stop)
    program.until(lambda: program.says("is no longer linked with its folder") and at_rest(program))
    assert program.wait_for(program.controller.use_cases.watched_folders.links()) == []


@pytest.mark.slow
def test_the_folder_is_looked_at_when_the_program_starts_again(program: Program, page: SheetPage, folder: Path) -> None:
    linked(program, folder)
    german = page.dictionaries[0]
    german.apply(InsertRows.at(german.entries, 2, [("anchor", "Dübel")]), german.steps.next("Edit"))
    program.wait_for(program.controller.glossaries.close_dictionary())
    flow = program.controller.glossaries.folders
    flow.watcher.watch(())
    written_by_others(folder, bolt="Bolzen", nut="Mutter")

    # As after a restart.
    flow._profile = None
    program.controller.glossaries.refresh()
    taking(program).reject()
    program.until(lambda: at_rest(program))

    run(program, "watched_folder")
    program.click(program.dialog(Question).accept_button)
    program.until(lambda: program.says("The watched folder of “Parts” has changed"))
    assert parts(program).row(EN_DE) is not None
