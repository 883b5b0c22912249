"""Asks about an interrupted copy or move: continue, undo, give up, or decide later."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QDialogButtonBox, QPushButton, QWidget

from termdesk.application.glossaries.transfer.interrupted_transfer import InterruptedTransfer
from termdesk.application.glossaries.transfer.transfer_remains import Remains
from termdesk.application.stored_failure import trace_id_of
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.widgets.dialogs import Question
from termdesk.ui.widgets.plain_table import PlainTable
from termdesk.ui.words.failure_words import trace_words
from termdesk.ui.words.lists import list_sentences
from termdesk.ui.words.message_words import localize


class TransferChoice(Enum):
    """What to do with an interrupted transfer."""

    CONTINUE = auto()
    UNDO = auto()
    GIVE_UP = auto()


class InterruptedDialog(Question):
    """Shows how far a transfer came, dictionary by dictionary, and what each button does."""

    def __init__(
        self, parent: QWidget, interrupted: InterruptedTransfer, remains: Mapping[LanguagePair, Remains]
    ) -> None:
        """Create the dialog. `remains` is what is left of the dictionaries that are not done."""
        record = interrupted.record
        window_title = _tr("Interrupted move") if record.is_move else _tr("Interrupted copy")
        super().__init__(parent, transfer_title(interrupted), "", _tr("Continue"), window_title=window_title)
        self.setObjectName("interrupted_dialog")
        self.resize(680, 460)
        self.choice = TransferChoice.CONTINUE
        self.insert_words("interrupted_reason", localize(interrupted.reason))
        self.insert_words("interrupted_trace", trace_words(trace_id_of(record.stop_reason)))
        self.insert_words("interrupted_facts", localize(interrupted.progress, interrupted.original))
        done = {each.pair.roots for each in record.done}
        rows = [(str(pair), _state_words(is_done=pair in done, remains=state)) for pair, state in remains.items()]
        headings = [_tr("Dictionary"), _tr("State of the copy")]
        self.table = PlainTable("interrupted_table", _tr("Dictionaries"), headings=headings, rows=rows, stretch=1)
        self.table.setMinimumHeight(100)
        self.insert(self.table)
        give_up = _tr("Give up keeps both as they are, and forgets that they belong together.")
        self.insert_words("interrupted_next", list_sentences((localize(interrupted.remedy), give_up)))
        self.undo_button = self._add_button("interrupted_undo", _tr("Undo"), TransferChoice.UNDO)
        # An older version of the program did not note what it sent, so nobody could tell whether it was changed.
        self.undo_button.setHidden(not record.dictionaries)
        self.give_up_button = self._add_button("interrupted_give_up", _tr("Give up"), TransferChoice.GIVE_UP)
        later = self.buttons.button(QDialogButtonBox.StandardButton.Cancel)
        later.setText(_tr("Decide later"))
        later.setAccessibleName(later.text())

    def _add_button(self, name: str, words: str, choice: TransferChoice) -> QPushButton:
        button = QPushButton(words)
        button.setObjectName(name)
        button.setAccessibleName(words)
        button.setAutoDefault(False)
        self.buttons.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
        button.clicked.connect(lambda: self._choose(choice))
        return button

    def _choose(self, choice: TransferChoice) -> None:
        self.choice = choice
        self.accept()


def transfer_title(interrupted: InterruptedTransfer) -> str:
    """Return what is not done yet, as a title."""
    title = _tr("“{name}” is not yet copied from {source} to {service}")
    if interrupted.record.is_move:
        title = _tr("“{name}” is not yet moved from {source} to {service}")
    return title.format(name=interrupted.name, source=interrupted.source, service=interrupted.target)


def _state_words(*, is_done: bool, remains: Remains) -> str:
    if is_done:
        return _tr("copied, read back and compared")
    if remains in (Remains.DISCARDED, Remains.NOTHING):
        return _tr("not sent")
    return _tr("unknown: Termdesk reads it from the service first")


def _tr(text: str) -> str:
    return QCoreApplication.translate("InterruptedDialog", text)
