"""How far an interrupted copy or move came, in sentences: for the window, the command line and the error."""

from __future__ import annotations

from dataclasses import dataclass

from termdesk.application.failures import TransferInterrupted, cause_of
from termdesk.application.stored_failure import StoredFailure
from termdesk.domain.errors import InvalidInput, StorageFailed, TermdeskError
from termdesk.messages.glossary_messages import TransferMessage, TransferProgress, TransferRemedy
from termdesk.messages.message import Message
from termdesk.storage.transfer.transfers import TransferRecord


@dataclass(frozen=True, slots=True)
class InterruptedTransfer:
    """An interrupted transfer with the names of both services, as they are shown, and the `reason` as sentences.

    `is_unfinished`: the transfer is still recorded. Otherwise nothing of it was sent.
    """

    record: TransferRecord
    source: str
    target: str
    reason: Message
    is_unfinished: bool = True

    @property
    def name(self) -> str:
        """The name of the original."""
        return self.record.original_name or self.record.name

    @property
    def progress(self) -> Message:
        """How much of the copy is on the other service, and under which name."""
        record, target = self.record, self.target
        if not self.is_unfinished:
            return TransferProgress.NOTHING(target=target)
        if record.is_copied:
            return TransferProgress.ALL(target=target, copy=record.name)
        if record.done:
            total = len(record.dictionaries)
            return TransferProgress.PART(len(record.done), total=total, target=target, copy=record.name)
        if record.has_copy:
            return TransferProgress.BEGUN(target=target, copy=record.name)
        return TransferProgress.UNKNOWN(target=target, copy=record.name)

    @property
    def original(self) -> Message:
        """What became of the original."""
        if self.record.is_move and self.record.is_copied and self.is_unfinished:
            return TransferProgress.ORIGINAL_LAST(source=self.source)
        return TransferProgress.ORIGINAL_UNTOUCHED(source=self.source)

    @property
    def facts(self) -> tuple[Message, ...]:
        """How far it came, what became of the original, and why it stopped, as sentences."""
        return self.progress, self.original, self.reason

    @property
    def message(self) -> Message:
        """Everything, beginning with what was to be done."""
        kind = TransferMessage.MOVE_STOPPED if self.record.is_move else TransferMessage.COPY_STOPPED
        return kind(
            name=self.name,
            source=self.source,
            target=self.target,
            progress=self.progress,
            original=self.original,
            reason=self.reason,
        )

    @property
    def remedy(self) -> Message:
        """What continuing and undoing would do."""
        if self.is_unfinished:
            if not self.record.is_move:
                return TransferRemedy.CONTINUE_OR_UNDO()
            # Nothing of the original is deleted until the copy is complete.
            is_deletion_next = self.record.is_copied
            remedy = TransferRemedy.DELETE_OR_UNDO_MOVE if is_deletion_next else TransferRemedy.CONTINUE_OR_UNDO_MOVE
            return remedy()
        return TransferRemedy.MOVE_AGAIN() if self.record.is_move else TransferRemedy.COPY_AGAIN()

    def as_error(self, error: TermdeskError) -> TransferInterrupted:
        """Return the error that explains the interruption, which `error` caused."""
        is_move, is_unfinished = self.record.is_move, self.is_unfinished
        return TransferInterrupted(
            error, self.message, remedy=self.remedy, is_move=is_move, is_unfinished=is_unfinished
        )


def reason_of(stored: StoredFailure | None, words: str) -> Message:
    """Return why a transfer stopped, as a sentence. `words` explains the stored failure."""
    if stored is None:
        return TransferProgress.NO_REASON()
    return TransferProgress.REASON(reason=words) if words else TransferProgress.CANCELLED()


def is_interruption(error: TermdeskError) -> bool:
    """Return whether an error left a transfer in the middle, so that its own words do not fit."""
    return not isinstance(cause_of(error), InvalidInput | StorageFailed)
