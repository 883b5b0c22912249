"""Nearly all terms are placed, and nearly all sentences agree with them (goals of 98 and 90 percent)."""

from __future__ import annotations

import pytest

from support.term_sentences import translate_sentences
from termdesk.service.engines.apertium.modes import MODES


@pytest.mark.skipif(not (MODES / "eng-spa.mode").exists(), reason="Apertium is not installed here")
def test_terms_are_placed_and_what_depends_on_them_agrees() -> None:
    figures = translate_sentences()

    assert figures.sentences >= 100
    assert len(figures.unplaced) <= 0.02 * figures.sentences, figures.unplaced
    assert len(figures.faulty) <= 0.1 * figures.sentences, figures.faulty
