"""Two dictionaries side by side: edits go to the one with the focus, and the other follows."""

from __future__ import annotations

import pytest

from app.program import Key, Program, at_rest
from support.multilingual_glossary import made, summary_of
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage

FORTH = [("house", "Haus"), ("flat", "Wohnung"), ("boat", "Boot"), ("tree", "Baum")]
BACK = [("Baum", "tree"), ("Boot", "boat"), ("Haus", "house"), ("Wohnung", "flat")]
FRENCH = [("boat", "bateau"), ("house", "maison")]


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


def run(program: Program, action: str) -> None:
    program.until(program.controller.window.window_actions[action].isEnabled)
    program.controller.window.window_actions[action].trigger()


def opened_pair(program: Program) -> tuple[DictionaryPage, DictionaryPage]:
    """Show English to German on the left, and German to English beside it, with the focus."""
    pane, library = program.controller.glossaries, program.controller.use_cases.library

    async def make() -> str:
        summary = await made(library, "Homes", {"de": Entries.of(FORTH), "fr": Entries.of(FRENCH)})
        await library.close(await library.add_dictionary(summary, LanguagePair("de", "en"), Entries.of(BACK)))
        await pane.show_dictionary(await library.open(await summary_of(library, summary.key), LanguagePair("en", "de")))
        return summary.key

    key = program.wait_for(make())
    left = program.page
    pane.panel.select(key)
    run(program, "open_beside")
    program.until(lambda: pane.beside.other is not None and at_rest(program))
    right = pane.beside.other
    assert right is not None
    right.grid.setFocus()
    program.until(lambda: pane.page is right)
    return left, right


@pytest.mark.slow
def test_the_reverse_stands_beside_and_follows_what_is_chosen(program: Program) -> None:
    left, right = opened_pair(program)
    program.controller.window.resize(1500, 800)
    assert right.dictionary.pair == LanguagePair("de", "en")
    assert left.isVisible()
    assert right.isVisible()

    right.grid.go_to(1, 0)
    assert left.grid.currentIndex().row() == 2
    left.grid.setFocus()
    program.until(lambda: program.controller.glossaries.page is left)
    left.grid.go_to(3, 1)
    program.picture("side_by_side")

    assert right.grid.currentIndex().row() == 0


@pytest.mark.slow
def test_what_is_done_goes_to_the_one_with_the_focus(program: Program) -> None:
    left, right = opened_pair(program)
    right.grid.go_to(0, 1)
    program.type("timber")
    program.press(Key.Key_Return)
    program.until(lambda: right.dictionary.entries.targets[0] == "timber")

    left.grid.setFocus()
    program.until(lambda: program.controller.glossaries.page is left)
    assert not program.controller.window.window_actions["undo"].isEnabled()
    left.grid.go_to(1, 0)
    run(program, "delete_rows")
    assert len(left.dictionary) == 3
    run(program, "undo")
    right.grid.setFocus()
    run(program, "undo")

    assert list(left.dictionary.entries) == FORTH
    assert list(right.dictionary.entries) == BACK


@pytest.mark.slow
def test_one_is_closed_and_the_other_stays(program: Program) -> None:
    left, right = opened_pair(program)
    left.grid.setFocus()
    program.until(lambda: program.controller.glossaries.page is left)

    run(program, "close_dictionary")
    program.until(lambda: program.controller.glossaries.page is right and at_rest(program))

    assert right.isVisible()
    assert program.controller.glossaries.beside.other is None
    run(program, "close_dictionary")
    program.until(lambda: program.controller.glossaries.page is None and at_rest(program))


@pytest.mark.slow
def test_opening_from_the_library_replaces_the_one_with_the_focus(program: Program) -> None:
    left, _right = opened_pair(program)
    pane = program.controller.glossaries
    (summary,) = pane.panel.model.summaries

    async def open_french() -> None:
        await pane.show_dictionary(await program.controller.use_cases.library.open(summary, LanguagePair("en", "fr")))

    program.wait_for(open_french())

    assert program.page.dictionary.pair == LanguagePair("en", "fr")
    assert pane.beside.other is left
    assert program.page.isVisible()
    assert left.isVisible()
    left.grid.setFocus()
    program.until(lambda: pane.page is left)
    left.grid.go_to(2, 0)
    assert pane.beside.other is not None
    assert pane.beside.other.grid.currentIndex().row() == 0


@pytest.mark.slow
def test_the_wide_view_takes_both_over(program: Program) -> None:
    opened_pair(program)
    pane = program.controller.glossaries
    program.until(lambda: at_rest(program))
    run(program, "multilingual_view")
    program.until(lambda: pane.table.page is not None and at_rest(program))

    assert pane.table.page is not None
    assert pane.table.page.isVisible()
    assert pane.page is None
    assert pane.beside.other is None
    assert not program.controller.window.window_actions["open_beside"].isEnabled()


def test_in_a_small_window_nothing_is_cut(program: Program) -> None:
    left, right = opened_pair(program)
    left.edits.set_cells([(1, TARGET, " Wohnung mit vielen Zimmern")], "Edit target")
    left.grid.go_to(1, TARGET)
    boxes = [page.view_controller.bar.only_violations for page in (left, right)]
    program.controller.window.resize(1180, 760)
    program.until(lambda: left.width() < 400 and boxes[0].text() == "1")

    labels = [label for page in (left, right) for label in (page.line.cell.label, page.line.whole.label)]
    program.until(lambda: all(label.width() >= label.sizeHint().width() for label in labels))
    for page in (left, right):
        assert page.line.words.width() > 300
        assert page.view_controller.bar.field.width() > 100
    assert [box.text() for box in boxes] == ["1", ""]
    assert [box.toolTip() for box in boxes] == ["<qt>Only problems (1)</qt>", "<qt>Only problems</qt>"]
    program.picture("side_by_side_small")

    program.controller.window.resize(1900, 760)
    program.until(lambda: boxes[0].text() == "Only problems (1)")
    assert boxes[0].toolTip() == ""
