"""Numbers are stored and found by the hash of a text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from termdesk.domain.matching import hashes
from termdesk.domain.matching.hashes import HashedNumbers


@settings(deadline=None)
@given(st.lists(st.tuples(st.text(max_size=3), st.integers(0, 1023))), st.sampled_from([10, 24]))
def test_all_numbers_of_a_text_are_given_in_order(pairs: list[tuple[str, int]], bits: int) -> None:
    numbers = HashedNumbers(bits)
    for text, value in pairs:
        numbers.add(text, value)
    numbers.freeze()

    for text, _ in pairs:
        assert set(numbers.get(text)) >= {value for other, value in pairs if other == text}
        assert list(numbers.get(text)) == sorted(numbers.get(text))
        assert text in numbers
    assert "a text that is not there" not in numbers
    assert numbers.size <= 8 * len(pairs)


def test_numbers_that_were_sorted_in_several_parts_are_all_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hashes, "_MOST_UNSORTED", 7)
    numbers = HashedNumbers(10)
    for value in range(100):
        numbers.add_hashed(numbers.hashes_of(("a", "b")), (value, value + 1))
    numbers.freeze()

    assert [list(numbers.get(text)) for text in ("a", "b")] == [list(range(100)), list(range(1, 101))]


def test_membership_alone_needs_no_bits() -> None:
    numbers = HashedNumbers(0)
    for word in ("a", "b"):
        numbers.add(word, 0)
    numbers.freeze()

    assert ["a" in numbers, "b" in numbers, "c" in numbers] == [True, True, False]


def test_texts_of_the_same_bytes_are_not_the_same() -> None:
    """“of” and “景” have the same bytes in memory."""
    numbers = HashedNumbers(0)
    numbers.add("of", 0)
    numbers.freeze()

    assert ["of" in numbers, "\u666f" in numbers] == [True, False]
