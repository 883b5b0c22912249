"""The words for documents that wait to be sent or fetched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from termdesk.ui.words.service_words import profile_title

if TYPE_CHECKING:
    # Not imported at the start, which does not need the document translator.
    from termdesk.application.documents.document_translator import OpenDocuments


def open_document_lines(found: Sequence[OpenDocuments], titles: Mapping[str, str]) -> list[str]:
    """Return a line for each service and state. `titles` are the names that the user gave to services."""
    lines = []
    for each in found:
        counts = (
            (each.at_service, _tr("{service}: %Ln translations to fetch", each.at_service)),
            (each.waiting, _tr("{service}: %Ln documents not sent yet", each.waiting)),
            (each.unclear, _tr("{service}: %Ln documents sent without an answer", each.unclear)),
        )
        service = profile_title(each.profile, titles)
        lines += [words.format(service=service) for count, words in counts if count]
    return lines


def _tr(text: str, count: int) -> str:
    return QCoreApplication.translate("DocumentWords", text, "", count)
