"""The columns of the phrases that a user chose for tables with a header, kept from import to import."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from termdesk.application.glossaries.importing.preview import ImportPreview
from termdesk.domain.window_memory import WindowMemory

# Older choices are forgotten: nobody has so many kinds of tables.
MOST_HEADERS = 100


def columns_for(preview: ImportPreview, remembered: WindowMemory) -> tuple[int, int] | None:
    """The columns of source and target that were chosen for this header, if they are not those of the preview."""
    columns = remembered.import_columns.get(_key(preview.columns)) if preview.has_header else None
    if columns is None or columns == preview.phrase_columns or max(columns) >= len(preview.columns):
        return None
    return columns


def remember_columns(preview: ImportPreview, remembered: WindowMemory) -> None:
    """Keep the columns that the user chose for the header of this file; nothing where none were chosen."""
    if not (preview.has_header and preview.choices.columns):
        return
    kept = remembered.import_columns
    key = _key(preview.columns)
    kept.pop(key, None)
    kept[key] = preview.choices.columns
    for oldest in list(kept)[:-MOST_HEADERS]:
        del kept[oldest]


def _key(titles: Sequence[str]) -> str:
    """A header in few characters, without its words: they may be a customer's."""
    return hashlib.sha256("\x1f".join(titles).encode("utf-8", "surrogatepass")).hexdigest()[:32]
