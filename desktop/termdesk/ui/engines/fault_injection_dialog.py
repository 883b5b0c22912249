"""The dialog that makes the local service inject a fault, for training and demonstrations."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QComboBox, QFormLayout, QSpinBox, QWidget

from termdesk.ui.widgets.dialogs import Question, show_dialog
from termdesk.ui.widgets.plain import caption

MOST = 1_000


async def ask_fault_injection(parent: QWidget) -> dict[str, object] | None:
    """Ask for a fault. Return it in the form that the service expects, or None."""
    dialog = FaultInjectionDialog(parent)
    return dialog.fault() if await show_dialog(dialog) else None


class FaultInjectionDialog(Question):
    """Fields for the fault, the requests that it affects, and their number."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(
            parent,
            _tr("Rehearse a fault"),
            _tr(
                "The service on this computer answers the next requests with the chosen fault. A "
                "strip across the window says so until you end the rehearsal. Your data does not "
                "change."
            ),
            _tr("Begin"),
        )
        self.setObjectName("rehearsal_dialog")
        self.setMinimumWidth(460)
        self.happening = _box("rehearsal_happening", _happenings())
        self.family = _box("rehearsal_family", _families())
        self.count = QSpinBox()
        self.count.setObjectName("rehearsal_count")
        self.count.setRange(1, MOST)
        self.count.setValue(20)
        self.count.lineEdit().setTextMargins(8, 0, 0, 0)
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.addRow(caption(_tr("What &happens"), self.happening), self.happening)
        form.addRow(caption(_tr("To &requests for"), self.family), self.family)
        form.addRow(caption(_tr("How &many times"), self.count), self.count)
        self.column.insertLayout(self.column.count() - 1, form)

    def fault(self) -> dict[str, object]:
        """The chosen fault, in the form that the service expects."""
        return {"family": self.family.currentData(), "next": self.count.value(), **self.happening.currentData()}


def _box(name: str, choices: list[tuple[str, object]]) -> QComboBox:
    box = QComboBox()
    box.setObjectName(name)
    for title, value in choices:
        box.addItem(title, value)
    return box


def _happenings() -> list[tuple[str, object]]:
    return [
        (_tr("Busy (429), asks to try again after 2 s"), {"status": 429, "retry_after": 2}),
        (_tr("Not available (503)"), {"status": 503}),
        (_tr("Internal error (500)"), {"status": 500}),
        (_tr("Quota used up (456)"), {"status": 456}),
        (_tr("Answers 10 s later"), {"delay_seconds": 10.0}),
        (_tr("The answer is cut off"), {"cut_after_bytes": 5}),
        (_tr("The connection is reset"), {"reset": True}),
        (_tr("The request is carried out, but the answer is lost"), {"reset": True, "is_done": True}),
        (_tr("A web page instead of the answer"), {"status": 200, "body": "<html>Welcome</html>"}),
    ]


def _families() -> list[tuple[str, object]]:
    return [
        (_tr("Anything"), "any"),
        (_tr("Glossaries"), "glossaries"),
        (_tr("Translations"), "translate"),
        (_tr("Improvements"), "write"),
        (_tr("Languages"), "languages"),
        (_tr("Usage"), "usage"),
    ]


def _tr(text: str) -> str:
    return QCoreApplication.translate("FaultInjectionDialog", text)
