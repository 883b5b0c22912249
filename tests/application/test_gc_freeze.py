"""Large lists are hidden from the garbage collector as long as their owner lives."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from termdesk.application import gc_freeze
from termdesk.application.gc_freeze import FrozenRows, collect_released, freeze, memory_released

LARGE = 10


@pytest.fixture(autouse=True)
def small_lists_count(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(gc_freeze, "LARGE", LARGE)
    gc.unfreeze()
    memory_released.clear()
    yield
    gc.unfreeze()
    memory_released.clear()


@pytest.mark.parametrize(("rows", "is_frozen"), [(LARGE - 1, False), (LARGE, True)])
def test_only_large_lists_are_hidden(rows: int, is_frozen: bool) -> None:
    freeze(rows)

    assert (gc.get_freeze_count() > 0) is is_frozen


@pytest.mark.parametrize(
    ("counts", "is_released"), [([LARGE - 1], False), ([LARGE], True), ([1, LARGE], True), ([LARGE, 1], True)]
)
def test_what_was_ever_large_is_given_back_with_its_owner(counts: list[int], is_released: bool) -> None:
    rows = FrozenRows(counts[0])
    for count in counts[1:]:
        rows.again(count)

    rows.release()

    assert gc.get_freeze_count() == 0
    assert memory_released.is_set() is is_released
    assert memory_released.rows == (max(counts) if is_released else 0)


class _Ring:
    def __init__(self) -> None:
        self.itself = self


@pytest.mark.parametrize("is_released", [False, True])
def test_what_was_released_is_collected_at_once_where_no_window_does_so(is_released: bool) -> None:
    rows, ring = FrozenRows(LARGE), _Ring()
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
