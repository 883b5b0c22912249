"""The language pairs that an import offers: one for each dictionary that a glossary can have."""

from __future__ import annotations

from collections import Counter

from termdesk.domain.language.language import LanguagePair
from termdesk.formats.file_view import MOST_COLUMNS_SHOWN, FileView, PairInFile, root_pairs, several_pairs

BRITISH, AMERICAN, FRENCH = (LanguagePair(*codes) for codes in (("en-GB", "de"), ("en-US", "de-AT"), ("en-GB", "fr")))
COUNTS = Counter({BRITISH: 7, AMERICAN: 900, FRENCH: 2})


def test_regions_of_one_language_are_offered_side_by_side() -> None:
    assert several_pairs(COUNTS) == (PairInFile(BRITISH, 7), PairInFile(AMERICAN, 900), PairInFile(FRENCH, 2))


def test_rows_that_are_read_by_root_languages_are_one_pair_with_all_of_them() -> None:
    assert root_pairs(COUNTS) == (PairInFile(BRITISH, 907), PairInFile(FRENCH, 2))


def test_both_directions_are_two_pairs() -> None:
    there, back = LanguagePair("en", "de"), LanguagePair("de", "en")

    assert several_pairs(Counter([there, back, back])) == (PairInFile(there, 1), PairInFile(back, 2))


def test_a_single_pair_is_no_choice() -> None:
    one = Counter({LanguagePair("en-GB", "de"): 1, LanguagePair("en-US", "de"): 1})

    assert root_pairs(one) == ()
    assert several_pairs(Counter()) == ()


def test_of_very_many_columns_the_first_are_shown_and_those_of_the_phrases() -> None:
    titles = tuple(map(str, range(3000)))

    file = FileView("CSV", titles, (2990, 3), (), None, (), empty_columns=frozenset((0, 1)))

    assert file.shown_columns == (*range(2, MOST_COLUMNS_SHOWN + 2), 2990)
