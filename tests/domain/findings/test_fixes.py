"""A quick fix removes its finding, and a second one changes nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.domain.entries.entry_rules import Rule, phrase_violation
from termdesk.domain.findings.fixes import FIX_WORDS, FIXES
from termdesk.domain.findings.kinds import KINDS

CHUNKS = st.sampled_from(["a", "b", " ", "\t", "\n", "\x00", "\x85", "\u2028", "\xa0", "\u200b", "\u202e", "е", "é"])


@pytest.mark.parametrize(
    ("kind", "phrase", "fixed"),
    [
        (Rule.OUTER_SPACE, " a \u3000", "a"),
        (Rule.CONTROL_CHARACTER, "a\t b\x00c\n", "a bc"),
        (Rule.CONTROL_CHARACTER, "a b", "a b"),
        (Rule.UNICODE_NEWLINE, "a\u2028b", "a b"),
        ("not_composed", "e\u0301", "é"),
        # A word of mixed scripts that is also part of another one: Latin a and Cyrillic е.
        ("mixed_scripts", "a\u0435 aa\u0435", "\u0430\u0435 aae"),
    ],
)
def test_phrases_are_mended(kind, phrase, fixed) -> None:
    assert FIXES[kind](phrase, "en") == fixed


@given(st.lists(CHUNKS).map("".join), st.sampled_from(sorted(FIXES)))
def test_mending_twice_changes_nothing_more(phrase, kind) -> None:
    once = FIXES[kind](phrase, "en")

    assert FIXES[kind](once, "en") == once


@given(st.lists(CHUNKS).map("".join))
def test_what_broke_a_rule_by_its_characters_keeps_it_afterwards(phrase) -> None:
    fault = phrase_violation(phrase)
    if fault and fault[0] in FIXES:
        after = phrase_violation(FIXES[fault[0]](phrase, "en"))

        assert after is None or after[0] is Rule.EMPTY or after[0] is not fault[0]


def test_every_fix_is_named_and_belongs_to_a_kind() -> None:
    assert FIXES.keys() <= FIX_WORDS.keys() <= KINDS.keys()
