"""A publish run over many dictionaries: the plan that is shown before, and the result."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from termdesk.application.failures import PublishViolation, cause_of
from termdesk.application.glossaries.view.row_sort import sort_rows
from termdesk.client.entries_wire import creation_overhead
from termdesk.client.errors import WrongKey
from termdesk.domain.chunks import copy_list, release
from termdesk.domain.errors import TermdeskError
from termdesk.domain.merging.difference import NO_DIFFERENCE, Difference, Method
from termdesk.domain.merging.merge import Conflict
from termdesk.domain.progress import Progress
from termdesk.messages.message import Message
from termdesk.storage.journal import DraftRecord
from termdesk.storage.publishing.publish_runs import PublishRun, PublishStep, RunState, StepState

if TYPE_CHECKING:
    from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
    from termdesk.application.glossaries.publishing.publish_plan import (
        LostUpdate,
        PublishPlan,
        PublishReport,
        WrittenVersion,
    )

__all__ = [
    "DraftOpener",
    "DraftRecord",
    "LeftOut",
    "PublishRun",
    "PublishStep",
    "RunPlan",
    "RunResult",
    "RunState",
    "StepPlan",
    "StepState",
    "UndoResult",
    "WaitingDrafts",
    "add_written",
    "change_hash",
]


class DraftOpener(Protocol):
    """Opens drafts while they are needed."""

    def open_drafts(
        self, draft_ids: Sequence[str], progress: Progress = ...
    ) -> AbstractAsyncContextManager[Sequence[OpenDictionary]]:
        """Open these drafts in this order, and yield their dictionaries. Deleted drafts are left out."""
        ...


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A dictionary that is not published, and the reason as a sentence."""

    draft: DraftRecord
    reason: str


