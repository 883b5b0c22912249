"""The library shows the current state of open dictionaries, even before it is on disk."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.domain.entries.entries import TARGET
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage
from termdesk.ui.glossaries.opening.open_states import OpenStates
from termdesk.ui.glossaries.pane.glossaries_pane import GlossariesPane
from termdesk.ui.shell.jobs import Jobs

Finish = Callable[[Coroutine[Any, Any, Any]], Any]
Draft = Callable[[str, Mapping[str, Sequence[tuple[str, str]]]], GlossarySummary]


@pytest.fixture
def rail(pane: GlossariesPane, use_cases: LazyUseCases, draft: Draft, finish: Finish) -> GlossarySummary:
    """The glossary that is open in the pane."""
    made = draft("Rail", {"de": [("train", "Zug")]})
    finish(pane.show_dictionary(finish(use_cases.library.open(made, LanguagePair("en", "de")))))
    return made


@pytest.fixture
def page(pane: GlossariesPane, rail: GlossarySummary) -> DictionaryPage:
    assert pane.page is not None
    return pane.page


@pytest.fixture
def states(pane: GlossariesPane, jobs: Jobs, rail: GlossarySummary) -> OpenStates:
    return OpenStates(pane, jobs)


def count(summaries: Sequence[GlossarySummary]) -> list[int]:
    return [summary.entry_count for summary in summaries]


def test_what_was_read_is_brought_up_to_what_is_open(
    states: OpenStates, page: DictionaryPage, pane: GlossariesPane, rail: GlossarySummary, draft: Draft
) -> None:
    page.edits.append_rows([("track", "Gleis"), ("bridge", "Brücke")], "Append")
    other = draft("Law", {"de": [("court", "Gericht")]})

    shown = states.add_open_states([rail, other])

    assert count(shown) == [3, 1]
    assert shown[1] is other, "it is not open"


@pytest.mark.slow
def test_the_library_follows_edits_and_undo(
    page: DictionaryPage, pane: GlossariesPane, rail: GlossarySummary, qtbot: QtBot
) -> None:
    page.edits.append_rows([("track", "Gleis")], "Append")
    qtbot.waitUntil(lambda: count(pane.summaries) == [2])

    page.edits.history.undo()

    qtbot.waitUntil(lambda: count(pane.summaries) == [1])


@pytest.mark.slow
def test_many_edits_are_shown_once_they_rest(page: DictionaryPage, pane: GlossariesPane, qtbot: QtBot) -> None:
    shown: list[int] = []
    pane.panel.model.dataChanged.connect(lambda *_range: shown.extend(count(pane.summaries)))

    for number in range(5):
        page.edits.append_rows([(f"track {number}", "Gleis")], "Append")
    page.edits.set_cells([(0, TARGET, "Bahn")], "Edit")

    qtbot.waitUntil(lambda: bool(shown))
    assert set(shown) == {6}
