"""Large dictionaries are published together and read again, byte for byte, within memory limits.

Three small ones in every run; five and thirty of ten megabytes with `dev.py test --long`.
"""

from __future__ import annotations

import gc
import re
import uuid
from pathlib import Path

import pytest

from support.campaign import IS_LONG, size
from support.proof.scorecard_plugin import Held
from support.publishing.large_entries import large_entries
from support.publishing.many_glossaries import ManyGlossaries
from support.publishing_setup import EN_DE, PublishingSetup, client, edit
from support.running_service import RunningService
from termdesk.storage.records import Records

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.scorecard("R37"),
    pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="only Linux tells the memory so"),
]

BYTES = size(300_000, 10_000_000)
# The memory for one dictionary while it is planned, sent and read back, however many there are.
MOST_MEGABYTES = 100


def megabytes(name: str) -> float:
    """Return the memory of this process: `VmRSS` now, or `VmHWM`, the peak since `forget_peak`."""
    found = re.search(rf"{name}:\s+(\d+) kB", Path("/proc/self/status").read_text())
    assert found
    return int(found[1]) / 1024


def forget_peak() -> None:
    gc.collect()
    Path("/proc/self/clear_refs").write_text("5")


async def edited(setup: PublishingSetup, number: int) -> None:
    """Create a draft of a large dictionary with one edit. Every third one is new, the others are on the service."""
    make = setup.draft if number % 3 == 2 else setup.published
    dictionary = await make(large_entries(BYTES, number), name=f"Large {number:02}")
    edit(dictionary, dictionary.entries.sources[5], "geändert")
    await dictionary.close()


@pytest.mark.parametrize("count", [5, 30] if IS_LONG else [3])
async def test_large_dictionaries_are_published_as_one(
    records: Records, service: RunningService, count: int, held: Held
) -> None:
    async with client(service.url, service.key) as api:
        setup = PublishingSetup(records, api, profile=uuid.uuid4().hex)
        for number in range(count):
            await edited(setup, number)
        forget_peak()
        before = megabytes("VmRSS")

        result = await ManyGlossaries(setup, [], [], []).publish()

        peak = megabytes("VmHWM") - before
        assert result.failure is None
        assert len(result.published) == count
        for number, (draft, _) in enumerate(result.published):
            expected = large_entries(BYTES, number)
            expected.targets[5] = "geändert"
            found = await api.glossaries.entries(str(draft.glossary_id), EN_DE)
            assert found.as_dict() == expected.as_dict()
            await api.glossaries.delete(str(draft.glossary_id))
    assert peak < MOST_MEGABYTES
    held(f"{count} dictionaries of {BYTES / 1e6:g} MB in one job: memory +{max(0, peak):.0f} MB at most", runs=count)
