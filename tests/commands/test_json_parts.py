"""Parts that the JSON of many commands has in common."""

from __future__ import annotations

from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.commands.json_parts import glossary_json, pair_json
from termdesk.domain.language.language import LanguagePair


def test_a_pair_has_the_same_keys_everywhere() -> None:
    assert pair_json(LanguagePair("en", "pt-BR")) == {"source_lang": "en", "target_lang": "pt-BR"}


def test_a_glossary_has_the_same_keys_everywhere() -> None:
    assert glossary_json(GlossarySummary("key", None, "Terms")) == {"glossary": "Terms", "id": "key"}
    assert glossary_json(None) == {"glossary": None, "id": None}
