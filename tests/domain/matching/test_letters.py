"""Spellings that are the same word, and spellings that are not."""

from __future__ import annotations

from collections.abc import Callable
from cProfile import Profile

import pytest

from termdesk.domain.matching.letters import fold, has_other_letters, is_other_head, is_swiss
from termdesk.domain.matching.terms import TermIndex
from termdesk.domain.matching.uses import check_use


@pytest.mark.parametrize(
    ("one", "other"), [("Œuvre", "oeuvre"), ("Ænigma", "aenigma"), ("ΑΝΤΛΙΑ", "αντλία"), ("Maße", "MASSE")]
)
def test_words_that_differ_in_letters_that_keyboards_lack_are_folded_alike(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    ("one", "other", "language", "is_other"),
    [
        ("Maße", "Masse", "de", True),
        ("Maßen", "Masse", "de-AT", True),
        ("Masse", "Maße", "de", True),
        ("Maße", "MASSE", "de", False),
        ("Maße", "Masse", "de-CH", False),
        ("Straße", "Strasse", "de", False),
        ("Füße", "Füsse", "de", False),
        ("Schließt", "schließen", "de", False),
        ("große", "groß", "de", False),
        ("Fluß", "Fluss", "de", False),
        ("νομός", "νόμος", "el", True),
        ("ΝΟΜΟΣ", "νόμος", "el", False),
        ("νόμος", "Νόμος", "el", False),
    ],
)
def test_words_with_other_letters(one: str, other: str, language: str, is_other: bool) -> None:
    assert has_other_letters(one, other, language) is is_other


def test_the_head_of_a_compound_has_its_own_letters() -> None:
    assert is_other_head("Erdmaßes", 3, "Masse", "de")
    assert not is_other_head("Straßenmasse", 8, "Masse", "de")


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Die Masse sind gross.", "de", True),
        ("In der Bahnhof- und Hauptstrasse, Strasse 5", "de", True),
        ("Die Masse in der Straße, gross", "de", False),
        ("Die Masse der Kasse", "de", False),
        ("Herr Weiss aus Füssen nennt die Masse.", "de", False),
        ("Der Grossist kennt grosso modo die Masse der Fusseln.", "de", False),
        ("Die weisse Masse", "de", True),
        ("A gross weight", "en", False),
    ],
)
def test_texts_in_swiss_spelling(text: str, language: str, *, expected: bool) -> None:
    assert is_swiss(text, language) is expected


@pytest.mark.slow
def test_a_long_text_is_searched_for_swiss_spelling_once() -> None:
    text = "Die Masse der Kasse. " * 20
    hits = TermIndex.of([("mass", "Maße")], language="en").find("mass " * 20)

    assert _searches(lambda: TermIndex.of([("Maße", "mass")], language="de-DE").find(text)) <= 1
    assert _searches(lambda: check_use(hits, text, language="de-DE")) <= 1


def _searches(work: Callable[[], object]) -> int:
    profile = Profile()
    profile.runcall(work)
    return sum(each.callcount for each in profile.getstats() if each.code is is_swiss.__code__)
