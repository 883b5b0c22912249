"""The summary of a difference omits kinds of changes with a count of zero."""

from __future__ import annotations

from termdesk.domain.merging.difference import Difference
from termdesk.ui.glossaries.difference.difference_words import count_changes


def test_counts_leave_out_zeros() -> None:
    assert count_changes(Difference({}, {"a": ("A", "B")}, {"b": "B"})) == "1 changed, 1 removed"
    assert count_changes(Difference({}, {}, {})) == "No changes"
