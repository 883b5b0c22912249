"""Every state of a glossary has its own name and description."""

from __future__ import annotations

from datetime import UTC, datetime

from termdesk import resources
from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary, LibraryItem, SyncStatus
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.library.state_words import (
    copy_word,
    item_sentence,
    legend,
    namesake_words,
    state_words,
)


def test_no_two_states_are_called_the_same() -> None:
    said = [state_words(state) for state in SyncStatus]

    assert len({each.word for each in said}) == len(SyncStatus)
    assert len({each.sentence for each in said}) == len(SyncStatus)
    assert all(each.sentence.endswith(".") for each in said)


def test_the_legend_has_a_line_for_each() -> None:
    lines = legend().splitlines()

    assert [line.partition(":")[0] for line in lines] == [state_words(state).word for state in SyncStatus]


def test_each_state_has_an_icon() -> None:
    icons = {file.stem for file in resources.path("icons").glob("*.svg")}

    assert {state_words(state).icon for state in SyncStatus} <= icons


def test_a_name_that_another_glossary_has_is_warned_of() -> None:
    known = [GlossarySummary("g1", "g1", "Law"), GlossarySummary("g2", None, "Rail")]

    assert namesake_words(known, " law ").startswith("A glossary “Law” exists already.")
    assert namesake_words(known, "Law", key="g1") == ""
    assert namesake_words(known, "Laws") == ""


def test_a_copy_is_named_with_its_date_and_a_glossary_is_as_old_as_its_oldest_copy() -> None:
    early, late = datetime(2026, 3, 1, 12, tzinfo=UTC), datetime(2026, 4, 1, 12, tzinfo=UTC)
    rows = [
        DictionarySummary(LanguagePair("en", code), 1, seen_at=moment, is_copy=moment is not None)
        for code, moment in (("de", late), ("fr", early), ("es", None))
    ]
    summary = GlossarySummary("g1", "g1", "Rail", drafts=tuple(rows))

    assert LibraryItem(summary, None).copied_at == early
    assert [LibraryItem(summary, row).copied_at for row in rows] == [late, early, None]
    assert "You can read and edit this copy" in item_sentence(LibraryItem(summary, rows[0]))
    assert "Open it to see whether it was changed elsewhere." in item_sentence(LibraryItem(summary, rows[2]))
    assert "2026" in copy_word(early)
