"""What publishing a file would change: the file, merged with the service's entries. Planning writes nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from termdesk.application.failures import PublishViolation
from termdesk.application.glossaries.editing.pull import targets_of
from termdesk.application.glossaries.publishing.dictionary_update import smallest_call
from termdesk.application.glossaries.publishing.publish_validation import find_violations
from termdesk.client.entries_wire import creation_overhead
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import Difference, difference, needs_typed_confirmation
from termdesk.domain.merging.merge import Conflict, merge
from termdesk.domain.progress import Progress

if TYPE_CHECKING:
    from termdesk.client.entries_wire import BodySizes


@dataclass(frozen=True, slots=True)
class FilePlan:
    """A file compared with the service. `remote` is None if the service has no such dictionary.

    `difference` is what would change on the service. `newer` is what others changed there after the file was written;
    these changes stay. `settled` are the conflicts for which a side was chosen. `merged` has the entries that the
    service would have afterwards. `call_count` is the number of writing calls, and `byte_count` the size of their
    bodies; both are 0 if nothing would be sent.
    """

    remote: Entries | None
    merged: Entries
    difference: Difference
    newer: Difference
    conflicts: Sequence[Conflict] = ()
    violations: Sequence[PublishViolation] = ()
    call_count: int = 0
    byte_count: int = 0
    settled: Sequence[Conflict] = ()

    @property
    def needs_confirmation(self) -> bool:
        """Whether so many entries would be removed that the user must confirm their number."""
        return needs_typed_confirmation(self.difference, published_count=len(self.remote or ()))

    @property
    def is_clean(self) -> bool:
        """Whether there is nothing to publish, no conflict and no violation."""
        return self.difference.is_empty and not self.conflicts and not self.violations


def plan_file(
    _progress: Progress,
    entries: Entries,
    *,
    name: str,
    pair: LanguagePair,
    base: Entries | None,
    remote: Entries | None,
    sizes: BodySizes,
    takes_remote: bool | None = None,
    creates_glossary: bool = False,
    merge_keeps_targets: bool = False,
) -> FilePlan:
    """Compare the entries of a file with those of the service. For a worker.

    `base` has the entries that the file and the service last had in common; without it, the file counts as newer
    throughout. `takes_remote` settles phrases that both sides changed; None leaves them as conflicts.
    `creates_glossary`: the service does not have the glossary either. `merge_keeps_targets` as in `smallest_call`.
    """
    local, present = entries.copy_published_part(), remote or Entries()
    violations = tuple(find_violations(_progress, local, rows=entries.find_published_rows(), name=name, pair=pair))
    found = merge(base if base is not None else present, local=local, remote=present)
    merged, conflicts, settled = found.entries, found.conflicts, list[Conflict]()
    if takes_remote is not None:
        merged = _apply_choices(
            merged, {each.source: each.remote if takes_remote else each.local for each in conflicts}
        )
        conflicts, settled = (), list(conflicts)
    outgoing, newer = difference(present, merged), difference(local, merged)
    plan = FilePlan(remote, merged, outgoing, newer, conflicts, violations, settled=settled)
    if conflicts or violations or plan.is_clean:
        return plan
    if remote is None:
        byte_count = sizes.replacement(pair, merged) + (creation_overhead(name) if creates_glossary else 0)
    else:
        _, byte_count = smallest_call(outgoing, merged, pair=pair, sizes=sizes, merge_keeps_targets=merge_keeps_targets)
    # A new glossary takes two calls: it is created under a temporary name, by which it can be found, and renamed.
    return replace(plan, call_count=2 if creates_glossary else 1, byte_count=byte_count)


def find_known_base(base: Entries | None, *, sent: Entries, remote: Entries) -> Entries | None:
    """Return the base of a file after it was sent, and perhaps did not arrive, judging by what the service has.

    Phrases that the service has as they were sent are known to the file. `base` is the former base; without it, the
    service must have everything that was sent.
    """
    targets, remote_targets = sent.as_dict(), remote.as_dict()
    if base is None:
        return sent if targets.items() <= remote_targets.items() else None
    known = base.as_dict()
    for source in {**known, **targets}:
        target = targets.get(source)
        if target != remote_targets.get(source):
            continue
        if target is None:
            known.pop(source, None)
        else:
            known[source] = target
    return Entries.of(known.items())


def has_only_edits_of(_progress: Progress, *, base: Entries, local: Entries, versions: Sequence[Entries]) -> bool:
    """Return whether one of these versions of a file has each edit that leads from `base` to `local`. For a worker."""
    edits, known = targets_of(difference(base, local)), [each.as_dict() for each in versions]
    return all(any(each.get(source) == target for each in known) for source, target in edits.items())


def _apply_choices(entries: Entries, choices: Mapping[str, str | None]) -> Entries:
    """Return the entries with the chosen target for each of these phrases; None removes the phrase."""
    targets = {**entries.as_dict(), **choices}
    return Entries.of((source, target) for source, target in targets.items() if target is not None)
