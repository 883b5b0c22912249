"""The dialog that says why the program cannot start normally. Its buttons are the possible remedies."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QPushButton, QVBoxLayout

from termdesk.application.recovery.start_problems import ProblemKind, StartChoice, StartProblem
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.dialogs import choose_folder, fit_to_words, show_dialog
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.numbers import format_date_and_time


async def ask_start_problem(problem: StartProblem) -> tuple[StartChoice, Path | None]:
    """Ask the user how to continue. Return the choice and the folder, if another one was chosen.

    Closing the window quits.
    """
    while True:
        dialog = StartProblemDialog(problem)
        if not await show_dialog(dialog):
            return StartChoice.QUIT, None
        if dialog.choice is not StartChoice.OTHER_FOLDER:
            return dialog.choice, None
        chosen = await choose_folder(None, _tr("Folder for your work"), folder=str(Path.home()))
        if chosen is not None:
            return dialog.choice, chosen


class StartProblemDialog(QDialog):
    """A top-level window, because no other is open yet. Enter takes the first choice."""

    def __init__(self, problem: StartProblem) -> None:
        super().__init__()
        self.setObjectName("start_problem")
        self.setWindowTitle("Termdesk")
        self.setWindowIcon(theme.program_icon())
        self.setMinimumWidth(560)
        self.choice = StartChoice.QUIT
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 20, 20, 16)
        column.setSpacing(12)
        heading = PlainLabel(_title(problem), wraps=True)
        theme.make_heading(heading)
        column.addWidget(heading)
        words = PlainLabel(_text(problem), wraps=True)
        words.setObjectName("start_problem_text")
        words.make_selectable()
        column.addWidget(words)
        column.addSpacing(4)
        for number, choice in enumerate(problem.choices):
            column.addWidget(self._button(choice, problem, is_first=number == 0))

    def _button(self, choice: StartChoice, problem: StartProblem, *, is_first: bool) -> QPushButton:
        words = _verb(choice, problem)
        button = QPushButton(words)
        button.setObjectName(f"start_{choice.name.lower()}")
        button.setAccessibleName(words)
        button.setAutoDefault(False)
        if is_first:
            button.setProperty("role", "primary")
            button.setDefault(True)
        button.clicked.connect(lambda: self._take(choice))
        return button

    def _take(self, choice: StartChoice) -> None:
        self.choice = choice
        self.accept()

    # Qt overrides

    def showEvent(self, event: QShowEvent) -> None:
        fit_to_words(self)
        super().showEvent(event)


def _title(problem: StartProblem) -> str:
    match problem.kind:
        case ProblemKind.RUNNING:
            return _tr("Termdesk is already running and does not answer")
        case ProblemKind.IN_USE:
            return _tr("Your work is open in another Termdesk")
        case ProblemKind.NEWER:
            return _tr("Your work was saved by a newer version of Termdesk")
    return _tr("Termdesk cannot use its folder")


def _text(problem: StartProblem) -> str:
    match problem.kind:
        case ProblemKind.RUNNING:
            return _tr(
                "Its window may be busy: wait a moment and try again. If that does not help, end the "
                "other Termdesk in the list of running programs. Its edits are saved."
            )
        case ProblemKind.IN_USE:
            return _tr("Close the other window, then try again. The file is {path}.").format(path=problem.path)
        case ProblemKind.NEWER:
            return _tr(
                "This version does not understand everything in {path}, and does not change it. "
                "Install the newer version to continue working. If you open it for reading only, you "
                "can look at everything and export it; edits are not saved."
            ).format(path=problem.path)
    return localize(problem.reason, problem.remedy)


def _verb(choice: StartChoice, problem: StartProblem) -> str:
    if choice is StartChoice.RESTORE and problem.offer is not None:
        moment = format_date_and_time(problem.offer.backup.moment)
        return _tr("Restore the backup of {moment}; the newer file is kept").format(moment=moment)
    return {
        StartChoice.RETRY: _tr("Try again"),
        StartChoice.READ_ONLY: _tr("Open for reading only"),
        StartChoice.OTHER_FOLDER: _tr("Use another folder this time…"),
    }.get(choice, _tr("Quit"))


def _tr(text: str) -> str:
    return QCoreApplication.translate("StartProblemDialog", text)
