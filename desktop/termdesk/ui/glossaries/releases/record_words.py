"""The record of a source phrase in one line of text."""

from __future__ import annotations

from collections.abc import Sequence

from termdesk.application.glossaries.releases.releases import DictionaryChanges, IncomingChanges
from termdesk.domain.merging.difference import Difference
from termdesk.domain.merging.merge import Conflict
from termdesk.domain.merging.term_records import RecordConflict, TermRecord
from termdesk.domain.progress import Progress
from termdesk.ui.glossaries.dictionary.term_words import terms_words


def record_words(record: TermRecord) -> str:
    """Return the target with its details, then terms that are never published, each with its status."""
    if not record.kept and record.detail.is_empty:
        return record.target or ""
    own = [] if record.target is None else [(record.target, record.detail)]
    return terms_words((*own, *record.kept))


def difference_words(changes: DictionaryChanges) -> Difference:
    """Return the changes in a dictionary, with the words of each side. Runs in a worker thread."""
    before, after, found = changes.before, changes.after, changes.difference
    return Difference(
        {source: record_words(after[source]) for source in found.added},
        {source: (record_words(before[source]), record_words(after[source])) for source in found.changed},
        {source: record_words(before[source]) for source in found.removed},
    )


def all_difference_words(progress: Progress, changes: Sequence[DictionaryChanges]) -> list[Difference]:
    """Return the changes in several dictionaries. Runs in a worker thread."""
    found = []
    for number, each in enumerate(changes):
        progress.step(number, len(changes))
        found.append(difference_words(each))
    return found


def conflict_words(incoming: IncomingChanges) -> list[Conflict]:
    """Return the conflicts of a dictionary, with the words of each side."""
    return [_conflict_words(each) for each in incoming.conflicts]


def _conflict_words(conflict: RecordConflict) -> Conflict:
    sides = (conflict.base, conflict.local, conflict.remote)
    return Conflict(conflict.source, *(None if side.is_empty else record_words(side) for side in sides))
