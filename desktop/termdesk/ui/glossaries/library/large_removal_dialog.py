"""The question before opening a dictionary from which others removed many entries."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtWidgets import QWidget

from termdesk.application.failures import LargeRemoval
from termdesk.application.glossaries.library.large_removal import LargeRemovalChoice, LargeRemovalChoices
from termdesk.ui.widgets.dialogs import Question, show_dialog
from termdesk.ui.words.lists import list_sentences
from termdesk.ui.words.numbers import format_number

if TYPE_CHECKING:
    from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
    from termdesk.application.glossaries.library.library import Library
    from termdesk.application.glossaries.summaries import GlossarySummary
    from termdesk.domain.language.language import LanguagePair
    from termdesk.domain.progress import Progress

T = TypeVar("T")


class LargeRemovalDialog(Question):
    """Shows the sizes of both versions and asks which one to open."""

    def __init__(self, parent: QWidget, removal: LargeRemoval) -> None:
        title = self.tr("Many entries of “{name}”, {pair}, were removed elsewhere")
        text = self.tr(
            "It had %Ln entries when Termdesk last read it. Now the service has {remote}: {removed} were removed.",
            "",
            removal.local,
        )
        what_then = (
            self.tr(
                "This computer still has them. If you keep them, publishing restores them on the "
                "service. Nothing is sent before that."
            )
            if removal.has_local_entries
            else self.tr("This computer has no copy of them. Ask who removed them before you continue editing.")
        )
        super().__init__(
            parent,
            title.format(name=removal.name, pair=removal.pair),
            list_sentences(
                [
                    text.format(
                        remote=format_number(removal.remote),
                        removed=format_number(removal.removed),
                    ),
                    what_then,
                ]
            ),
            self.tr("Open as on the service"),
            is_dangerous=True,
            other=self.tr("Keep my entries") if removal.has_local_entries else "",
            window_title=self.tr("Many entries were removed"),
        )
        self.setObjectName("large_removal_dialog")
        self.setMinimumWidth(540)
        asked = self.tr("Type {removed} to open it without the removed entries.")
        self.require_typed(f"{removal.removed}", asked.format(removed=removal.removed), tone="problem")

    @property
    def choice(self) -> LargeRemovalChoice:
        """The version that the user keeps."""
        return LargeRemovalChoice.KEEP_LOCAL if self.was_other else LargeRemovalChoice.TAKE_REMOTE


async def ask_about_large_removals(parent: QWidget, work: Callable[[LargeRemovalChoices], Awaitable[T]]) -> T | None:
    """Run `work`, and ask about each dictionary that lost many entries on the service. None if the user cancels."""
    choices: dict[LanguagePair, LargeRemovalChoice] = {}
    while True:
        try:
            return await work(choices)
        except LargeRemoval as removal:
            dialog = LargeRemovalDialog(parent, removal)
            if not await show_dialog(dialog):
                return None
            choices[removal.pair.roots] = dialog.choice


async def ask_and_open(
    parent: QWidget, library: Library, summary: GlossarySummary, pair: LanguagePair, progress: Progress
) -> OpenDictionary | None:
    """Like `Library.open`, but ask if the dictionary lost many entries on the service. None if the user cancels.

    While the service cannot be reached, the last copy is opened.
    """
    return await ask_about_large_removals(
        parent, lambda choices: library.open(summary, pair, progress, choices=choices, takes_copy=True)
    )
