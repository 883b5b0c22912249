"""A page that closes under an open question closes the question too, and nothing uses its deleted widgets."""

from __future__ import annotations

import asyncio
import gc
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog
from shiboken6 import isValid

from app.program import Program, at_rest, run
from support.multilingual_glossary import made
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage
from termdesk.ui.glossaries.library.bin_dialog import BinDialog
from termdesk.ui.glossaries.multilingual.multilingual_page import MultilingualPage
from termdesk.ui.glossaries.publishing.merge_dialog import MergeDialog
from termdesk.ui.glossaries.publishing.publish_dialog import PublishDialog
from termdesk.ui.glossaries.publishing.violations_dialog import ViolationsDialog

EN_DE = LanguagePair("en", "de")
SOUND = [("bolt", "Schraube"), ("nut", "Mutter"), ("the bolt", "Schrauben")]
REFUSED = [*SOUND, ("bolt", "Bolzen")]


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


def opened(program: Program, rows: list[tuple[str, str]], name: str = "Parts") -> DictionaryPage:
    dictionary = program.wait_for(program.controller.use_cases.library.new(name, EN_DE, Entries.of(rows)))
    program.wait_for(program.controller.glossaries.show_dictionary(dictionary))
    program.until(lambda: at_rest(program))
    return program.page


def opened_multilingual(program: Program, rows: list[tuple[str, str]]) -> MultilingualPage:
    pane = program.controller.glossaries
    targets = {"de": Entries.of(rows), "fr": Entries.of(rows)}
    summary = program.wait_for(made(program.controller.use_cases.library, "Wide parts", targets))
    pane.table.show(summary, "en")
    program.until(lambda: pane.table.page is not None and at_rest(program))
    assert pane.table.page is not None
    return pane.table.page


def dialogs() -> list[QDialog]:
    return [each for each in QApplication.topLevelWidgets() if isinstance(each, QDialog) and each.isVisible()]


def the_dialog(program: Program) -> QDialog:
    program.until(dialogs)
    (found,) = dialogs()
    return found


def close_under_it(program: Program) -> None:
    """Close the page in front while a question is open. Remaining questions are answered with yes."""
    program.wait_for(program.controller.glossaries.close_dictionary())
    program.qtbot.wait(1)
    for dialog in dialogs():
        dialog.accept()
    program.until(lambda: at_rest(program))
    program.qtbot.wait(1)
    assert program.bugs == []


def published(program: Program) -> OpenDictionary:
    page = opened(program, SOUND)
    run(program, "publish")
    program.dialog(PublishDialog).accept()
    program.until(lambda: at_rest(program))
    return page.dictionary


def change_on_service(program: Program, dictionary: OpenDictionary, entries: Entries) -> None:
    async def change() -> None:
        api = await program.controller.use_cases.session.api()
        assert dictionary.draft.glossary_id is not None
        await api.glossaries.merge(dictionary.draft.glossary_id, EN_DE, entries)

    program.wait_for(change())


WITH_A_PAGE = (
    "versions",
    *("publish", "history", "go_to_row", "replace", "clean", "similar", "reverse_dictionary", "export_file", "paste"),
)


@pytest.mark.slow
def test_a_question_about_a_dictionary_closes_with_its_page(program: Program) -> None:
    for number, action in enumerate(WITH_A_PAGE):
        page = opened(program, SOUND, f"Parts {number}")
        QApplication.clipboard().setText("a\tb\nc\td\n")
        page.grid.setCurrentIndex(page.model.index(0, 0))

        run(program, action)
        the_dialog(program)
        close_under_it(program)

        assert program.controller.glossaries.page is None
        assert dialogs() == [], action


@pytest.mark.slow
def test_a_question_about_all_languages_closes_with_their_page(program: Program) -> None:
    for action in ("publish", "history", "go_to_row", "replace", "clean", "export_file", "delete_rows"):
        opened_multilingual(program, SOUND).grid.selectAll()

        run(program, action)
        the_dialog(program)
        close_under_it(program)

        assert program.controller.glossaries.table.page is None
        assert dialogs() == [], action


@pytest.mark.slow
@pytest.mark.parametrize("open_one", [opened, opened_multilingual])
def test_what_would_be_refused_is_not_shown_in_a_page_that_is_gone(
    program: Program, open_one: Callable[[Program, list[tuple[str, str]]], object]
) -> None:
    open_one(program, REFUSED)
    run(program, "publish")
    program.dialog(ViolationsDialog)

    close_under_it(program)


