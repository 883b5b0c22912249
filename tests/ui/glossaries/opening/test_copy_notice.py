"""Whoever opens a copy of a dictionary is reported so, with its date."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

from termdesk.application.glossaries.editing.open_dictionary import LastCopy
from termdesk.application.glossaries.library.stored_copies import HeldEntries
from termdesk.application.glossaries.summaries import DictionarySummary
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.opening.copy_notice import UsedCopiesNotice, tell_copies
from termdesk.ui.shell.notices import Notices

EARLY, LATE = datetime(2026, 3, 1, 12, tzinfo=UTC), datetime(2026, 4, 1, 12, tzinfo=UTC)


def dictionary(as_of: datetime | None) -> Any:
    return SimpleNamespace(last_copy=LastCopy(as_of, "Nothing answers.") if as_of else None)


def test_opened_copies_are_told_in_one_message_that_ends_with_the_next_opening(notices: Notices) -> None:
    tell_copies(notices, [dictionary(LATE), dictionary(None), dictionary(EARLY)])
    [reported] = notices.texts()
    assert "3/1/2026" in reported
    assert "Nothing answers." in reported

    tell_copies(notices, [dictionary(None)])

    assert notices.texts() == []


def test_used_copies_are_told_in_one_message_with_the_date_of_the_oldest(notices: Notices) -> None:
    notice, row = UsedCopiesNotice(notices), DictionarySummary(LanguagePair("en", "de"), 1)

    for moment in (EARLY, LATE, None):
        notice.note(row, HeldEntries(Entries(), moment, "Nothing answers."))

    [reported] = notices.texts()
    assert "Nothing answers." in reported
    assert "3/1/2026" in reported

    notice.end()
    notice.note(row, HeldEntries(Entries(), LATE, "Nothing answers."))

    [reported] = notices.texts()
    assert "4/1/2026" in reported
