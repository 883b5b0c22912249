"""The page of changes in the service's lists of languages since they were first read, newest first."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from termdesk.application.languages.language_changes import LanguageChange
from termdesk.application.languages.languages import LanguageLists
from termdesk.ui.languages.language_facts import change_words, resource_title
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.widgets.empty_state import EmptyState
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_table import PlainTable
from termdesk.ui.words.language_words import localize_language
from termdesk.ui.words.lists import add_in_parentheses
from termdesk.ui.words.numbers import format_date_and_time


class LanguageChangesPage(QWidget):
    """A table with a row for each change of the service in use, with the times of both readings."""

    def __init__(self, lists: LanguageLists, jobs: Jobs) -> None:
        super().__init__()
        self._lists = lists
        self._jobs = jobs
        self.table = PlainTable(
            "language_changes",
            _tr("Changes of languages"),
            headings=[_tr("Found"), _tr("Read before"), _tr("List"), _tr("Language"), _tr("Change")],
            rows=[],
            stretch=4,
        )
        self.empty = EmptyState("languages", _tr("No changes yet"), "")
        self.empty.text.setText(
            _tr("Each time the languages of this service are read, they are compared with the time before.")
        )
        self.pages = QStackedWidget()
        self.pages.addWidget(self.empty)
        self.pages.addWidget(self.table)
        self.count = PlainLabel(tone="muted")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.pages, 1)
        column.addWidget(self.count)

    def refresh(self) -> None:
        """Show the changes known so far."""
        self._jobs.start(JobKind.READ_LANGUAGE_CHANGES, _tr("Reading changes of languages"), self._read)

    async def _read(self) -> None:
        self._show(await self._lists.changes())

    def _show(self, changes: Sequence[LanguageChange]) -> None:
        # The newest change is the last in the list.
        self.table.show_rows([_row(each) for each in reversed(changes)])
        self.pages.setCurrentWidget(self.table if changes else self.empty)
        words = QCoreApplication.translate("LanguageChangesPage", "%Ln changes", "", len(changes))
        self.count.setText(words if changes else "")


def _row(change: LanguageChange) -> tuple[str, ...]:
    return (
        format_date_and_time(change.found_at),
        format_date_and_time(change.since),
        resource_title(change.resource),
        add_in_parentheses(localize_language(change.code, change.name), change.code),
        change_words(change),
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("LanguageChangesPage", text)
