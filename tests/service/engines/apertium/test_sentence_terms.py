"""The terms of a sentence in Apertium's stream format, without its programs."""

from __future__ import annotations

import pytest

from termdesk.service.engines.apertium.analyzed_phrase import AnalyzedPhrase, WordKind
from termdesk.service.engines.apertium.sentence_terms import CarriedUnit, SentenceTerms, TermLost
from termdesk.service.engines.apertium.term_unit import TermUnit

PUMP = TermUnit("ZQXAAJ", WordKind.NOUN, AnalyzedPhrase("bomba", "es", ()), "pump", "bomba", gender="f")
VALVES = TermUnit(
    "ZQXABJ", WordKind.NOUN, AnalyzedPhrase("válvula", "es", ()), "valves", "válvulas", number="pl", gender="f"
)


def terms() -> SentenceTerms:
    return SentenceTerms([CarriedUnit(unit, "en", {}) for unit in (PUMP, VALVES)])


def test_the_terms_go_through_all_stages() -> None:
    sentence = terms()

    assert sentence.insert_carriers("ZQXAAJ of ZQXABJ and ZQXACJ") == "[zqxaaj]city of [zqxabj]cities and ZQXACJ"
    source = sentence.in_source("[zqxaaj]^city<n><sg>$ ^of<pr>$ [zqxabj]^city<n><pl>$ ^*ZQXACJ$")
    assert source == "^zqxaaj<n><sg>$ ^of<pr>$ ^zqxabj<n><pl>$ ^*ZQXACJ$"
    target = sentence.in_target("^Zqxaaj<n><sg>/@Zqxaaj<n><sg>$ ^zqxabj<n><pl>/@zqxabj<n><pl>$ ^*ZQXACJ/*ZQXACJ$")
    assert target == "^Zqxaaj<n><sg>/Zqxaaj<n><f><sg>$ ^zqxabj<n><pl>/zqxabj<n><f><pl>$ ^*ZQXACJ/*ZQXACJ$"
    results = sentence.read_results("^Zqxaaj<n><f><sg>$ ^zqxabj<n><f><pl>$ ^*ZQXACJ$", lambda _: None)
    assert results == "^*zqxaaj$ ^*zqxabj$ ^*ZQXACJ$"
    assert sentence.put_forms("*zqxaaj de zqxabj y *ZQXACJ") == "Bomba de válvulas y *ZQXACJ"


def test_a_term_that_the_analyzer_left_unknown_is_found_by_its_placeholder() -> None:
    assert terms().in_source("^*ZQXABJ$ [zqxaaj]^city<n><sg>$") == "^zqxabj<n><pl>$ ^zqxaaj<n><sg>$"


@pytest.mark.parametrize("stream", ["^*ZQXAAJ$", "^*ZQXAAJ$ ^*ZQXABJ$ ^*ZQXABJ$"])
def test_a_term_that_is_missing_or_there_twice_is_lost(stream: str) -> None:
    with pytest.raises(TermLost):
        terms().in_source(stream)
    with pytest.raises(TermLost):
        terms().read_results(stream.replace("*", "").lower(), lambda _: None)


def test_a_placeholder_of_no_term_stays_however_often_it_is_there() -> None:
    rest = "^*ZQXZZJ$ ^*ZQXZZJ$"

    assert terms().in_source(f"^*ZQXAAJ$ ^*ZQXABJ$ {rest}").endswith(rest)
