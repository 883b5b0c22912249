"""Use of the columns of a table: as guessed, and as the user chose."""

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
    """Common attributes of the layouts of text tables and of sheets."""

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
    """Return the use of each column in this layout; columns of further languages are additional targets."""
    titled = columns[layout.source_column].language if layout.source_column < len(columns) else ""
    source = titled or (layout.pair.source if layout.pair else "")
    return tuple(_use_of(position, column, layout, source) for position, column in enumerate(columns))


def roles_for(layout: TableLayout) -> tuple[ColumnRole, ...]:
    """Return the possible uses of columns. Columns of language codes are recognized, and cannot be chosen."""
    return tuple(role for role in ColumnRole if role is not ColumnRole.LANGUAGE_CODE or layout.code_columns)


def _use_of(position: int, column: FileColumn, layout: TableLayout, source: str) -> ColumnUse:
    language = column.language or ""
    if position == layout.source_column:
        return ColumnUse(ColumnRole.SOURCE, language)
    if position == layout.target_column or (language and root(language) != root(source)):
        return ColumnUse(ColumnRole.TARGET, language)
    if position in layout.code_columns:
        return ColumnUse(ColumnRole.LANGUAGE_CODE)
    return ColumnUse(_ROLE_OF_FIELD.get(column.field.removeprefix(OF_SOURCE), column.role))


def choose_columns(
    name: str,
    columns: Sequence[FileColumn],
    layout: TableLayout,
    chosen: Mapping[int, ColumnUse],
    pair: LanguagePair | None,
) -> tuple[tuple[FileColumn, ...], dict[str, Any]]:
    """Return the columns with the user's choices, and the fields of the layout that change.

    Columns without a choice keep their use, unless a chosen column replaces them: there is only one source, and one
    target for each language. `pair` selects the columns if it differs from the pair of the chosen ones. Raises
    InvalidInput if no column is left for the source or the target; `name` is the name of the file.
    """
    found = column_uses(columns, layout)
    chosen = {position: _with_own_language(use, columns[position]) for position, use in chosen.items()}
    uses = [
        chosen[position]
        if position in chosen
        else _use_beside(use, chosen.values(), is_first=position == layout.target_column)
        for position, use in enumerate(found)
    ]
    new = [
        column if use == found[position] else _column_for(column, use)
        for position, (column, use) in enumerate(zip(columns, uses, strict=True))
    ]
    # Details of a renamed language belong to the language that the user chose for its column.
    named = {
        each.language: use.language for each, use in zip(columns, uses, strict=True) if each.language and use.language
    }
    new = [replace(column, owner=named.get(column.owner, column.owner)) for column in new]
    source, target = _phrase_positions(name, new, uses, [*chosen, min(layout.target_column, len(uses) - 1)], pair)
    known = pair or layout.pair
    if known and len([use for use in chosen.values() if use.role is ColumnRole.TARGET]) > 1:
        # Several targets make several pairs: each needs the source language, and none has the target language of the
        # file.
        new[source] = replace(new[source], language=new[source].language or known.source)
        known = LanguagePair(known.source, "")
    return tuple(new), {
        "source_column": source,
        "target_column": target,
        "code_columns": tuple(
            position for position in layout.code_columns if uses[position].role is ColumnRole.LANGUAGE_CODE
        ),
        "detail_columns": find_detail_columns(new, source, target),
        "has_many_languages": sum(1 for column in new if column.language) > 2,
        "pair": _pair_of(new[source].language, new[target].language, known),
    }


def _with_own_language(use: ColumnUse, column: FileColumn) -> ColumnUse:
    is_of_phrases = use.role in PHRASE_ROLES
    return ColumnUse(use.role, (use.language or column.language or "") if is_of_phrases else "")


def _use_beside(use: ColumnUse, chosen: Iterable[ColumnUse], *, is_first: bool) -> ColumnUse:
    """Return the use of a column without a choice. `is_first`: it contains the guessed target."""
    for each in chosen:
        if each.role is ColumnRole.SOURCE is use.role:
            return ColumnUse(ColumnRole.TARGET, use.language) if use.language else ColumnUse(ColumnRole.IGNORED)
        if each.role is ColumnRole.TARGET is use.role:
            is_replaced = use.language in ("", each.language) or (is_first and not each.language)
            if is_replaced:
                return ColumnUse(ColumnRole.IGNORED)
    return use


def _column_for(column: FileColumn, use: ColumnUse) -> FileColumn:
    """Return a column with another use than the guessed one."""
    if use.role in PHRASE_ROLES:
        return replace(column, language=use.language or None, role=ColumnRole.IGNORED, owner="", field="")
    field = FIELD_ROLES.get(use.role, "")
    role = ColumnRole.IGNORED if field or use.role is ColumnRole.LANGUAGE_CODE else use.role
    return replace(column, language=None, role=role, owner="", field=field)


def _phrase_positions(
    name: str,
    columns: Sequence[FileColumn],
    uses: Sequence[ColumnUse],
    first: Sequence[int],
    pair: LanguagePair | None,
) -> tuple[int, int]:
    """Return the columns of source and target; of several targets, columns in `first` come first."""
    sources = [position for position, use in enumerate(uses) if use.role is ColumnRole.SOURCE]
    targets = [position for position in (*first, *range(len(uses))) if uses[position].role is ColumnRole.TARGET]
    if not (sources and targets):
        kind = FileMessage.NO_TARGET_COLUMN if sources else FileMessage.NO_SOURCE_COLUMN
        raise InvalidInput(kind(name=name), remedy=FileRemedy.CHOOSE_COLUMNS())
    source, target = sources[0], targets[0]
    if pair:
        is_of_pair = (columns[source].language, columns[target].language) == (pair.source, pair.target)
        positions = column_of(columns, pair.source), column_of(columns, pair.target)
        if not is_of_pair and positions[0] is not None and positions[1] is not None:
            return positions[0], positions[1]
    return source, target


def _pair_of(source: str | None, target: str | None, known: LanguagePair | None) -> LanguagePair | None:
    """Return the pair of two columns; missing languages come from `known`. None if one is unknown."""
    sides = source or (known.source if known else ""), target or (known.target if known else "")
    return LanguagePair(*sides) if all(sides) else None
