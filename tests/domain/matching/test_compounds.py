"""Possible ends of compounds."""

from __future__ import annotations

import pytest

from termdesk.domain.matching.compounds import compound_heads


def test_a_compound_may_end_with_any_long_part_that_is_not_behind_a_prefix() -> None:
    heads = compound_heads("de-AT")

    assert heads is not None
    assert list(heads("Ölpumpe")) == []
    assert "pumpe" in list(heads("Heizölpumpe"))
    assert "lagen" not in list(heads("Unterlagen"))
    assert list(heads("KRAFTSTOFFPUMPE")) == list(heads("AB-Pumpen")) == []


@pytest.mark.parametrize(
    ("language", "word", "head", "is_head"),
    [
        ("nl", "veiligheidsklep", "klep", True),
        ("nl", "waarheidsvrij", "vrij", False),
        ("nl", "koffieklep", "klep", False),
        ("sv", "säkerhetsdosa", "dosa", True),
        ("sv", "betydelselösa", "lösa", False),
        ("de", "Sicherheitsgurt", "gurt", False),
    ],
)
def test_a_short_head_is_sure_behind_some_endings(language: str, word: str, head: str, *, is_head: bool) -> None:
    heads = compound_heads(language)

    assert heads is not None
    assert (head in list(heads(word))) is is_head


@pytest.mark.parametrize("language", ["en", "es", "ja"])
def test_languages_without_compounds_have_none(language: str) -> None:
    assert compound_heads(language) is None
