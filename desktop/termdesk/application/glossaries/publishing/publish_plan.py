"""What publishing a dictionary would do, shown before it is done; and what was done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from termdesk.application.failures import OutOfDate, PublishViolation
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.editing.pull import change_to, targets_of
from termdesk.domain.entries.changes import Change
from termdesk.domain.entries.entries import Entries
from termdesk.domain.merging.difference import Difference, Method
from termdesk.domain.merging.merge import Conflict

NO_DIFFERENCE = Difference({}, {}, {})


@dataclass(frozen=True, slots=True)
class PublishPlan:
    """What there is to publish, as it stood at one moment on both sides.

    `difference` is what would change on the service; `incoming` what others changed there since, which comes into the
    dictionary first (`incoming_change`, then `Publishing.accept`, then a new plan). `conflicts` are phrases that both
    sides changed differently. `remote` is what the service holds, None where the dictionary is not there.
    """

    dictionary: OpenDictionary
    revision: int
    local: Entries
    method: Method
    difference: Difference = NO_DIFFERENCE
    remote: Entries | None = None
    violations: tuple[PublishViolation, ...] = ()
    warnings: tuple[str, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    incoming: Difference = NO_DIFFERENCE
    # So much goes on the service that a click is not enough; and so much would go here that somebody should look.
    needs_typed_confirmation: bool = False
    incoming_needs_confirmation: bool = False
    # It was published and is not on the service any more; publishing makes it again.
    is_gone_from_service: bool = False
    # An earlier attempt to make the glossary was cut off: it is looked for first.
    resumes_creation: bool = False

    @property
    def kept_here(self) -> int:
        """How many entries are forbidden, and therefore not published."""
        return len(self.dictionary.violations.aside)

    @property
    def needs_merge(self) -> bool:
        """Whether the service changed in a way that has to come in first."""
        return bool(self.conflicts) or not self.incoming.is_empty

    @property
    def can_be_published(self) -> bool:
        return self.method is not Method.NOTHING and not self.violations and not self.needs_merge

    def incoming_change(self, choices: Mapping[str, str | None] | None = None) -> Change:
        """The change that brings in what others did on the service; one step of undo.

        `choices` settle the conflicts: source phrase -> target, or None for no entry. Raises OutOfDate where the
        dictionary was edited since, and ValueError where a conflict has no choice.
        """
        choices = choices or {}
        if open_conflicts := [each.source for each in self.conflicts if each.source not in choices]:
            raise ValueError(f"{len(open_conflicts)} conflicts are not settled")
        if self.dictionary.revision != self.revision:
            raise OutOfDate
        return change_to(self.dictionary.entries, {**targets_of(self.incoming), **choices})


@dataclass(frozen=True, slots=True)
class LostUpdate:
    """What somebody else wrote while we published, and what our call overwrote.

    `difference` leads from what the service holds now to what they wrote; `version` is their version as it was seen,
    which is kept in the bin.
    """

    difference: Difference
    version: str

    def change(self, entries: Entries) -> Change:
        """The change that brings it back into the dictionary here; it is published like any other edit."""
        return change_to(entries, targets_of(self.difference))


@dataclass(frozen=True, slots=True)
class PublishReport:
    """What publishing did, read back from the service."""

    method: Method
    difference: Difference
    entry_count: int
    trace_id: str
    # Time between the last look at the service and the call that changed it: what others wrote then may be lost.
    open_milliseconds: float
    # Others wrote at the same time: make a new plan, it brings in what they did.
    others_changed: bool
    # Of what they wrote in that time, what was seen and is no longer on the service.
    lost: LostUpdate | None = None
