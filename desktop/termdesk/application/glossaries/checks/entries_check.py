"""The findings of entries that are not open for editing, such as those of a file or of a command."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from termdesk.application.glossaries.checks.check_index import CheckIndex, Columns
from termdesk.application.glossaries.checks.comparison import Read, comparison_with
from termdesk.application.glossaries.checks.findings import Ignored, Listing, ListingInput, list_findings
from termdesk.application.glossaries.checks.quick_fix import fix_findings
from termdesk.domain.entries.changes import Change
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.violation_index import ViolationIndex
from termdesk.domain.findings.custom_rules import CustomRule
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import Progress


@dataclass(frozen=True, slots=True)
class CheckDecisions:
    """What the user decided about checks: custom rules, ignored findings, and kinds that are not reported."""

    rules: tuple[CustomRule, ...] = ()
    ignored: Ignored = frozenset()
    switched_off: frozenset[str] = frozenset()


NO_DECISIONS = CheckDecisions()


def make_index(
    progress: Progress, columns: Columns, *, pair: LanguagePair, rules: Sequence[CustomRule], read: Read | None
) -> CheckIndex:
    """Return the index of these entries, compared with the dictionaries that were read. For a worker."""
    index = CheckIndex(columns, pair, rules=rules, progress=progress)
    if read is not None:
        index.meet(comparison_with(read, index.phrases, progress), progress)
    return index


def check_entries(
    progress: Progress,
    entries: Entries,
    pair: LanguagePair,
    decisions: CheckDecisions = NO_DECISIONS,
    read: Read | None = None,
) -> Listing:
    """Return all findings of these entries, as the checks of an open dictionary find them. For a worker."""
    columns = Columns(entries.sources, entries.targets, entries.ids, frozenset(entries.forbidden_ids()))
    index = make_index(progress, columns, pair=pair, rules=decisions.rules, read=read)
    violating, repeated, forbidden = ViolationIndex(entries, {}).marks()
    # The index has the entries by row id.
    columns = index.columns(entries.ids)
    return list_findings(
        progress,
        ListingInput(
            pair=pair,
            sources=columns.sources,
            targets=columns.targets,
            ids=entries.ids,
            violating=violating,
            repeated=repeated,
            checks=index.marks(columns),
            ignored=decisions.ignored,
            own_kinds={rule.key: rule.kind for rule in decisions.rules},
            forbidden=forbidden,
            switched_off=decisions.switched_off,
        ),
    )


def fix_entries(
    progress: Progress,
    entries: Entries,
    pair: LanguagePair,
    kinds: Collection[str],
    decisions: CheckDecisions = NO_DECISIONS,
) -> Change | None:
    """Return the change that fixes all findings of these kinds; None if there is nothing to fix. For a worker.

    Ignored findings stay.
    """
    listing = check_entries(progress, entries, pair, decisions)
    findings = [listing.finding(packed) for packed in listing.open.all]
    return fix_findings(progress, entries, pair, [each for each in findings if each.kind in kinds])
