"""What a publication would send after the changes of others are merged and the conflicts are settled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from termdesk.application.glossaries.publishing import publish_validation
from termdesk.application.glossaries.publishing.dictionary_update import smallest_call
from termdesk.application.glossaries.publishing.publish_plan import PublishPlan
from termdesk.domain.entries.entries import Entries
from termdesk.domain.merging.difference import (
    NO_DIFFERENCE,
    Difference,
    Method,
    difference,
    needs_typed_confirmation,
)
from termdesk.domain.progress import Progress

if TYPE_CHECKING:
    from termdesk.client.entries_wire import BodySizes


@dataclass(frozen=True, slots=True)
class MergePreview:
    """The plan that follows a merge, made before the merge, so that the user agrees to exactly that.

    `incoming` is what the merge changes in the local dictionary, with the conflicts that the service wins.
    """

    plan: PublishPlan
    incoming: Difference
    incoming_needs_confirmation: bool


def preview_merge(
    progress: Progress,
    plan: PublishPlan,
    choices: Mapping[str, str | None],
    entries: Entries,
    *,
    sizes: BodySizes,
    merge_keeps_targets: bool,
) -> MergePreview:
    """Return what follows from `plan.incoming_change(choices)`. For a worker.

    `entries` is a copy of all rows of the dictionary at the revision of the plan; it is changed.
    """
    assert plan.remote is not None, "only a dictionary of the service has changes to merge"
    entries.apply(plan.incoming_change(choices))
    local = entries.copy_published_part()
    outgoing, incoming = difference(plan.remote, local), difference(plan.local, local)
    dictionary = plan.dictionary
    rows = entries.find_published_rows()
    found = publish_validation.find_violations(progress, local, rows=rows, name=dictionary.name, pair=dictionary.pair)
    method, byte_count = Method.NOTHING, 0
    if not found:
        method, byte_count = smallest_call(
            outgoing, local, pair=dictionary.pair, sizes=sizes, merge_keeps_targets=merge_keeps_targets
        )
    after = replace(
        plan,
        local=local,
        method=method,
        difference=outgoing,
        violations=tuple(found),
        findings=tuple(publish_validation.size_findings(local)),
        conflicts=(),
        incoming=NO_DIFFERENCE,
        byte_count=byte_count,
        needs_typed_confirmation=needs_typed_confirmation(outgoing, published_count=len(plan.remote)),
        incoming_needs_confirmation=False,
    )
    return MergePreview(after, incoming, needs_typed_confirmation(incoming, published_count=len(plan.local)))
