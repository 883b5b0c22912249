"""Violations name rows, both those found before sending and those in messages of the service."""

from __future__ import annotations

import pytest

from termdesk.application.failures import EntriesRefused
from termdesk.application.glossaries.publishing.publish_validation import (
    MAX_NAMED,
    find_violations,
    parse_violations,
    raise_by_row,
    size_findings,
)
from termdesk.client.errors import InvalidRequest
from termdesk.domain.entries.changes import RemoveRows
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.entries.entry_rules import join_messages, violations
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress

EN_DE = LanguagePair("en", "de")
SENT = Entries.of([("a", "1"), ("b", "2"), ("c", "3")])
SHOWN = Entries.of([("c", "3"), ("x", "9"), ("a", "1")])


def found(entries: Entries, *, name: str = "Terms", pair: LanguagePair = EN_DE) -> list[str]:
    return [str(each) for each in find_violations(NoProgress(), entries, name=name, pair=pair)]


@pytest.mark.parametrize(("rows", "row"), [(None, 1), ([0, 3, 4], 3)])
def test_a_violation_knows_the_id_of_its_row(rows: list[int] | None, row: int) -> None:
    entries = Entries.of([("x", "0"), ("a", "1"), ("b", ""), ("c", "3")])
    entries.apply(RemoveRows([0]))

    [violation] = find_violations(NoProgress(), entries, rows=rows, name="Terms", pair=EN_DE)

    assert (violation.row, violation.row_id) == (row, 2)


def test_sound_entries_are_not_refused() -> None:
    assert found(SENT) == []
    assert size_findings(SENT) == []


@pytest.mark.parametrize(
    ("pair", "words"),
    [
        (LanguagePair("en-GB", "de"), "Glossaries apply to whole languages: en → de covers en-GB → de, too."),
        (LanguagePair("pt", "pt"), "Source and target are the same language."),
    ],
)
def test_a_pair_that_no_glossary_has_is_refused(pair: LanguagePair, words: str) -> None:
    assert words in found(SENT, pair=pair)


def test_a_dictionary_that_is_too_large_is_refused_and_one_between_the_limits_warned_of() -> None:
    large = Entries.of([(f"{number:07}" + "x" * 992, "y") for number in range(10_400)])
    between = Entries(large.sources[:10_000], large.targets[:10_000])

    assert "The dictionary has 10,431,200 bytes" not in found(large)
    assert found(large) == []
    assert len(size_findings(large)) == len(size_findings(between)) == 1
    assert "10,485,760" in size_findings(between)[0]
    too_large = Entries.of([*large, *((f"more {number:07}" + "x" * 992, "y") for number in range(100))])
    assert "at most 10,485,760 are allowed" in found(too_large)[0]


def test_thousands_of_broken_rows_are_not_all_put_in_words() -> None:
    words = found(Entries.of([("", "")] * 5_000))

    assert len(words) <= MAX_NAMED + 2
    assert words[0] == "Row 1, source: The phrase is empty."
    assert words[-1].startswith("There are more.")


def test_the_words_of_the_local_service_lead_back_to_the_rows() -> None:
    broken = Entries.of([("a", "1"), ("", "2"), ("c", " 3")])
    detail = join_messages(violations(broken))

    reported = parse_violations(detail, sent=Entries.of([("a", "1"), ("b", "2"), ("c", "3")]), shown=SHOWN)

    assert [(each.row, each.column) for each in reported] == [(None, SOURCE), (0, TARGET)]
    assert reported[1].message == "“c”: The phrase starts with white space."


def test_the_vendors_words_count_from_zero_and_name_both_rows() -> None:
    detail = "Key with the index 2 (starting at position 13) duplicates key with the index 0 (starting at position 0)"

    reported = parse_violations(detail, sent=SENT, shown=SHOWN)

    assert [each.row for each in reported] == [0, 2]


@pytest.mark.parametrize("detail", ["", "Unsupported pair.", "Entry 99, source: none", "index 400"])
def test_words_that_name_no_entry_that_was_sent_lead_nowhere(detail: str) -> None:
    assert parse_violations(detail, sent=SENT, shown=SHOWN) == []
    raise_by_row(InvalidRequest(detail=detail), sent=SENT, shown=SHOWN)


def test_a_refusal_by_row_keeps_what_the_operator_asks_for() -> None:
    violation = InvalidRequest(
        "Bad request", detail="Row 3: It has one column.", status=400, trace_id="AB", call="PUT /x"
    )

    with pytest.raises(EntriesRefused) as raised:
        raise_by_row(violation, sent=SENT, shown=SHOWN)

    assert (raised.value.status, raised.value.trace_id, raised.value.call) == (400, "AB", "PUT /x")
    assert raised.value.detail == "Row 1, source: “c”: It has one column."
    assert raised.value.violations[0].row == 0
