"""The labels of statuses in the window, and the status for a typed word."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from termdesk.domain.entries.entry_detail import ADMITTED, FORBIDDEN, PREFERRED, STATUSES
from termdesk.domain.entries.status_words import status_of
from termdesk.domain.errors import InvalidInput
from termdesk.ui.words.lists import list_names


def status_word(status: str) -> str:
    """Return the label of a status: empty for an empty status, unchanged for a status of a newer version."""
    return {PREFERRED: _tr("Preferred"), ADMITTED: _tr("Admitted"), FORBIDDEN: _tr("Forbidden")}.get(status, status)


def status_of_word(word: str) -> str:
    """Return the status for a word: a label, a stored value, or a word from imported lists.

    Raises InvalidInput for others.
    """
    typed = word.strip().casefold()
    for status in STATUSES:
        if typed in (status, status_word(status).casefold()):
            return status
    if (meant := status_of(word)) is not None:
        return meant
    known = list_names(status_word(each) for each in STATUSES if each)
    raise InvalidInput(
        _tr("“{word}” is not a status.").format(word=word), remedy=_tr("Use one of: {known}.").format(known=known)
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("EntryDetail", text)
