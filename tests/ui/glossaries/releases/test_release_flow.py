"""Taking over a release also changes dictionaries without an open page, and adds languages to the glossary."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, ItemsView, Mapping, Sequence
from threading import Event
from typing import Any

import pytest

from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.domain.entries.changes import InsertRows, SetDetails
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.term_records import NO_RECORD, TermRecord
from termdesk.ui.glossaries.pane.glossaries_pane import GlossariesPane
from termdesk.ui.shell.jobs import JobProgress

Finish = Callable[[Coroutine[Any, Any, Any]], Any]
Draft = Callable[[str, Mapping[str, Sequence[tuple[str, str]]]], GlossarySummary]
EN_DE, EN_FR, EN_IT = (LanguagePair("en", target) for target in ("de", "fr", "it"))


def test_closed_and_new_dictionaries_take_over_records(pane: GlossariesPane, draft: Draft, finish: Finish) -> None:
    law = draft("Law", {"de": [("court", "Hof"), ("law", "Gesetz")]})
    finish(pane.read_library())
    taken = {
        EN_DE: {"court": TermRecord("Gericht"), "law": NO_RECORD},
        EN_IT: {"court": TermRecord("tribunale")},
    }

    finish(pane.releases.take(taken, pane.summary(law.key), "Law", JobProgress()))

    found = pane.summary(law.key)
    library = pane._use_cases.library
    held = {row.pair: finish(library.entries(found, row)) for row in found.rows}
    assert held == {EN_DE: Entries.of([("court", "Gericht")]), EN_IT: Entries.of([("court", "tribunale")])}
    assert library.open_dictionaries == ()


@pytest.mark.slow
def test_what_was_here_stays_as_a_version(pane: GlossariesPane, draft: Draft, finish: Finish) -> None:
    law, library = draft("Law", {"de": [("court", "Hof"), ("law", "Gesetz")]}), pane._use_cases.library
    finish(pane.read_library())
    dictionary = finish(library.open(law, EN_DE))
    noted = EntryDetail(note="signed")
    dictionary.apply(SetDetails([1], [noted]), dictionary.steps.next("Edit"))

    finish(pane.releases.take({EN_DE: {"law": NO_RECORD}}, pane.summary(law.key), "Law", JobProgress()))
    assert dictionary.entries.sources == ["court"]
    [version] = finish(pane._use_cases.versions.all([dictionary]))
    dictionary.apply(finish(pane._use_cases.versions.change_back(dictionary, version)))

    assert [*dictionary.entries] == [("court", "Hof"), ("law", "Gesetz")]
    assert dictionary.entries.detail(1) == noted
    finish(library.close(dictionary))


@pytest.mark.slow
def test_a_row_that_is_added_meanwhile_moves_nothing_to_other_rows(
    pane: GlossariesPane, draft: Draft, finish: Finish, qt_loop: asyncio.AbstractEventLoop
) -> None:
    law, library = draft("Law", {"de": [("court", "Hof"), ("law", "Gesetz")]}), pane._use_cases.library
    finish(pane.read_library())
    dictionary = finish(library.open(law, EN_DE))
    finish(pane.show_dictionary(dictionary))

    def add() -> None:
        dictionary.apply(InsertRows.at(dictionary.entries, 0, [("appeal", "Berufung")]), dictionary.steps.next("Add"))

    class ReadOnce(dict[str, TermRecord]):
        """Adds a row while the worker reads the records for the first time."""

        is_read = False

        def items(self) -> ItemsView[str, TermRecord]:
            if not self.is_read:
                self.is_read, added = True, Event()
                qt_loop.call_soon_threadsafe(lambda: (add(), added.set()))
                assert added.wait(20)
            return super().items()

    taken = {EN_DE: ReadOnce(law=TermRecord("Recht"))}
    finish(pane.releases.take(taken, pane.summary(law.key), "Law", JobProgress()))

    assert dictionary.entries.as_dict() == {"appeal": "Berufung", "court": "Hof", "law": "Recht"}


@pytest.mark.slow
def test_a_page_that_opens_meanwhile_keeps_what_is_typed_in_it(
    pane: GlossariesPane, draft: Draft, finish: Finish, qt_loop: asyncio.AbstractEventLoop
) -> None:
    law, library = draft("Law", {"de": [("court", "Hof"), ("law", "Gesetz")]}), pane._use_cases.library
    finish(pane.read_library())

    async def open_and_type() -> None:
        dictionary = await library.open(law, EN_DE)
        await pane.show_dictionary(dictionary)
        dictionary.apply(InsertRows.at(dictionary.entries, 0, [("appeal", "Berufung")]), dictionary.steps.next("Add"))

    class ReadOnce(dict[str, TermRecord]):
        """Opens the dictionary and adds a row while the worker reads the records for the first time."""

        is_read = False

        def items(self) -> ItemsView[str, TermRecord]:
            if not self.is_read:
                self.is_read = True
                asyncio.run_coroutine_threadsafe(open_and_type(), qt_loop).result(20)
            return super().items()

    taken = {EN_DE: ReadOnce(law=TermRecord("Recht"))}
    finish(pane.releases.take(taken, pane.summary(law.key), "Law", JobProgress()))

    assert pane.page is not None
    assert pane.page.dictionary.entries.as_dict() == {"appeal": "Berufung", "court": "Hof", "law": "Recht"}
    assert pane.page.dictionary in library.open_dictionaries


@pytest.mark.slow
def test_a_dictionary_that_a_table_is_opening_stays_open(pane: GlossariesPane, draft: Draft, finish: Finish) -> None:
    law, library = draft("Law", {"de": [("court", "Hof")]}), pane._use_cases.library
    finish(pane.read_library())
    dictionary = finish(library.open(law, EN_DE))

    with pane._keeper.expect_pages([dictionary]):
        finish(pane.releases.take({EN_DE: {"law": TermRecord("Recht")}}, pane.summary(law.key), "Law", JobProgress()))

    assert dictionary in library.open_dictionaries
    finish(library.close(dictionary))


@pytest.mark.slow
def test_a_new_glossary_has_all_dictionaries(pane: GlossariesPane, finish: Finish) -> None:
    taken = {EN_DE: {"court": TermRecord("Gericht")}, EN_FR: {"court": TermRecord("cour")}}

    finish(pane.releases.take(taken, None, "Law", JobProgress()))

    [found] = [each for each in pane.panel.model.summaries if each.name == "Law"]
    assert (found.name, [row.pair for row in found.rows]) == ("Law", [EN_DE, EN_FR])
    chosen = pane.chosen_item()
    assert chosen is not None
    assert chosen.summary.key == found.key
