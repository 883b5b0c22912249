"""The exact plan: its counts, and how a change is recognized again."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest

from support.publishing_setup import ENTRIES, Meddling, PublishingSetup, edit, remove
from termdesk.application.glossaries.publishing.publish_plan import WrittenVersion
from termdesk.application.glossaries.publishing.run_plan import PublishStep, RunPlan, StepPlan, add_written, change_hash
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import Difference, Method
from termdesk.domain.progress import NoProgress

pytestmark = pytest.mark.anyio


@pytest.mark.slow
async def test_the_plan_counts_rows_calls_and_bytes(setup: PublishingSetup, way: Meddling) -> None:
    new = await setup.draft(Entries.of([("train", "Zug")]), name="New")
    merged = await setup.published(ENTRIES, name="Merged")
    edit(merged, "tree", "Baum (m)")
    replaced = await setup.published(Entries.of([("a", "b"), ("c", "d"), ("ü", "e")]), name="Replaced")
    remove(replaced, "c")
    same = await setup.published(ENTRIES, name="Same")
    dictionaries = [new, merged, replaced, same]
    plans = [await setup.publisher.plan(each) for each in dictionaries]
    plan = RunPlan("A service", tuple(map(StepPlan.of, plans)))

    assert [each.method for each in plan.going] == [Method.CREATE, Method.MERGE, Method.REPLACE]
    assert (plan.added, plan.changed, plan.removed) == (1, 1, 1)
    assert not plan.needs_typed_confirmation

    way.requests.clear()
    way.sent_bytes = 0
    for each in plans[:3]:
        await setup.publisher.publish(each)
    assert len(way.changes) == plan.call_count
    assert way.sent_bytes == plan.byte_count


def hash_of(change: Difference) -> str:
    return change_hash(NoProgress(), change)


def test_a_change_of_many_phrases_keeps_its_hash_from_version_to_version() -> None:
    added = {f"{number * 7_919 % 40_009:05} é": "x" for number in range(40_000)}
    lines = "".join(f"+{source}\t{added[source]!r}\n" for source in sorted(added))

    assert hash_of(Difference(added, {}, {})) == hashlib.sha256(lines.encode()).hexdigest()


def test_a_change_is_known_again_in_any_order_and_no_other_is_taken_for_it() -> None:
    change = Difference({"a": "1", "b": "2"}, {"c": ("3", "4")}, {"d": "5"})

    assert hash_of(change) == hash_of(Difference({"b": "2", "a": "1"}, {"c": ("3", "4")}, {"d": "5"}))
    others = [
        Difference({"a": "1"}, {"c": ("3", "4")}, {"d": "5"}),
        Difference({"a": "1", "b": "2"}, {"c": ("3", "x")}, {"d": "5"}),
        Difference({"a": "1", "b": "2"}, {"c": ("3", "4")}, {}),
        Difference({"a": "1", "b": "2", "d": "5"}, {"c": ("3", "4")}, {}),
        Difference({"a": "1", "b": "\ud800"}, {"c": ("3", "4")}, {"d": "5"}),
    ]
    assert len({hash_of(each) for each in [change, *others]}) == 6


def test_a_second_attempt_keeps_what_was_there_before_the_first() -> None:
    planned = PublishStep(0, "draft", None, "Trees", LanguagePair("en", "de"), "", 1, 0, 0)
    first = add_written(planned, WrittenVersion(None, "one", creates_glossary=True))
    assert (first.before_hash, first.target_hash, first.creates_glossary) == (None, "one", True)
    second = add_written(first, WrittenVersion("one", "two"))
    assert (second.before_hash, second.target_hash, second.creates_glossary) == (None, "two", True)
    changed = add_written(replace(planned, before_hash="stale"), WrittenVersion("zero", "one"))
    assert (changed.before_hash, changed.creates_glossary) == ("zero", False)
