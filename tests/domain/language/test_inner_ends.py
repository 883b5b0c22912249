"""Ends of sentences inside terms, and where such a term may be in a text."""

from __future__ import annotations

import pytest

from termdesk.domain.language.inner_ends import InnerEnds, has_inner_end, marks_of


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        *(("Dept. of Energy", True), ("Yahoo! Inc", True), ("Who? Me", True), ("approx.\xa05 V", True)),
        *(("注意。危険", True), ("house", False), ("etc.", False), ("v2.5", False), ("危険。", False)),
    ],
)
def test_only_an_end_with_more_behind_it_counts(source: str, expected: bool) -> None:
    language = "ja" if "険" in source else "en"

    assert has_inner_end(source) is expected
    assert bool(InnerEnds.of([source]).words) is expected
    # No term is overlooked by the faster search.
    assert not expected or any(end in source.encode() for mark in marks_of(language) for end in mark.ends)
    assert all(end.startswith(mark.sign) for mark in marks_of(language) for end in mark.ends)


def test_a_term_may_be_where_its_word_is_before_the_end() -> None:
    ends = InnerEnds.of(["Dept. of Energy", "house"]).merge(InnerEnds.of(["Gen. Purpose"]))
    text = "Today the dept. Of energies is closed. Nobody is there."

    start, end = ends.window(text, text.index("Of")) or (0, 0)

    assert text[start:end].startswith("Today the dept. Of energies is closed")
    assert ends.window(text, text.index("Nobody")) is None
    assert ends.longest == len("Dept. of Energy")


def test_words_without_spaces_need_only_their_last_letter() -> None:
    text = "これは注意。危険です。"

    assert InnerEnds.of(["注意。危険"]).window(text, text.index("危")) == (0, len(text))


def test_without_such_terms_nothing_is_searched() -> None:
    assert InnerEnds.of(["house"]).window("A house. B.", 9) is None
