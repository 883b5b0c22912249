"""The article of a Portuguese superlative, which the analyzer takes for a part of an adverb."""

from __future__ import annotations

import pytest

from termdesk.service.engines.apertium.superlatives import split_superlatives

IS = "^ser<vbser><pri><p3><sg>$"
PRETTY = "^bonito<adj><f><sg>$"


def test_after_ser_and_before_a_feminine_adjective_it_is_an_article() -> None:
    stream = f"{IS} ^a mais<adv>$ {PRETTY}^.<sent>$"

    assert split_superlatives(stream) == f"{IS} ^o<det><def><f><sg>$ ^mais<adv>$ {PRETTY}^.<sent>$"


@pytest.mark.parametrize(
    "stream",
    [
        f"^ter<vblex><pri><p3><sg>$ ^a mais<adv>$ {PRETTY}",
        f"{IS} ^a mais<adv>$^.<sent>$",
        f"{IS} ^a mais<adv>$ ^bonito<adj><m><sg>$",
        f"{IS} ^grande<adj><mf><sg>$ ^a mais<adv>$ {PRETTY}",
    ],
)
def test_elsewhere_it_stays_an_adverb(stream: str) -> None:
    assert split_superlatives(stream) == stream
