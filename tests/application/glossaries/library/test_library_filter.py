"""The filter above the library: words, pairs, tags and states."""

from __future__ import annotations

import pytest

from termdesk.application.glossaries.library.library_filter import SearchTexts, filter_summaries, rows_of_typed_pairs
from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.client.wire import DictionaryRecord, GlossaryRecord
from termdesk.domain.glossary_tag import GlossaryTag, TagKind
from termdesk.domain.language.language import LanguagePair


def listed(*pairs: str) -> GlossaryRecord:
    return GlossaryRecord("g", "", tuple(DictionaryRecord(*pair.split("-"), 3) for pair in pairs))


ACME = GlossaryTag(TagKind.CLIENT, "ACME Corp")
LAW = GlossaryTag(TagKind.DOMAIN, "Law")
SUMMARIES = [
    GlossarySummary("k0", "g0", "Solar-Energy", listed("en-es", "en-de"), tags=(ACME,)),
    GlossarySummary("k1", "g1", "Contracts", listed("de-en"), tags=(LAW, GlossaryTag(TagKind.WORD, "old"))),
    GlossarySummary(
        "k2", None, "Straße", drafts=(DictionarySummary(LanguagePair("de", "fr"), 3, "d", True, is_on_service=False),)
    ),
    GlossarySummary("k3", "g3", "Edge", listed("EN-JA")),
]
TEXTS = SearchTexts(SUMMARIES)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("", [0, 1, 2, 3]),
        ("  ", [0, 1, 2, 3]),
        ("CONTR", [1]),
        ("strasse", [2]),
        ("solar-energy", [0]),
        # Pairs, complete or one side, in various spellings.
        ("en-de", [0]),
        ("EN→DE", [0]),
        ("en>de", [0]),
        ("en -> de", [0]),
        ("en-d", [0]),
        ("en-", [0, 3]),
        ("en→", [0, 3]),
        ("→en", [1]),
        ("en-ja", [3]),
        ("solar →de", [0]),
        ("solar → de", [0]),
        ("-", [0, 1, 2, 3]),
        ("de-fr", [2]),
        ("→", [0, 1, 2, 3]),
        # A single code, on either side. As part of a name it is also found.
        ("de", [0, 1, 2]),
        ("ed", [3]),
        # Tags.
        ("#acme", [0]),
        ("acme", [0]),
        ('client:"acme corp"', [0]),
        ("domain:law", [1]),
        ("client:law", []),
        ("client", []),
        ("#corp", []),
        ("#", [0, 1, 2, 3]),
        # States are found by their filter, not by plain words.
        ("is:draft", [2]),
        ("is:pub", [0, 1, 3]),
        ("draft", []),
        # All typed words must match.
        ("en-de #acme", [0]),
        ("en-de #law", []),
        ("de is:draft", [2]),
    ],
)
def test_what_is_typed_finds(typed: str, found: list[int]) -> None:
    assert [SUMMARIES.index(summary) for summary in filter_summaries(TEXTS, SUMMARIES, typed)] == found


@pytest.mark.parametrize(
    ("typed", "pairs"),
    [
        ("solar en-de", ["en → de"]),
        ("→es", ["en → es"]),
        ("es", ["en → es"]),
        ("en-", ["en → de", "en → es"]),
        ("en- →de", ["en → de"]),
        ("solar", []),
        ("is:published", []),
        ("fr-de", []),
    ],
)
def test_a_pair_that_is_typed_says_which_dictionary_is_meant(typed: str, pairs: list[str]) -> None:
    assert [str(row.pair) for row in rows_of_typed_pairs(SUMMARIES[0], typed)] == pairs
