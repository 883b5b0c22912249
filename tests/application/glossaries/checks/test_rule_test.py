"""A rule is tried on the open dictionary while it is written: a count, and some examples with their rows."""

from __future__ import annotations

import pytest

from termdesk.application.glossaries.checks.rule_test import MOST_EXAMPLES, RuleTest, run_rule_test
from termdesk.application.glossaries.library.library import Library
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.errors import InvalidInput
from termdesk.domain.findings.custom_rules import CustomRule
from termdesk.domain.language.language import LanguagePair

pytestmark = pytest.mark.anyio

PAIR = LanguagePair("en", "de")
PAIRS = [("cat etc.", "Katze"), ("dog", "Hund ETC."), ("a etc. b", "etc.")]


async def tried(library: Library, rule: CustomRule, pairs: list[tuple[str, str]] = PAIRS) -> RuleTest:
    dictionary = await library.new("Rules", PAIR, Entries.of(pairs))
    try:
        return await run_rule_test(dictionary, rule)
    finally:
        await library.close(dictionary)


@pytest.mark.parametrize(
    ("columns", "examples"),
    [
        ((SOURCE, TARGET), ((0, "cat etc."), (1, "Hund ETC."), (2, "a etc. b"), (2, "etc."))),
        ((TARGET,), ((1, "Hund ETC."), (2, "etc."))),
    ],
)
async def test_marked_phrases_are_counted_on_the_sides_of_the_rule(
    library: Library, columns: tuple[int, ...], examples: tuple[tuple[int, str], ...]
) -> None:
    found = await tried(library, CustomRule("No etc.", r"etc\.", columns=columns))

    assert found == RuleTest(len(examples), examples)


async def test_only_the_first_examples_are_kept(library: Library) -> None:
    found = await tried(library, CustomRule("word", "word"), [(f"word {row}", "x") for row in range(50)])

    assert found.count == 50
    assert [row for row, _ in found.examples] == list(range(MOST_EXAMPLES))


@pytest.mark.slow
@pytest.mark.parametrize(
    "rule", [CustomRule("bad", "("), CustomRule("slow", r"(a|aa)+$x|(a+a+)+b"), CustomRule("", "a")]
)
async def test_a_rule_that_cannot_work_is_refused(library: Library, rule: CustomRule) -> None:
    with pytest.raises(InvalidInput):
        await tried(library, rule, [("a" * 200, "b")])
