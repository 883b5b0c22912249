"""What the columns of a table are used for: as found out, and as the user chose."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from termdesk.domain.entries.term_fields import OF_SOURCE
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair, root
from termdesk.formats.column_roles import FIELD_ROLES, PHRASE_ROLES, ColumnRole, ColumnUse, DetailColumns
from termdesk.formats.text.layout import FileColumn, column_of, find_detail_columns
from termdesk.messages.file_messages import FileMessage, FileRemedy

_ROLE_OF_FIELD = {name: role for role, name in FIELD_ROLES.items()}


class TableLayout(Protocol):
    """What the layouts of text tables and of sheets have in common."""

    @property
    def source_column(self) -> int: ...
    @property
    def target_column(self) -> int: ...
    @property
    def code_columns(self) -> tuple[int, ...]: ...
    @property
    def detail_columns(self) -> DetailColumns: ...
    @property
    def pair(self) -> LanguagePair | None: ...


def column_uses(columns: Sequence[FileColumn], layout: TableLayout) -> tuple[ColumnUse, ...]:
    """What each column is used for, by this layout; those of other languages are targets of further dictionaries."""
    titled = columns[layout.source_column].language if layout.source_column < len(columns) else ""
    source = titled or (layout.pair.source if layout.pair else "")
    return tuple(_use_of(place, column, layout, source) for place, column in enumerate(columns))


def roles_for(layout: TableLayout) -> tuple[ColumnRole, ...]:
    """What columns can be used for. Codes of languages are found, and cannot be chosen elsewhere."""
    return tuple(role for role in ColumnRole if role is not ColumnRole.LANGUAGE_CODE or layout.code_columns)


def _use_of(place: int, column: FileColumn, layout: TableLayout, source: str) -> ColumnUse:
    language = column.language or ""
    if place == layout.source_column:
        return ColumnUse(ColumnRole.SOURCE, language)
    if place == layout.target_column or (language and root(language) != root(source)):
        return ColumnUse(ColumnRole.TARGET, language)
    if place in layout.code_columns:
        return ColumnUse(ColumnRole.LANGUAGE_CODE)
    return ColumnUse(_ROLE_OF_FIELD.get(column.field.removeprefix(OF_SOURCE), column.role))


def chosen_columns(
    name: str,
    columns: Sequence[FileColumn],
    layout: TableLayout,
    chosen: Mapping[int, ColumnUse],
    pair: LanguagePair | None,
) -> tuple[tuple[FileColumn, ...], dict[str, Any]]:
    """The columns as the user chose, and the fields of the layout that follow from that.

    A column that nothing was chosen for keeps its use, unless another took that: there is one source, and one target
    for each language. The pair chooses among the columns if it is not that of the chosen ones. Raises InvalidInput
    where no column is left for the source or the target; `name` is the file's.
    """
    found = column_uses(columns, layout)
    chosen = {place: _with_own_language(use, columns[place]) for place, use in chosen.items()}
    uses = [
        chosen[place] if place in chosen else _use_beside(use, chosen.values(), is_first=place == layout.target_column)
        for place, use in enumerate(found)
    ]
    new = [
        column if use == found[place] else _column_for(column, use)
        for place, (column, use) in enumerate(zip(columns, uses, strict=True))
    ]
    # What is said of a language is said of the one that the user named for its column.
    named = {
        each.language: use.language for each, use in zip(columns, uses, strict=True) if each.language and use.language
    }
    new = [replace(column, owner=named.get(column.owner, column.owner)) for column in new]
    source, target = _phrase_places(name, new, uses, [*chosen, min(layout.target_column, len(uses) - 1)], pair)
    known = pair or layout.pair
    if known and len([use for use in chosen.values() if use.role is ColumnRole.TARGET]) > 1:
        # Several targets make several pairs, of which each needs its source; and none has the target of the file.
        new[source] = replace(new[source], language=new[source].language or known.source)
        known = LanguagePair(known.source, "")
    return tuple(new), {
        "source_column": source,
        "target_column": target,
        "code_columns": tuple(place for place in layout.code_columns if uses[place].role is ColumnRole.LANGUAGE_CODE),
        "detail_columns": find_detail_columns(new, source, target),
        "has_many_languages": sum(1 for column in new if column.language) > 2,
        "pair": _pair_of(new[source].language, new[target].language, known),
    }


def _with_own_language(use: ColumnUse, column: FileColumn) -> ColumnUse:
    is_of_phrases = use.role in PHRASE_ROLES
    return ColumnUse(use.role, (use.language or column.language or "") if is_of_phrases else "")


def _use_beside(use: ColumnUse, chosen: Iterable[ColumnUse], *, is_first: bool) -> ColumnUse:
    """What a column is used for where others were chosen. `is_first`: it holds the target that was found."""
    for each in chosen:
        if each.role is ColumnRole.SOURCE is use.role:
            return ColumnUse(ColumnRole.TARGET, use.language) if use.language else ColumnUse(ColumnRole.IGNORED)
        if each.role is ColumnRole.TARGET is use.role:
            is_replaced = use.language in ("", each.language) or (is_first and not each.language)
            if is_replaced:
                return ColumnUse(ColumnRole.IGNORED)
    return use


def _column_for(column: FileColumn, use: ColumnUse) -> FileColumn:
    """A column for another use than the one that was found."""
    if use.role in PHRASE_ROLES:
        return replace(column, language=use.language or None, role=ColumnRole.IGNORED, owner="", field="")
    field = FIELD_ROLES.get(use.role, "")
    role = ColumnRole.IGNORED if field or use.role is ColumnRole.LANGUAGE_CODE else use.role
    return replace(column, language=None, role=role, owner="", field=field)


def _phrase_places(
    name: str,
    columns: Sequence[FileColumn],
    uses: Sequence[ColumnUse],
    first: Sequence[int],
    pair: LanguagePair | None,
) -> tuple[int, int]:
    """The columns of source and target; of several targets the one that is in `first`."""
    sources = [place for place, use in enumerate(uses) if use.role is ColumnRole.SOURCE]
    targets = [place for place in (*first, *range(len(uses))) if uses[place].role is ColumnRole.TARGET]
    if not (sources and targets):
        kind = FileMessage.NO_TARGET_COLUMN if sources else FileMessage.NO_SOURCE_COLUMN
        raise InvalidInput(kind(name=name), remedy=FileRemedy.CHOOSE_COLUMNS())
    source, target = sources[0], targets[0]
    if pair:
        is_of_pair = (columns[source].language, columns[target].language) == (pair.source, pair.target)
        places = column_of(columns, pair.source), column_of(columns, pair.target)
        if not is_of_pair and places[0] is not None and places[1] is not None:
            return places[0], places[1]
    return source, target


def _pair_of(source: str | None, target: str | None, known: LanguagePair | None) -> LanguagePair | None:
    """The pair of two columns, whose languages may be known from elsewhere; None where one is not."""
    sides = source or (known.source if known else ""), target or (known.target if known else "")
    return LanguagePair(*sides) if all(sides) else None
