"""Reading entries of closed dictionaries, from the service and from local drafts."""

from __future__ import annotations

import pytest

from application.glossaries.library.test_library import ENTRIES, on_service, summary_named
from support.publishing_setup import EN_DE, PublishingSetup
from termdesk.application.failures import OutdatedSummary
from termdesk.application.glossaries.library.dictionary_reader import DictionaryReader
from termdesk.application.glossaries.library.library import Library
from termdesk.domain.entries.changes import SetDetails
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import NOTE, EntryDetail
from termdesk.domain.progress import NoProgress

pytestmark = pytest.mark.anyio


@pytest.fixture
def reader(setup: PublishingSetup) -> DictionaryReader:
    return DictionaryReader(setup, setup.records)


async def test_the_service_is_read_and_this_computer_has_nothing(
    setup: PublishingSetup, library: Library, reader: DictionaryReader
) -> None:
    await on_service(setup, "Read")
    summary = await summary_named(library, "Read")

    remote = await reader.remote(summary, summary.rows[0], NoProgress())

    assert list(remote) == list(ENTRIES)
    assert await reader.local(summary.rows[0], remote, NoProgress()) is None


async def test_a_glossary_of_this_computer_alone_cannot_be_read_from_the_service(
    library: Library, reader: DictionaryReader
) -> None:
    await library.close(await library.new("Here", EN_DE, ENTRIES.copy()))
    (summary,) = await library.local_summaries()

    with pytest.raises(OutdatedSummary):
        await reader.remote(summary, summary.rows[0], NoProgress())
    local = await reader.local(summary.rows[0], None, NoProgress())
    assert local is not None
    assert list(local) == list(ENTRIES)


@pytest.mark.slow
async def test_what_has_no_edits_here_follows_the_service_and_keeps_its_details(
    setup: PublishingSetup, library: Library, reader: DictionaryReader
) -> None:
    await on_service(setup, "Noted")
    dictionary = await library.open(await summary_named(library, "Noted"), EN_DE)
    dictionary.apply(SetDetails((0,), (EntryDetail(note="signed"),)), dictionary.steps.next("Notes"))
    await library.close(dictionary)
    row = (await summary_named(library, "Noted")).rows[0]

    local = await reader.local(row, Entries.of([("contract", "Vertrag"), ("tree", "Baum")]), NoProgress())

    assert local is not None
    assert list(local) == [("contract", "Vertrag"), ("tree", "Baum")]
    assert local.texts(NOTE) == ["signed", ""]
