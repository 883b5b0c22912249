"""The dialog that cleans spaces, Unicode composition, quotes and capitals."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QComboBox, QSizePolicy, QWidget

from termdesk.application.glossaries.editing.rewrite import RewriteScope
from termdesk.domain.entries.rewrite import Case, CleanUpOptions, Rewrite
from termdesk.ui.glossaries.rewriting.rewrite_dialog import RewriteDialog
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.widgets.plain import caption
from termdesk.ui.widgets.plain_buttons import tick_box


class CleanDialog(RewriteDialog):
    """Check boxes for everything that can be cleaned."""

    def __init__(self, parent: QWidget, scope: RewriteScope, *, jobs: Jobs) -> None:
        super().__init__(
            parent,
            scope,
            title=_tr("Clean the entries"),
            verb=_tr("Clean"),
            jobs=jobs,
            invitation=_tr("Choose what to clean. You see every change first and can leave cells out."),
        )
        self.setObjectName("clean_dialog")
        usual = CleanUpOptions()
        self.boxes = {
            name: tick_box(f"clean_{name}", words, is_on=getattr(usual, name))
            for name, words in (
                ("trims", self.tr("Remove spaces at the start and end")),
                ("collapses_spaces", self.tr("Replace several spaces and line breaks with one space")),
                ("composes", self.tr("Compose characters (NFC)")),
                ("straightens_quotes", self.tr("Replace typographic quotes with straight ones")),
                ("replaces_hard_spaces", self.tr("Replace no-break spaces with spaces")),
                ("drops_invisible", self.tr("Remove soft hyphens and zero-width characters")),
            )
        }
        for box in self.boxes.values():
            box.toggled.connect(self.look)
            self.form.addRow("", box)
        self.case = self._case_box()
        self.form.addRow(caption(self.tr("&Capital letters"), self.case), self.case)
        self.add_where()
        self.look()
        self.boxes["trims"].setFocus()

    def _case_box(self) -> QComboBox:
        box = QComboBox()
        box.setObjectName("clean_case")
        box.setAccessibleName(self.tr("Capital letters"))
        for words, case in (
            (self.tr("As they are"), Case.KEPT),
            (self.tr("All lowercase"), Case.LOWER),
            (self.tr("First letter lowercase"), Case.FIRST_LOWER),
            (self.tr("First letter uppercase"), Case.FIRST_UPPER),
        ):
            box.addItem(words, case.value)
        box.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        box.currentIndexChanged.connect(self.look)
        return box

    def rewrite(self) -> Rewrite | None:
        """Return the checked options; None if there are none."""
        cleaning = CleanUpOptions(
            **{name: box.isChecked() for name, box in self.boxes.items()}, case=Case(self.case.currentData())
        )
        return cleaning if cleaning.does_anything else None


def _tr(text: str) -> str:
    return QCoreApplication.translate("CleanDialog", text)
