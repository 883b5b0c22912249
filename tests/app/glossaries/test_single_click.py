"""A click in the library opens a dictionary. The selection, the page and the target of commands always agree."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest

from app.program import Control, Key, Program
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.library.library_panel import LibraryPanel

EN_DE, EN_AR = LanguagePair("en", "de"), LanguagePair("en", "ar")
NONE = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


def make(program: Program) -> None:
    """Create “Law” with two dictionaries and “Medicine” with one, both published."""

    async def create() -> None:
        api = await program.controller.use_cases.session.api()
        entries = Entries.of([("contract", "Vertrag"), ("house", "Haus")])
        await api.glossaries.create("Law", [(EN_DE, entries), (EN_AR, entries)], origin="")
        await api.glossaries.create("Medicine", [(EN_DE, entries)], origin="")
        await program.controller.glossaries.read_library()

    program.wait_for(create())


def panel(program: Program) -> LibraryPanel:
    return program.controller.glossaries.panel


def row(program: Program, name: str, pair: LanguagePair | None = None) -> QModelIndex:
    model = panel(program).model
    (key,) = [summary.key for summary in model.summaries if summary.name == name]
    return model.find(key, pair_text=str(pair) if pair else "")


def click(program: Program, index: QModelIndex, modifiers: Qt.KeyboardModifier = NONE, *, twice: bool = False) -> None:
    tree = panel(program).tree
    tree.scrollTo(index)
    position = tree.visualRect(index).center()
    for act in (QTest.mouseClick, QTest.mouseDClick)[: 2 if twice else 1]:
        act(tree.viewport(), Qt.MouseButton.LeftButton, modifiers, position)
    program.until(lambda: not program.controller.window.jobs.running)
    program.app.processEvents()


def shown(program: Program) -> str:
    """Describe what the right side shows."""
    pane = program.controller.glossaries
    widget = pane.pages.currentWidget()
    if widget is pane.beside.area:
        return f"{program.page.dictionary.name} {program.page.dictionary.pair}"
    return "overview of " + pane.glossary_page.summary.name if widget is pane.glossary_page else "neither"


def enabled(program: Program, action: str) -> bool:
    return program.controller.window.window_actions[action].isEnabled()


@pytest.mark.slow
def test_a_click_on_the_only_dictionary_of_a_glossary_opens_it(program: Program) -> None:
    make(program)

    click(program, row(program, "Medicine"))

    assert shown(program) == f"Medicine {EN_DE}"
    assert program.page.grid.hasFocus()
    assert enabled(program, "publish")
    assert panel(program).tree.currentIndex() == row(program, "Medicine")


@pytest.mark.slow
def test_a_double_click_opens_once(program: Program) -> None:
    make(program)

    click(program, row(program, "Medicine"), twice=True)
    page = program.page
    click(program, row(program, "Medicine"), twice=True)

    assert shown(program) == f"Medicine {EN_DE}"
    assert program.page is page


@pytest.mark.slow
def test_a_glossary_with_several_dictionaries_expands_and_shows_its_overview(program: Program) -> None:
    make(program)
    click(program, row(program, "Medicine"))

    for twice in (False, True):
        click(program, row(program, "Law"), twice=twice)
        assert shown(program) == "overview of Law"
        assert panel(program).tree.isExpanded(row(program, "Law"))
    assert not enabled(program, "publish")
    assert not enabled(program, "export_file")
    assert not enabled(program, "undo")
    assert enabled(program, "delete_glossary")
    program.picture("single_click_overview")

    click(program, row(program, "Law", EN_AR))
    assert shown(program) == f"Law {EN_AR}"
    assert enabled(program, "publish")


@pytest.mark.slow
def test_with_ctrl_a_click_only_selects(program: Program) -> None:
    make(program)
    click(program, row(program, "Medicine"))

    click(program, row(program, "Law"), Control)

    assert program.page.dictionary.name == "Medicine"
    assert len(panel(program).chosen_items()) == 2
    assert shown(program) == "neither"
    assert not enabled(program, "publish")
    program.picture("single_click_several")
    click(program, row(program, "Law"), Control)
    assert [position.summary.name for position in panel(program).chosen_items()] == ["Medicine"]
    chosen = panel(program).chosen_item()
    assert chosen is not None
    assert chosen.summary.name == "Medicine"
    assert shown(program) == f"Medicine {EN_DE}"


@pytest.mark.slow
def test_arrow_keys_show_what_is_chosen_and_enter_opens_it(program: Program) -> None:
    make(program)
    click(program, row(program, "Law"))
    click(program, row(program, "Law", EN_AR))
    page = program.page
    panel(program).tree.setFocus()

    program.press(Key.Key_Down)
    program.until(lambda: shown(program) == "overview of Law")
    assert program.controller.glossaries.page is page
    assert not enabled(program, "publish")
    program.press(Key.Key_Up)
    program.until(lambda: shown(program) == f"Law {page.dictionary.pair}")
    assert panel(program).tree.hasFocus()
    program.press(Key.Key_Return)
    program.until(page.grid.hasFocus)


@pytest.mark.slow
def test_what_is_made_or_copied_elsewhere_leaves_the_library_with_the_keyboard(program: Program) -> None:
    make(program)
    click(program, row(program, "Medicine"))

    program.controller.glossaries.select(panel(program).model.summaries[0].key)
    program.until(lambda: shown(program) == "overview of Law")

    assert panel(program).tree.hasFocus()


@pytest.mark.slow
def test_a_click_in_the_overview_opens_a_dictionary(program: Program) -> None:
    make(program)
    click(program, row(program, "Law"))
    matrix = program.controller.glossaries.glossary_page.matrix
    cell = matrix.visualRect(matrix.matrix.index(matrix.matrix.codes.index("en"), matrix.matrix.codes.index("de")))

    QTest.mouseClick(matrix.viewport(), Qt.MouseButton.LeftButton, NONE, cell.center())

    program.until(lambda: shown(program) == f"Law {EN_DE}")


def test_of_two_dictionaries_beside_each_other_the_chosen_one_is_in_front(program: Program) -> None:
    make(program)
    pane = program.controller.glossaries
    click(program, row(program, "Medicine"))
    left = program.page
    click(program, row(program, "Law"))
    program.controller.window.window_actions["open_beside"].trigger()
    program.until(lambda: pane.beside.other is not None and not program.controller.window.jobs.running)
    assert pane.pages.currentWidget() is pane.beside.area
    assert shown(program) == f"Medicine {EN_DE}"
    right = pane.beside.other
    assert right is not None

    panel(program).select(right.dictionary.draft.glossary_key, pair_text=str(right.dictionary.pair))
    program.until(lambda: pane.page is right)
    left.grid.setFocus()
    program.until(lambda: pane.page is left)

    chosen = panel(program).chosen_item()
    assert chosen is not None
    assert chosen.summary.name == "Medicine"
