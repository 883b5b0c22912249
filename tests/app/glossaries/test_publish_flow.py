"""One publishing flow for the grid and the multilingual table: changes made elsewhere are merged, and can be undone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton

from app.program import Key, Program, at_rest, run
from support.multilingual_glossary import made
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.publishing.publish_plan import LostUpdate, PublishReport
from termdesk.domain.entries.changes import RemoveRows, SetCells
from termdesk.domain.entries.entries import SOURCE, TARGET, Change, Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import Difference, Method
from termdesk.domain.progress import NoProgress
from termdesk.ui.glossaries.publishing.merge_dialog import MergeDialog
from termdesk.ui.glossaries.publishing.publish_dialog import PublishDialog
from termdesk.ui.glossaries.publishing.publish_scope import PublishScope
from termdesk.ui.glossaries.publishing.violations_dialog import ViolationsDialog
from termdesk.ui.glossaries.sheet.sheet_page import SheetPage

Modifier = Qt.KeyboardModifier
TARGETS = {"de": [("bolt", "Schraube"), ("nut", "Mutter")], "fr": [("nut", "écrou"), ("bolt", "boulon")]}


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


def opened_table(program: Program) -> SheetPage:
    """Open the multilingual table of a new, published glossary."""
    pane = program.controller.glossaries
    entries = {code: Entries.of(pairs) for code, pairs in TARGETS.items()}
    summary = program.wait_for(made(program.controller.use_cases.library, "Parts", entries))
    program.wait_for(pane.read_library())
    pane.select(summary.key)
    program.until(program.controller.window.window_actions["multilingual_view"].isEnabled)
    run(program, "multilingual_view")
    program.until(lambda: pane.table.page is not None and at_rest(program))
    assert pane.table.page is not None
    return published(program, pane.table.page)


def opened_grid(program: Program) -> SheetPage:
    """Open one dictionary of a new, published glossary."""
    pane = program.controller.glossaries
    library = program.controller.use_cases.library
    dictionary = program.wait_for(library.new("Parts", LanguagePair("en", "de"), Entries.of(TARGETS["de"])))
    program.wait_for(pane.show_dictionary(dictionary))
    return published(program, program.page)


def published(program: Program, page: SheetPage) -> SheetPage:
    run(program, "publish")
    program.click(program.dialog(PublishDialog).accept_button)
    program.until(lambda: program.says("is published") and at_rest(program))
    assert not page.has_unpublished_edits
    program.controller.window.notices.clear()
    return page


def change_dictionary(program: Program, page: SheetPage, dictionary: OpenDictionary, change: Change) -> None:
    program.wait_for(page.apply_to_dictionary(dictionary, change, "Edit", NoProgress()))


def change_on_service(program: Program, dictionary: OpenDictionary, entries: Entries) -> None:
    draft = dictionary.draft
    assert draft.glossary_id is not None

    async def replace(glossary_id: str) -> None:
        api = await program.controller.use_cases.session.api()
        await api.glossaries.replace(glossary_id, draft.pair, entries)

    program.wait_for(replace(draft.glossary_id))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("open_one", "title"),
    [(opened_grid, "Changes from the service"), (opened_table, "Changes from the service, German")],
)
def test_what_others_did_comes_in_also_where_nothing_was_edited_here(
    program: Program, open_one: Callable[[Program], SheetPage], title: str
) -> None:
    page = open_one(program)
    german = page.dictionaries[0]
    change_on_service(program, german, Entries.of([("bolt", "Bolzen"), ("nut", "Mutter")]))

    page.grid.setCurrentIndex(page.grid.model().index(0, 1))
    run(program, "publish")
    program.click(program.dialog(MergeDialog).accept_button)
    program.until(lambda: program.says("Nothing to publish") and at_rest(program))
    detail = page.findChild(QLabel, "cell_detail")
    assert detail is not None
    assert detail.text()
    assert "published as" not in detail.text()

    assert german.entries.as_dict() == {"bolt": "Bolzen", "nut": "Mutter"}
    assert page.sheet_edits.history.undo_text == title
    assert program.says("The service has exactly these entries.")
    assert not page.has_unpublished_edits


@pytest.mark.slow
@pytest.mark.parametrize("open_one", [opened_grid, opened_table])
def test_an_undone_merge_is_offered_again(program: Program, open_one: Callable[[Program], SheetPage]) -> None:
    page = open_one(program)
    german, history = page.dictionaries[0], page.sheet_edits.history
    before = german.entries.as_dict()
    merged = {"bolt": "Bolzen", "nut": "Mutter", "washer": "Scheibe"}
    change_on_service(program, german, Entries.of(merged.items()))
    steps = history.position
    for _ in range(2):
        run(program, "publish")
        program.dialog(MergeDialog)
        program.press(Key.Key_Return)
        program.until(lambda: program.says("Nothing to publish") and at_rest(program))
        assert german.entries.as_dict() == german.published == merged
        program.controller.window.notices.clear()

        page.grid.setFocus()
        for shift, entries in ((False, before), (True, merged), (False, before)):
            program.press(Key.Key_Z, Modifier.ControlModifier | (Modifier.ShiftModifier if shift else Modifier(0)))
            program.until(lambda shift=shift: history.position == steps + shift and at_rest(program))
            assert german.entries.as_dict() == german.published == entries
            assert not any(german.is_changed(row) for row in range(len(german)))


@pytest.mark.slow
@pytest.mark.parametrize("open_one", [opened_grid, opened_table])
def test_a_merge_that_is_not_published_is_said(program: Program, open_one: Callable[[Program], SheetPage]) -> None:
    page = open_one(program)
    german = page.dictionaries[0]
    change_on_service(program, german, Entries.of([("bolt", "Bolzen"), ("nut", "Mutter"), ("washer", "Scheibe")]))
    row = german.entries.sources.index("nut")
    change = SetCells(TARGET, (row,), ("Schraubenmutter",))
    program.wait_for(page.apply_to_dictionary(german, change, "Edit", NoProgress()))

    run(program, "publish")
    program.click(program.dialog(MergeDialog).accept_button)
    program.dialog(PublishDialog)
    program.press(Key.Key_Escape)
    program.until(lambda: at_rest(program))

    assert program.says("Changes from the service are merged into “Parts, en → de”")
    assert program.says("Merged: 1 added, 1 changed. The dictionary was not published. Undo in the dictionary takes")
    program.controller.window.notices.clear()
    run(program, "publish")
    program.click(program.dialog(PublishDialog).accept_button)
    program.until(lambda: program.says("is published") and at_rest(program))
    assert not program.says("was not published")


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("open_one", [opened_grid, opened_table])
def test_a_merge_that_keeps_all_of_ours_is_said_and_undone(
    program: Program, open_one: Callable[[Program], SheetPage]
) -> None:
    page = open_one(program)
    german, history = page.dictionaries[0], page.sheet_edits.history
    before = german.published
    row = german.entries.sources.index("nut")
    change = SetCells(TARGET, (row,), ("Schraubenmutter",))
    program.wait_for(page.apply_to_dictionary(german, change, "Edit", NoProgress()))
    entries, steps = german.entries.as_dict(), history.position
    change_on_service(program, german, Entries.of([*(before | {"nut": "Nuss"}).items()]))

    run(program, "publish")
    dialog = program.dialog(MergeDialog)
    all_local = dialog.findChild(QPushButton, "conflicts_all_local")
    assert all_local is not None
    program.click(all_local)
    program.click(dialog.accept_button)
    program.dialog(PublishDialog)
    program.press(Key.Key_Escape)
    program.until(lambda: at_rest(program))

    assert program.says("1 phrase was changed on both sides. Your version was kept, so no entry changed here.")
    assert not program.says("Nothing changed")
    assert german.entries.as_dict() == entries
    assert history.undo_text.startswith("Changes from the service")
    page.grid.setFocus()
    for shift, base in ((False, before), (True, before | {"nut": "Nuss"}), (False, before)):
        program.press(Key.Key_Z, Modifier.ControlModifier | (Modifier.ShiftModifier if shift else Modifier(0)))
        program.until(lambda shift=shift: history.position == steps + shift and at_rest(program))
        assert german.published == base
        assert german.entries.as_dict() == entries


@pytest.mark.parametrize("open_one", [opened_grid, opened_table])
def test_the_name_that_others_gave_to_a_glossary_is_shown_on_its_page(
    program: Program, open_one: Callable[[Program], SheetPage]
) -> None:
    page = open_one(program)

    async def rename() -> None:
        api = await program.controller.use_cases.session.api()
        [glossary] = await api.glossaries.list()
        await api.glossaries.rename(glossary.glossary_id, "Fasteners")

    program.wait_for(rename())
    program.wait_for(program.controller.glossaries.read_library())

    assert [each.title.text() for each in program.controller.glossaries.open_pages] == ["Fasteners"]
    change_dictionary(program, page, page.dictionaries[0], SetCells(TARGET, (0,), ("Bolzen",)))
    run(program, "publish")
    program.click(program.dialog(PublishDialog).accept_button)
    program.until(lambda: program.says("“Fasteners” is published") and at_rest(program))


def tell_lost(
    program: Program, page: SheetPage, dictionary: OpenDictionary, report: PublishReport, lost: LostUpdate
) -> None:
    pane = program.controller.glossaries
    scope = PublishScope(pane, [each.draft for each in page.dictionaries], page=page)
    pane.publishing._tell_lost(scope, dictionary.draft, report, lost)


@pytest.mark.scorecard("R18")
@pytest.mark.parametrize("open_one", [opened_grid, opened_table])
def test_what_publishing_overwrote_is_brought_back_as_one_step(
    program: Program, open_one: Callable[[Program], SheetPage]
) -> None:
    page = open_one(program)
    german = page.dictionaries[0]
    before = list(german.entries)
    lost = LostUpdate(Difference({"washer": "Scheibe"}, {"bolt": ("Schraube", "Bolzen")}, {"nut": "Mutter"}), "version")
    report = PublishReport(Method.REPLACE, Difference({}, {}, {}), 2, "trace", 3.0, others_changed=False, lost=lost)

    tell_lost(program, page, german, report, lost)
    button = program.controller.window.notices.findChild(QPushButton, "notice_action")
    assert button is not None
    program.click(button)
    program.until(lambda: program.says("Restored what was overwritten") and at_rest(program))

    assert german.entries.as_dict() == {"washer": "Scheibe", "bolt": "Bolzen"}
    assert page.has_unpublished_edits
    page.sheet_edits.history.undo()
    assert list(german.entries) == before
    page.sheet_edits.history.redo()
    page.show_entry(german, german.entries.sources.index("washer"), TARGET)
    assert page.grid.currentIndex().data() == "Scheibe"


@pytest.mark.slow
@pytest.mark.parametrize("open_one", [opened_grid, opened_table])
def test_where_the_page_is_gone_the_bin_is_named(program: Program, open_one: Callable[[Program], SheetPage]) -> None:
    page = open_one(program)
    german = page.dictionaries[0]
    lost = LostUpdate(Difference({"washer": "Scheibe"}, {}, {}), "version")
    report = PublishReport(Method.REPLACE, Difference({}, {}, {}), 2, "trace", 3.0, others_changed=False, lost=lost)
    tell_lost(program, page, german, report, lost)
    program.wait_for(program.controller.glossaries.close_dictionary())

    button = program.controller.window.notices.findChild(QPushButton, "notice_action")
    assert button is not None
    program.click(button)

    assert program.says("“Parts” is no longer open")
    assert program.says("“Parts (as changed elsewhere)”")


@pytest.mark.slow
def test_a_new_glossary_that_was_published_is_opened_again_after_a_crash(fresh_program: Program) -> None:
    opened_grid(fresh_program)

    # As in a crash: the window is never asked to close.
    fresh_program.end()
    fresh_program.start()
    fresh_program.until(lambda: fresh_program.controller.glossaries.open_pages and at_rest(fresh_program))

    assert fresh_program.page.dictionary.is_published


def go_to_violation(program: Program, page: SheetPage, *, removed: int) -> None:
    """Remove a row of the first dictionary while the question about a violation in row 1 is open, then go to it."""
    german = page.dictionaries[0]
    change_dictionary(program, page, german, SetCells(SOURCE, [1], [" nut"]))
    run(program, "publish")
    question = program.dialog(ViolationsDialog)
    change_dictionary(program, page, german, RemoveRows([removed]))
    program.click(question.accept_button)


@pytest.mark.parametrize("open_one", [opened_grid, opened_table])
def test_a_violation_leads_to_its_entry_after_rows_have_moved(
    program: Program, open_one: Callable[[Program], SheetPage]
) -> None:
    page = open_one(program)
    go_to_violation(program, page, removed=0)
    program.until(lambda: at_rest(program))

    assert page.grid.currentIndex().siblingAtColumn(0).data() == " nut"


@pytest.mark.parametrize("open_one", [opened_grid, opened_table])
def test_an_entry_that_was_removed_under_the_question_is_reported(
    program: Program, open_one: Callable[[Program], SheetPage]
) -> None:
    page = open_one(program)
    go_to_violation(program, page, removed=1)
    program.until(lambda: program.says("This entry no longer exists") and at_rest(program))

    assert page.dictionaries[0].entries.as_dict() == {"bolt": "Schraube"}


@pytest.mark.slow
@pytest.mark.parametrize("open_one", [opened_grid, opened_table])
def test_blanks_around_phrases_are_trimmed_and_the_rest_follows(
    program: Program, open_one: Callable[[Program], SheetPage]
) -> None:
    page = open_one(program)
    german = page.dictionaries[0]
    change_dictionary(program, page, german, SetCells(TARGET, [0, 1], [" Bolzen", "Mutter "]))

    run(program, "publish")
    trim = program.dialog(ViolationsDialog).findChild(QPushButton, "violations_trim")
    assert trim is not None
    program.click(trim)
    program.click(program.dialog(PublishDialog).accept_button)
    program.until(lambda: program.says("is published") and at_rest(program))

    assert german.entries.as_dict() == {"bolt": "Bolzen", "nut": "Mutter"}
    assert page.sheet_edits.history.undo_text == "Trim"
    assert not page.has_unpublished_edits
