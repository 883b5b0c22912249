"""A glossary with many languages: as a table, as its edits, and as a page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest

from support.multilingual_glossary import OWN
from termdesk.application.glossaries.multilingual.open_table import OpenTable
from termdesk.ui.glossaries.multilingual.multilingual_page import MultilingualPage


@pytest.fixture
def table(opening_multilingual: Callable[[object], OpenTable]) -> OpenTable:
    """Into Arabic, German, Hebrew, Japanese and Thai. Only Japanese has all four phrases."""
    return opening_multilingual(OWN)


@pytest.fixture
def page(
    opening_multilingual_page: Callable[[Mapping[str, Sequence[tuple[str, str]]]], MultilingualPage],
) -> MultilingualPage:
    return opening_multilingual_page(OWN)
