"""Many dictionaries are exported to one folder; the format and the folder are remembered."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from termdesk.application.glossaries.summaries import GlossarySummary, LibraryItem
from termdesk.ui.glossaries.exporting.export_many_dialog import ExportManyDialog
from termdesk.ui.glossaries.pane.glossaries_pane import GlossariesPane
from termdesk.ui.shell.notices import Notices

Rest = Callable[[], None]
Opened = Callable[[type[Any]], Any]
Finish = Callable[[Coroutine[Any, Any, Any]], Any]
Pick = Callable[[Path], None]
Ask = Callable[[], ExportManyDialog]
Draft = Callable[[str, Mapping[str, Sequence[tuple[str, str]]]], GlossarySummary]


@pytest.fixture
def items(pane: GlossariesPane, draft: Draft, finish: Finish) -> list[LibraryItem]:
    """A glossary with two dictionaries, and one dictionary of another."""
    rail = draft("Rail", {"de": [("train", "Zug")], "fr": [("train", "train")]})
    law = draft("Law", {"de": [("court", "Gericht"), ("judge", "Richter")], "fr": [("court", "tribunal")]})
    finish(pane.read_library())
    return [LibraryItem(rail, None), LibraryItem(law, law.rows[0])]


@pytest.fixture
def ask(pane: GlossariesPane, items: list[LibraryItem], opened: Opened, pick: Pick, folder: Path) -> Ask:
    """Start the export into the folder, and return its dialog."""

    def run() -> ExportManyDialog:
        pane.export_many.ask_export(items)
        pick(folder)
        dialog = opened(ExportManyDialog)
        assert isinstance(dialog, ExportManyDialog)
        return dialog

    return run


def files(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text("utf-8").rstrip("\n") for path in folder.iterdir()}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "files"
    made.mkdir()
    return made


@pytest.mark.slow
def test_what_is_chosen_becomes_a_file_each(ask: Ask, at_rest: Rest, folder: Path, notices: Notices) -> None:
    dialog = ask()
    dialog.choose(".tsv")
    dialog.accept_button.click()
    at_rest()

    made = files(folder)
    assert len(made) == 3
    assert "court\tGericht\njudge\tRichter" in made.values()
    assert str(folder) in notices.texts()[0]


@pytest.mark.slow
def test_files_that_are_there_stay_unless_that_is_chosen(ask: Ask, at_rest: Rest, folder: Path) -> None:
    for overwrites in (False, False, True):
        dialog = ask()
        dialog.choose(".tsv")
        dialog.overwrite.setChecked(overwrites)
        dialog.accept_button.click()
        at_rest()

    assert len(files(folder)) == 6, "three at first, three beside them, then three replaced"


def test_the_format_is_offered_again(ask: Ask, at_rest: Rest, folder: Path) -> None:
    dialog = ask()
    dialog.choose(".csv")
    dialog.accept_button.click()
    at_rest()

    again = ask()
    assert again.ending == ".csv"
    again.reject()
    at_rest()


@pytest.mark.slow
def test_giving_up_writes_nothing(ask: Ask, at_rest: Rest, folder: Path, notices: Notices) -> None:
    notices.clear()

    ask().reject()
    at_rest()

    assert files(folder) == {}
    assert notices.texts() == []
