"""Locks glossaries to this computer, and unlocks them after a confirmation."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from termdesk.application.glossaries.summaries import GlossarySummary, LibraryItem
from termdesk.ui.glossaries.workspace import PanePart
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.widgets.dialogs import Question, show_dialog


class LockFlow(PanePart):
    """Asks the user, does the work, and lets the pane show the result."""

    def ask(self, items: Sequence[LibraryItem]) -> None:
        """Lock these glossaries; if all of them are locked, ask whether to unlock them."""
        summaries = list({item.summary.key: item.summary for item in items}.values())
        if is_locked(items):
            self._jobs.start(JobKind.LOCK_GLOSSARIES, self.tr("Unlocking"), partial(self._unlock, summaries))
        else:
            self._jobs.start(JobKind.LOCK_GLOSSARIES, self.tr("Locking"), partial(self._lock, summaries))

    async def _lock(self, summaries: Sequence[GlossarySummary]) -> None:
        try:
            for summary in summaries:
                await self._use_cases.library.locks.lock(summary)
        finally:
            await self._pane.read_library()
        self._notices.say(
            self.tr("%Ln glossaries stay on this computer", "", len(summaries)),
            self.tr("Neither entries nor texts with these terms are sent to another service until you unlock."),
            kind="good",
        )

    async def _unlock(self, summaries: Sequence[GlossarySummary]) -> None:
        try:
            if await show_dialog(UnlockQuestion(self._pane, summaries)):
                for summary in summaries:
                    await self._use_cases.library.locks.unlock(summary)
        finally:
            # Refresh the menu to show the real state, whatever the user answered.
            await self._pane.read_library()


class UnlockQuestion(Question):
    """Requires typed confirmation: the name of the glossary, or the number of glossaries if several."""

    def __init__(self, parent: QWidget, summaries: Sequence[GlossarySummary]) -> None:
        count = len(summaries)
        title = _tr("Unlock %Ln glossaries?", "", count)
        if count == 1:
            title = _tr("Unlock “{name}”?").format(name=summaries[0].name)
        words = _tr(
            "Then the entries can be published, copied to other services, and used with texts that are sent there."
        )
        super().__init__(parent, title, words, _tr("Unlock"))
        self.setObjectName("unlock_question")
        word = summaries[0].name.strip() if count == 1 else _tr("unlock %Ln", "", count)
        self.field = self.require_typed(word, _tr("Type “{word}” to confirm.").format(word=word)).field
        self.field.setFocus()


def is_locked(items: Sequence[LibraryItem]) -> bool:
    """Whether the glossaries of all these rows are locked; False without rows."""
    return bool(items) and all(item.summary.is_local_only for item in items)


def _tr(text: str, comment: str = "", n: int = -1) -> str:
    return QCoreApplication.translate("UnlockQuestion", text, comment, n)