@pytest.mark.slow
def test_a_merge_is_given_up_with_its_page(program: Program) -> None:
    dictionary = published(program)
    program.page.edits.set_cells([(0, TARGET, "Bolzen")], "Typed")
    change_on_service(program, dictionary, Entries.of([("bolt", "Schraubbolzen")]))
    run(program, "publish")
    program.dialog(MergeDialog)

    close_under_it(program)

    assert dictionary.entries[0] == ("bolt", "Bolzen")


@pytest.mark.slow
def test_a_page_that_comes_back_while_it_is_published_shows_it_as_published(program: Program) -> None:
    page, pane = opened(program, SOUND), program.controller.glossaries
    [draft_id] = [each.draft.draft_id for each in page.dictionaries]
    run(program, "publish")
    program.dialog(PublishDialog).accept()
    program.until(lambda: not program.controller.window.jobs.of(page))

    async def come_back() -> None:
        await pane.close_dictionary()
        await pane.show_dictionary(await program.controller.use_cases.library.open_draft(draft_id))

    coming = program.loop.create_task(come_back())
    program.until(lambda: coming.done() and at_rest(program))

    assert program.says("“Parts” is published")
    assert program.page is not page
    assert not program.page.has_unpublished_edits


@pytest.mark.slow
def test_what_is_being_published_goes_on_when_its_page_closes(program: Program) -> None:
    page = opened(program, SOUND)
    run(program, "publish")
    program.dialog(PublishDialog).accept()
    program.until(lambda: not program.controller.window.jobs.of(page))
    closing = program.loop.create_task(program.controller.glossaries.close_dictionary())

    program.until(lambda: closing.done() and at_rest(program))

    assert program.says("“Parts” is published")
    assert page.dictionary.draft.glossary_id is not None


def test_what_does_not_belong_to_the_page_stays_open(program: Program) -> None:
    opened(program, SOUND)
    run(program, "bin")
    dialog = program.dialog(BinDialog)

    program.wait_for(program.controller.glossaries.close_dictionary())
    program.qtbot.wait(1)

    assert dialog.isVisible()
    dialog.accept()


@pytest.mark.slow
def test_a_chosen_file_is_written_although_the_page_closes(program: Program, tmp_path: Path) -> None:
    page = opened(program, SOUND)
    run(program, "export_file")
    program.dialog(QFileDialog)
    program.save_as(tmp_path / "parts.en-de.tsv")
    program.until(lambda: not program.controller.window.jobs.of(page))
    closing = program.loop.create_task(program.controller.glossaries.close_dictionary())

    program.until(lambda: closing.done() and at_rest(program))

    assert (tmp_path / "parts.en-de.tsv").read_text("utf-8").splitlines()[0] == "bolt\tSchraube"


@pytest.mark.slow
def test_of_two_dictionaries_that_are_shown_at_the_same_time_one_page_is_left(program: Program) -> None:
    pane, library = program.controller.glossaries, program.controller.use_cases.library
    opened(program, SOUND)
    names = ("Screws", "Nails")
    others = [program.wait_for(library.new(name, EN_DE, Entries.of(SOUND))) for name in names]

    async def show_both() -> None:
        await asyncio.gather(*(pane.show_dictionary(each) for each in others))

    program.wait_for(show_both())
    program.until(lambda: at_rest(program))
    program.qtbot.wait(1)

    assert pane.findChildren(DictionaryPage) == [program.page]
    assert program.page.dictionary in others
    assert program.page.dictionary in library.open_dictionaries


def deleted_wrappers() -> Counter[str]:
    """Return the Python objects of deleted Qt objects that something still holds, by class."""
    gc.collect()
    objects = [each for each in gc.get_objects() if isinstance(each, QObject)]
    return Counter(type(each).__name__ for each in objects if not isValid(each))


@pytest.mark.slow
def test_nothing_of_closed_pages_is_held(program: Program) -> None:
    """The Python objects of Qt's own widgets, such as scroll bars, go with the page; see `Toast`."""

    def visit(name: str) -> None:
        page = opened(program, SOUND, name)
        program.controller.window.notices.say(name, kind="good")
        page.filter_bar.field.setText("bolt")
        program.until(lambda: at_rest(program))
        program.wait_for(program.controller.glossaries.close_dictionary())
        multilingual = opened_multilingual(program, SOUND)
        multilingual.grid.selectAll()
        program.wait_for(program.controller.glossaries.close_dictionary())
        program.qtbot.wait(1)
        program.until(lambda: at_rest(program))

    visit("Parts")
    visit("Nails")
    before = deleted_wrappers()
    visit("Screws")

    assert deleted_wrappers() - before == Counter()
