"""The release of many rows is noted until the garbage that held them was collected."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Iterator

import pytest

from termdesk.application import released_memory
from termdesk.application.released_memory import (
    LargeRows,
    collect_released,
    freeze_if_due,
    freeze_once,
    memory_released,
)

LARGE = 10


@pytest.fixture(autouse=True)
def small_lists_count(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(released_memory, "LARGE", LARGE)
    memory_released.clear()
    yield
    memory_released.clear()


@pytest.mark.parametrize(
    ("counts", "is_released"), [([LARGE - 1], False), ([LARGE], True), ([1, LARGE], True), ([LARGE, 1], True)]
)
def test_what_was_ever_large_is_noted_with_its_owner(counts: list[int], is_released: bool) -> None:
    rows = LargeRows(counts[0])
    for count in counts[1:]:
        rows.note(count)

    rows.release()

    assert memory_released.is_set() is is_released
    assert memory_released.rows == (max(counts) if is_released else 0)


@pytest.mark.usefixtures("no_open_rows")
def test_all_is_frozen_once_and_not_while_rows_are_open() -> None:
    first, second = LargeRows(1), LargeRows(LARGE)
    first.release()
    freeze_once()
    assert gc.get_freeze_count() == 0, "the rows could never be freed"

    second.release()
    freeze_if_due()
    assert gc.get_freeze_count() > 0

    gc.unfreeze()
    freeze_if_due()
    assert gc.get_freeze_count() == 0, "what lives now is to be freed later"


@pytest.fixture
def no_open_rows(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Hide the open rows and frozen objects of before."""
    monkeypatch.setattr(released_memory, "_open_rows", weakref.WeakSet())
    monkeypatch.setattr(released_memory, "_freeze_due", threading.Event())
    gc.unfreeze()
    yield
    # As `pytest_collection_finish` did.
    gc.freeze()


class _Ring:
    def __init__(self) -> None:
        self.itself = self


@pytest.mark.parametrize("is_released", [False, True])
def test_what_was_released_is_collected_at_once_where_no_window_does_so(is_released: bool) -> None:
    rows, ring = LargeRows(LARGE), _Ring()
    kept = weakref.ref(ring)
    gc.disable()
    try:
        del ring
        if is_released:
            rows.release()

        collect_released()

        assert (kept() is None) is is_released
        assert not memory_released.is_set()
    finally:
        gc.enable()
