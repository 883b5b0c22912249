"""The set of the sample has sentences, and the glossary of its languages."""

from __future__ import annotations

from dataclasses import replace

from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.spot_check.sample_set import read_sample_set


def glossary(name: str, pair: LanguagePair) -> GlossarySummary:
    return GlossarySummary(f"local-{name}", None, name, None, drafts=(DictionarySummary(pair, 1),))


def test_the_sample_is_for_the_first_glossary_of_its_languages() -> None:
    without = read_sample_set([])
    assert without.sentences
    assert without.glossary_key == ""

    offered = [glossary("other", without.pair.reverse), glossary("law", without.pair), glossary("more", without.pair)]
    assert read_sample_set(offered) == replace(without, glossary_key="local-law", glossary_name="law")
