"""Which checker rules are followed, as measured; the data is in `resources/correction_rules.json`.

* `dropped`: rules whose corrections put an error, or a matter of taste, into correct sentences
* `only_beside`: rules that are right only in sentences with one of these words: “compre” is wrong after “ayer”, but not
  everywhere
* `not_beside`: rules that are wrong in sentences with one of these words: people give a “Log” different genders
* `kept_words`: words that no rule may change, because rules take them for other words; those under `any`, in every
  language
* `rephrase`: the rules that may reword; all other rules about style are ignored

The file gives the effect of each rule. For a dropped rule, that is a correct text and what the rule made of it. The
measurements are described in `tests/benchmarks/correction_figures.py`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from termdesk import resources

_FILE = "correction_rules.json"


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """The choice for one root language. A rule name with a number, such as `RULE[20]`, means that part alone."""

    dropped: frozenset[str]
    only_beside: Mapping[str, re.Pattern[str]]
    not_beside: Mapping[str, re.Pattern[str]]
    kept_words: frozenset[str]
    rephrase: frozenset[str]

    def corrects(self, rule: str, part: str | None, text: str) -> bool:
        """Whether a rule, or this part of it, may correct this text."""
        if rule in self.dropped or f"{rule}[{part}]" in self.dropped:
            return False
        needed = self.only_beside.get(rule)
        return (needed is None or needed.search(text) is not None) and not self._is_hindered(rule, text)

    def rewords(self, rule: str, part: str | None, text: str) -> bool:
        """Whether a rule, or this part of it, may reword this text."""
        is_chosen = rule in self.rephrase or f"{rule}[{part}]" in self.rephrase
        return is_chosen and not self._is_hindered(rule, text)

    def _is_hindered(self, rule: str, text: str) -> bool:
        hindering = self.not_beside.get(rule)
        return hindering is not None and hindering.search(text) is not None


@cache
def rule_choice(language: str) -> RuleChoice:
    """Return the choice for a root language.

    Without an entry, all rules that correct are followed and none that reword.
    """
    chosen = json.loads(resources.read_text(_FILE))
    return RuleChoice(
        dropped=frozenset(chosen["dropped"].get(language, ())),
        only_beside=_patterns(chosen["only_beside"].get(language, {})),
        not_beside=_patterns(chosen["not_beside"].get(language, {})),
        kept_words=frozenset(chosen["kept_words"].get(language, ())).union(chosen["kept_words"]["any"]),
        rephrase=frozenset(chosen["rephrase"].get(language, ())),
    )


def _patterns(rules: Mapping[str, str]) -> dict[str, re.Pattern[str]]:
    return {rule: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for rule, words in rules.items()}
