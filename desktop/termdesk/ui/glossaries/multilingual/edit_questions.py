"""Shows how an edit of the multilingual table changes several dictionaries, before it is applied."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject

from termdesk.domain.entries.entry_rules import shorten_phrase
from termdesk.ui.glossaries.multilingual.edit_dialog import Consent
from termdesk.ui.glossaries.multilingual.multilingual_edits import Intent, MultilingualEdits
from termdesk.ui.glossaries.sheet.sheet_page import SheetPage
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.words.language_words import language_name

# Returns the question for a step that changes this many dictionaries.
StepQuestion = Callable[[int], str]


class AskedEdits(QObject):
    """Applies edits, with the user's consent where it is needed."""

    def __init__(self, page: SheetPage, edits: MultilingualEdits, consent: Consent, *, jobs: Jobs) -> None:
        super().__init__(page)
        self._page = page
        self._edits = edits
        self._consent = consent
        self._jobs = jobs

    def start(
        self, intent: Intent, *, is_asked: bool, asked: StepQuestion | None = None, clashes: Sequence[str] = ()
    ) -> None:
        """Like `apply_bulk_change`, but without waiting for the result."""
        if self._is_to_ask(is_asked=is_asked):
            self._jobs.start(
                JobKind.CHANGE_SOURCE_PHRASE,
                self.tr("Changing a source phrase"),
                # The job starts later, and rows may move before that.
                partial(self._ask_and_apply, intent, self._edits.table.row_revision, asked, clashes),
            )
        else:
            self._edits.do(intent)

    async def apply_bulk_change(
        self, intent: Intent, *, is_asked: bool, asked: StepQuestion | None = None, clashes: Sequence[str] = ()
    ) -> None:
        """Apply an edit as one undo step.

        It refers to row numbers, so it is dropped if the entries change meanwhile.
        """
        if self._is_to_ask(is_asked=is_asked):
            await self._ask_and_apply(intent, self._edits.table.row_revision, asked, clashes)
        else:
            self._edits.do(intent)

    async def _ask_and_apply(
        self, intent: Intent, row_revision: int, asked: StepQuestion | None, clashes: Sequence[str]
    ) -> None:
        """Apply an edit whose row numbers are those of this revision of the rows, if the user agrees."""
        if row_revision != self._edits.table.row_revision:
            self._say_outdated()
            return
        revision = self._page.revision
        change, touched = await self._edits.compute(intent)
        if self._consent.is_needed(change):
            title = (asked or self._make_question(intent))(len(touched))
            if not await self._consent.ask(self._page, title, touched=touched, clashes=clashes):
                return
        if revision == self._page.revision:
            self._edits.push(change, intent.title)
            self._page.grid.setFocus()
        else:
            self._say_outdated()

    def rename(self, row: int, text: str) -> None:
        """Change the source phrase of a row in every dictionary that has it."""
        old, new = shorten_phrase(self._edits.table.entries.source(row)), shorten_phrase(text)

        def ask(count: int) -> str:
            return self.tr("Change “{old}” to “{new}” in %Ln dictionaries?", "", count).format(old=old, new=new)

        self.start(
            self._edits.source_edit(row, text),
            is_asked=True,
            asked=ask,
            clashes=self._clashes(row, text),
        )

    def _say_outdated(self) -> None:
        self._page.tell(self.tr("Nothing was done because the entries have changed in the meantime."))

    def _is_to_ask(self, *, is_asked: bool) -> bool:
        # While a bulk change is running, the edit is refused with a message, so there is nothing to ask.
        return is_asked and not self._consent.is_silent and self._edits.is_settled

    def _make_question(self, intent: Intent) -> StepQuestion:
        return lambda count: self.tr("{title}: change %Ln dictionaries?", "", count).format(title=intent.title)

    def _clashes(self, row: int, text: str) -> list[str]:
        """Return the languages where another row already has this phrase."""
        table = self._edits.table
        local = set(table.entries.holders(row))
        others = [each for each in table.entries.rows_with(text) if each != row] if text else []
        parts = {part for each in others for part in table.entries.holders(each)} & local
        return [language_name(table.dictionaries[part].pair.target) for part in sorted(parts)]
