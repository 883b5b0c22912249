"""What can go wrong in the application layer itself, beside what it hears from the layers below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from termdesk.client.errors import InvalidRequest
from termdesk.domain.entries.entries import SOURCE
from termdesk.domain.errors import InvalidInput, TermdeskError


class NotConnected(TermdeskError):
    """There is no service to ask: none was connected, its key is missing or refused, or the program ends."""


class LocalServiceFailed(TermdeskError):
    """The service on this computer did not start, or ended too often; `log` is the path of what it said."""

    def __init__(self, message: str, *, log: str) -> None:
        super().__init__(message, remedy=f"Its log tells more: {log}")
        self.log = log


class OutdatedSummary(InvalidInput):
    """A line of the library stands for a draft that was published or deleted since the library was read."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"“{name}” is no longer a draft on this computer: it was published or deleted.",
            remedy="Refresh the library and open it from there.",
        )


class OutOfDate(TermdeskError):
    """A plan was made for another state of the dictionary than the present one. Nothing was done."""

    def __init__(self) -> None:
        super().__init__("The dictionary was edited since this was looked at.", remedy="Look at the changes again.")


class ChangedOnService(TermdeskError):
    """Somebody changed the same phrases on the service just now. Their version is there, yours is here."""

    def __init__(self, count: int) -> None:
        phrases = "one phrase" if count == 1 else f"{count:,} phrases"
        super().__init__(
            f"Somebody changed {phrases} on the service that you changed too.",
            remedy="Publish again: both versions are shown then, and you choose.",
        )


class KeepsChanging(TermdeskError):
    """Somebody changes the dictionary again and again while it is to be published; nothing was sent."""

    def __init__(self) -> None:
        super().__init__(
            "Somebody keeps changing this dictionary on the service, so nothing of yours was sent.",
            remedy="Wait a moment, then publish again: what they did comes in first.",
        )


class NotVerified(TermdeskError):
    """The service accepted a change and, after several attempts, still does not hold it. `trace_id`: the last call."""

    def __init__(self, *, trace_id: str) -> None:
        super().__init__(
            "The service accepted the entries, but does not hold them when they are read back.",
            remedy="Your edits are still here. Try again later, or give the trace id to the operator of the service.",
        )
        self.trace_id = trace_id


@dataclass(frozen=True, slots=True)
class PublishViolation:
    """One reason why a dictionary cannot be published. `row` counts from 0; None: it is about the whole."""

    message: str
    remedy: str = ""
    row: int | None = None
    column: int = SOURCE

    def __str__(self) -> str:
        """As it is shown in a list, rows counted from 1."""
        place = "" if self.row is None else f"Row {self.row + 1:,}, {'target' if self.column else 'source'}: "
        return f"{place}{self.message}"


class EntriesRefused(InvalidRequest):
    """The service does not take these entries. `violations` have their rows in the dictionary where they are known."""

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
