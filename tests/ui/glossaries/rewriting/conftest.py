"""A dictionary to find and replace in."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary

PAIRS = [("red house", "casa  roja"), ("house", "casa"), ("tree", "árbol "), ("House boat", "casa flotante")]


@pytest.fixture
def dictionary(opening: Callable[[Sequence[tuple[str, str]]], OpenDictionary]) -> OpenDictionary:
    return opening(PAIRS)
