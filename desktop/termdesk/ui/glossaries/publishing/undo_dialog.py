"""Asks before a publication is undone, with what becomes of each dictionary."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QDialogButtonBox, QWidget

from termdesk.application.glossaries.publishing.run_undo import UndoOutcome, UndoPreview
from termdesk.ui.glossaries.publishing.run_words import step_label, step_labels
from termdesk.ui.widgets.dialogs import Question
from termdesk.ui.widgets.plain_table import PlainTable


class UndoDialog(Question):
    """Lists what becomes of each dictionary of a run, and names those that undoing leaves as they are."""

    def __init__(self, parent: QWidget, preview: UndoPreview, *, service: str) -> None:
        super().__init__(
            parent,
            _tr("Undo what was published on {service}?").format(service=service),
            "",
            _tr("Undo"),
            window_title=_tr("Undo publishing"),
            is_dangerous=True,
        )
        self.setObjectName("undo_dialog")
        self.resize(720, 440)
        self.insert_words("undo_words", _whole_words())
        self.insert_words("undo_staying", _staying_words(preview), tone="warning")
        rows = [(step_label(step), _outcome_words(outcome)) for step, outcome in preview.steps]
        headings = [_tr("Dictionary"), _tr("What happens")]
        self.table = PlainTable("undo_table", _tr("Dictionaries"), headings=headings, rows=rows, stretch=1)
        self.table.setMinimumHeight(120)
        self.insert(self.table)
        # Otherwise the table would have the focus first. Enter is safe there, but nobody sees that.
        self.buttons.button(QDialogButtonBox.StandardButton.Cancel).setFocus()


def _whole_words() -> str:
    return _tr(
        "Each dictionary is taken back as a whole: the service gets the entries that it had before, and yours are "
        "drafts again. A dictionary that was changed since is left as it is, with everything that was published."
    )


def _staying_words(preview: UndoPreview) -> str:
    staying = preview.staying
    if not staying:
        return ""
    words = _tr("%Ln dictionaries will be left as they are: {dictionaries}.", "", len(staying))
    return words.format(dictionaries=step_labels(staying))


def _outcome_words(outcome: UndoOutcome) -> str:
    return {
        UndoOutcome.AS_BEFORE: _tr("gets back the entries that it had before"),
        UndoOutcome.CHANGED_SINCE: _tr("stays as it is: it was changed since"),
        UndoOutcome.PUBLISHED_SINCE: _tr("stays as it is: it was published since"),
        UndoOutcome.UNDECIDED: _tr("stays as it is: it is not known which publication wrote it"),
        UndoOutcome.UNKNOWN: _tr("is read first, then undone if anything of it arrived"),
        UndoOutcome.NOTHING: _tr("was not sent"),
        UndoOutcome.UNDONE: _tr("is undone already"),
        UndoOutcome.LEFT_ALONE: _tr("stays as it is: the undo that was interrupted had already left it out"),
    }[outcome]


def _tr(text: str, comment: str = "", n: int = -1) -> str:
    return QCoreApplication.translate("UndoDialog", text, comment, n)
