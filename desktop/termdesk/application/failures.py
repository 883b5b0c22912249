"""The errors of the application layer itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from termdesk.client.errors import InvalidRequest
from termdesk.domain.entries.entries import SOURCE
from termdesk.domain.errors import InvalidInput, TermdeskError
from termdesk.messages.entry_messages import PublishMessage


class NotConnected(TermdeskError):
    """There is no service to ask: none is connected, its key is missing or refused, or the program is closing."""


class LocalServiceFailed(TermdeskError):
    """The local service did not start, or ended too often; `log` is the path of its log."""

    def __init__(self, message: str, *, log: str) -> None:
        super().__init__(message, remedy=f"Its log tells more: {log}")
        self.log = log


class OutdatedSummary(InvalidInput):
    """A listed draft was published or deleted since the library was listed."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"“{name}” is no longer a draft on this computer: it was published or deleted.",
            remedy="Refresh the library and open it from there.",
        )


class OutOfDate(TermdeskError):
    """A plan was made for another state of the dictionary. Nothing was done."""

    def __init__(self) -> None:
        super().__init__("The dictionary was edited since this was looked at.", remedy="Look at the changes again.")


class ChangedOnService(TermdeskError):
    """Somebody changed the same phrases on the service. Both versions still exist."""

    def __init__(self, count: int) -> None:
        phrases = "one phrase" if count == 1 else f"{count:,} phrases"
        super().__init__(
            f"Somebody changed {phrases} on the service that you changed too.",
            remedy="Publish again: both versions are shown then, and you choose.",
        )


class KeepsChanging(TermdeskError):
    """Somebody keeps changing the dictionary during publishing; nothing was sent."""

    def __init__(self) -> None:
        super().__init__(
            "Somebody keeps changing this dictionary on the service, so nothing of yours was sent.",
            remedy="Wait a moment, then publish again: what they did comes in first.",
        )


class NotVerified(TermdeskError):
    """The service accepted a change but still does not have it after several attempts. `trace_id`: the last call."""

    def __init__(self, *, trace_id: str) -> None:
        super().__init__(
            "The service accepted the entries, but does not hold them when they are read back.",
            remedy="Your edits are still here. Try again later, or give the trace id to the operator of the service.",
        )
        self.trace_id = trace_id


@dataclass(frozen=True, slots=True)
class PublishViolation:
    """A reason why a dictionary cannot be published. `row` counts from 0; None if it concerns the whole."""

    message: str
    remedy: str = ""
    row: int | None = None
    column: int = SOURCE

    def __str__(self) -> str:
        """The same as `line`."""
        return self.line

    @property
    def line(self) -> str:
        """The violation with its row, counted from 1, and its side."""
        if self.row is None:
            return self.message
        kind = PublishMessage.IN_TARGET if self.column else PublishMessage.IN_SOURCE
        return kind(row=self.row + 1, reason=self.message)


class EntriesRefused(InvalidRequest):
    """The service refused these entries. `violations` have their rows in the dictionary, if known."""

    def __init__(self, error: InvalidRequest, violations: Sequence[PublishViolation]) -> None:
        super().__init__(
            error.message,
            remedy="Change the entries that it names, then publish again.",
            status=error.status,
            code=error.code,
            detail="\n".join(str(each) for each in violations),
            trace_id=error.trace_id,
            call=error.call,
        )
        self.violations = tuple(violations)
