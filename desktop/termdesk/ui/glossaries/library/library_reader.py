"""Reads the library: glossaries of the service and of this computer, or only the latter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.domain.errors import TermdeskError
from termdesk.ui.glossaries.workspace import PanePart
from termdesk.ui.words.failure_words import explain

if TYPE_CHECKING:
    from termdesk.application.glossaries.library.drafts_elsewhere import GlossaryElsewhere


# The topic of the notice that the service could not be asked. It ends with the next reading.
_NOT_READ = "library:not-read"


class LibraryReader(PanePart):
    """Reads the library, and notifies the user of what could not be read or was merged."""

    # Whether the last result includes the glossaries of the service.
    is_of_service = False
    # Whether the last reading failed, so that it is worth another one when the service responds again.
    has_failed = False

    async def summaries(self) -> list[GlossarySummary]:
        """Return all glossaries. Without the service, return those seen before, and show a notice with the reason."""
        try:
            found = await self._use_cases.library.summaries()
            self.is_of_service, self.has_failed = True, False
            self._notices.end_topic(_NOT_READ)
        except TermdeskError as error:
            self.has_failed = True
            found = await self._summaries_without_service(error)
        self._tell_merged()
        return found

    async def elsewhere(self) -> list[GlossaryElsewhere]:
        """Return the glossaries on this computer that belong to other services. Raises StorageFailed."""
        return await self._use_cases.drafts_elsewhere.glossaries()

    async def _summaries_without_service(self, error: TermdeskError) -> list[GlossarySummary]:
        """Return the library without a response of the service, and tell the user how old it is."""
        seen = await self._use_cases.library.seen_summaries(error)
        self.is_of_service = seen is not None
        if seen is None:
            self._notices.fail(error, on_retry=self._pane.refresh, topic=_NOT_READ)
            return await self._use_cases.library.read_stored_summaries()
        message = explain(error)
        self._notices.say(
            self.tr("The library could not be refreshed"),
            self.tr("It shows what was last read. {reason}").format(reason=message.cause or message.title),
            kind="warning",
            action=self.tr("Try again"),
            on_action=self._pane.refresh,
            topic=_NOT_READ,
        )
        return seen

    def _tell_merged(self) -> None:
        """Notify the user of merged drafts: an older version allowed two drafts of one dictionary."""
        for name in self._use_cases.library.take_merged_names():
            self._notices.say(
                self.tr("Two drafts of “{name}” were merged").format(name=name),
                self.tr(
                    "Its creation on the service was interrupted, and it was edited in two places. All "
                    "edits are in one dictionary now. Contradicting entries are both in it and marked as "
                    "duplicates: delete the wrong ones. The second draft is in “Deleted glossaries”."
                ),
                kind="warning",
            )
