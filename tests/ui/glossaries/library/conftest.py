"""Glossaries as a service lists them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.client.wire import DictionaryRecord, GlossaryRecord
from termdesk.domain.glossary_tag import GlossaryTag
from termdesk.domain.language.language import LanguagePair

Listed = Callable[..., GlossarySummary]
EN_DE, EN_ES = LanguagePair("en", "de"), LanguagePair("en", "es")


@pytest.fixture(scope="session")
def listed() -> Listed:
    """Return a published glossary with five entries in each dictionary."""

    def make(name: str, *pairs: LanguagePair, tags: Sequence[GlossaryTag] = ()) -> GlossarySummary:
        glossary = GlossaryRecord(name, name, tuple(DictionaryRecord(pair.source, pair.target, 5) for pair in pairs))
        return GlossarySummary(name, name, name, glossary, tags=tuple(tags))

    return make


@pytest.fixture(scope="session")
def library(listed: Listed) -> Sequence[GlossarySummary]:
    """Forty-two glossaries: Energy, Law 00 to Law 39 with two dictionaries each, Medicine."""
    many = [listed(f"Law {number:02}", EN_DE, EN_ES) for number in range(40)]
    return [listed("Energy", EN_DE), *many, listed("Medicine", EN_ES)]
