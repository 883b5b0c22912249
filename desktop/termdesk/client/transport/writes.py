"""The record of each change sent to a service: its call, its outcome and its trace id."""

from __future__ import annotations

import uuid
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from enum import StrEnum

from termdesk.client.errors import ServiceError
from termdesk.client.transport.calls import Call, CallKind, Family
from termdesk.client.transport.replies import Reply
from termdesk.domain.language.language import LanguagePair

_WRITING = (CallKind.CHANGE, CallKind.CREATE)
_KEPT_FAMILIES = (Family.GLOSSARIES, Family.MEMORIES)


class WriteOutcome(StrEnum):
    """The outcome of a change, as far as its response shows."""

    DONE = "done"
    REFUSED = "refused"  # nothing was changed
    UNCLEAR = "unclear"  # it may have been carried out


@dataclass(frozen=True, slots=True)
class WriteFacts:
    """Facts about a change that its call does not hold. Texts are not included; hashes represent the entries.

    `entry_count` is the number of entries deleted with it. `pair` and the hashes belong to the one dictionary that it
    changes. `new_name` is the name after a renaming.
    """

    glossary_name: str = ""
    pair: LanguagePair | None = None
    before_hash: str = ""
    entry_count: int = 0
    new_name: str = ""


NO_FACTS = WriteFacts()
_belonging: ContextVar[tuple[str, WriteFacts]] = ContextVar("what writes belong to", default=("", NO_FACTS))


@dataclass(frozen=True, slots=True)
class Write:
    """One change: its call, and its outcome after all attempts. `status` is 0 if no response came.

    `job_id` is the publishing call that it belongs to; empty for other changes. `write_id` stays the same from the
    first attempt to the outcome. `is_carried_out` is what a reading showed after an unclear outcome; None if there was
    no reading, or it failed.
    """

    method: str
    path: str
    outcome: WriteOutcome
    status: int
    trace_id: str
    job_id: str = ""
    facts: WriteFacts = NO_FACTS
    is_carried_out: bool | None = None
    write_id: str = field(default_factory=lambda: uuid.uuid4().hex, compare=False)

    def with_outcome(self, end: Reply | ServiceError) -> Write:
        """Return this change with its outcome."""
        outcome = WriteOutcome.DONE
        if isinstance(end, ServiceError):
            outcome = WriteOutcome.UNCLEAR if end.may_have_happened else WriteOutcome.REFUSED
        return replace(self, outcome=outcome, status=end.status or 0, trace_id=end.trace_id)


# Awaited before the first attempt of a change.
WriteRecorder = Callable[[Write], Awaitable[None]]
# Awaited after a change with an unclear outcome. Reads whether it was carried out; None if that is not known either.
ReadOutcome = Callable[[], Awaitable[bool | None]]


@contextmanager
def writes_for(job_id: str = "", facts: WriteFacts = NO_FACTS) -> Iterator[None]:
    """Attach a publishing call's id, or known facts, to the changes sent inside the context."""
    token = _belonging.set((job_id, facts))
    try:
        yield
    finally:
        _belonging.reset(token)


def write_of(call: Call) -> Write | None:
    """Return the record of a call that is about to be sent; None for a call that does not change stored data.

    Its outcome is unclear until `Write.with_outcome`, because the program may be killed before the response comes.
    """
    if call.kind not in _WRITING or call.family not in _KEPT_FAMILIES:
        return None
    return Write(call.method, call.path, WriteOutcome.UNCLEAR, 0, "", *_belonging.get())
