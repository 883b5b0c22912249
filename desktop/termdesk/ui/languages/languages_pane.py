"""The pane for looking up languages by resource: features, changes, and the tasks that a pair of languages allows."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from typing import ClassVar

from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QStackedWidget,
    QTableView,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from termdesk.application.languages.language_search import read_names
from termdesk.application.languages.languages import LanguageLists
from termdesk.application.languages.list_files import LanguageList
from termdesk.application.languages.pair_tasks import PairTasks
from termdesk.domain.errors import TermdeskError
from termdesk.domain.key_scope import Scope
from termdesk.domain.language.language import Resource
from termdesk.ui.languages.changes_page import LanguageChangesPage
from termdesk.ui.languages.language_facts import resource_title
from termdesk.ui.languages.older_lists_page import OlderListsPage
from termdesk.ui.languages.pair_tasks_page import PairTasksPage
from termdesk.ui.languages.table_model import FIXED_COLUMNS, NAME, OWN_NAME, LanguagesModel
from termdesk.ui.shell.actions import Actions
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.shell.pane import Pane
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.empty_state import EmptyState
from termdesk.ui.widgets.leading_header import LeadingHeader
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_buttons import add_clear_button, add_picture
from termdesk.ui.words.lists import list_facts
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.numbers import format_date_and_time, format_number

FEATURE_WIDTH = 104
SIDE_BY_SIDE = "all"


class LanguagesPane(Pane):
    """Tabs for the lists of languages, their changes, the older lists and the tasks of a pair.

    A search finds any name.
    """

    name = "languages"
    needed_scopes: ClassVar = {Scope.READ_LANGUAGES: ()}
    icon_name = "languages"

    def __init__(self, *, lists: LanguageLists, tasks: PairTasks, jobs: Jobs, actions: Actions) -> None:
        super().__init__(actions)
        self.title = self.tr("Languages")
        self._lists = lists
        self._jobs = jobs
        self.model = LanguagesModel(self)
        self.resource = QComboBox()
        self.resource.setObjectName("languages_resource")
        self.resource.setAccessibleName(self.tr("What the languages are for"))
        self.resource.addItem(self.tr("All lists"), SIDE_BY_SIDE)
        for resource in Resource:
            self.resource.addItem(resource_title(resource), resource)
        self.search = QLineEdit()
        self.search.setObjectName("languages_search")
        self.search.setAccessibleName(self.tr("Search by any name or code"))
        self.search.setPlaceholderText(self.tr("Any name or code, such as Deutsch, saksa or pt-BR"))
        add_clear_button(self.search)
        add_picture(self.search, "search", self.tr("Search"))
        self.table = self._make_table()
        self.empty = EmptyState("languages", self.tr("No languages here"), "")
        self.pages = QStackedWidget()
        self.pages.addWidget(self.table)
        self.pages.addWidget(self.empty)
        self.count = PlainLabel(tone="muted")
        self.count.setObjectName("languages_count")
        self.failures = PlainLabel(wraps=True, tone="warning")
        self.failures.setObjectName("languages_failures")
        self.failures.hide()
        self.tasks = PairTasksPage(tasks, jobs)
        self.changes = LanguageChangesPage(lists, jobs)
        self.older = OlderListsPage(lists, jobs)
        self.tabs = QTabWidget()
        self._lay_out()
        self.resource.currentIndexChanged.connect(lambda: self.refresh())
        self.search.textChanged.connect(self._on_search)
        self.bind({"refresh": self._ask_again, "filter": self.search.setFocus})

    def _make_table(self) -> QTableView:
        table = QTableView()
        table.setObjectName("languages_table")
        table.setAccessibleName(self.tr("Languages"))
        table.setModel(self.model)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setTabKeyNavigation(False)
        table.setShowGrid(False)
        table.setWordWrap(False)
        table.verticalHeader().hide()
        table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        table.setHorizontalHeader(LeadingHeader(table))
        table.horizontalHeader().setHighlightSections(False)
        return table

    def _lay_out(self) -> None:
        heading = PlainLabel(self.title)
        theme.make_heading(heading)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self.resource)
        line.addWidget(self.search, 1)
        listed = QWidget()
        inside = QVBoxLayout(listed)
        inside.setContentsMargins(0, 12, 0, 0)
        inside.setSpacing(8)
        inside.addLayout(line)
        inside.addWidget(self.pages, 1)
        inside.addWidget(self.failures)
        inside.addWidget(self.count)
        self.tabs.setObjectName("languages_tabs")
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        self.tabs.addTab(listed, self.tr("&Languages of a service"))
        self.tabs.addTab(self.tasks, self.tr("What is &possible"))
        self.tabs.addTab(self.changes, self.tr("C&hanges"))
        self.tabs.addTab(self.older, self.tr("&Older lists"))
        self.tabs.currentChanged.connect(self._on_tab)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 8)
        column.setSpacing(8)
        column.addWidget(heading)
        column.addWidget(self.tabs, 1)

    def show_tasks(self, source: str, target: str) -> None:
        """Show the tasks that are possible with two languages, each given by its code or a part of its name."""
        self.tabs.setCurrentWidget(self.tasks)
        self.tasks.ask(source, target)

    def refresh_when_shown(self) -> None:
        """Read the languages of the chosen resource, unless some are already listed."""
        if not self.model.total:
            self.refresh()

    def service_changed(self) -> None:
        """Read the languages again: this is another service, or it is connected now."""
        self._listed = None
        self.refresh()
        self._on_tab()

    def _on_tab(self) -> None:
        page = self.tabs.currentWidget()
        if isinstance(page, PairTasksPage | LanguageChangesPage | OlderListsPage):
            page.refresh()

    def refresh(self) -> None:
        """Show the languages of the chosen resource. If the service does not answer, show the last stored list."""
        self._jobs.start(JobKind.READ_LANGUAGES, self.tr("Reading languages"), partial(self._read, refresh=False))

    def _ask_again(self) -> None:
        if self.tabs.currentWidget() is self.older:
            self.older.ask_again()
        else:
            self._jobs.start(JobKind.READ_LANGUAGES, self.tr("Reading languages"), partial(self._read, refresh=True))

    async def _read(self, *, refresh: bool) -> None:
        if self._listed != self.resource.currentData():
            # If the list cannot be read, show none rather than another list or that of another service.
            self._listed = None
            self._show_failures({})
            self.model.show(())
            self._show(())
        await self._read_chosen(refresh=refresh)
        if refresh or self.tabs.currentWidget() is self.changes:
            self._on_tab()
        self.model.show_names(await asyncio.to_thread(read_names, self.model.codes))
        self._show_count()

    async def _read_chosen(self, *, refresh: bool) -> None:
        chosen = self.resource.currentData()
        if chosen == SIDE_BY_SIDE:
            all_lists = await self._lists.all(refresh=refresh)
            self.model.show_side_by_side({resource: each.languages for resource, each in all_lists.lists.items()})
            self._show_failures(all_lists.failures)
            found = list(all_lists.lists.values())
        else:
            # Qt returns a plain string for a member of a StrEnum.
            found = [await self._lists.list(Resource(chosen), refresh=refresh)]
            self.model.show(found[0].languages)
        self._listed = chosen
        self._show(found)

    def _show(self, found: Sequence[LanguageList]) -> None:
        header = self.table.horizontalHeader()
        for column in range(self.model.columnCount()):
            stretches = column in (NAME, OWN_NAME)
            mode = QHeaderView.ResizeMode.Stretch if stretches else QHeaderView.ResizeMode.Fixed
            header.setSectionResizeMode(column, mode)
            if not stretches:
                least = FEATURE_WIDTH if column >= FIXED_COLUMNS else FEATURE_WIDTH - 16
                header.resizeSection(column, max(least, header.sectionSizeHint(column)))
        self._stamp = self._time_words(found) if found else ""
        self._show_count()

    def _show_failures(self, failures: Mapping[Resource, TermdeskError]) -> None:
        """Name the missing lists, with the reasons."""
        words = self.tr("{list}: this list is missing. {reason}")
        self.failures.setText(
            "\n".join(
                words.format(list=resource_title(resource), reason=localize(error.message, error.remedy))
                for resource, error in failures.items()
            )
        )
        self.failures.setVisible(bool(failures))

    def _time_words(self, found: Sequence[LanguageList]) -> str:
        """Return when the oldest of the lists was read."""
        moment = format_date_and_time(min(each.fetched_at for each in found))
        if any(each.is_stored for each in found):
            return self.tr("as of {moment}; the service is not available now").format(moment=moment)
        return self.tr("as of {moment}").format(moment=moment)

    def _on_search(self, words: str) -> None:
        self.model.search(words)
        self._show_count()

    def _show_count(self) -> None:
        shown, total = self.model.rowCount(), self.model.total
        if self._listed is None:
            self.empty.text.setText(self.tr("This list has not been read yet. Refresh to ask again."))
        elif not total:
            self.empty.text.setText(self.tr("This service does not offer this."))
        elif not shown:
            self.empty.text.setText(
                self.tr("No language has this name or code. Clear the search to see all languages.")
            )
        self.pages.setCurrentWidget(self.table if shown else self.empty)
        words = self.tr("{shown} of %Ln languages", "", total).format(shown=format_number(shown))
        self.count.setText(list_facts((words, self._stamp)) if total else "")

    _stamp = ""
    # What is listed: a resource, all of them, or None.
    _listed: object = None

    async def show_sample(self) -> None:
        """Read the languages, and wait for them."""
        await self._read(refresh=False)
