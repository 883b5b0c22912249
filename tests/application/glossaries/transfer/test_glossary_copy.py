"""Two sets of entries are compared with their details, in any order."""

from __future__ import annotations

import pytest

from termdesk.application.glossaries.transfer.glossary_copy import is_same_content
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.progress import NoProgress

ROWS = [("house", "Haus"), ("house", "Gebäude"), ("tree", "Baum")]


def entries(rows: list[tuple[str, str]], *, note: str = "old") -> Entries:
    """Return entries with these rows. “Gebäude” has a note."""
    made = Entries.of(rows)
    made.set_detail(made.targets.index("Gebäude"), EntryDetail(note=note))
    return made


@pytest.mark.parametrize(
    ("other", "is_same"),
    [
        (entries(ROWS[::-1]), True),
        (entries(ROWS, note="new"), False),
        (entries(ROWS[:2]), False),
        (entries([*ROWS, ROWS[2]]), False),
    ],
    ids=["other order", "other note", "one less", "one twice"],
)
def test_order_is_no_difference_but_details_are(other: Entries, is_same: bool) -> None:
    assert is_same_content(NoProgress(), entries(ROWS), other) == is_same
