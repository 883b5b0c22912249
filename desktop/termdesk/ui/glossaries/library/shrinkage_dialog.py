"""The question before opening a dictionary of which others removed much."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtWidgets import QWidget

from termdesk.application.glossaries.library.shrinkage import ShrinkageChoice, ShrinkageChoices, Shrunk
from termdesk.ui.widgets.dialogs import Question, answered
from termdesk.ui.words.lists import list_sentences
from termdesk.ui.words.numbers import format_number

if TYPE_CHECKING:
    from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
    from termdesk.application.glossaries.library.library import Library
    from termdesk.application.glossaries.summaries import GlossarySummary
    from termdesk.domain.language.language import LanguagePair
    from termdesk.domain.progress import Progress

T = TypeVar("T")


class ShrinkageDialog(Question):
    """Shows the sizes of both versions, and asks which one to open."""

    def __init__(self, parent: QWidget, shrunk: Shrunk) -> None:
        title = self.tr("Others removed many entries of “{name}”, {pair}")
        text = self.tr(
            "It had {local} entries when Termdesk last read it. Now the service has {remote}: {removed} were removed."
        )
        what_then = (
            self.tr(
                "This computer still has them. If you keep them, publishing restores them on the "
                "service. Nothing is sent before that."
            )
            if shrunk.has_local_entries
            else self.tr("This computer has no copy of them. Ask who removed them before you continue editing.")
        )
        super().__init__(
            parent,
            title.format(name=shrunk.name, pair=shrunk.pair),
            list_sentences(
                [
                    text.format(
                        local=format_number(shrunk.local),
                        remote=format_number(shrunk.remote),
                        removed=format_number(shrunk.removed),
                    ),
                    what_then,
                ]
            ),
            self.tr("Open as on the service"),
            is_dangerous=True,
            other=self.tr("Keep my entries") if shrunk.has_local_entries else "",
            window_title=self.tr("Many entries were removed"),
        )
        self.setObjectName("shrinkage_dialog")
        self.setMinimumWidth(540)
        asked = self.tr("Type {removed} to open it without the removed entries.")
        self.require_typed(f"{shrunk.removed}", asked.format(removed=shrunk.removed), tone="problem")

    @property
    def choice(self) -> ShrinkageChoice:
        """The version that the user keeps."""
        return ShrinkageChoice.KEEP_LOCAL if self.was_other else ShrinkageChoice.TAKE_REMOTE


async def ask_while_shrunk(parent: QWidget, work: Callable[[ShrinkageChoices], Awaitable[T]]) -> T | None:
    """Run `work`, and ask about each dictionary that shrank. None if the user cancels."""
    choices: dict[LanguagePair, ShrinkageChoice] = {}
    while True:
        try:
            return await work(choices)
        except Shrunk as shrunk:
            dialog = ShrinkageDialog(parent, shrunk)
            if not await answered(dialog):
                return None
            choices[shrunk.pair.roots] = dialog.choice


async def open_asking(
    parent: QWidget, library: Library, summary: GlossarySummary, pair: LanguagePair, progress: Progress
) -> OpenDictionary | None:
    """Like `Library.open`, but ask if the dictionary shrank. None if the user cancels."""
    return await ask_while_shrunk(parent, lambda choices: library.open(summary, pair, progress, choices=choices))
