"""Languages are recognized in the titles, cells and names of files."""

from __future__ import annotations

import pytest

from termdesk.domain.language.language import LanguagePair
from termdesk.formats.language_labels import language_of, languages_in_name, pair_in_name


@pytest.mark.parametrize(
    ("label", "code"),
    [
        ("en", "en"),
        (" pt_BR ", "pt-BR"),
        ("deu", "de"),
        ("ger", "de"),
        ("German (Austria)", "de-AT"),
        ("English_United_States", "en-US"),
        ("English (old)", "en"),
        ("English/Englisch", "en"),
        ("English/Deutsch", None),
        ("French, Français (Canada)", "fr-CA"),
        ("Français (Canada), French (France)", "fr"),
        ("Portuguese, Brazil", "pt-BR"),
        ("German; Deutsch", "de"),
        ("English, German", None),
        ("English, note", None),
        ("EN:", "en"),
        ("sr_Latn", "sr-Latn"),
        ("es-419", "es-419"),
        ("zh-CHS", "zh-chs"),
        ("en_note", None),
        ("de_text", None),
        ("en_def", None),
        ("mt", "mt"),
        ("Malti", "mt"),
        ("Deutsch", "de"),
        ("allemand", "de"),
        ("日本語", "ja"),
        ("notes", None),
        ("xx", None),
        ("", None),
    ],
)
def test_a_label_names_a_language_or_none(label: str, code: str | None) -> None:
    assert language_of(label) == code


@pytest.mark.parametrize(
    ("stem", "pair"),
    [
        ("solar.en-es", LanguagePair("en", "es")),
        ("hun-eng", LanguagePair("hu", "en")),
        ("terms_EN-US_de", LanguagePair("en-US", "de")),
        ("German to French", None),
        ("german_french", LanguagePair("de", "fr")),
        ("en-en", None),
        ("glossary", None),
    ],
)
def test_a_name_tells_its_pair(stem: str, pair: LanguagePair | None) -> None:
    assert pair_in_name(stem) == pair


def test_the_last_word_of_a_file_name_may_be_its_language() -> None:
    assert languages_in_name("glossary.en-ru") == ("en", "ru")
    assert languages_in_name("terms_ru") == ("ru",)
    assert languages_in_name("ru_terms") == languages_in_name("Russian") == ()
