"""The words that files use for a status."""

from __future__ import annotations

import pytest

from termdesk.domain.entries.entry_detail import ADMITTED, FORBIDDEN, PREFERRED
from termdesk.domain.entries.status_words import flag_of, forbidding_status, status_of


def test_status_is_known_by_the_words_of_all_standards() -> None:
    known = {
        "preferredTerm-admn-sts": "preferred",
        "preferred": "preferred",
        "standardizedTerm": "preferred",
        "admittedTerm-admn-sts": "admitted",
        "deprecatedTerm-admn-sts": "forbidden",
        "supersededTerm": "forbidden",
        "not recommended": "forbidden",
        "Forbidden": "forbidden",
        "approved": "preferred",
        "non-standard": "admitted",
    }

    assert {value: status_of(value) for value in known} == known
    assert status_of("proposed") is None


@pytest.mark.parametrize(
    ("word", "status"),
    [
        ("Vorzugsbenennung", PREFERRED),
        ("Freigegeben", PREFERRED),
        ("validé", PREFERRED),
        ("PRÉFÉRÉ", PREFERRED),
        ("raccomandato", PREFERRED),
        ("Zulässig", ADMITTED),
        ("toléré", ADMITTED),
        ("do_not-use", FORBIDDEN),
        ("nicht verwenden", FORBIDDEN),
        ("Desaconselhado", FORBIDDEN),
        ("Unwort", FORBIDDEN),
        ("ne pas utiliser", FORBIDDEN),
        ("不可", FORBIDDEN),
    ],
)
def test_words_of_everyday_lists_are_known_however_they_are_written(word: str, status: str) -> None:
    assert {status_of(each) for each in (word, word.upper(), f" {word}. ")} == {status}


@pytest.mark.parametrize("value", ["", "-admn-sts", "in review", "preferred or admitted", "not preferred"])
def test_other_words_name_no_status(value: str) -> None:
    assert status_of(value) is None


@pytest.mark.parametrize(
    ("value", "is_set"),
    [("TRUE", True), (" yes ", True), ("x", True), ("ja", True), ("0", False), ("Non", False), ("perhaps", None)],
)
def test_a_mark_says_yes_or_no_or_neither(value: str, is_set: bool | None) -> None:
    assert flag_of(value) is is_set


@pytest.mark.parametrize(
    ("value", "status"),
    [("", ""), ("no", ""), ("True", FORBIDDEN), ("since 2020", FORBIDDEN), ("forbidden", FORBIDDEN)],
)
def test_a_mark_in_doubt_forbids(value: str, status: str) -> None:
    assert forbidding_status(value) == status
