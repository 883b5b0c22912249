"""Why unfinished work stopped, kept with it on disk: the failure as data, so that it is explained as at once."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from typing import Any

from termdesk.application.diagnosis import Failure, FailureKind, diagnose
from termdesk.application.redaction import redact
from termdesk.domain.errors import Stopped, TermdeskError
from termdesk.messages.message_record import decode_message, encode_message


@dataclass(frozen=True, slots=True)
class StoredFailure:
    """A failure, and the `message` of its error, for places without the words of the window."""

    failure: Failure
    message: str

    @classmethod
    def of(cls, error: TermdeskError) -> StoredFailure:
        """Return what is kept of an error. Keys are removed from it."""
        return cls(diagnose(error), redact(error.message))

    @property
    def trace_id(self) -> str:
        """The trace id of the call that failed; empty if it has none."""
        return self.failure.trace_id

    @property
    def words(self) -> str:
        """What the service or the error said, in English unless the service uses another language.

        Empty if the user stopped the work.
        """
        if self.failure.kind is FailureKind.STOPPED:
            return ""
        return self.failure.said or self.message

    def encode(self) -> str:
        """Return the failure as text for a database."""
        failure = self.failure
        data = {
            "kind": failure.kind.value,
            "said": encode_message(failure.said),
            "remedy": encode_message(failure.remedy),
            "values": dict(failure.values),
            "trace_id": failure.trace_id,
            "details": failure.details,
            "message": encode_message(self.message),
        }
        return json.dumps(data)


def encode_failure(error: TermdeskError | None) -> str:
    """Return an error as text for a database; empty without one."""
    return StoredFailure.of(error).encode() if error is not None else ""


def encode_stop(error: BaseException) -> str:
    """Return why work stopped as text for a database. A cancellation has no words, and a bug is not stored."""
    if isinstance(error, asyncio.CancelledError):
        return encode_failure(Stopped())
    return encode_failure(error) if isinstance(error, TermdeskError) else ""


def trace_id_of(stop_reason: str) -> str:
    """Return the trace id of the call that stopped work; empty if it has none."""
    stored = decode_failure(stop_reason)
    return stored.trace_id if stored is not None else ""


def decode_failure(text: str) -> StoredFailure | None:
    """Return the failure that `encode` stored; None if there is none that this version of the program can read."""
    try:
        data: dict[str, Any] = json.loads(text)
        failure = Failure(
            FailureKind(data["kind"]),
            decode_message(data["said"]),
            decode_message(data["remedy"]),
            data["values"],
            data["trace_id"],
            data["details"],
        )
        return StoredFailure(failure, decode_message(data["message"]))
    except (ValueError, LookupError, TypeError):
        return None
