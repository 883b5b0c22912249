"""The calls of an interrupted step are told from those of later publications by what they changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from support.publishing_setup import EN_DE
from termdesk.application.glossaries.publishing.run_plan import change_hash
from termdesk.application.glossaries.publishing.step_calls import StepCalls, is_written_since, split_calls
from termdesk.domain.entries.entries import Entries
from termdesk.domain.merging.difference import Method, difference
from termdesk.domain.progress import NoProgress
from termdesk.storage.publish_jobs import JobState, PublishJob
from termdesk.storage.publishing.publish_runs import PublishStep, StepState
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio

BEFORE = {"bolt": "Schraube", "nut": "Mutter"}
AFTER = {"bolt": "Bolzen", "nut": "Mutter", "washer": "Scheibe"}
# A service that keeps old targets takes only what is new.
KEPT = {**BEFORE, "washer": "Scheibe"}
LATER = {**AFTER, "nut": "Muttern"}
QUOTED = {f'"{source}"': f'"{target}"' for source, target in AFTER.items()}
OTHERS = {"gear": "Zahnrad"}


def entries(targets: Mapping[str, str]) -> Entries:
    return Entries.of(targets.items())


def step(before: Mapping[str, str]) -> PublishStep:
    change = difference(entries(before), entries(AFTER))
    counts = (len(change.added), len(change.changed), len(change.removed))
    return PublishStep(0, "d", "g", "Terms", EN_DE, change_hash(NoProgress(), change), *counts, StepState.SENT)


async def make_call(
    records: Records,
    before: Mapping[str, str] | None,
    target: Mapping[str, str],
    *,
    method: Method = Method.REPLACE,
    state: JobState = JobState.VERIFIED,
    run_id: str | None = None,
    sent_at: float = 0.0,
) -> PublishJob:
    before_hash = await records.snapshots.put(entries(before)) if before is not None else None
    target_hash = await records.snapshots.put(entries(target))
    dictionary = ("j", "here", "d", "g", "Terms", EN_DE)
    return PublishJob(*dictionary, method, target_hash, before_hash, "", state, run_id, sent_at)


async def test_the_call_that_made_the_planned_change_is_that_of_the_step(records: Records) -> None:
    failed = await make_call(records, LATER, AFTER, state=JobState.FAILED)
    own = await make_call(records, BEFORE, AFTER)

    found = await split_calls(records.snapshots, step(BEFORE), [failed, own])

    assert found.written is not None
    assert (found.written.before_hash, found.written.target_hash) == (own.before_hash, own.target_hash)
    assert not found.written.creates_glossary
    assert found == StepCalls(found.written)


async def test_a_call_with_another_change_after_it_is_that_of_a_later_publication(records: Records) -> None:
    own, later = await make_call(records, BEFORE, AFTER), await make_call(records, AFTER, LATER)

    found = await split_calls(records.snapshots, step(BEFORE), [own, later])

    assert found.is_superseded
    assert found.written is not None
    assert found.written.target_hash == own.target_hash


async def test_a_change_that_was_made_again_among_those_of_others_is_that_of_the_step(records: Records) -> None:
    first = await make_call(records, BEFORE, AFTER)
    again = await make_call(records, BEFORE | OTHERS, AFTER | OTHERS)

    found = await split_calls(records.snapshots, step(BEFORE), [first, again])

    assert found.written is not None
    assert (found.written.before_hash, found.written.target_hash) == (first.before_hash, again.target_hash)
    assert not found.is_superseded


@pytest.mark.parametrize("stored", [KEPT, QUOTED], ids=["old targets", "added quotes"])
@pytest.mark.parametrize("is_complete", [True, False])
async def test_what_a_service_stored_otherwise_is_that_of_the_step(
    records: Records, stored: Mapping[str, str], is_complete: bool
) -> None:
    first = await make_call(records, BEFORE, stored, method=Method.MERGE)
    last = await make_call(records, stored, AFTER) if is_complete else first

    found = await split_calls(records.snapshots, step(BEFORE), [first, last] if is_complete else [first])

    assert found.written is not None
    assert (found.written.before_hash, found.written.target_hash) == (first.before_hash, last.target_hash)
    assert not found.is_superseded


async def test_an_older_creation_is_the_first_part_of_a_new_glossary(records: Records) -> None:
    created = await make_call(records, None, BEFORE, method=Method.CREATE)

    found = await split_calls(records.snapshots, step({}), [created])

    assert found.written is not None
    assert found.written.creates_glossary


async def test_it_is_undecided_who_made_another_change_than_was_planned(records: Records) -> None:
    lost = await make_call(records, BEFORE, AFTER, state=JobState.FAILED)
    other = await make_call(records, BEFORE, {**AFTER, "bolt": "Schraubbolzen"})

    assert await split_calls(records.snapshots, step(BEFORE), [lost, other]) == StepCalls(is_undecided=True)
    assert await split_calls(records.snapshots, step(BEFORE), [lost]) == StepCalls()


async def test_exactly_the_same_change_of_another_run_is_not_that_of_the_step(records: Records) -> None:
    lost = await make_call(records, BEFORE, AFTER, state=JobState.FAILED, run_id="own")
    other = await make_call(records, BEFORE, AFTER, run_id="later")

    found = await split_calls(records.snapshots, step(BEFORE), [lost, other], run_id="own")

    assert found == StepCalls(is_superseded=True)


async def test_the_calls_of_a_run_are_its_own_whatever_they_changed(records: Records) -> None:
    first = await make_call(records, BEFORE, KEPT, run_id="own")
    last = await make_call(records, BEFORE | OTHERS, LATER | OTHERS, run_id="own")

    found = await split_calls(records.snapshots, step(BEFORE), [first, last], run_id="own")

    assert found.written is not None
    assert (found.written.before_hash, found.written.target_hash) == (first.before_hash, last.target_hash)
    assert not found.is_superseded


@pytest.mark.parametrize("pause", [60.0, -60.0], ids=["later", "the clock was set back"])
async def test_without_a_run_it_is_undecided_who_made_the_planned_change_after_a_pause(
    records: Records, pause: float
) -> None:
    lost = await make_call(records, BEFORE, AFTER, state=JobState.FAILED, sent_at=1_000.0)
    late = await make_call(records, BEFORE, AFTER, sent_at=1_000.0 + pause)
    soon = await make_call(records, BEFORE, AFTER, sent_at=1_001.0)

    assert await split_calls(records.snapshots, step(BEFORE), [lost, late]) == StepCalls(is_undecided=True)
    assert (await split_calls(records.snapshots, step(BEFORE), [lost, soon])).written is not None


async def test_a_verified_step_is_written_since_if_another_run_wrote_the_same_again(records: Records) -> None:
    own, later = await make_call(records, BEFORE, AFTER, run_id="own"), await make_call(records, BEFORE, AFTER)
    verified = replace(step(BEFORE), state=StepState.VERIFIED, target_hash=own.target_hash)

    assert not is_written_since(verified, [own, replace(later, run_id="own")], run_id="own")
    assert is_written_since(verified, [own, replace(later, run_id="later")], run_id="own")
    assert not is_written_since(verified, [later], run_id="own")
    assert is_written_since(verified, [replace(own, run_id=None), later], run_id="own")
