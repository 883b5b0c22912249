"""What is told of each change that a service was asked for: which call, its outcome, and its trace id."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import StrEnum

from termdesk.client.errors import ServiceError
from termdesk.client.transport.calls import Call, CallKind, Family
from termdesk.client.transport.replies import Reply
from termdesk.domain.language.language import LanguagePair

_WRITING = (CallKind.CHANGE, CallKind.CREATE)
_KEPT_THERE = (Family.GLOSSARIES, Family.MEMORIES)


class WriteOutcome(StrEnum):
    """What became of a change, as far as its answer tells."""

    DONE = "done"
    REFUSED = "refused"  # nothing was changed
    UNCLEAR = "unclear"  # it may have been carried out


@dataclass(frozen=True, slots=True)
class WriteFacts:
    """What is known here of a change beside its call. Texts stay here: hashes stand for the entries.

    `entry_count` entries are deleted with it. `pair` and the hashes are those of the one dictionary that it is about.
    `new_name` is that of a glossary that is renamed.
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
    """One change at its end, after all attempts. `status` is 0 where no answer came.

    `job_id` is that of the publishing call that it was made for; empty for other changes.
    """

    method: str
    path: str
    outcome: WriteOutcome
    status: int
    trace_id: str
    job_id: str = ""
    facts: WriteFacts = NO_FACTS


@contextmanager
def writes_for(job_id: str = "", facts: WriteFacts = NO_FACTS) -> Iterator[None]:
    """Changes that are sent inside belong to this publishing call, or this is known of them."""
    token = _belonging.set((job_id, facts))
    try:
        yield
    finally:
        _belonging.reset(token)


def write_of(call: Call, end: Reply | ServiceError) -> Write | None:
    """What there is to tell of a call; None for one that changes nothing that the service keeps."""
    if call.kind not in _WRITING or call.family not in _KEPT_THERE:
        return None
    outcome = WriteOutcome.DONE
    if isinstance(end, ServiceError):
        outcome = WriteOutcome.UNCLEAR if end.may_have_happened else WriteOutcome.REFUSED
    return Write(call.method, call.path, outcome, end.status or 0, end.trace_id, *_belonging.get())
