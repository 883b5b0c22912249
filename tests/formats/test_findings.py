"""The findings of a file: each names the place where the user can correct it."""

from __future__ import annotations

from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_rules import MAX_DICTIONARY_BYTES, Rule
from termdesk.formats.findings import TOO_LARGE, UNREADABLE_ROW, findings
from termdesk.formats.read_result import ReadResult, RejectedRow


def rejected(line: int) -> RejectedRow:
    return RejectedRow(line, 1, 0, "It has no target.", "Add one.", "alone", ("alone", ""))


def test_a_clean_file_has_none() -> None:
    assert findings(ReadResult(Entries.of([("tree", "Baum"), ("sea", "See")]), [1, 2])) == []


def test_rejected_rows_and_broken_rules_come_in_the_order_of_the_lines() -> None:
    entries = Entries.of([("tree", "Baum"), ("sea", ""), ("sun", "Sonne"), ("tree", "Holz")])

    found = findings(ReadResult(entries, [2, 5, 6, 9], (rejected(7), rejected(3))))

    assert [(each.line, each.row, each.side, each.rule) for each in found] == [
        (2, 1, "source", Rule.DUPLICATE.value),
        (3, 0, "", UNREADABLE_ROW),
        (5, 2, "target", Rule.EMPTY.value),
        (7, 0, "", UNREADABLE_ROW),
        (9, 4, "source", Rule.DUPLICATE.value),
    ]


def test_a_file_for_more_than_one_dictionary_is_told_last_and_has_no_line() -> None:
    long = "x" * (MAX_DICTIONARY_BYTES // 2)

    found = findings(ReadResult(Entries.of([("a", long), ("b", long)]), [1, 2], (rejected(99),)))

    assert [(each.line, each.row, each.rule) for each in found if each.rule in (UNREADABLE_ROW, TOO_LARGE)] == [
        (99, 0, UNREADABLE_ROW),
        (0, 0, TOO_LARGE),
    ]
    assert found[-1].rule == TOO_LARGE
