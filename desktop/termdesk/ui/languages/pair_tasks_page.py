"""The page that shows what is possible with two languages: yes or no for each task, with the reason and a remedy."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from termdesk.application.languages.pair_tasks import PairTask, PairTasks, TaskAnswer
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.widgets.language_box import LanguageBox
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_table import PlainTable
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.numbers import format_date_and_time

DETECT = ""


class PairTasksPage(QWidget):
    """A table with a row for each task. It is updated when another language is chosen."""

    def __init__(self, tasks: PairTasks, jobs: Jobs) -> None:
        super().__init__()
        self._tasks = tasks
        self._jobs = jobs
        # The languages to choose once the list has been read.
        self._asked: tuple[str, str] | None = None
        self.source = LanguageBox("tasks_source", _tr("Source language"))
        self.target = LanguageBox("tasks_target", _tr("Target language"))
        self.table = PlainTable(
            "tasks_table",
            _tr("What is possible"),
            headings=[_tr("Task"), _tr("Possible"), _tr("Why, and what to do")],
            rows=[],
            stretch=2,
        )
        self.table.setWordWrap(True)
        # Says when the answers are from stored lists.
        self.stored = PlainLabel(wraps=True, tone="warning")
        self.stored.setObjectName("tasks_stored")
        self.stored.hide()
        from_caption, into_caption = PlainLabel(_tr("From")), PlainLabel(_tr("Into"))
        line = QHBoxLayout()
        line.setSpacing(8)
        for caption, box in ((from_caption, self.source), (into_caption, self.target)):
            caption.setBuddy(box)
            line.addWidget(caption)
            line.addWidget(box, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 0, 0)
        column.setSpacing(8)
        column.addLayout(line)
        column.addWidget(self.table, 1)
        column.addWidget(self.stored)
        self.source.chosen.connect(self._answer)
        self.target.chosen.connect(self._answer)

    def ask(self, source: str, target: str) -> None:
        """Show the tasks for two languages, each given by its code or a part of its name.

        "" as source means “detect”.
        """
        self._asked = source, target
        self.refresh()

    def refresh(self) -> None:
        """Start to read the languages again, then update the answers for the chosen ones."""
        self._jobs.start(JobKind.LIST_TASK_LANGUAGES, _tr("Reading languages"), self.read)

    async def read(self) -> None:
        """Read the languages again, then update the answers for the chosen ones."""
        # Update the answers even if reading fails: the old ones may belong to another service.
        self._answer()
        languages = [(each.code, each.name) for each in await self._tasks.languages()]
        chosen = (self.source.code, self.target.code) if self.target.code else ("en", "de")
        self.source.show_languages([(DETECT, _tr("Detect language")), *languages])
        self.target.show_languages(languages)
        self.source.choose(chosen[0])
        self.target.choose(chosen[1])
        if self._asked is not None:
            for box, name in zip((self.source, self.target), self._asked, strict=True):
                _choose(box, name)
            self._asked = None
        self._answer()

    def _answer(self) -> None:
        if self.target.code:
            work = partial(self._show, self.source.code, self.target.code)
            self._jobs.start(JobKind.ANSWER_PAIR_TASKS, _tr("Looking at the languages"), work)

    async def _show(self, source: str, target: str) -> None:
        found = await self._tasks.answers(LanguagePair(source, target))
        self.table.show_rows([_row(each) for each in found.tasks])
        if found.stored_at is not None:
            words = _tr("The service is not available now. The answers are from its lists of {moment}.")
            self.stored.setText(words.format(moment=format_date_and_time(found.stored_at)))
        self.stored.setVisible(found.stored_at is not None)


def _choose(box: LanguageBox, name: str) -> None:
    """Choose a language by its code or a part of its name. Do nothing if it is not listed."""
    if not name:
        box.choose(DETECT)
        return
    box.setEditText(name)
    box.settle()


def _row(answer: TaskAnswer) -> tuple[str, str, str]:
    states = {True: _tr("yes"), False: _tr("no"), None: _tr("unknown")}
    return _title(answer.task), states[answer.is_possible], localize(answer.reason, answer.remedy)


def _title(task: PairTask) -> str:
    titles = {
        PairTask.TEXT: _tr("Translate a text"),
        PairTask.FORMALITY: _tr("Choose its formality"),
        PairTask.DOCUMENT: _tr("Translate a document"),
        PairTask.GLOSSARY: _tr("Publish a dictionary"),
        PairTask.IMPROVEMENT: _tr("Improve a text"),
        PairTask.SPOT_CHECK: _tr("Spot-check a glossary"),
    }
    return titles[task]


def _tr(text: str) -> str:
    return QCoreApplication.translate("PairTasksPage", text)
