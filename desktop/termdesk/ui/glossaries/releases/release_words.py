"""The words for the date of a release, and for its problems."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QCoreApplication

from termdesk.application.glossaries.releases.releases import BundleFinding
from termdesk.ui.words.lists import list_sentences
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.numbers import format_date

MOST_NAMED = 5


def findings_words(findings: Sequence[BundleFinding]) -> str:
    """Return the first findings as sentences, and how many more there are."""
    left = len(findings) - MOST_NAMED
    more = QCoreApplication.translate("ReleaseWords", "%Ln further files are affected.", "", left) if left > 0 else ""
    return list_sentences((localize(*(each.message for each in findings[:MOST_NAMED])), more))


def date_words(day: str) -> str:
    """Return the formatted date of a release. Text that is not a date is returned unchanged."""
    try:
        return format_date(datetime.fromisoformat(day))
    except ValueError:
        return day
