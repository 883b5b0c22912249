"""Moving from violation to violation over all languages, in the visible order of the columns."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from termdesk.application.glossaries.multilingual.open_table import OpenTable
from termdesk.ui.glossaries.multilingual.violation_steps import next_violation

TARGETS = {
    "ar": [("bolt", "x" * 2_000), ("nut", "b"), ("washer", "c")],
    "de": [("bolt", "a"), ("nut", "y" * 2_000), ("washer", "c")],
}


@pytest.fixture
def table(opening_multilingual: Callable[[object], OpenTable]) -> OpenTable:
    return opening_multilingual(TARGETS)


def test_it_goes_around_in_both_directions(table: OpenTable) -> None:
    columns = [0, 1, 2]
    assert next_violation(table, columns, row=-1, column=0, step=1) == (0, 1)
    assert next_violation(table, columns, row=0, column=1, step=1) == (1, 2)
    assert next_violation(table, columns, row=1, column=2, step=1) == (0, 1)
    assert next_violation(table, columns, row=0, column=1, step=-1) == (1, 2)
    assert next_violation(table, columns, row=2, column=0, step=-1) == (1, 2)


def test_the_order_of_columns_is_that_which_is_seen(table: OpenTable) -> None:
    assert next_violation(table, [0, 2, 1], row=1, column=2, step=-1) == (0, 1)
    assert next_violation(table, [0, 2, 1], row=0, column=2, step=1) == (0, 1)


def test_without_a_violation_there_is_nowhere_to_go(opening_multilingual: Callable[[object], OpenTable]) -> None:
    table = opening_multilingual({"de": [("bolt", "Schraube")]})
    assert next_violation(table, [0, 1], row=0, column=0, step=1) is None
