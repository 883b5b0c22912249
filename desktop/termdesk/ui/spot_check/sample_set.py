"""The sentence set of the sample."""

from __future__ import annotations

import json
from collections.abc import Iterable

from termdesk import resources
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.spot_check.sentence_set import SentenceSet
from termdesk.domain.spot_check.sentence_split import split_sentences


def read_sample_set(glossaries: Iterable[GlossarySummary]) -> SentenceSet:
    """Return the set of the sample, for the first of these glossaries that has a dictionary for its languages."""
    sample = json.loads(resources.read_text("samples/texts.json"))["translate"][0]
    pair = LanguagePair(sample["source"], sample["target"])
    sentences = split_sentences(sample["text"], sample["source"])
    meant = next((each for each in glossaries if each.row(pair)), None)
    key, name = (meant.key, meant.name) if meant else ("", "")
    return SentenceSet("sample", sample["title"], pair, sentences, glossary_key=key, glossary_name=name)
