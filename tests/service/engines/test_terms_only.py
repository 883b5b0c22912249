"""The terms-only engine: it serves every pair of glossary languages, and translates no word itself."""

from __future__ import annotations

import asyncio

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.language.language_names import GLOSSARY_LANGUAGES
from termdesk.service.engines.terms_only import TermsOnly

EN_DE = LanguagePair("en", "de")


def test_a_sentence_comes_back_and_each_word_of_it_is_unknown() -> None:
    found = asyncio.run(TermsOnly().translate("The house, l'eau & 木!", EN_DE))

    assert found.text == "The house, l'eau & 木!"
    assert found.unknown == ("The", "house", "l", "eau", "木")


def test_every_two_languages_of_glossaries_are_a_pair_and_none_with_itself() -> None:
    pairs = TermsOnly().pairs()

    assert len(pairs) == len(GLOSSARY_LANGUAGES) * (len(GLOSSARY_LANGUAGES) - 1)
    assert EN_DE in pairs
    assert not any(pair.source == pair.target for pair in pairs)


def test_it_never_passes_for_an_engine_that_translates() -> None:
    [shown] = TermsOnly().describe()

    assert "nothing" in TermsOnly().name_for(EN_DE)
    assert (shown.state, shown.resident_bytes) == ("ready", 0)
    assert "translates" not in shown.serves
