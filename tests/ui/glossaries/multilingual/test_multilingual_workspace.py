"""The multilingual table in its pane: opened, closed again, and exported."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit
from pytestqt.qtbot import QtBot

from support.multilingual_glossary import OWN
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.ui.glossaries.multilingual.multilingual_workspace import MultilingualWorkspace, multilingual_filters
from termdesk.ui.glossaries.pane.glossaries_pane import GlossariesPane

AtRest = Callable[[], None]
Draft = Callable[[str, Mapping[str, Sequence[tuple[str, str]]]], GlossarySummary]


@pytest.fixture
def summary(draft: Draft) -> GlossarySummary:
    return draft("Parts", {code: OWN[code] for code in ("de", "ar")})


@pytest.fixture
def workspace(pane: GlossariesPane, summary: GlossarySummary, at_rest: AtRest) -> MultilingualWorkspace:
    """A workspace with nothing open yet."""
    at_rest()
    return pane.table


def opened(workspace: MultilingualWorkspace, summary: GlossarySummary, at_rest: AtRest) -> None:
    workspace.show(summary, "en")
    at_rest()


@pytest.mark.slow
def test_all_dictionaries_are_one_page(
    pane: GlossariesPane, workspace: MultilingualWorkspace, summary: GlossarySummary, at_rest: AtRest
) -> None:
    opened(workspace, summary, at_rest)

    assert workspace.page is not None
    assert pane.front is workspace.page
    assert [each.pair.target for each in workspace.page.dictionaries] == ["ar", "de"]
    assert workspace.page.subtitle.text() == "English → 2 languages · drafts on this computer"


@pytest.mark.slow
def test_leaving_leads_to_the_dictionary_of_the_column(
    pane: GlossariesPane, workspace: MultilingualWorkspace, summary: GlossarySummary, at_rest: AtRest
) -> None:
    opened(workspace, summary, at_rest)
    assert workspace.page is not None
    workspace.page.grid.go_to(0, 2)

    workspace.toggle()
    at_rest()

    assert workspace.page is None
    assert pane.page is not None
    assert pane.page.dictionary.pair.target == "de"


@pytest.mark.slow
def test_edits_are_there_when_the_view_is_opened_again(
    workspace: MultilingualWorkspace, summary: GlossarySummary, at_rest: AtRest
) -> None:
    opened(workspace, summary, at_rest)
    assert workspace.page is not None
    workspace.page.model.setData(workspace.page.model.index(0, 2), "Bolzen")

    opened(workspace, summary, at_rest)

    assert workspace.page.model.cell(0, 2) == "Bolzen"
    assert workspace.page.edits.history.can_undo


@pytest.mark.slow
def test_the_view_opens_from_a_dictionary_and_leads_back_to_it(
    pane: GlossariesPane, workspace: MultilingualWorkspace, summary: GlossarySummary, at_rest: AtRest
) -> None:
    opened(workspace, summary, at_rest)
    assert workspace.page is not None
    workspace.page.grid.go_to(0, 1)
    workspace.toggle()
    at_rest()
    assert workspace.is_possible
    workspace.toggle()
    at_rest()
    assert workspace.page is not None
    workspace.page.grid.go_to(0, 2)
    workspace.toggle()
    at_rest()

    assert pane.page is not None
    assert pane.page.dictionary.pair.target == "ar"


def test_all_languages_are_exported_into_one_file(
    qtbot: QtBot,
    workspace: MultilingualWorkspace,
    summary: GlossarySummary,
    at_rest: AtRest,
    tmp_path: Path,
) -> None:
    opened(workspace, summary, at_rest)
    workspace.ask_export()
    dialogs: list[QFileDialog] = []

    def is_open() -> bool:
        dialogs[:] = [each for each in QApplication.topLevelWidgets() if isinstance(each, QFileDialog)]
        return bool(dialogs) and dialogs[0].isVisible()

    qtbot.waitUntil(is_open)
    dialogs[0].setDirectory(str(tmp_path))
    field = dialogs[0].findChild(QLineEdit, "fileNameEdit")
    assert field is not None
    field.setText("parts.tmx")
    dialogs[0].selectNameFilter(next(each for each in dialogs[0].nameFilters() if "tmx" in each))
    dialogs[0].accept()
    at_rest()

    written = (tmp_path / "parts.tmx").read_text("utf-8")
    assert all(text in written for text in ("bolt", "برغي", "Schraube", "spring"))


def test_each_filter_of_the_export_gives_an_ending_of_its_own() -> None:
    filters = multilingual_filters()

    assert len(set(filters.values())) == len(filters) > 1
    assert all(f"(*{ending})" in title for title, (ending, _form) in filters.items())
