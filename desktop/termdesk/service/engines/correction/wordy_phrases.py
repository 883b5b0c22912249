"""Wordy phrases with shorter replacements, from `resources/wordy_phrases.json`; each was checked in real sentences.

A phrase may depend on the next word: “the majority of parts” is “most parts”, but “the majority of the parts” is “most
of the parts”.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache

from termdesk import resources
from termdesk.service.engines.correction.proposals import Proposal

RULE = "WORDY_PHRASE"
_FILE = "wordy_phrases.json"
_WORD_BEFORE = re.compile(r"(\w+)\W*$")


@dataclass(frozen=True, slots=True)
class WordyPhrase:
    """A phrase and its replacement; it is not replaced after one of the words `not_after`."""

    pattern: re.Pattern[str]
    better: str
    not_after: re.Pattern[str] | None


def find_wordy(text: str, language: str) -> list[Proposal]:
    """Return the wordy phrases in a text of this root language, each with its replacement."""
    found = []
    for phrase in _phrases(language):
        for match in phrase.pattern.finditer(text):
            before = _WORD_BEFORE.search(text[: match.start()])
            if phrase.not_after and before and phrase.not_after.fullmatch(before.group(1)):
                continue
            found.append(Proposal(*match.span(), (_match_case(match.group(), phrase.better),), rule=RULE))
    return found


@cache
def _phrases(language: str) -> tuple[WordyPhrase, ...]:
    return tuple(map(_phrase, json.loads(resources.read_text(_FILE)).get(language, ())))


def _phrase(row: dict[str, str]) -> WordyPhrase:
    words = r"\s+".join(map(re.escape, row["wordy"].split()))
    after = ""
    if "only_before" in row:
        after = rf"(?=\s+(?:{row['only_before']})\b)"
    if "not_before" in row:
        after = rf"(?!\s+(?:{row['not_before']})\b)"
    not_after = re.compile(row["not_after"], re.IGNORECASE) if "not_after" in row else None
    return WordyPhrase(re.compile(rf"\b{words}\b{after}", re.IGNORECASE), row["better"], not_after)


def _match_case(written: str, better: str) -> str:
    return better[:1].upper() + better[1:] if written[:1].isupper() else better
