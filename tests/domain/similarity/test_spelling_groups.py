"""Spelling variants are reported only if the user should act on them, not for matching singular and plural."""

from __future__ import annotations

import pytest

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.similarity.spelling_groups import SpellingGroups


def reported(pair: str, *entries: tuple[str, str]) -> list[bool]:
    return SpellingGroups(LanguagePair(*pair.split("-"))).are_reported(entries)


@pytest.mark.parametrize(
    ("pair", "one", "other"),
    [
        ("en-ar", ("pouch", "الكيس"), ("pouches", "الأكياس")),
        ("en-ar", ("sycophant", "المتملق"), ("sycophants", "المتملقون")),
        ("en-ar", ("rice", "الرزّ"), ("rices", "الرزّ")),
        ("en-de", ("object", "Objekt"), ("objects", "Objekte")),
        ("en-de", ("Arc", "Kreisbogen"), ("Arcs", "Kreisbögen")),
        ("en-ja", ("image", "画像"), ("images", "画像")),
        ("en-de", ("server", "Server"), ("servers", "")),
        ("en-de", ("server", "Server"), ("server", "Rechner")),
    ],
)
def test_singular_and_plural_of_one_term_are_not_told(pair: str, one: tuple[str, str], other: tuple[str, str]) -> None:
    assert reported(pair, one, other) == [False, False]


@pytest.mark.parametrize(
    ("pair", "one", "other"),
    [
        ("en-fr", ("Bookmark", "Repère de texte"), ("Bookmarks", "Marque-pages")),
        ("en-ar", ("function", "الوظيفة"), ("functions", "الدوال")),
        ("en-ar", ("Detail", "التفاصيل"), ("Details", "التّفاصيل")),
        ("en-ar", ("Detail", "التفاصيل"), ("Details", "تفاصيل")),
        ("en-de", ("e-mail", "E-Mail"), ("email", "E-Mail")),
        ("ar-en", ("كِتاب", "book"), ("كتاب", "book")),
        ("hu-en", ("légi bomba", "aerial torpedo"), ("légibomba", "blockbuster")),
    ],
    ids=["other term", "other Arabic term", "vowel marks", "article", "spelling", "marks", "no rules of plurals"],
)
def test_what_somebody_would_act_on_is_told(pair: str, one: tuple[str, str], other: tuple[str, str]) -> None:
    assert reported(pair, one, other) == [True, True]


def test_of_a_group_only_those_are_told_that_have_another_spelling() -> None:
    entries = [("e-mail", "E-Mail"), ("email", "E-Mail"), ("emails", "E-Mails")]

    assert reported("en-de", *entries) == [True, True, False]


def test_a_group_of_very_many_spellings_is_told_as_a_whole() -> None:
    entries = [("-" * count + "page", "Seite") for count in range(50)]

    assert reported("en-de", *entries, ("pages", "Seiten")) == [True] * 51


def test_two_spellings_with_very_many_targets_are_told_as_a_whole() -> None:
    """Comparing all pairs of targets would block the window at every step of the cursor."""
    entries = [(source, f"Seite {count}") for source in ("page", "pages") for count in range(25)]

    assert reported("en-de", *entries) == [True] * 50
    assert reported("en-de", *entries[:20], *entries[25:30], *entries[:20]) == [False] * 45
