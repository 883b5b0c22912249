"""Common base of the previews of text files and sheets: columns, and layouts for their pairs."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.formats.text import layout as layouts
from termdesk.formats.text.layout import FileColumn


class ColumnLayout(Protocol):
    """A dataclass with the columns to read and their meaning; the layouts of text tables and of sheets have these
    fields.
    """

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def pair(self) -> LanguagePair | None:
        """Languages of source and target, if known."""

    @property
    def used_columns(self) -> tuple[int, ...]:
        """Indexes of the columns that are read, from 0."""


L = TypeVar("L", bound=ColumnLayout)


class ColumnPreview(Generic[L]):
    """Base of previews. A subclass is a dataclass with `layout`, the guessed layout, and `columns`."""

    __slots__ = ()

    layout: L
    columns: tuple[FileColumn, ...]

    @property
    def pair(self) -> LanguagePair | None:
        """The pair that the file names or the user chose; None if there is neither."""
        return self.layout.pair

    @property
    def languages(self) -> tuple[str, ...]:
        """Languages in the column titles; if there are more than two, use `layout_for` to read one pair after the
        other.
        """
        return tuple(column.language for column in self.columns if column.language)

    @property
    def unused_columns(self) -> tuple[FileColumn, ...]:
        """Columns that this layout does not read."""
        return self._columns_unused_by([self.layout])

    def columns_of_no_pair(self, pairs: Iterable[LanguagePair]) -> tuple[FileColumn, ...]:
        """Return the columns that none of these pairs reads; without pairs, those that this layout does not read."""
        return self._columns_unused_by([self.layout_for(pair) for pair in pairs] or [self.layout])

    def _columns_unused_by(self, readings: Sequence[L]) -> tuple[FileColumn, ...]:
        used = {position for each in readings for position in each.used_columns}
        return tuple(
            column for position, column in enumerate(self.columns) if position not in used and not column.is_empty
        )

    def layout_for(self, pair: LanguagePair) -> L:
        """Return the layout that reads another pair from the same columns.

        Raises InvalidInput if the columns are titled with languages and those of the pair are not among them.
        """
        absent = [code for code in (pair.source, pair.target) if layouts.column_of(self.columns, code) is None]
        if len(self.languages) > 1 and absent:
            raise self._no_such_languages(absent)
        return _replace_fields(self.layout_of(*layouts.phrase_columns(self.columns, pair)), pair=pair)

    def layout_of(self, source: int, target: int) -> L:
        """Return the layout that reads the phrases in these columns, with their details."""
        details = layouts.find_detail_columns(self.columns, source, target)
        return _replace_fields(self.layout, source_column=source, target_column=target, detail_columns=details)

    @abstractmethod
    def _no_such_languages(self, absent: Sequence[str]) -> InvalidInput:
        """Return the error for languages that no column has."""


def _replace_fields(layout: L, **fields: Any) -> L:
    # `replace` takes a dataclass, and for a type checker a type variable is none.
    dataclass: Any = layout
    changed: L = replace(dataclass, **fields)
    return changed
