"""Which periods belong to an abbreviation, judging by the words around them."""

from __future__ import annotations

import pytest

from termdesk.domain.language.abbreviations import ends_with_abbreviation


@pytest.mark.parametrize(
    ("language", "before", "after", "expected"),
    [
        ("en", "A.", "House", True),
        ("fr-CA", "La maj.", "du logiciel", True),
        ("fr", "C'est le max.", "Le reste", False),
        ("es", "Temp. máx.", "5 grados", True),
        ("en", "See fig.", "3", True),
        ("en", "See no fig.", "Then", False),
        ("de", "Am 3.", "Mai", True),
        ("sv", "Han kom.", "Sen", False),
    ],
)
def test_a_period_after_an_abbreviation_does_not_end_a_sentence(
    language: str, before: str, after: str, expected: bool
) -> None:
    assert ends_with_abbreviation(before, after, language) is expected
