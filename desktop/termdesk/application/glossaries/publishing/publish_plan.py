"""The plan of a publication, shown before it is executed, and the report afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from termdesk.application.failures import OutOfDate, PublishViolation
from termdesk.application.glossaries.editing.closed_rows import FreedRows
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.editing.pull import change_to, targets_of
from termdesk.domain.entries.changes import Change
from termdesk.domain.entries.entries import Entries
from termdesk.domain.merging.difference import NO_DIFFERENCE, Difference, Method, compare_targets
from termdesk.domain.merging.merge import Conflict
from termdesk.messages.glossary_messages import PublishNote
from termdesk.messages.message import Message


@dataclass(frozen=True, slots=True)
class PublishPlan:
    """What there is to publish: a snapshot of both sides.

    `difference` is what would change on the service. `incoming` is what others changed there since; it must be merged
    first (`incoming_change`, then `Publisher.accept`, then a new plan). `conflicts` are phrases that both sides changed
    differently. `remote` has the service's entries, None if it has no such dictionary.
    """

    dictionary: OpenDictionary
    revision: int
    local: Entries
    method: Method
    difference: Difference = NO_DIFFERENCE
    remote: Entries | None = None
    violations: tuple[PublishViolation, ...] = ()
    findings: tuple[str, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    incoming: Difference = NO_DIFFERENCE
    # Whether the user must confirm the number of removed entries, on the service or in the local dictionary.
    needs_typed_confirmation: bool = False
    incoming_needs_confirmation: bool = False
    # The dictionary was published, but the service no longer has it. Publishing creates it again.
    is_gone_from_service: bool = False
    # An earlier creation was interrupted. Publishing first looks for its glossary.
    resumes_creation: bool = False
    # The bytes of the body of the call. The dictionary that creates its glossary takes `creation_overhead` more.
    byte_count: int = 0
    # How many changes of an earlier publication with unknown outcome count as taken back, although nobody saw them.
    doubtful_count: int = 0
    # All rows with their details at the time of sending, to be stored with the published version.
    sent: Entries | None = None
    # The publish run that carries it out; empty outside of runs.
    run_id: str = ""

    @property
    def doubt(self) -> Message | None:
        """What the user should know before the changes of others are merged; None if nothing is in doubt."""
        return PublishNote.TAKEN_BACK(self.doubtful_count) if self.doubtful_count else None

    @property
    def forbidden_count(self) -> int:
        """The number of forbidden entries, which are not published."""
        return len(self.dictionary.violations.excluded) - self.synonym_count

    @property
    def synonym_count(self) -> int:
        """The number of admitted synonyms, which are not published because a preferred term is."""
        return self.dictionary.violations.synonym_count

    @property
    def needs_merge(self) -> bool:
        """Whether changes on the service must be merged first."""
        return bool(self.conflicts) or not self.incoming.is_empty

    @property
    def can_be_published(self) -> bool:
        """Whether there is something to publish and nothing prevents it."""
        return self.method is not Method.NOTHING and not self.violations and not self.needs_merge

    @property
    def large_parts(self) -> list[FreedRows]:
        """What a worker frees when the plan is no longer used, as far as nothing else uses it."""
        change = self.difference
        parts: list[FreedRows | None] = [self.local, self.remote, change.added, change.changed, change.removed]
        return [each for each in parts if each is not None]

    def incoming_change(self, choices: Mapping[str, str | None] | None = None) -> Change:
        """Return the change that merges the changes of others, as one undo step.

        `choices` settles the conflicts: source phrase -> target, or None for no entry. Raises OutOfDate if the
        dictionary was edited since, and ValueError for a conflict without a choice.
        """
        choices = choices or {}
        if open_conflicts := [each.source for each in self.conflicts if each.source not in choices]:
            raise ValueError(f"{len(open_conflicts)} conflicts are not settled")
        if self.dictionary.revision != self.revision:
            raise OutOfDate
        return change_to(self.dictionary.entries, {**targets_of(self.incoming), **choices})

    def incoming_with(self, choices: Mapping[str, str | None]) -> Difference:
        """Return what `incoming_change` with these choices changes here."""
        local = {each.source: each.local for each in self.conflicts if each.local is not None}
        chosen = {source: target for source, target in choices.items() if target is not None}
        settled = compare_targets(local, chosen)
        return Difference(
            {**self.incoming.added, **settled.added},
            {**self.incoming.changed, **settled.changed},
            {**self.incoming.removed, **settled.removed},
        )


@dataclass(frozen=True, slots=True)
class LostUpdate:
    """What somebody else wrote during publishing and our call overwrote.

    `difference` is from the service's entries to theirs. `version` is the hash of their version in the bin.
    """

    difference: Difference
    version: str

    def change(self, entries: Entries) -> Change:
        """Return the change that restores their entries in the local dictionary, to be published as an edit."""
        return change_to(entries, targets_of(self.difference))


@dataclass(frozen=True, slots=True)
class WrittenVersion:
    """What a publication wrote, as hashes of versions, so that it can be undone.

    `before_hash` is None for a new dictionary. `target_hash` is the version that was sent and read back.
    `creates_glossary`: the glossary did not exist before.
    """

    before_hash: str | None
    target_hash: str
    creates_glossary: bool = False


@dataclass(frozen=True, slots=True)
class PublishReport:
    """The result of a publication, read back from the service.

    `difference` is None if it is large and the dictionary was one of several.
    """

    method: Method
    difference: Difference | None
    entry_count: int
    trace_id: str
    # The time from the last reading to the end of the call. What others wrote in that time may be lost.
    open_milliseconds: float
    # Others wrote at the same time. A new plan merges their changes.
    others_changed: bool
    # What others wrote in that time and the service no longer has, as far as known.
    lost: LostUpdate | None = None
    # None if the service already had everything and nothing was sent.
    written: WrittenVersion | None = None
