"""The plan that is shown before a merge is the plan that follows it."""

from __future__ import annotations

import pytest

from support.publishing_setup import EN_DE, ENTRIES, PublishingSetup, add, edit, remove
from termdesk.domain.entries.changes import SetDetails
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import FORBIDDEN, EntryDetail
from termdesk.domain.merging.difference import Method

pytestmark = pytest.mark.anyio


@pytest.mark.slow
@pytest.mark.parametrize("takes_remote", [True, False])
async def test_the_preview_is_the_plan_that_follows(
    setup: PublishingSetup, other: PublishingSetup, takes_remote: bool
) -> None:
    """Others changed a phrase that we changed, one that we forbade, and one that we removed; they added and removed."""
    dictionary = await setup.published(Entries.of([*ENTRIES, ("old", "alt"), ("bad", "schlecht")]))
    edit(dictionary, "house", "Heim")
    edit(dictionary, "contract", "Kontrakt")
    remove(dictionary, "old")
    forbidden = dictionary.entries.sources.index("bad")
    dictionary.apply(SetDetails((forbidden,), (EntryDetail(FORBIDDEN),)))
    remote = Entries.of(
        [
            ("contract", "Vertrag"),
            ("house", "Bau"),
            ('quote "x"', "Zitat"),
            ("old", "älter"),
            ("bad", "arg"),
            ("a", "b"),
        ]
    )
    assert dictionary.draft.glossary_id is not None
    await other.client.glossaries.replace(dictionary.draft.glossary_id, EN_DE, remote)

    plan = await setup.publisher.plan(dictionary)
    choices = {each.source: each.remote if takes_remote else each.local for each in plan.conflicts}
    assert {*choices} == {"house", "old", "bad"}
    preview = await setup.publisher.preview_merge(plan, choices)
    assert dictionary.revision == plan.revision, "a preview changes nothing"
    before = dictionary.entries.copy_published_part()
    await dictionary.take(plan.incoming_change(choices), "Changes from the service")
    await setup.publisher.accept(plan)
    after = await setup.publisher.plan(dictionary)

    assert (preview.plan.difference, preview.plan.method, preview.plan.byte_count) == (
        after.difference,
        after.method,
        after.byte_count,
    )
    assert ("house" in preview.plan.difference.changed) is not takes_remote
    assert preview.plan.can_be_published == after.can_be_published
    present = dictionary.entries.copy_published_part().as_dict()
    assert present == {
        **{source: target for source, target in before.as_dict().items() if source not in preview.incoming.removed},
        **preview.incoming.added,
        **{source: new for source, (_, new) in preview.incoming.changed.items()},
    }


async def test_a_merge_that_breaks_a_rule_is_not_to_be_published(
    setup: PublishingSetup, other: PublishingSetup
) -> None:
    dictionary = await setup.published(Entries.of([("house", "Haus"), ("tree", "Baum")]))
    remove(dictionary, "house")
    remove(dictionary, "tree")
    add(dictionary, "house", "Heim")
    assert dictionary.draft.glossary_id is not None
    await other.client.glossaries.replace(dictionary.draft.glossary_id, EN_DE, Entries.of([("tree", "Baum")]))

    plan = await setup.publisher.plan(dictionary)
    preview = await setup.publisher.preview_merge(plan, {each.source: None for each in plan.conflicts})

    assert preview.plan.violations
    assert preview.plan.method is Method.NOTHING
    assert not preview.plan.can_be_published
