"""The pairs that an import offers of a file: one for each dictionary that a glossary can have."""

from __future__ import annotations

from collections import Counter

from termdesk.domain.language.language import LanguagePair
from termdesk.formats.file_view import MOST_COLUMNS_SHOWN, FileView, PairInFile, distinct_pairs


def test_regions_of_one_language_share_a_dictionary_and_the_first_is_offered() -> None:
    british, american = LanguagePair("en-GB", "de"), LanguagePair("en-US", "de-AT")
    french = LanguagePair("en-GB", "fr")

    found = distinct_pairs(Counter({british: 7, american: 900, french: 2}))

    assert found == (PairInFile(british, 7), PairInFile(french, 2))


def test_both_directions_are_two_pairs() -> None:
    there, back = LanguagePair("en", "de"), LanguagePair("de", "en")

    assert distinct_pairs(Counter([there, back, back])) == (PairInFile(there, 1), PairInFile(back, 2))


def test_a_single_pair_is_no_choice() -> None:
    one = Counter({LanguagePair("en-GB", "de"): 1, LanguagePair("en-US", "de"): 1})

    assert distinct_pairs(one) == ()
    assert distinct_pairs(Counter()) == ()


def test_of_very_many_columns_the_first_are_shown_and_those_of_the_phrases() -> None:
    titles = tuple(map(str, range(3000)))

    file = FileView("CSV", titles, (2990, 3), (), None, (), empty_columns=frozenset((0, 1)))

    assert file.shown_columns == (*range(2, MOST_COLUMNS_SHOWN + 2), 2990)
