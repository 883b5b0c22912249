"""Where find and replace, and cleaning, search in one dictionary: in both phrases, or in one of them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.editing.rewrite import DictionaryPhrases, RewriteScope
from termdesk.domain.entries.entries import SOURCE, TARGET


def dictionary_scope(
    dictionary: OpenDictionary,
    shown_rows: Sequence[int] | None = None,
    selected_rows: Sequence[int] | None = None,
) -> RewriteScope:
    """Return the scope for both phrases of one dictionary; `RewriteScope` explains the rows."""
    pair = dictionary.pair
    return RewriteScope(
        DictionaryPhrases(dictionary),
        sides=[(_tr("source"), pair.source), (_tr("target"), pair.target)],
        positions=[
            (_tr("Source and target"), (SOURCE, TARGET)),
            (_tr("Source"), (SOURCE,)),
            (_tr("Target"), (TARGET,)),
        ],
        shown_rows=shown_rows,
        selected_rows=selected_rows,
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("RewriteDialog", text)
