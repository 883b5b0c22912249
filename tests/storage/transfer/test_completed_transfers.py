"""A completed transfer is known after a restart, with the versions that undoing it compares."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.storage import retention
from termdesk.storage.records import Records
from termdesk.storage.snapshots import snapshots_in_use
from termdesk.storage.transfer.completed_transfers import CompletedTransfer
from termdesk.storage.transfer.transfers import TransferRecord

pytestmark = pytest.mark.anyio

PAIR = LanguagePair("en", "de")


def completed(version: str, *, transfer_id: str = "t1") -> CompletedTransfer:
    position = (transfer_id, "here", "there", "g2", "Law (2)", "Law")
    return CompletedTransfer(*position, ((PAIR, version),), 1, is_move=True, deleted=(3, 4))


async def test_it_replaces_the_unfinished_one_and_is_known_after_a_restart(tmp_path: Path) -> None:
    async with Records(tmp_path / "termdesk.db") as records:
        version = await records.snapshots.put(Entries.of([("house", "Haus")]))
        await records.transfers.begin(
            TransferRecord("t1", "here", "g1", "there", "g2", "Law (2)", (PAIR,), True, "Law")
        )
        await records.completed_transfers.add(completed(version))

    async with Records(tmp_path / "termdesk.db") as records:
        assert await records.transfers.all("here") == []
        assert await records.completed_transfers.all("here") == [completed(version)]
        assert await records.completed_transfers.all("there") == []
        await records.completed_transfers.forget(completed(version))
        assert await records.completed_transfers.all("here") == []


async def test_the_latest_is_listed_first(records: Records) -> None:
    for number in range(3):
        await records.completed_transfers.add(completed("", transfer_id=f"t{number}"))

    assert [each.transfer_id for each in await records.completed_transfers.all("here")] == ["t2", "t1", "t0"]


async def test_its_versions_stay_for_ninety_days(records: Records) -> None:
    version = await records.snapshots.put(Entries.of([("house", "Haus")]))
    await records.completed_transfers.add(completed(version))
    now, database = time.time(), records._database
    assert version in await database.run(snapshots_in_use)

    await retention.tidy(database, clock=lambda: now + 89 * retention.DAY)
    assert len(await records.completed_transfers.all("here")) == 1
    await retention.tidy(database, clock=lambda: now + 91 * retention.DAY)

    assert await records.completed_transfers.all("here") == []
    assert version not in await database.run(snapshots_in_use)
