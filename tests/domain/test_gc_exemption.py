"""What is hidden from the garbage collector stays hidden when it grows, and is freed with its last reference."""

from __future__ import annotations

import gc
import weakref

from termdesk.domain.gc_exemption import untrack


class Text(str):
    """A text that can be referred to weakly."""


def test_a_list_is_hidden_and_stays_so() -> None:
    column = ["a"]

    assert gc.is_tracked(column)
    assert untrack(column) is column
    column.extend(str(number) for number in range(1_000))
    column[3:5] = ["b"]
    assert untrack(column) is column, "a second time changes nothing"

    assert not gc.is_tracked(column)
    gc.collect()
    assert len(column) == 1_000


def test_what_it_holds_is_freed_with_it() -> None:
    column = untrack([Text("a")])
    gone = weakref.ref(column[0])

    del column

    assert gone() is None


def test_what_is_never_visited_is_left_as_it_is() -> None:
    for text in (b"a" * 1_000, "a" * 1_000, 2**80):
        assert untrack(text) is text
        assert not gc.is_tracked(text)
