"""Runs over a sentence set, and its baseline."""

from __future__ import annotations

import pytest

from termdesk.domain.spot_check.judgments import EntryState
from termdesk.storage.records import Records
from termdesk.storage.spot_check.runs import MOST_RUNS, RunChoices, SpotCheckRun

pytestmark = pytest.mark.anyio

STATES = {("pump", "bomba"): EntryState.INFLECTED, ("valve", "válvula"): EntryState.MISSED}


async def test_a_run_comes_back_and_one_is_the_baseline(records: Records) -> None:
    runs = records.spot_check.runs
    assert await runs.baseline("1") is None
    first = await runs.add("1", SpotCheckRun(STATES, {"The pump.": "La bomba."}, 3, 4))
    second = await runs.add("1", SpotCheckRun({}, {}, 0, 0))

    await runs.choose_baseline("1", second)
    await runs.choose_baseline("1", first)

    baseline = await runs.baseline("1")
    assert baseline is not None
    assert (baseline.number, baseline.states, baseline.outputs) == (first, STATES, {"The pump.": "La bomba."})
    assert baseline.share == 0.75
    assert [(each.number, each.is_baseline, each.share) for each in await runs.of("1")] == [
        (second, False, None),
        (first, True, 0.75),
    ]


async def test_a_run_says_what_it_was_made_with_unless_a_former_version_stored_it(records: Records) -> None:
    runs = records.spot_check.runs
    choices = RunChoices("key", "Terms", "House style")
    await runs.add("1", SpotCheckRun({}, {}, 0, 1))
    await runs.add("1", SpotCheckRun({}, {}, 0, 1, choices=choices))

    await runs.forget_outputs()

    assert [each.choices for each in await runs.of("1")] == [choices, None]


def test_a_glossary_is_known_by_its_key_or_its_name() -> None:
    choices = RunChoices("key", "Terms")

    assert choices.has_glossary_of(RunChoices("other", "Terms"))
    assert choices.has_glossary_of(RunChoices("key", "Renamed"))
    assert not choices.has_glossary_of(RunChoices("other", "Renamed"))


async def test_old_runs_go_but_the_baseline_stays(records: Records) -> None:
    runs = records.spot_check.runs
    first = await runs.add("1", SpotCheckRun({}, {}, 0, 1))
    await runs.choose_baseline("1", first)
    for number in range(MOST_RUNS + 2):
        await runs.add("1", SpotCheckRun({}, {}, number, 100))

    kept = await runs.of("1")

    assert [each.fulfilled for each in kept] == [*range(MOST_RUNS + 1, 1, -1), 0]
    assert kept[-1].is_baseline