@dataclass(frozen=True, slots=True)
class StepPlan:
    """The plan of one dictionary in a run. Its rows are read again when the step is executed.

    `draft` is the draft at the time of planning. `change_hash` identifies the change. `remote_hash` is the service's
    version in the snapshots (None: the service has none). `difference` is None if it is large; it can then be computed
    from `remote_hash` and `local_hash`. The other fields are those of `PublishPlan`.
    """

    draft: DraftRecord
    method: Method
    added: int
    changed: int
    removed: int
    entry_count: int
    change_hash: str
    remote_hash: str | None = None
    local_hash: str | None = None
    difference: Difference | None = None
    findings: tuple[str, ...] = ()
    needs_merge: bool = False
    needs_typed_confirmation: bool = False
    is_gone_from_service: bool = False
    resumes_creation: bool = False
    byte_count: int = 0
    forbidden_count: int = 0
    synonym_count: int = 0
    violations: tuple[PublishViolation, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    incoming: Difference = NO_DIFFERENCE
    doubt: Message | None = None

    @classmethod
    def of(
        cls,
        plan: PublishPlan,
        change_hash: str = "",
        *,
        remote_hash: str | None = None,
        local_hash: str | None = None,
    ) -> StepPlan:
        """Return the part of a plan that is kept. With `local_hash`, its difference is dropped."""
        change = plan.difference
        return cls(
            plan.dictionary.draft,
            plan.method,
            added=len(change.added),
            changed=len(change.changed),
            removed=len(change.removed),
            entry_count=len(plan.local),
            change_hash=change_hash,
            remote_hash=remote_hash,
            local_hash=local_hash,
            difference=change if local_hash is None else None,
            findings=plan.findings,
            needs_merge=plan.needs_merge,
            needs_typed_confirmation=plan.needs_typed_confirmation,
            is_gone_from_service=plan.is_gone_from_service,
            resumes_creation=plan.resumes_creation,
            byte_count=plan.byte_count,
            forbidden_count=plan.forbidden_count,
            synonym_count=plan.synonym_count,
            violations=plan.violations,
            conflicts=plan.conflicts,
            incoming=plan.incoming,
            doubt=plan.doubt,
        )

    @property
    def has_violations(self) -> bool:
        """Whether the service would refuse the entries."""
        return bool(self.violations)

    @property
    def can_be_published(self) -> bool:
        """Whether there is something to publish and nothing prevents it."""
        return self.method is not Method.NOTHING and not self.has_violations and not self.needs_merge

    @property
    def is_published(self) -> bool:
        """Whether the service has exactly these entries."""
        return self.method is Method.NOTHING and not self.has_violations and not self.needs_merge


@dataclass(frozen=True, slots=True)
class RunPlan:
    """The plan of a run, dictionary by dictionary, in the order of sending.

    `service` is the name of the service. `plans` has all plans, including those that cannot be executed; `going` has
    only the others. `left_out` are dictionaries that the service does not accept. `run` is the unfinished run to be
    resumed, and `is_as_shown` tells that neither side changed since its plan was shown. `gone` are its steps whose
    drafts no longer exist, so that nothing of them is left to send. `held` are its steps that are not sent now, and
    stay unfinished.
    """

    service: str
    plans: tuple[StepPlan, ...]
    left_out: tuple[LeftOut, ...] = ()
    run: PublishRun | None = None
    is_as_shown: bool = False
    gone: tuple[PublishStep, ...] = ()
    held: tuple[PublishStep, ...] = ()

    @property
    def going(self) -> list[StepPlan]:
        """The plans to execute."""
        return [plan for plan in self.plans if plan.can_be_published]

    @property
    def added(self) -> int:
        """The number of entries to add on the service."""
        return sum(plan.added for plan in self.going)

    @property
    def changed(self) -> int:
        """The number of entries whose target changes on the service."""
        return sum(plan.changed for plan in self.going)

    @property
    def removed(self) -> int:
        """The number of entries to remove from the service."""
        return sum(plan.removed for plan in self.going)

    @property
    def call_count(self) -> int:
        """The number of writing calls if none is repeated. A new glossary takes one more, to rename it."""
        return len(self.going) + len(self._created)

    @property
    def byte_count(self) -> int:
        """The bytes of the bodies of these calls."""
        return sum(plan.byte_count for plan in self.going) + sum(map(creation_overhead, self._created.values()))

    @property
    def _created(self) -> dict[str, str]:
        """The names of the glossaries to create, by their keys."""
        created = [plan.draft for plan in self.going if plan.method is Method.CREATE]
        return {draft.glossary_key: draft.glossary_name for draft in created}

    @property
    def needs_typed_confirmation(self) -> bool:
        """Whether a plan removes so many entries that the user must confirm it."""
        return any(plan.needs_typed_confirmation for plan in self.going)


@dataclass(frozen=True, slots=True)
class RunResult:
    """The result of a run: the reports of the published dictionaries and, after a `failure`, the remaining drafts.

    `waiting` starts with the dictionary that failed. It is empty if all are published and only closing the last one
    failed. `run` can be resumed, undone or abandoned; it is None if the run is complete, or if nothing was sent.
    """

    published: tuple[tuple[DraftRecord, PublishReport], ...]
    waiting: tuple[DraftRecord, ...] = ()
    failure: TermdeskError | None = None
    run: PublishRun | None = None

    @property
    def needs_key(self) -> bool:
        """Whether the service refused the key."""
        return self.failure is not None and isinstance(cause_of(self.failure), WrongKey)


@dataclass(frozen=True, slots=True)
class WaitingDrafts:
    """What waits for the service: a run (None: nothing waits), and the drafts that do not wait with it."""

    run: PublishRun | None
    left_out: tuple[LeftOut, ...] = ()


@dataclass(frozen=True, slots=True)
class UndoResult:
    """The result of undoing a run: the steps that were undone, and those left alone because they were changed since.

    After a `failure` the rest can be undone later. `overwritten` is what others wrote while a step was undone.
    `undecided` are steps that were left alone because a later publication may have written what the service has, and
    `superseded` those that later ones have published.
    """

    undone: tuple[PublishStep, ...]
    left_alone: tuple[PublishStep, ...]
    failure: TermdeskError | None = None
    overwritten: tuple[tuple[PublishStep, LostUpdate], ...] = ()
    undecided: tuple[PublishStep, ...] = ()
    superseded: tuple[PublishStep, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether the service had nothing of the run, so that nothing was done."""
        kept = (self.left_alone, self.undecided, self.superseded)
        return self.failure is None and not (self.undone or any(kept))


def add_written(step: PublishStep, written: WrittenVersion) -> PublishStep:
    """Return a step with what its last attempt wrote. Its `before_hash` stays that of the first attempt."""
    return replace(
        step,
        before_hash=written.before_hash if step.target_hash is None else step.before_hash,
        target_hash=written.target_hash,
        creates_glossary=written.creates_glossary or step.creates_glossary,
    )


def change_hash(progress: Progress, change: Difference) -> str:
    """Return a hash that identifies a change, regardless of the order of its phrases. For a worker."""
    digest = hashlib.sha256()
    for kind, phrases in (("+", change.added), ("~", change.changed), ("-", change.removed)):
        # In chunks: one call for half a million phrases would block the window.
        sources = copy_list(phrases)
        for row in sort_rows(sources, descending=False, progress=progress):
            source = sources[row]
            digest.update(f"{kind}{source}\t{phrases[source]!r}\n".encode("utf-8", "surrogatepass"))
        release([sources])
    return digest.hexdigest()
