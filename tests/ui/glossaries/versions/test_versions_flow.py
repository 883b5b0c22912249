"""A version is compared with a file and with other glossaries of the library."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.summaries import GlossarySummary, LibraryItem
from termdesk.domain.entries.changes import InsertRows, SetCells
from termdesk.domain.entries.entries import TARGET
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.pane.glossaries_pane import GlossariesPane
from termdesk.ui.glossaries.versions.versions_dialog import Restoration
from termdesk.ui.glossaries.versions.versions_flow import VersionsFlow
from termdesk.ui.shell.jobs import JobProgress
from termdesk.ui.shell.notices import Notices

Finish = Callable[[Coroutine[Any, Any, Any]], Any]
Draft = Callable[[str, Mapping[str, Sequence[tuple[str, str]]]], GlossarySummary]
EN_DE = LanguagePair("en", "de")


@pytest.fixture
def flow(pane: GlossariesPane, draft: Draft, finish: Finish) -> VersionsFlow:
    """“Law” (en → de) is open, beside “Bank” with the same pair and “Rail” with another."""
    law = draft("Law", {"de": [("court", "Gericht")]})
    draft("Bank", {"de": [("court", "Hof")], "fr": [("court", "cour")]})
    draft("Rail", {"fr": [("rail", "rail")]})
    finish(pane.read_library())
    finish(pane.show_dictionary(finish(pane._use_cases.library.open(law, EN_DE))))
    return pane._actions._versions


@pytest.mark.slow
def test_only_glossaries_with_the_same_languages_are_offered(
    flow: VersionsFlow, pane: GlossariesPane, finish: Finish
) -> None:
    assert pane.page is not None

    [bank] = flow._others(pane.page.dictionaries)

    assert bank.title == "Glossary “Bank”"
    assert finish(bank.read(EN_DE)).as_dict() == {"court": "Hof"}


def test_a_file_is_read_for_the_pair_and_rows_that_are_no_entries_are_told(
    flow: VersionsFlow, finish: Finish, tmp_path: Path, notices: Notices
) -> None:
    path = tmp_path / "law.csv"
    path.write_text("fr;en;de\ncour;court;Hof\nloi;law;Gesetz\n;;\nx;y\n", "utf-8")

    file = finish(flow._read_file(path, EN_DE))

    assert file.title == "law.csv"
    assert finish(file.read(EN_DE)).as_dict() == {"court": "Hof", "law": "Gesetz"}
    assert any("1 row of the file is not compared" in each for each in notices.texts())


@pytest.mark.slow
def test_a_row_that_is_added_meanwhile_moves_nothing_to_other_rows(
    flow: VersionsFlow, pane: GlossariesPane, finish: Finish, qt_loop: asyncio.AbstractEventLoop
) -> None:
    page, versions = pane.page, pane._use_cases.versions
    assert page is not None
    [dictionary] = page.dictionaries
    finish(versions.keep(dictionary, "First"))
    dictionary.apply(SetCells(TARGET, [0], ["Hof"]), dictionary.steps.next("Edit"))
    [version] = finish(versions.all([dictionary]))

    def add() -> None:
        dictionary.apply(InsertRows.at(dictionary.entries, 0, [("appeal", "Berufung")]), dictionary.steps.next("Add"))

    class ReadOnce(frozenset[str]):
        """Adds a row while the worker reads the phrases for the first time."""

        is_read = False

        def __contains__(self, source: object) -> bool:
            if not self.is_read:
                self.is_read, added = True, Event()
                qt_loop.call_soon_threadsafe(lambda: (add(), added.set()))
                assert added.wait(20)
            return super().__contains__(source)

    finish(flow._restore(page, Restoration(dictionary, version, ReadOnce({"court"})), JobProgress()))

    assert dictionary.entries.as_dict() == {"appeal": "Berufung", "court": "Gericht"}


@pytest.mark.slow
def test_a_dictionary_that_a_table_is_opening_stays_open(
    flow: VersionsFlow, pane: GlossariesPane, finish: Finish, monkeypatch: pytest.MonkeyPatch
) -> None:
    [rail] = [each for each in pane.summaries if each.name == "Rail"]
    library, [row] = pane._use_cases.library, rail.rows
    dictionary = finish(library.open(rail, row.pair))

    async def close_at_once(_dictionaries: Sequence[OpenDictionary]) -> None:
        return

    monkeypatch.setattr(flow, "_ask_restoration", close_at_once)
    with pane._keeper.expect_pages([dictionary]):
        finish(flow._show_closed(LibraryItem(rail, row), JobProgress()))

    assert dictionary in library.open_dictionaries
    finish(library.close(dictionary))


def test_what_is_shown_to_be_restored_stays_open_until_its_page_closes(
    flow: VersionsFlow, pane: GlossariesPane, finish: Finish, monkeypatch: pytest.MonkeyPatch
) -> None:
    [rail] = [each for each in pane.summaries if each.name == "Rail"]
    library, versions, [row] = pane._use_cases.library, pane._use_cases.versions, rail.rows

    async def choose_first(dictionaries: Sequence[OpenDictionary]) -> Restoration:
        await versions.keep(dictionaries[0], "First")
        [version] = await versions.all(dictionaries)
        return Restoration(dictionaries[0], version, frozenset())

    async def publish() -> None:
        async with pane._use_cases.bulk_publisher.open_drafts([str(row.draft_id)]):
            return

    monkeypatch.setattr(flow, "_ask_restoration", choose_first)
    finish(flow._show_closed(LibraryItem(rail, row), JobProgress()))
    assert pane.page is not None
    dictionary = pane.page.dictionary
    finish(publish())

    assert dictionary in library.open_dictionaries
    finish(pane.close_dictionary())
    assert dictionary not in library.open_dictionaries
