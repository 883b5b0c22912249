"""Where replacing and cleaning search in the multilingual table: in all languages, in one, or in the selected ones."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from termdesk.application.glossaries.editing.rewrite import RewriteScope
from termdesk.application.glossaries.multilingual.open_table import OpenTable
from termdesk.application.glossaries.multilingual.rewrite import TablePhrases
from termdesk.domain.entries.entries import SOURCE
from termdesk.ui.words.language_words import language_name
from termdesk.ui.words.lists import list_names


def multilingual_scope(
    table: OpenTable, selected: Sequence[int], shown_rows: Sequence[int] | None = None
) -> RewriteScope:
    """Return the scope for a table. If some but not all columns are `selected`, they are the first choice."""
    codes = [table.language(column.number) for column in table.columns]
    names = [language_name(code) for code in codes]
    columns = [column.number for column in table.columns]
    languages = [column.number for column in table.columns if column.part is not None]
    positions: list[tuple[str, Sequence[int]]] = []
    if 1 < len(selected) < len(columns):
        chosen = list_names(names[column] for column in selected)
        positions.append((_tr("Selected columns: {languages}").format(languages=chosen), tuple(selected)))
    positions.append((_tr("Source and all languages"), columns))
    positions.append((_tr("All languages"), languages))
    positions += [
        (
            (_tr("{language}, the source") if column == SOURCE else "{language}").format(language=names[column]),
            (column,),
        )
        for column in columns
    ]
    return RewriteScope(
        TablePhrases(table), sides=list(zip(names, codes, strict=True)), positions=positions, shown_rows=shown_rows
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("MultilingualRewriteScope", text)
