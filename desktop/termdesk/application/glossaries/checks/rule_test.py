"""Try a custom rule on the open dictionary while it is being written."""

from __future__ import annotations

from dataclasses import dataclass

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.progress import run_in_thread
from termdesk.domain.entries.entries import Entries
from termdesk.domain.findings.custom_rules import CustomRule
from termdesk.domain.progress import NoProgress, Progress

MOST_EXAMPLES = 4
_ROWS_A_STEP = 5_000


@dataclass(frozen=True, slots=True)
class RuleTest:
    """The number of phrases that a rule marks, and the first of them with their rows, counted from 0."""

    count: int
    examples: tuple[tuple[int, str], ...]


async def run_rule_test(dictionary: OpenDictionary, rule: CustomRule, progress: Progress = NoProgress()) -> RuleTest:
    """Find the phrases that a rule marks. Raises InvalidInput if its pattern is invalid or takes too long."""
    return await run_in_thread(progress, try_rule, dictionary.entries.copy(), rule)


def try_rule(progress: Progress, entries: Entries, rule: CustomRule) -> RuleTest:
    """Find the phrases of these entries that a rule marks. For a worker. Raises what `run_rule_test` raises."""
    fits = rule.check()
    count = 0
    examples: list[tuple[int, str]] = []
    for row in range(len(entries)):
        if row % _ROWS_A_STEP == 0:
            progress.step(row, len(entries))
        for column in rule.columns:
            phrase = entries.cell(row, column)
            if fits(phrase):
                count += 1
                if len(examples) < MOST_EXAMPLES:
                    examples.append((row, phrase))
    return RuleTest(count, tuple(examples))
