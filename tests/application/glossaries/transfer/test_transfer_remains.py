"""What is left of an interrupted copy, as far as the other service says, or as this computer knows."""

from __future__ import annotations

import asyncio

import pytest

from application.glossaries.transfer.two_services import EN_DE, EN_FR, TwoServices
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.transfer.glossary_copy import GlossaryCopy
from termdesk.application.glossaries.transfer.glossary_transfer import GlossaryTransfer
from termdesk.application.glossaries.transfer.transfer_remains import Remains, find_remains
from termdesk.domain.entries.changes import SetCells
from termdesk.domain.entries.entries import TARGET
from termdesk.storage.transfer.transfers import TransferRecord

pytestmark = pytest.mark.anyio


async def interrupted(two: TwoServices, monkeypatch: pytest.MonkeyPatch, *, is_killed: bool = False) -> TransferRecord:
    """Copy two dictionaries, and cancel that when the first was sent. Return the record.

    A program that is killed does not tidy up.
    """

    async def end(*_arguments: object) -> None:
        raise asyncio.CancelledError

    async def leave(*_arguments: object) -> None:
        return

    await two.publish()
    with monkeypatch.context() as patch:
        patch.setattr(GlossaryCopy, "_read_back", end)
        if is_killed:
            patch.setattr(GlossaryTransfer, "_give_up_unsent", leave)
        with pytest.raises(asyncio.CancelledError):
            await two.run()
    [record] = await two.transfer.find_unfinished()
    return record


@pytest.mark.slow
async def test_the_other_service_says_what_has_arrived(two: TwoServices, monkeypatch: pytest.MonkeyPatch) -> None:
    record = await interrupted(two, monkeypatch)

    assert (await two.transfer.remains(record, two.there))[EN_DE] is Remains.ON_SERVICE


async def test_without_the_service_nobody_knows_what_has_arrived(
    two: TwoServices, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = await interrupted(two, monkeypatch)

    assert (await find_remains(two.records, record))[EN_DE] is Remains.UNKNOWN


@pytest.mark.slow
async def test_drafts_of_a_killed_program_are_discarded(two: TwoServices, monkeypatch: pytest.MonkeyPatch) -> None:
    record = await interrupted(two, monkeypatch, is_killed=True)

    assert (await two.transfer.remains(record))[EN_FR] is Remains.DISCARDED
    await two.transfer.give_up([record])

    assert EN_FR not in {each.pair for each in await two.records.journal.drafts(two.there.profile)}


@pytest.mark.slow
async def test_an_edited_draft_stays_when_the_copy_is_given_up(
    two: TwoServices, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = await interrupted(two, monkeypatch, is_killed=True)
    there = Library(two.there, two.records)
    [copy] = [each for each in await there.summaries() if each.name == two.name]
    edited = await there.open(copy, EN_FR)
    await edited.take(SetCells(TARGET, (0,), ("marché",)), "Typing")
    await there.close(edited)

    assert (await find_remains(two.records, record))[EN_FR] is Remains.DRAFT
    await two.transfer.give_up([record])

    assert await two.transfer.find_unfinished() == []
    assert EN_FR in {each.pair for each in await two.records.journal.drafts(two.there.profile)}
