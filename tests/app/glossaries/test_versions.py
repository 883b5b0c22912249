"""Earlier versions by mouse and keys: viewed, compared, restored as a whole or by row, and undone in one step."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel

from app.glossaries.test_publish_flow import change_on_service, opened_grid, opened_table, published
from app.program import Program, at_rest, run
from termdesk.domain.entries.changes import InsertRows, SetCells, SetDetails
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.entries.entry_detail import PREFERRED, EntryDetail
from termdesk.ui.glossaries.publishing.merge_dialog import MergeDialog
from termdesk.ui.glossaries.sheet.sheet_page import SheetPage
from termdesk.ui.glossaries.versions.versions_dialog import VersionsDialog
from termdesk.ui.glossaries.versions.versions_table import VersionColumn
from termdesk.ui.widgets.dialogs import Question

FIRST = {"bolt": "Schraube", "nut": "Mutter"}


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


def edit(page: SheetPage) -> None:
    """Change the target of “bolt”, and add “washer”."""
    german = page.dictionaries[0]
    row = german.entries.sources.index("bolt")
    german.apply(SetCells(TARGET, [row], ["Bolzen"]))
    german.apply(InsertRows.at(german.entries, len(german.entries), [("washer", "Scheibe")]))


def shown(program: Program) -> VersionsDialog:
    run(program, "versions")
    dialog = program.dialog(VersionsDialog)
    program.until(lambda: dialog.list.rowCount() and dialog.differences.model() is not None and dialog.counts.text())
    return dialog


def choose(program: Program, dialog: VersionsDialog, row: int) -> None:
    dialog.list.selectRow(row)
    program.until(dialog.counts.text)


def texts(dialog: VersionsDialog, column: int) -> list[str]:
    return [dialog.list.item(row, column).text() for row in range(dialog.list.rowCount())]


def differences(dialog: VersionsDialog) -> list[tuple[str, ...]]:
    model = dialog.differences.model()
    return [tuple(model.index(row, column).data() for column in range(4)) for row in range(model.rowCount())]


@pytest.mark.scorecard("R29")
def test_a_version_is_restored_in_two_clicks_as_one_step_of_undo(program: Program) -> None:
    page = opened_grid(program)
    german = page.dictionaries[0]
    edit(page)
    published(program, page)

    dialog = shown(program)
    assert texts(dialog, VersionColumn.VERSION) == ["Published from here", "Published from here"]
    assert texts(dialog, VersionColumn.ENTRIES) == ["3", "2"]
    assert not dialog.accept_button.isEnabled()
    choose(program, dialog, 1)
    program.picture("versions", dialog)
    assert differences(dialog) == [("−", "washer", "Scheibe", ""), ("~", "bolt", "Bolzen", "Schraube")]
    program.click(dialog.accept_button)
    program.until(lambda: program.says("Restored an earlier version") and at_rest(program))

    assert german.entries.as_dict() == FIRST
    assert page.sheet_edits.history.undo_text == "Restored version"
    run(program, "undo")
    program.until(lambda: at_rest(program))
    assert german.entries.as_dict() == {"bolt": "Bolzen", "nut": "Mutter", "washer": "Scheibe"}


@pytest.mark.slow
@pytest.mark.parametrize("open_one", [opened_grid, opened_table])
def test_single_rows_come_back_also_in_the_table_of_all_languages(
    program: Program, open_one: Callable[[Program], SheetPage]
) -> None:
    page = open_one(program)
    german = page.dictionaries[0]
    edit(page)

    dialog = shown(program)
    row = next(row for row in range(dialog.list.rowCount()) if dialog._versions[row].pair == german.pair)
    choose(program, dialog, row)
    program.until(lambda: len(differences(dialog)) == 2)
    assert not dialog.rows_button.isEnabled()
    dialog.differences.selectRow(1)
    program.click(dialog.rows_button)
    program.until(lambda: program.says("Restored an earlier version") and at_rest(program))

    assert german.entries.as_dict() == {**FIRST, "washer": "Scheibe"}


@pytest.mark.scorecard("R29")
def test_a_row_that_others_removed_comes_back_with_its_details_at_its_place(program: Program) -> None:
    """Its details were edited after the last publication, so only the version kept before the merge has them."""
    page = opened_grid(program)
    german = page.dictionaries[0]
    noted = EntryDetail(PREFERRED, note="M6", domain="fittings")
    german.apply(SetDetails([0], [noted]), german.steps.next("Edit"))
    before = [(*german.entries[row], german.entries.detail(row)) for row in range(2)]
    change_on_service(program, german, Entries.of([("nut", "Mutter"), ("washer", "Scheibe")]))
    run(program, "publish")
    program.click(program.dialog(MergeDialog).accept_button)
    program.until(lambda: program.says("Nothing to publish") and at_rest(program))
    assert german.entries.sources == ["nut", "washer"]

    dialog = shown(program)
    assert texts(dialog, VersionColumn.VERSION)[:2] == ["Changed elsewhere", "Before changes made elsewhere"]
    program.until(dialog.limits.text)
    assert dialog.limits.text().startswith("This version has no status, domain or notes.")
    program.picture("versions without details", dialog)
    choose(program, dialog, 1)
    program.until(lambda: len(differences(dialog)) == 2)
    assert differences(dialog)[1] == ("+", "bolt", "", "Schraube (Preferred · Domain: fittings · Note: M6)")
    program.picture("versions with details", dialog)
    dialog.differences.selectRow(1)
    program.click(dialog.rows_button)
    program.until(lambda: program.says("Restored an earlier version") and at_rest(program))

    assert [(*german.entries[row], german.entries.detail(row)) for row in range(2)] == before
    assert german.entries.sources == ["bolt", "nut", "washer"]
    run(program, "undo")
    program.until(lambda: at_rest(program))
    assert german.entries.sources == ["nut", "washer"]


@pytest.mark.slow
def test_what_others_published_is_a_version_and_versions_are_compared_with_each_other(program: Program) -> None:
    page = opened_grid(program)
    change_on_service(program, page.dictionaries[0], Entries.of([("bolt", "Bolzen")]))
    run(program, "publish")
    program.click(program.dialog(MergeDialog).accept_button)
    program.until(lambda: program.says("Nothing to publish") and at_rest(program))

    dialog = shown(program)
    assert texts(dialog, VersionColumn.VERSION) == ["Changed elsewhere", "Published from here"]
    assert texts(dialog, VersionColumn.DETAILS) == ["No", "Yes"]
    dialog.other.setCurrentIndex(1)
    dialog.other.activated.emit(1)
    program.until(lambda: "From “" in dialog.counts.text())

    assert differences(dialog) == [("−", "nut", "Mutter", ""), ("~", "bolt", "Schraube", "Bolzen")]
    assert not dialog.accept_button.isEnabled()
    dialog.reject()
    program.until(lambda: at_rest(program))


def test_a_draft_has_no_version_until_the_user_keeps_one_which_can_be_deleted(program: Program, tmp_path: Path) -> None:
    program.open_text(tmp_path / "parts.en-de.tsv", "bolt\tSchraube\nnut\tMutter\n")
    run(program, "versions")
    dialog = program.dialog(VersionsDialog)
    words = dialog.findChild(QLabel, "versions_words")
    assert words is not None
    program.until(lambda: "There is no version yet" in words.text())

    program.click(dialog.keep_button)
    question = asked(program)
    program.qtbot.keyClicks(question.focusWidget(), "before the audit")
    program.click(question.accept_button)
    program.until(lambda: texts(dialog, VersionColumn.VERSION) == ["before the audit"])
    program.until(lambda: dialog.counts.text() == "Both have the same entries.")

    program.click(dialog.delete_button)
    program.click(asked(program).accept_button)
    program.until(lambda: dialog.list.rowCount() == 0)
    dialog.reject()
    program.until(lambda: at_rest(program))


def closed_and_chosen(program: Program) -> None:
    """Create a glossary with two versions that is not open, but selected in the library."""
    page = opened_grid(program)
    edit(page)
    published(program, page)
    key = page.dictionaries[0].draft.glossary_key
    run(program, "close_dictionary")
    program.until(lambda: not program.controller.glossaries.open_keys and at_rest(program))
    program.controller.glossaries.select(key)


@pytest.mark.slow
@pytest.mark.parametrize("way", ["menu of the window", "menu of the library"])
def test_versions_of_a_glossary_that_is_not_open_are_compared_and_restored(program: Program, way: str) -> None:
    closed_and_chosen(program)
    pane, library = program.controller.glossaries, program.controller.use_cases.library

    if way == "menu of the library":
        [action] = [each for each in pane.panel.tree.actions() if each.objectName() == "library_versions"]
        action.trigger()
    else:
        run(program, "versions")
    dialog = program.dialog(VersionsDialog)
    program.until(lambda: dialog.list.rowCount() and dialog.counts.text())
    assert texts(dialog, VersionColumn.ENTRIES) == ["3", "2"]
    assert not pane.open_keys, "nothing is shown for it"
    choose(program, dialog, 1)
    program.until(lambda: len(differences(dialog)) == 2)
    program.click(dialog.accept_button)
    program.until(lambda: program.says("Restored an earlier version") and at_rest(program))

    page = program.page
    assert page.dictionary.entries.as_dict() == FIRST
    assert [page.dictionary] == list(library.open_dictionaries)
    run(program, "undo")
    program.until(lambda: at_rest(program))
    assert page.dictionary.entries.as_dict() == {"bolt": "Bolzen", "nut": "Mutter", "washer": "Scheibe"}
    assert program.bugs == []


@pytest.mark.slow
def test_who_only_looks_at_versions_leaves_nothing_open(program: Program) -> None:
    closed_and_chosen(program)

    dialog = shown(program)
    dialog.reject()
    program.until(lambda: at_rest(program))

    program.until(lambda: not program.controller.use_cases.library.open_dictionaries)
    assert not program.controller.glossaries.open_keys


def asked(program: Program) -> Question:
    """Return the question that the dialog of versions asks."""
    program.until(lambda: len(program.open_dialogs(Question)) == 2)
    [question] = [each for each in program.open_dialogs(Question) if not isinstance(each, VersionsDialog)]
    return question
