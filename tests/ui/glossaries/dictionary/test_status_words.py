"""The words of a status, and the status for typed or pasted words."""

from __future__ import annotations

import pytest

from termdesk.domain.entries.entry_detail import ADMITTED, FORBIDDEN, PREFERRED, STATUSES
from termdesk.domain.errors import InvalidInput
from termdesk.ui.glossaries.dictionary.status_words import status_of_word, status_word


@pytest.mark.parametrize("status", STATUSES)
def test_what_is_shown_can_be_typed_back(status: str) -> None:
    assert status_of_word(status_word(status)) == status
    assert status_of_word(f"  {status_word(status).upper()} ") == status
    assert status_of_word(status) == status


def test_a_status_of_a_newer_version_is_shown_as_it_is_kept() -> None:
    assert status_word("superseded by law") == "superseded by law"


@pytest.mark.parametrize(
    ("word", "status"),
    [("bevorzugt", PREFERRED), ("preferredTerm-admn-sts", PREFERRED), ("allowed", ADMITTED), ("Do not use", FORBIDDEN)],
)
def test_lists_of_other_programs_are_understood(word: str, status: str) -> None:
    assert status_of_word(word) == status


def test_any_other_word_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(InvalidInput, match="“good” is not a status") as refused:
        status_of_word("good")

    assert "Preferred, Admitted, Forbidden" in refused.value.remedy
