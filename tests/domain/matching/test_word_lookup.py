"""Terms are only searched where a word of the text may begin one."""

from __future__ import annotations

from termdesk.domain.matching.term_table import TermTable
from termdesk.domain.matching.word_lookup import TextView, WordLookup, candidate_lengths


def _view(text: str, *terms: str) -> TextView:
    words = WordLookup([TermTable([(term, "") for term in terms], language="en")], [], None)
    return TextView(words.tokenizer.tokens(text), words)


def test_a_term_may_begin_where_its_first_two_words_are() -> None:
    view = _view("A big house, a big ship and a house", "big ship sails", "house")

    assert [view.words[position].written for position in view.starts()] == ["house", "big", "house"]


def test_candidates_tell_how_long_they_are() -> None:
    view = _view("big ship", "big", "big ship", "big ship sails", "big house of stone")

    assert candidate_lengths(view.candidates(view.words[0].beginnings, 0)) == {1, 2, 3}
    assert candidate_lengths(view.candidates(view.words[1].beginnings, 1)) == set()


def test_candidates_of_the_same_two_words_are_found_once_for_all_texts() -> None:
    words = WordLookup([TermTable([("big ship", ""), ("big ship sails", "")], language="en")], [], None)
    first, other = (TextView(words.tokenizer.tokens(text), words) for text in ("A big ship", "Ship. No big ship!"))

    candidates, lengths = first.longest_first(1)

    assert lengths == [3, 2]
    assert other.longest_first(3)[0] is candidates
    assert other.longest_first(0) == ([], [])


def test_terms_of_more_than_two_words_need_their_third_word() -> None:
    for text, lengths in (("a big Ship", [4, 3]), ("a big red", [4, 3]), ("a big", []), ("a big car", [])):
        assert _view(text, "a big ship", "a big red car").longest_first(0)[1] == lengths
    assert _view("a big car", "a big", "a big ship").longest_first(0)[1] == [3, 2]
