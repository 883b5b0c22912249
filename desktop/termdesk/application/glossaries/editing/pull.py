"""Pull what others published into a dictionary without unpublished edits. Details of entries are kept."""

from __future__ import annotations

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.progress import run_in_thread
from termdesk.domain.entries.changes import Batch, Change, InsertRows, RemoveRows, SetCells
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.merging.difference import Difference, difference
from termdesk.domain.progress import NoProgress, Progress

STEP = "Changes from the service"


async def pull(dictionary: OpenDictionary, remote: Entries, progress: Progress = NoProgress()) -> None:
    """Apply the changes of others as one undo step. Rows keep their order, details and history.

    The entries before the pull are stored as a version. Raises StorageFailed.
    """
    change = await run_in_thread(progress, change_from, dictionary.entries.copy(), remote)
    if change.count:
        await dictionary.keep_version()
        revision = dictionary.revision
        await dictionary.take(change, STEP, progress=progress)
        # Use `remote`, not the entries published here: if a preferred entry was removed, its synonyms are now published
        # here.
        await dictionary.accept(remote, since=revision)


def change_from(_progress: Progress, entries: Entries, remote: Entries) -> Change:
    """Return the change that brings entries without unpublished edits to the service's version. For a worker."""
    return change_to(entries, targets_of(difference(entries.copy_published_part(), remote)))


def targets_of(change: Difference) -> dict[str, str | None]:
    """Return the target of each source phrase that a difference contains; None for a removed phrase."""
    return {
        **change.added,
        **{source: new for source, (_, new) in change.changed.items()},
        **dict.fromkeys(change.removed),
    }


def change_to(entries: Entries, targets: dict[str, str | None]) -> Change:
    """Return the change that gives each source phrase its target in `targets`, or removes the phrase (None)."""
    rows = {source: row for row in entries.find_published_rows() if (source := entries.sources[row]) in targets}
    changed = [
        (row, target)
        for source, row in rows.items()
        if (target := targets[source]) is not None and target != entries.targets[row]
    ]
    removed = sorted(row for source, row in rows.items() if targets[source] is None)
    added = [(source, target) for source, target in targets.items() if target is not None and source not in rows]
    changes: list[Change] = []
    if changed:
        changes.append(SetCells(TARGET, [row for row, _ in changed], [target for _, target in changed]))
    if removed:
        changes.append(RemoveRows(removed))
    if added:
        changes.append(InsertRows.at(entries, len(entries) - len(removed), added))
    return Batch(tuple(changes))
