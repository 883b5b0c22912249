"""The page that compares the lists of the older interface with the current ones, with differences marked."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from termdesk.application.languages.languages import LanguageLists, LegacyList
from termdesk.application.languages.legacy_comparison import ComparedLanguage, compare_with_older
from termdesk.application.languages.list_files import LanguageList
from termdesk.ui.languages.language_facts import sides_word
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.widgets.empty_state import EmptyState
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_table import PlainTable
from termdesk.ui.words.language_words import localize_language
from termdesk.ui.words.lists import list_clauses, list_facts
from termdesk.ui.words.numbers import format_date_and_time, format_number


class OlderListsPage(QWidget):
    """A table with a row for each language that differs, or for all languages."""

    def __init__(self, lists: LanguageLists, jobs: Jobs) -> None:
        super().__init__()
        self._lists = lists
        self._jobs = jobs
        self._compared: list[ComparedLanguage] = []
        self._stamp = ""
        self.kind = QComboBox()
        self.kind.setObjectName("older_lists_kind")
        self.kind.setAccessibleName(_tr("Which lists to compare"))
        self.kind.addItem(_tr("Translating texts: /v2/languages"), LegacyList.TEXT)
        self.kind.addItem(_tr("Glossaries: /v2/glossary-language-pairs"), LegacyList.GLOSSARY)
        self.only_differences = QCheckBox(_tr("&Differences only"))
        self.only_differences.setObjectName("older_lists_differences")
        self.only_differences.setAccessibleName(_tr("Show the differences only"))
        self.only_differences.setChecked(True)
        self.table = PlainTable(
            "older_lists_table",
            _tr("Languages in the older and in today’s lists"),
            headings=[_tr("Code"), _tr("Language"), _tr("Today"), _tr("Older list"), _tr("Difference")],
            rows=[],
            stretch=4,
        )
        self.same = EmptyState("languages", _tr("Both lists agree"), "")
        self.same.add_button(
            "older_lists_all", _tr("Show all languages"), "languages", lambda: self.only_differences.setChecked(False)
        )
        self.pages = QStackedWidget()
        self.pages.addWidget(self.table)
        self.pages.addWidget(self.same)
        self.count = PlainLabel(tone="muted")
        self.count.setObjectName("older_lists_count")
        self.count.setWordWrap(True)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self.kind)
        line.addWidget(self.only_differences)
        line.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 0, 0)
        column.setSpacing(8)
        column.addLayout(line)
        column.addWidget(self.pages, 1)
        column.addWidget(self.count)
        self.kind.currentIndexChanged.connect(lambda: self.refresh())
        self.only_differences.toggled.connect(lambda: self._show())

    def refresh(self) -> None:
        """Read both lists, and show how they differ."""
        self._start(is_again=False)

    def ask_again(self) -> None:
        """Read both lists from the service, even if they were read a moment ago."""
        self._start(is_again=True)

    def _start(self, *, is_again: bool) -> None:
        work = partial(self._read, is_again=is_again)
        self._jobs.start(JobKind.COMPARE_OLDER_LANGUAGES, _tr("Reading languages"), work)

    async def _read(self, *, is_again: bool) -> None:
        # Qt returns a plain string for a member of a StrEnum.
        kind = LegacyList(self.kind.currentData())
        if not is_again:
            # The table may show other lists, or those of another service.
            self._compared, self._stamp = [], ""
            self._show()
        today = await self._lists.list(kind.resource, refresh=is_again)
        older = await self._lists.legacy(kind, refresh=is_again)
        if older is None:
            self._compared, self._stamp = [], _tr("This service has no such list any more.")
        else:
            self._compared = compare_with_older(today.languages, older.languages)
            self._stamp = _stamp(today, older)
        self._show()

    def _show(self) -> None:
        different = [each for each in self._compared if each.differs]
        shown = different if self.only_differences.isChecked() else self._compared
        self.table.show_rows([_row(each) for each in shown])
        self.pages.setCurrentWidget(self.same if self._compared and not shown else self.table)
        words = _tr("{differing} of %Ln languages differ", "", len(self._compared)).format(
            differing=format_number(len(different))
        )
        self.count.setText(list_facts((words if self._compared else "", self._stamp)))


def _stamp(today: LanguageList, older: LanguageList) -> str:
    moment: datetime = min(today.fetched_at, older.fetched_at)
    if today.is_legacy:
        return _tr("This service has only the older lists.")
    if today.is_stored or older.is_stored:
        return _tr("as of {moment}; the service is not available now").format(moment=format_date_and_time(moment))
    return _tr("as of {moment}").format(moment=format_date_and_time(moment))


def _row(compared: ComparedLanguage) -> tuple[str, ...]:
    return (
        compared.code,
        localize_language(compared.code, compared.name),
        sides_word(compared.today),
        sides_word(compared.older),
        _difference(compared),
    )


def _difference(compared: ComparedLanguage) -> str:
    if compared.today is None:
        return _tr("only in the older list")
    if compared.older is None:
        return _tr("only in today’s list")
    sides = _tr("another side") if compared.differs_in_sides else ""
    return list_clauses((sides, _formality(compared) if compared.differs_in_formality else ""))


def _formality(compared: ComparedLanguage) -> str:
    assert compared.older is not None
    in_older = "formality" in compared.older.features
    return _tr("formality only in the older list") if in_older else _tr("formality only in today’s list")


def _tr(text: str, comment: str = "", n: int = -1) -> str:
    return QCoreApplication.translate("OlderListsPage", text, comment, n)
