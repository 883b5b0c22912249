"""How a command line identifies a glossary and a dictionary."""

from __future__ import annotations

import pytest

from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.commands.glossaries.glossary_lookup import find_glossary, find_row, find_rows, to_root_pair
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair

EN_DE, EN_FR = LanguagePair("en", "de"), LanguagePair("en", "fr")


def summary(key: str, name: str, *pairs: LanguagePair) -> GlossarySummary:
    return GlossarySummary(key, key, name, drafts=tuple(DictionarySummary(pair, 1, "d") for pair in pairs))


def test_a_glossary_is_found_by_name_or_id() -> None:
    law, trade, other = summary("1", "Law"), summary("2", "Trade"), summary("3", "Trade")

    assert find_glossary([law, trade, other], "Law") is law
    assert find_glossary([law, trade, other], "3") is other
    with pytest.raises(InvalidInput) as refused:
        find_glossary([law, trade, other], "Trade")
    assert refused.value.remedy == "Give the id of one: 2, 3."
    with pytest.raises(InvalidInput) as refused:
        find_glossary([law], "law")
    assert refused.value.remedy == "Use one of: Law."


def test_a_dictionary_is_found_by_its_root_languages() -> None:
    terms = summary("1", "Terms", EN_DE, EN_FR)

    assert find_row(terms, to_root_pair(("en-GB", "de"))).pair == EN_DE
    assert len(find_rows(terms, None)) == 2
    with pytest.raises(InvalidInput) as refused:
        find_row(terms, None)
    assert refused.value.remedy == "Choose one with --pair: en-de, en-fr."
    with pytest.raises(InvalidInput) as refused:
        find_rows(terms, LanguagePair("de", "en"))
    assert refused.value.remedy == "It has en → de, en → fr."
    with pytest.raises(InvalidInput):
        find_rows(summary("2", "Empty"), None)
