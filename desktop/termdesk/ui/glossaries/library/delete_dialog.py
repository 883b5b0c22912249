"""The confirmation before deleting: each glossary and dictionary with its entries and where it is stored."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from termdesk.application.glossaries.summaries import GlossarySelection
from termdesk.ui.widgets.dialogs import Question
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_table import PlainTable
from termdesk.ui.words.lists import list_names
from termdesk.ui.words.numbers import format_number


class DeleteSheet(Question):
    """Published content requires typed confirmation: the glossary's name, or the number of glossaries."""

    def __init__(self, parent: QWidget, parts: Sequence[GlossarySelection], *, is_local: bool = False) -> None:
        """Create the dialog. `is_local`: the service runs on this computer."""
        super().__init__(parent, _title(parts), "", _tr("Delete"), is_dangerous=True)
        self.setObjectName("delete_sheet")
        self._parts = parts
        entries = sum(part.entry_count for part in parts)
        words = _tr("This deletes %Ln entries. “Deleted glossaries” keeps a copy on this computer.", "", entries)
        label = PlainLabel(words, wraps=True)
        label.setObjectName("delete_words")
        self.insert(label)
        self.table = PlainTable(
            "delete_table",
            _tr("Dictionaries to delete"),
            headings=[_tr("Glossary"), _tr("Dictionaries"), _tr("Entries"), _tr("Where")],
            rows=[_line(part) for part in parts],
            stretch=0,
            numbers=(2,),
        )
        self.setMinimumWidth(620)
        self.table.setMinimumHeight(min(320, 44 + 26 * len(parts)))
        self.insert(self.table)
        self.word = "" if not any(part.is_on_service for part in parts) else _word(parts)
        if self.word:
            asked = _tr("Others may be using it on the service. Type “{word}” to confirm.")
            if is_local:
                asked = _tr("The service of this computer has it. Type “{word}” to confirm.")
            self.field = self.require_typed(self.word, asked.format(word=self.word)).field
            self.field.setFocus()


def _title(parts: Sequence[GlossarySelection]) -> str:
    if len(parts) == 1:
        [part] = parts
        name = part.summary.name
        if part.is_whole:
            return _tr("Delete “{name}”?").format(name=name)
        row, *others = part.rows
        if others:
            return _tr("Delete %Ln dictionaries of “{name}”?", "", len(part.rows)).format(name=name)
        return _tr("Delete “{name} ({pair})”?").format(name=name, pair=row.pair)
    if all(part.is_whole for part in parts):
        return _tr("Delete %Ln glossaries?", "", len(parts))
    count = sum(len(part.rows) for part in parts)
    glossaries = _tr("%Ln glossaries", "", len(parts))
    return _tr("Delete %Ln dictionaries ({glossaries})?", "", count).format(glossaries=glossaries)


def _word(parts: Sequence[GlossarySelection]) -> str:
    if len(parts) == 1:
        return parts[0].summary.name.strip()
    return _tr("delete %Ln", "", len(parts))


def _line(part: GlossarySelection) -> tuple[str, str, str, str]:
    pairs = list_names(str(row.pair) for row in part.rows)
    if part.is_whole and len(part.rows) > 3:
        pairs = _tr("all %Ln", "", len(part.rows))
    return part.summary.name, pairs or "–", format_number(part.entry_count), _where(part)


def _where(part: GlossarySelection) -> str:
    if not part.is_on_service:
        return _tr("only on this computer")
    return _tr("on the service, with edits here") if part.has_edits else _tr("on the service")


def _tr(text: str, comment: str = "", n: int = -1) -> str:
    return QCoreApplication.translate("DeleteSheet", text, comment, n)
