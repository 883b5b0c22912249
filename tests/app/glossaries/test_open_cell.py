"""The text in an open cell is restored after the program was killed during typing."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from app.glossaries.multilingual.test_multilingual_view import opened_multilingual
from app.glossaries.test_grid import open_homes
from app.program import Key, Program
from termdesk.application.glossaries.editing.open_cell import OpenText
from termdesk.domain.entries.entries import Entries
from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage
from termdesk.ui.glossaries.importing.import_dialog import ImportDialog
from termdesk.ui.glossaries.multilingual.multilingual_page import MultilingualPage

pytestmark = pytest.mark.scorecard("R01")

Make = Callable[[Path], Program]


@pytest.fixture
def opened(shared_program: Program, tmp_path: Path) -> Program:
    return open_homes(shared_program, tmp_path)


def kept(program: Program) -> list[OpenText]:
    return program.wait_for(program.records.open_texts.all("local"))


def killed(program: Program, folder: Path) -> Path:
    """Copy the files as a kill would leave them now."""
    return Path(shutil.copytree(program.folder, folder))


def type_half(program: Program, text: str) -> None:
    program.type(text)
    program.until(lambda: [each.text for each in kept(program)] == [text])


def open_text(page: DictionaryPage | MultilingualPage) -> str:
    editor = page.grid.open_editor()
    return editor.text() if editor is not None else ""


def test_a_cell_of_the_grid_is_open_again_with_its_text(program: Program, make_program: Make, tmp_path: Path) -> None:
    opened = open_homes(program, tmp_path)
    opened.page.grid.go_to(2, 1)
    type_half(opened, "Baumha")
    again = make_program(killed(opened, tmp_path / "killed"))
    assert again.says("Unfinished text was kept")

    # The dictionary that was open at the crash is opened automatically.
    pane = again.controller.glossaries
    again.until(lambda: pane.page is not None and open_text(pane.page) == "Baumha")

    assert again.page.grid.current_cell() == (2, 1)
    again.type("us")
    again.press(Key.Key_Return)
    again.until(lambda: again.page.dictionary.entries.targets[2] == "Baumhaus")
    again.until(lambda: kept(again) == [])


def test_a_cell_that_was_closed_is_not_kept(opened: Program) -> None:
    opened.page.grid.go_to(2, 1)
    type_half(opened, "Baumha")

    opened.press(Key.Key_Return)

    opened.until(lambda: kept(opened) == [])
    assert opened.page.dictionary.entries.targets[2] == "Baumha"


def test_a_cell_that_was_given_up_is_not_kept(opened: Program) -> None:
    opened.page.grid.go_to(2, 1)
    type_half(opened, "Baumha")

    opened.press(Key.Key_Escape)

    opened.until(lambda: kept(opened) == [])


@pytest.mark.parametrize("column", [0, 2])
def test_a_cell_of_the_table_of_all_languages_is_open_again(
    program: Program, make_program: Make, tmp_path: Path, column: int
) -> None:
    targets = {
        "de": Entries.of([("house", "Haus"), ("tree", "Baum")]),
        "fr": Entries.of([("house", "maison"), ("tree", "arbre")]),
    }
    page = opened_multilingual(program, targets)
    page.grid.go_to(1, column)
    type_half(program, "half a wo")
    again = make_program(killed(program, tmp_path / "killed"))

    pane = again.controller.glossaries
    again.until(lambda: pane.panel.model.total)
    pane.table.show(pane.panel.model.summaries[0], "en")
    again.until(lambda: pane.table.page is not None and open_text(pane.table.page) == "half a wo")

    assert pane.table.page is not None
    assert pane.table.page.grid.current_cell() == (1, column)


def test_a_cell_that_the_program_closes_is_forgotten(shared_program: Program, tmp_path: Path) -> None:
    program = shared_program
    file = tmp_path / "plants.en-de.tsv"
    file.write_text("tree\tBaum\n", "utf-8")
    program.drop(file)
    dialog = program.dialog(ImportDialog)
    program.until(dialog.accept_button.isEnabled)
    program.click(dialog.accept_button)
    program.until(lambda: program.controller.glossaries.page is not None and not program.controller.window.jobs.running)
    program.page.grid.setCurrentIndex(program.page.grid.model().index(0, 1))
    program.page.grid.setFocus()
    program.press(Key.Key_F2)
    program.type("x")
    program.until(lambda: program.wait_for(program.records.open_texts.all("local")))

    program.page.grid.finish_editing()

    program.until(lambda: not program.wait_for(program.records.open_texts.all("local")))
    assert program.page.dictionary.entries.targets == ["x"]
