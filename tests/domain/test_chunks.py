"""Long columns processed in chunks give the same result as at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.domain.chunks import (
    AT_ONCE,
    chunks,
    copy_list,
    count_values,
    decode_utf8,
    dict_of,
    distinct,
    has_repeats,
    has_text,
    is_same_column,
    is_same_mapping,
    join_texts,
    make_growing_dict,
    release,
)


@given(count=st.integers(0, 50), size=st.integers(1, 9))
def test_pieces_cover_every_row_once(count: int, size: int) -> None:
    rows = range(count)

    assert [row for chunk in chunks(count, size) for row in rows[chunk]] == list(rows)


def test_what_a_long_column_holds() -> None:
    assert distinct(["a", "b"] * AT_ONCE) == {"a", "b"}


@given(one=st.lists(st.sampled_from("ab"), max_size=6), other=st.lists(st.sampled_from("ab"), max_size=6))
def test_columns_are_the_same_row_by_row(one: list[str], other: list[str]) -> None:
    long = ["a"] * AT_ONCE

    assert is_same_column([*long, *one], [*long, *other]) is (one == other)


@given(
    one=st.dictionaries(st.sampled_from("ab"), st.sampled_from("xy")),
    other=st.dictionaries(st.sampled_from("ab"), st.sampled_from("xy")),
)
def test_mappings_are_the_same_in_whatever_order(one: dict[str, str], other: dict[str, str]) -> None:
    assert is_same_mapping(one, other) is (one == other)


@given(column=st.lists(st.text(max_size=2), max_size=40))
def test_what_stands_more_than_once_is_found(column: list[str]) -> None:
    assert has_repeats(column) is (len(set(column)) < len(column))


def test_lists_that_are_let_go_are_empty() -> None:
    columns = [["a"] * (2 * AT_ONCE + 1), [], ["b"]]

    release(columns)

    assert columns == [[], [], []]


@given(data=st.one_of(st.binary(max_size=9), st.text(max_size=9).map(lambda text: text.encode("utf-8-sig"))))
def test_text_decoded_in_chunks_is_the_same(data: bytes) -> None:
    expected, position = "", -1
    try:
        expected = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        position = error.start

    if position < 0:
        assert decode_utf8(data, size=2) == expected
    else:
        with pytest.raises(UnicodeDecodeError) as raised:
            decode_utf8(data, size=2)
        assert raised.value.start == position


class CountedBytes(bytes):
    """Counts the chunks that are taken of it, and the attempts to decode it all."""

    chunks = 0

    def __getitem__(self, key):  # type: ignore[no-untyped-def]  # as of bytes
        self.chunks += 1
        return super().__getitem__(key)

    def decode(self, *_arguments: object, **_options: object) -> str:
        raise AssertionError("decoded at once")


def test_long_text_is_not_decoded_at_once() -> None:
    data = CountedBytes(b"a" * 3_000_000)

    assert decode_utf8(data) == "a" * 3_000_000
    assert data.chunks >= 2


@given(parts=st.lists(st.text(max_size=4)))
def test_long_texts_are_joined(parts: list[str]) -> None:
    before = list(parts)

    assert join_texts(parts) == "".join(parts)
    assert parts == before


def test_characters_are_found_in_every_chunk() -> None:
    text = ("a" * 499_999 + "…") * 3

    assert has_text(text, "…")
    assert not has_text(text, "b")


@given(column=st.lists(st.text(max_size=2), max_size=40))
def test_values_are_counted(column: list[str]) -> None:
    assert count_values(column) == Counter(column)
    assert list(count_values(column)) == list(dict.fromkeys(column))


@given(column=st.lists(st.text(max_size=2), max_size=40))
def test_the_last_of_equal_keys_wins(column: list[str]) -> None:
    values = range(len(column))

    assert dict_of(column, values) == dict(zip(column, values, strict=True))


def test_a_growing_dictionary_is_empty() -> None:
    assert make_growing_dict() == {}


class CountedList(list[str]):
    """Notes the longest slice that is taken of it, and refuses to be copied or read as a whole in C."""

    longest = 0

    def __getitem__(self, key):  # type: ignore[no-untyped-def]  # as of lists
        found = super().__getitem__(key)
        self.longest = max(self.longest, len(found) if isinstance(key, slice) else 1)
        return found

    def copy(self) -> list[str]:
        raise AssertionError("copied at once")

    def __iter__(self):  # type: ignore[no-untyped-def]  # as of lists
        raise AssertionError("read at once")


@given(values=st.lists(st.integers(), max_size=9))
def test_copies_are_equal_and_independent(values: list[int]) -> None:
    long = [*range(AT_ONCE), *values]

    assert copy_list(iter(long)) == copy_list(long) == long
    assert copy_list(long) is not long


@pytest.mark.parametrize("work", [distinct, count_values, lambda column: dict_of(column, column)])
def test_no_call_works_on_more_than_one_chunk(work: Callable[[list[str]], object]) -> None:
    column = CountedList(map(str, range(3 * AT_ONCE)))

    assert len(work(column)) == 3 * AT_ONCE  # type: ignore[arg-type]
    assert column.longest == AT_ONCE
