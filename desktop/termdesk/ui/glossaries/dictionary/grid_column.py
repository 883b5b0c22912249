"""The columns of the grid, one record each.

A new detail column needs a record here, and a field of `EntryDetail` with its line in `COLUMN_FIELDS`. Then it is
shown, edited, pasted, searched, stored, merged and released. The columns of files are in `formats/column_roles.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from operator import attrgetter

from PySide6.QtCore import QCoreApplication, Qt

from termdesk.domain.entries.changes import Change, SetCells, SetDetails
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.entries.entry_detail import DOMAIN, NOTE, STATUS, STATUSES
from termdesk.domain.language.invisible import as_seen
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.dictionary.status_words import status_word
from termdesk.ui.widgets.phrase_alignment import alignment
from termdesk.ui.words.lists import list_facts

_BY_WINDOW = Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter


class ColumnKind(Enum):
    """What a column holds."""

    PHRASE = auto()  # text in a language of the pair; it is published, and has to follow the rules of the service
    STATUS = auto()  # one of `STATUSES`
    TEXT = auto()  # text in the user's own language; it stays on this computer


@dataclass(frozen=True, slots=True)
class GridColumn:
    """One column of the grid.

    `number` is its index in the model and in `Entries`, `name` the key of its saved width and position, `weight` its
    initial share of the width. `heading` and `edit_title` return words; `language_of` returns the language code of a
    phrase.
    """

    number: int
    name: str
    kind: ColumnKind
    weight: int
    heading: Callable[[], str]
    edit_title: Callable[[], str]
    language_of: Callable[[LanguagePair], str] = lambda _pair: ""

    @property
    def is_phrase(self) -> bool:
        """Whether the column holds the source or the target phrase."""
        return self.kind is ColumnKind.PHRASE

    def title(self, pair: LanguagePair) -> str:
        """Return the heading; for a phrase, with its language."""
        return list_facts((self.heading(), self.language_of(pair))) if self.is_phrase else self.heading()

    def alignment(self, pair: LanguagePair) -> Qt.AlignmentFlag:
        """Return the alignment: by the language of a phrase, or by the direction of the window."""
        return alignment(self.language_of(pair)) if self.is_phrase else _BY_WINDOW

    def shown_text(self, text: str, *, with_all: bool) -> str:
        """Return a text as the grid draws it; `with_all` marks every invisible character."""
        return status_word(text) if self.kind is ColumnKind.STATUS else as_seen(text, with_all=with_all)

    def choices(self) -> list[tuple[str, str]] | None:
        """Return the allowed values of a cell, each with its label; None if any text is allowed."""
        if self.kind is not ColumnKind.STATUS:
            return None
        return [(status, status_word(status) or _tr("None")) for status in STATUSES]

    def change(self, entries: Entries, row: int, text: str) -> Change:
        """Return the change that puts a text into one cell. Raises ValueError for an unknown status."""
        if self.is_phrase:
            return SetCells(self.number, (row,), (text,))
        return SetDetails((row,), (entries.detail(row).with_text(self.number, text),))


def _tr(text: str) -> str:
    return QCoreApplication.translate("GridColumn", text)


def _edit(heading: Callable[[], str]) -> Callable[[], str]:
    return lambda: _tr("Edit {column}").format(column=heading())


def _detail(number: int, name: str, kind: ColumnKind, weight: int, heading: Callable[[], str]) -> GridColumn:
    return GridColumn(number, name, kind, weight, heading, _edit(heading))


_PHRASE, _STATUS, _TEXT = ColumnKind.PHRASE, ColumnKind.STATUS, ColumnKind.TEXT
GRID_COLUMNS = (
    GridColumn(SOURCE, "source", _PHRASE, 7, lambda: _tr("Source"), lambda: _tr("Edit source"), attrgetter("source")),
    GridColumn(TARGET, "target", _PHRASE, 7, lambda: _tr("Target"), lambda: _tr("Edit target"), attrgetter("target")),
    _detail(STATUS, "status", _STATUS, 4, lambda: _tr("Status")),
    _detail(DOMAIN, "domain", _TEXT, 4, lambda: _tr("Domain")),
    _detail(NOTE, "note", _TEXT, 5, lambda: _tr("Note")),
)
COLUMN_NAMES = tuple(column.name for column in GRID_COLUMNS)
