"""Shows how an edit of a source phrase affects all dictionaries that have it, before it is applied."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QCheckBox, QWidget

from termdesk.domain.merging.difference import Method
from termdesk.ui.widgets.dialogs import Question, show_dialog
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_table import PlainTable
from termdesk.ui.words.language_words import language_name
from termdesk.ui.words.lists import list_names
from termdesk.ui.words.numbers import format_number

if TYPE_CHECKING:
    from termdesk.application.glossaries.multilingual.affected_dictionaries import AffectedDictionary
    from termdesk.domain.multilingual.table import MultilingualChange


class StepSheet(Question):
    """Lists the dictionaries that one step changes, with the API call for each.

    `clashes` name the languages that would have duplicates.
    """

    def __init__(
        self,
        parent: QWidget,
        title: str,
        verb: str,
        *,
        touched: Sequence[AffectedDictionary],
        clashes: Sequence[str] = (),
    ) -> None:
        super().__init__(parent, title, "", verb)
        self.setObjectName("step_sheet")
        self.resize(520, 380)
        words = PlainLabel(self._words(touched), wraps=True)
        words.setObjectName("step_words")
        self.insert(words)
        if clashes:
            warning = self.tr("This phrase is already in: {languages}. The service refuses duplicates.").format(
                languages=list_names(clashes)
            )
            self.insert(PlainLabel(warning, wraps=True, tone="warning"))
        self.insert(
            PlainTable(
                "step_dictionaries",
                self.tr("Dictionaries that change"),
                headings=[self.tr("Language"), self.tr("Entries"), self.tr("When published")],
                rows=[
                    [language_name(each.pair.target), format_number(each.count), self._call(each)] for each in touched
                ],
                stretch=2,
                numbers=(1,),
            )
        )
        self.silent = QCheckBox(self.tr("Do not ask again until Termdesk is closed"))
        self.silent.setObjectName("step_silent")
        self.silent.setAccessibleName(self.silent.text())
        self.insert(self.silent)

    def _words(self, touched: Sequence[AffectedDictionary]) -> str:
        return self.tr(
            "This changes %Ln dictionaries in one step that you can undo. Publishing takes one call for each of them.",
            "",
            len(touched),
        )

    def _call(self, touched: AffectedDictionary) -> str:
        match touched.method:
            case Method.CREATE:
                return self.tr("not on the service yet")
            case Method.MERGE:
                return self.tr("only these entries are sent")
        return self.tr("replaced as a whole")


class Consent:
    """Asks before one step changes several dictionaries; the user can turn the question off until the program ends."""

    def __init__(self) -> None:
        self.is_silent = False

    def is_needed(self, change: MultilingualChange) -> bool:
        """Whether a change affects several dictionaries and the user still wants to be asked."""
        return len(change.parts) > 1 and not self.is_silent

    async def ask(
        self, parent: QWidget, title: str, *, touched: Sequence[AffectedDictionary], clashes: Sequence[str] = ()
    ) -> bool:
        """Ask the user, and return whether to apply the change."""
        verb = QCoreApplication.translate("StepSheet", "Change all")
        sheet = StepSheet(parent, title, verb, touched=touched, clashes=clashes)
        is_agreed = await show_dialog(sheet)
        self.is_silent = is_agreed and sheet.silent.isChecked()
        return is_agreed
