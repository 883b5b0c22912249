"""Every rule for entries, exactly at its limit."""

from __future__ import annotations

import unicodedata
from typing import Any, SupportsIndex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.entries.entry_rules import (
    REMEDIES,
    Rule,
    check_column,
    duplicate_message,
    join_messages,
    name_violation,
    phrase_violation,
    rows_of_duplicates,
    shorten_phrase,
    utf8_length,
    violations,
)


def rule_of(text: str) -> Rule | None:
    fault = phrase_violation(text)
    return fault[0] if fault else None


@pytest.mark.parametrize(
    "text",
    ["a", "Straße", "two words", "e\u0301", "re\u0301sume\u0301", "نص عربي", "می\u200cخواهم", "👩\u200d⚕️", "a\u00a0b"],
)
def test_ordinary_phrases_keep_all_rules(text: str) -> None:
    assert phrase_violation(text) is None


@pytest.mark.parametrize(
    ("unit", "size"),
    [("a", 1), ("é", 2), ("字", 3), ("\U0001f600", 4)],
)
def test_a_phrase_may_have_1024_bytes_and_not_one_more(unit: str, size: int) -> None:
    fitting = unit * (1_024 // size) + "a" * (1_024 % size)

    assert utf8_length(fitting) == 1_024
    assert phrase_violation(fitting) is None
    assert rule_of(fitting + "a") == Rule.TOO_LONG


def test_the_message_of_a_long_phrase_tells_its_bytes() -> None:
    fault = phrase_violation("é" * 600)

    assert fault
    assert "1,200 UTF-8 bytes" in fault[1]


@pytest.mark.parametrize("text", ["", " ", "\t", "\u3000\u00a0", "\n\n"])
def test_a_phrase_of_nothing_but_white_space_is_empty(text: str) -> None:
    assert rule_of(text) == Rule.EMPTY


@pytest.mark.parametrize("number", [*range(0x20), *range(0x7F, 0x85), *range(0x86, 0xA0)])
def test_control_characters_are_refused_and_named(number: int) -> None:
    fault = phrase_violation(f"ab{chr(number)}c")

    assert fault
    assert fault[0] == Rule.CONTROL_CHARACTER
    assert "at position 3: " in fault[1]
    assert fault[1].endswith({9: ": tab.", 10: ": line break."}.get(number, "."))


@pytest.mark.parametrize("character", ["\u0085", "\u2028", "\u2029"])
def test_unicode_newlines_are_refused_inside_and_at_the_ends(character: str) -> None:
    assert rule_of(f"a{character}b") == Rule.UNICODE_NEWLINE
    assert rule_of(f"a{character}") == Rule.UNICODE_NEWLINE
    assert rule_of(f"{character}a") == Rule.UNICODE_NEWLINE


@pytest.mark.parametrize("number", [0xD800, 0xDBFF, 0xDC00, 0xDFFF])
def test_half_characters_are_refused(number: int) -> None:
    assert rule_of(f"a{chr(number)}b") == Rule.SURROGATE


@pytest.mark.parametrize("space", [" ", "\u00a0", "\u2003", "\u202f", "\u205f", "\u3000", "\u1680"])
def test_white_space_at_either_end_is_refused_and_the_end_is_named(space: str) -> None:
    at_start, at_end = phrase_violation(f"{space}a"), phrase_violation(f"a{space}")

    assert at_start
    assert at_end
    assert (at_start[0], at_end[0]) == (Rule.OUTER_SPACE, Rule.OUTER_SPACE)
    assert "starts" in at_start[1]
    assert "ends" in at_end[1]


@given(st.text(max_size=12))
def test_what_passes_is_trimmed_whole_and_without_controls(text: str) -> None:
    if phrase_violation(text) is None:
        assert text == text.strip()
        assert text
        assert not any(unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") for character in text)
        assert len(text.encode()) <= 1_024


def test_every_rule_has_its_remedy() -> None:
    assert set(REMEDIES) == set(Rule)
    assert all(remedy.endswith(".") for remedy in REMEDIES.values())


awkward = st.text(st.sampled_from("ab \t\u2028\u00a0é\ud800\u200c"), max_size=3)


@pytest.mark.slow
@given(st.lists(st.tuples(awkward, awkward), max_size=15))
def test_problems_are_those_of_each_phrase_and_of_repeated_sources_in_reading_order(
    pairs: list[tuple[str, str]],
) -> None:
    sources = [source for source, _ in pairs]
    expected = []
    for row, (source, target) in enumerate(pairs):
        if fault := phrase_violation(source):
            expected.append((row, SOURCE, fault[0]))
        elif sources.count(source) > 1:
            expected.append((row, SOURCE, Rule.DUPLICATE))
        if fault := phrase_violation(target):
            expected.append((row, TARGET, fault[0]))

    found = list(violations(Entries.of(pairs)))

    assert [(each.row, each.column, each.rule) for each in found] == expected
    assert all(each.message and each.remedy for each in found)


@pytest.mark.parametrize(
    "fault", ["", " x", "x ", "x\ty", "x\u2028", "\u3000x", "x\x7fy", "x" * 1_025, "é" * 513, "\ud800"]
)
@pytest.mark.parametrize("row", [0, 4_095, 4_096, 9_999])
def test_one_fault_among_thousands_of_rows_is_found_wherever_it_stands(fault: str, row: int) -> None:
    entries = Entries.of((f"source {number}", f"target {number}") for number in range(10_000))
    entries.targets[row] = fault

    assert [(each.row, each.column) for each in violations(entries)] == [(row, TARGET)]


@given(st.lists(awkward | st.sampled_from(["é" * 300, "x" * 1_024, "x" * 1_025]), max_size=200))
def test_a_column_is_checked_and_measured_in_one_pass(phrases: list[str]) -> None:
    rows = [row for row, phrase in enumerate(phrases) if phrase_violation(phrase)]

    assert check_column(phrases) == check_column(tuple(phrases)) == (rows, sum(map(utf8_length, phrases)))


def test_repeated_sources_are_exact_in_case_accents_and_form() -> None:
    composed, decomposed = "caf\u00e9", "cafe\u0301"

    assert rows_of_duplicates(["a", "A", composed, decomposed, "a", "b", "a"]) == {"a": [0, 4, 6]}
    assert rows_of_duplicates(["a", "b"]) == {}


def test_the_rows_of_a_repeated_source_are_named_as_the_user_counts() -> None:
    message = duplicate_message("court", range(7))

    assert message == "“court” is the source phrase of rows 1, 2, 3, 4, 5 …."
    assert duplicate_message("court", [0, 1_199]) == "“court” is the source phrase of rows 1, 1,200."


def test_names_may_have_1024_bytes_and_no_controls() -> None:
    assert name_violation("Law & Order") is None
    assert name_violation("é" * 512) is None
    assert "1,025" in (name_violation("é" * 512 + "a") or "")
    assert "empty" in (name_violation("  ") or "")
    assert "control character" in (name_violation("a\nb") or "")


def test_long_phrases_are_cut_and_controls_made_visible_in_messages() -> None:
    assert shorten_phrase("x" * 40) == "x" * 40
    assert shorten_phrase("x" * 41) == "x" * 39 + "…"
    assert shorten_phrase("a\x00b\u2028") == "a␚b␚"


def test_messages_name_entry_and_side_and_stop_at_the_limit() -> None:
    found = list(violations(Entries.of([("", "a"), ("b", "")])))

    assert join_messages(found) == "Entry 1, source: The phrase is empty.\nEntry 2, target: The phrase is empty."
    assert join_messages(found, limit=1) == "Entry 1, source: The phrase is empty.\n…"


def test_a_phrase_that_is_in_every_row_costs_no_more_than_those_it_names() -> None:
    class Numbers(list[int]):
        asked = 0

        def __getitem__(self, index: SupportsIndex | slice) -> Any:
            self.asked += 1
            return super().__getitem__(index)

    numbers = Numbers(range(500))

    found = list(violations(Entries.of([("tree", "Baum")] * 500), numbers=numbers))

    assert len(found) == 500
    assert str(found[-1].message) == str(found[0].message)
    assert numbers.asked <= 500 * 10
