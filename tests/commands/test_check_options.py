"""What the commands find beyond the rules of the service."""

from __future__ import annotations

import argparse

import pytest

from termdesk.application.glossaries.checks.entries_check import check_entries
from termdesk.commands.check_options import (
    add_check_options,
    check_kinds,
    checks_more,
    describe_counts,
    find_more,
)
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress

ENTRIES = Entries.of([("e-mail", "E-Mail"), ("email", "Post"), ("sea", "Me\u200ber"), ("tree ", "Baum")])


def asked(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_check_options(parser)
    return parser.parse_args(words)


@pytest.mark.parametrize(
    ("words", "kinds"),
    [
        ((), set()),
        (("--least", "problem"), set()),
        (("--least", "warning"), {"invisible"}),
        (("--least", "hint"), {"invisible", "near_duplicate"}),
        (("--kind", "near_duplicate"), {"near_duplicate"}),
        (("--least", "warning", "--kind", "invisible"), {"invisible"}),
    ],
)
def test_the_options_choose_the_findings(words: tuple[str, ...], kinds: set[str]) -> None:
    chosen = asked(*words)
    listing = check_entries(NoProgress(), ENTRIES, LanguagePair("en", "de"))

    assert {each.kind for each in find_more(listing, chosen).found} == kinds
    assert checks_more(chosen) is bool(kinds)


def test_a_finding_is_a_sentence_with_row_reason_and_remedy() -> None:
    listing = check_entries(NoProgress(), ENTRIES, LanguagePair("en", "de"))
    more = find_more(listing, asked("--kind", "invisible"))

    [(finding, line)] = more.lines()
    [(_, report)] = more.reports()
    assert (finding.row, report["row"]) == (2, 3)

    assert line.startswith("row 3, target: warning: Invisible character: ")
    assert line.endswith(".")


def test_an_unknown_kind_is_refused_with_those_that_exist() -> None:
    check_kinds(["own:Mine", "bidi"])
    with pytest.raises(InvalidInput, match="no kind of finding “fun”") as refused:
        check_kinds(["fun"])
    assert "near_duplicate" in refused.value.remedy


def test_numbers_are_told_in_words() -> None:
    assert describe_counts(0, 0) == "No problems"
    assert describe_counts(1, 2) == "1 problem, 2 warnings or hints"
