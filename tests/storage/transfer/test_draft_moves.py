"""Drafts are transferred to another service completely (with edits, undo steps, tags, notes of checks)

or not at all.
"""

from __future__ import annotations

import pytest

from termdesk.domain.entries.changes import SetCells
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import StorageFailed
from termdesk.domain.findings.kinds import SwitchedOffKinds
from termdesk.domain.glossary_tag import GlossaryTag, TagKind
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.check_notes import DictionaryKey
from termdesk.storage.journal import DraftRecord, StepBefore
from termdesk.storage.records import Records
from termdesk.storage.undo_steps import Step, StepMark

pytestmark = pytest.mark.anyio

PAIR = LanguagePair("en", "de")
ENTRIES = Entries.of([("contract", "Vertrag"), ("house", "Haus")])
EDITED = {"contract": "Kontrakt", "house": "Haus"}
ACME = GlossaryTag(TagKind.CLIENT, "ACME")
FINDING = ("empty target", 1, "house")


async def edited_draft(records: Records, *, glossary_id: str | None) -> DraftRecord:
    """Create a draft of another service with an edit that can be undone, a tag, and notes of checks."""
    draft = await records.journal.open_draft(
        profile="other",
        glossary_key=None,
        glossary_id=glossary_id,
        glossary_name="Law",
        pair=PAIR,
        entries=ENTRIES.copy(),
        is_on_service=glossary_id is not None,
    )
    step = Step(StepMark(0, "Typing", is_new=True, moment=5.0), SetCells(1, (0,), ("Vertrag",)))
    await records.journal.append(draft.draft_id, SetCells(1, (0,), ("Kontrakt",)), entry_count=2, noted=[step])
    await records.glossary_tags.put("other", draft.glossary_key, [ACME])
    await records.versions.keep("other", draft.glossary_key, PAIR, ENTRIES, "first")
    key = DictionaryKey("other", draft.glossary_key, PAIR)
    await records.check_notes.ignore(key, [FINDING], "It is right.")
    await records.check_notes.switch_off(key, SwitchedOffKinds(frozenset(), frozenset({"nested"})))
    return await records.journal.find(draft.draft_id)


async def assert_whole(records: Records, key: str) -> None:
    """Assert that this service has everything that was edited for the other one, as unpublished."""
    (draft,) = await records.journal.drafts("here")
    assert (draft.glossary_key, draft.glossary_id, draft.glossary_name, draft.pair) == (key, None, "Law", PAIR)
    assert (draft.base, draft.entry_count, draft.has_changes) == (None, 2, True)
    entries, base = await records.journal.load(draft.draft_id)
    assert (entries.as_dict(), base) == (EDITED, None)
    (step,), done = await records.journal.steps(draft.draft_id)
    assert (step.title, step.moment, done) == ("Typing", 5.0, 1)
    entries.apply(step.change())
    assert entries.as_dict() == ENTRIES.as_dict()
    assert await records.glossary_tags.all("here") == {key: (ACME,)}
    kept = (await records.versions.all("here", key))[0]
    assert (kept.name, kept.is_whole) == ("first", True)
    assert (await records.snapshots.get(kept.content_hash)).as_dict() == ENTRIES.as_dict()
    checks = DictionaryKey("here", key, PAIR)
    assert [each.key for each in await records.check_notes.read_ignored_findings(checks)] == [FINDING]
    assert (await records.check_notes.read_switched_off_kinds(checks)).here == frozenset({"nested"})


@pytest.mark.parametrize("glossary_id", [None, "g1"], ids=["never published", "published"])
async def test_a_copy_is_whole_and_the_original_stays_as_it_was(records: Records, glossary_id: str | None) -> None:
    original = await edited_draft(records, glossary_id=glossary_id)

    key = await records.journal.bring([original.draft_id], "here", keeps_original=True)

    await assert_whole(records, key)
    assert await records.journal.drafts("other") == [original]
    assert (await records.journal.steps(original.draft_id))[1] == 1
    assert (await records.versions.all("other", original.glossary_key))[0].name == "first"
    assert await records.glossary_tags.all("other") == {original.glossary_key: (ACME,)}


@pytest.mark.parametrize("glossary_id", [None, "g1"], ids=["never published", "published"])
async def test_what_was_moved_is_whole_and_only_what_is_published_keeps_its_tags(
    records: Records, glossary_id: str | None
) -> None:
    original = await edited_draft(records, glossary_id=glossary_id)

    key = await records.journal.bring([original.draft_id], "here", keeps_original=False)

    await assert_whole(records, key)
    assert await records.journal.drafts("other") == []
    assert await records.glossary_tags.all("other") == ({"g1": (ACME,)} if glossary_id else {})
    assert bool(await records.versions.all("other", original.glossary_key)) == bool(glossary_id)


@pytest.mark.parametrize("keeps_original", [False, True])
async def test_no_step_brings_back_what_another_service_had(records: Records, keeps_original: bool) -> None:
    original = await edited_draft(records, glossary_id="g1")
    step = StepBefore(5.0, original.base)
    base = Entries.of([("contract", "Kontrakt")])
    await records.journal.rebase(original.draft_id, base=base, start=base, through=0, step=step)

    await records.journal.bring([original.draft_id], "here", keeps_original=keeps_original)

    (draft,) = await records.journal.drafts("here")
    assert await records.journal.bases_of_step(draft.draft_id, 5.0) is None
    kept = await records.journal.bases_of_step(original.draft_id, 5.0)
    assert (kept is not None) is keeps_original


async def test_what_fails_half_way_leaves_everything_where_it_was(records: Records) -> None:
    first = await edited_draft(records, glossary_id=None)
    same_pair = await edited_draft(records, glossary_id=None)

    # One glossary cannot have two dictionaries of the same pair.
    with pytest.raises(StorageFailed):
        await records.journal.bring([first.draft_id, same_pair.draft_id], "here", keeps_original=False)

    assert await records.journal.drafts("here") == []
    assert {each.draft_id for each in await records.journal.drafts("other")} == {first.draft_id, same_pair.draft_id}
    assert await records.glossary_tags.all("here") == {}
