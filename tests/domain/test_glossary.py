"""Glossaries and the dictionary that a translation would use."""

from __future__ import annotations

from termdesk.domain.glossary import Dictionary, Glossary, find_fitting
from termdesk.domain.language.language import LanguagePair

EN_PT = Dictionary(LanguagePair("en", "pt"), 3)
PT_EN = Dictionary(LanguagePair("pt", "en"), 4)


def test_a_translation_into_a_variant_uses_the_dictionary_of_the_root() -> None:
    glossary = Glossary("1", "Law", (PT_EN, EN_PT))

    assert glossary.dictionary(LanguagePair("EN-us", "pt-BR")) is EN_PT
    assert glossary.dictionary(LanguagePair("en", "es")) is None


def test_entries_are_counted_over_all_dictionaries() -> None:
    assert Glossary("1", "Law", (EN_PT, PT_EN)).entry_count == 7
    assert Glossary("2", "Empty", ()).entry_count == 0


def test_the_glossaries_that_fit_a_pair_come_by_name() -> None:
    glossaries = [
        Glossary("1", "solar", (EN_PT,)),
        Glossary("2", "Law", (EN_PT, PT_EN)),
        Glossary("3", "Other way", (PT_EN,)),
    ]

    assert [each.name for each in find_fitting(glossaries, LanguagePair("en-GB", "pt-PT"))] == ["Law", "solar"]
