"""Spelling variants of one phrase have the same key, other phrases have other keys."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.domain.similarity.near_duplicates import EVERYTHING, Variation, clusters, near_key, variations

LANGUAGES = ("ar", "de", "en", "es", "fa", "fr", "he", "ja", "nl", "pt", "th", "tr", "zh")


@pytest.mark.parametrize(
    ("language", "one", "other", "differing"),
    [
        ("en", "Credit note", "credit note", {Variation.CASE}),
        ("en", "caf\u00e9", "cafe\u0301", {Variation.COMPOSITION}),
        ("en", "e-mail", "email", {Variation.HYPHENS}),
        ("en", "credit–note", "credit note", {Variation.HYPHENS}),
        ("en", "driver’s licence", "driver's licence", {Variation.HYPHENS}),
        ("en", "ＰＤＦ", "PDF", {Variation.WIDTH}),
        ("en", "categories", "category", {Variation.PLURAL}),
        ("en", "boxes", "box", {Variation.PLURAL}),
        ("en", "E-Mails", "email", {Variation.CASE, Variation.HYPHENS, Variation.PLURAL}),
        ("de", "Rechnungen", "Rechnung", {Variation.PLURAL}),
        ("de", "Gruß", "GRUSS", {Variation.CASE}),
        ("es", "canciones", "canción", {Variation.PLURAL}),
        ("fr", "chevaux", "cheval", {Variation.PLURAL}),
        ("fr", "bureaux", "bureau", {Variation.PLURAL}),
        ("pt", "opções", "opção", {Variation.PLURAL}),
        ("tr", "Izgara", "ızgara", {Variation.CASE}),
        ("el", "ΟΔΟΣ", "οδος", {Variation.CASE}),
        ("ja", "サーバー", "サーバ", {Variation.MARKS}),
        ("ja", "ﾌｧｲﾙ", "ファイル", {Variation.WIDTH}),
        ("ja", "ユーザー・グループ", "ユーザーグループ", {Variation.HYPHENS}),
        ("ar", "كِتَاب", "كتاب", {Variation.MARKS}),
        ("ar", "كتـــاب", "كتاب", {Variation.MARKS}),
        ("he", "שָׁלוֹם", "שלום", {Variation.MARKS}),
        ("fa", "كتابي", "کتابی", {Variation.MARKS}),
        ("fa", "می\u200cخواهم", "میخواهم", {Variation.HYPHENS}),
    ],
)
def test_spellings_of_one_phrase_have_one_key(language, one, other, differing) -> None:
    key = near_key(language)

    assert key(one) == key(other)
    assert set(variations(one, other, language)) == differing


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("en", "new", "news"),
        ("en", "glass", "glas"),
        ("en", "resume", "résumé"),
        ("en", "-5", "+5"),
        ("de", "Druck", "drucken"),
        ("de", "Masse", "Messe"),
        ("tr", "ilik", "ılık"),
        ("ja", "ー", "・"),
        ("zh", "开", "開"),
        ("es", "papá", "papa"),
    ],
)
def test_other_phrases_have_other_keys(language, one, other) -> None:
    assert near_key(language)(one) != near_key(language)(other)
    assert variations(one, other, language) == ()


def test_what_is_not_ignored_tells_phrases_apart() -> None:
    key = near_key("en", EVERYTHING - {Variation.CASE})

    assert key("Polish") != key("polish")
    assert key("e-mail") == key("email")


def test_clusters_hold_different_spellings_with_all_their_rows() -> None:
    phrases = ["Web site", "house", "website", "", "web-sites", "house", "website", ""]

    assert clusters(phrases, near_key("en")) == [[0, 2, 4, 6]]


@given(st.text(), st.sampled_from(LANGUAGES))
def test_every_phrase_has_a_key(phrase, language) -> None:
    key = near_key(language)

    assert bool(key(phrase)) == bool(phrase)
    assert variations(phrase, phrase, language) == ()
