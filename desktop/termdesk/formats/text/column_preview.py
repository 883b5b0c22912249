"""What previews of tables have in common, of text files as of sheets: columns, and layouts that read pairs of them."""

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
    """A dataclass that says which columns are read as what; `Layout` has these fields, and so has that of sheets."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def pair(self) -> LanguagePair | None:
        """The languages of source and target, as far as they are known."""

    @property
    def used_columns(self) -> tuple[int, ...]:
        """Columns that are read, from 0."""


L = TypeVar("L", bound=ColumnLayout)


class ColumnPreview(Generic[L]):
    """The base of previews. A subclass is a dataclass with `layout`, the guess to read by, and `columns`."""

    __slots__ = ()

    layout: L
    columns: tuple[FileColumn, ...]

    @property
    def pair(self) -> LanguagePair | None:
        """The pair that the file names or the user chose; None where neither did."""
        return self.layout.pair

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that columns are titled with; with more than two, `layout_for` reads one pair after another."""
        return tuple(column.language for column in self.columns if column.language)

    @property
    def unused_columns(self) -> tuple[FileColumn, ...]:
        """What reading by this layout leaves aside."""
        return self._left_of([self.layout])

    def columns_of_no_pair(self, pairs: Iterable[LanguagePair]) -> tuple[FileColumn, ...]:
        """What reading all of these pairs leaves aside; without pairs, what reading by this layout does."""
        return self._left_of([self.layout_for(pair) for pair in pairs] or [self.layout])

    def _left_of(self, readings: Sequence[L]) -> tuple[FileColumn, ...]:
        used = {place for each in readings for place in each.used_columns}
        return tuple(column for place, column in enumerate(self.columns) if place not in used and not column.is_empty)

    def layout_for(self, pair: LanguagePair) -> L:
        """The layout that reads another pair out of the same columns.

        Raises InvalidInput where the columns are titled with languages and the pair's are not among them.
        """
        absent = [code for code in (pair.source, pair.target) if layouts.column_of(self.columns, code) is None]
        if len(self.languages) > 1 and absent:
            raise self._no_such_languages(absent)
        return replace(self.layout_of(*layouts.phrase_columns(self.columns, pair)), pair=pair)

    def layout_of(self, source: int, target: int) -> L:
        """The layout that reads the phrases of these columns, with the details that belong to them."""
        details = layouts.find_detail_columns(self.columns, source, target)
        return replace(self.layout, source_column=source, target_column=target, detail_columns=details)

    @abstractmethod
    def _no_such_languages(self, absent: Sequence[str]) -> InvalidInput:
        """Says that no column is titled with these languages."""
