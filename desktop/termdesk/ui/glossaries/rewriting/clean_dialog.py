"""The dialog that cleans spaces, composed forms, quotes and capitals."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QComboBox, QSizePolicy, QWidget

from termdesk.application.glossaries.editing.rewrite import RewriteScope
from termdesk.domain.entries.rewrite import Case, Cleaning, Rewrite
from termdesk.ui.glossaries.rewriting.rewrite_dialog import RewriteDialog
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.widgets.plain_buttons import tick_box


class CleanDialog(RewriteDialog):
    """A list of what can be cleaned, to be ticked."""

    def __init__(self, parent: QWidget, scope: RewriteScope, *, jobs: Jobs) -> None:
        super().__init__(
            parent,
            scope,
            title=_tr("Clean the entries"),
            verb=_tr("Clean"),
            jobs=jobs,
            invitation=_tr("Choose what to clean. Every cell that would change is listed first, and can be left out."),
        )
        self.setObjectName("clean_dialog")
        usual = Cleaning()
        self.boxes = {
            name: tick_box(f"clean_{name}", words, is_on=getattr(usual, name))
            for name, words in (
                ("trims", self.tr("Spaces at the ends")),
                ("collapses_spaces", self.tr("Several spaces and line breaks to one space")),
                ("composes", self.tr("Characters in composed form (NFC)")),
                ("straightens_quotes", self.tr("Typographic quotes to straight ones")),
                ("replaces_hard_spaces", self.tr("No-break spaces to spaces")),
                ("drops_invisible", self.tr("Soft hyphens and zero-width characters away")),
            )
        }
        for box in self.boxes.values():
            box.toggled.connect(self.look)
            self.form.addRow("", box)
        self.case = self._case_box()
        self.form.addRow(self.tr("&Capital letters"), self.case)
        self.add_where()
        self.look()
        self.boxes["trims"].setFocus()

    def _case_box(self) -> QComboBox:
        box = QComboBox()
        box.setObjectName("clean_case")
        box.setAccessibleName(self.tr("Capital letters"))
        for words, case in (
            (self.tr("as they are"), Case.KEPT),
            (self.tr("all small"), Case.LOWER),
            (self.tr("first letter small"), Case.FIRST_LOWER),
            (self.tr("first letter large"), Case.FIRST_UPPER),
        ):
            box.addItem(words, case.value)
        box.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        box.currentIndexChanged.connect(self.look)
        return box

    def rewrite(self) -> Rewrite | None:
        cleaning = Cleaning(
            **{name: box.isChecked() for name, box in self.boxes.items()}, case=Case(self.case.currentData())
        )
        return cleaning if cleaning.does_anything else None


def _tr(text: str) -> str:
    return QCoreApplication.translate("CleanDialog", text)
