"""Find and replace, and clean-up: exactly the intended phrases change."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.campaign import not_hanging
from termdesk.domain.entries.rewrite import Case, CleanUpOptions, find_hits, make_replacement, make_span_finder
from termdesk.domain.errors import InvalidInput

phrases = st.lists(st.text(max_size=20), max_size=20)


def test_hits_name_the_rows_with_before_and_after() -> None:
    hits = find_hits(["a house", "a tree", "House"], 1, make_replacement("house", "home"))

    assert (list(hits.rows), hits.before, hits.after) == ([0, 2], ["a house", "House"], ["a home", "home"])


def test_only_the_rows_asked_for_are_looked_at() -> None:
    assert list(find_hits(["x", "x", "x"], 0, make_replacement("x", "y"), rows=[2, 0]).rows) == [2, 0]


@pytest.mark.parametrize(
    ("options", "phrase", "expected"),
    [
        ({}, "Art art", "X X"),
        ({"with_case": True}, "Art art", "Art X"),
        ({"whole_words": True}, "art party art.", "X party X."),
        ({}, "straße art", "straße X"),
    ],
)
def test_options(options: dict[str, bool], phrase: str, expected: str) -> None:
    assert make_replacement("art", "X", **options)(phrase) == expected


def test_patterns_have_groups_and_unicode_classes() -> None:
    assert make_replacement(r"(\w+) (\w+)", r"\2 \1", is_pattern=True)("uno dos") == "dos uno"
    assert make_replacement(r"\p{Han}+", "漢", is_pattern=True)("a 汉字 b") == "a 漢 b"


def test_what_is_no_pattern_is_taken_as_it_stands() -> None:
    assert make_replacement("a.b(", r"\1", with_case=True)("a.b( axb(") == r"\1 axb("


@pytest.mark.parametrize(
    ("search", "replacement"), [("(", "x"), ("a", r"\1"), ("a", r"\g<no>"), ("[z-a]", "x"), ("", "")]
)
def test_a_pattern_that_cannot_be_is_refused_in_words(search: str, replacement: str) -> None:
    with pytest.raises(InvalidInput) as refusal:
        make_replacement(search, replacement, is_pattern=True)
    assert refusal.value.remedy


@pytest.mark.parametrize(
    ("search", "replacement", "words"),
    [
        ("casa", r"\1", "refers to group 1, but the pattern has 0 groups"),
        ("(casa)", r"a\2", "refers to group 2, but the pattern has 1 group"),
        ("(a)(b)", r"\1\3", "refers to group 3, but the pattern has 2 groups"),
        ("(?P<head>a)", r"\g<tail>", "refers to group tail, but the pattern has 1 group"),
        ("(a)", "\\", "The replacement cannot be used"),
    ],
)
def test_a_wrong_group_is_told_from_a_wrong_pattern(search: str, replacement: str, words: str) -> None:
    with pytest.raises(InvalidInput, match=words) as refusal:
        make_replacement(search, replacement, is_pattern=True)

    assert "backslash" in refusal.value.remedy


def test_groups_that_are_there_and_backslashes_are_no_mistake() -> None:
    assert make_replacement(r"(?P<a>x)(y)", r"\g<a>\2\g<0>\\3", is_pattern=True)("xy") == r"xyxy\3"


def test_a_pattern_that_runs_away_is_stopped() -> None:
    rewrite = make_replacement(r"(\w|\w\w)+!$|q", "", is_pattern=True)

    with not_hanging(), pytest.raises(InvalidInput, match="too long"):
        rewrite("ab" * 40)


@given(phrases, st.text(min_size=1, max_size=3), st.text(max_size=3))
def test_a_plain_replacement_is_that_of_python(texts: list[str], search: str, new: str) -> None:
    hits = find_hits(texts, 0, make_replacement(search, new, with_case=True))

    expected = {row: text.replace(search, new) for row, text in enumerate(texts) if text.replace(search, new) != text}
    assert dict(zip(hits.rows, hits.after, strict=True)) == expected


@pytest.mark.parametrize(
    ("cleaning", "phrase", "expected"),
    [
        (CleanUpOptions(), "  two   words\t", "two words"),
        (CleanUpOptions(), "line\u2028break\n", "line break"),
        (CleanUpOptions(), "e\u0301", "é"),
        (CleanUpOptions(), "hard\u00a0space", "hard\u00a0space"),
        (CleanUpOptions(replaces_hard_spaces=True), "hard\u00a0space", "hard space"),
        (CleanUpOptions(straightens_quotes=True), "“it’s”", '"it\'s"'),
        (CleanUpOptions(drops_invisible=True), "soft\u00adhyphen\u200b", "softhyphen"),
        (CleanUpOptions(trims=False, collapses_spaces=False, composes=False), " a  b ", " a  b "),
    ],
)
def test_cleaning(cleaning: CleanUpOptions, phrase: str, expected: str) -> None:
    assert cleaning(phrase) == expected


@given(st.text(max_size=30))
def test_cleaning_twice_changes_nothing_more(phrase: str) -> None:
    cleaning = CleanUpOptions(straightens_quotes=True, replaces_hard_spaces=True, drops_invisible=True)

    assert cleaning(cleaning(phrase)) == cleaning(phrase)


@pytest.mark.parametrize(
    ("case", "phrase", "cased"),
    [
        (Case.LOWER, "Solar PANEL", "solar panel"),
        (Case.FIRST_LOWER, "Solar PANEL", "solar PANEL"),
        (Case.FIRST_UPPER, "“été indien”", "“Été indien”"),
        (Case.FIRST_UPPER, "ǆamija", "ǅamija"),
        (Case.FIRST_UPPER, "ßa", "ßa"),
        (Case.FIRST_UPPER, "3 日本 ab", "3 日本 ab"),
        (Case.FIRST_UPPER, "12", "12"),
        (Case.KEPT, "Ab", "Ab"),
    ],
)
def test_capital_letters_become_what_was_chosen(case: Case, phrase: str, cased: str) -> None:
    cleaning = CleanUpOptions(trims=False, collapses_spaces=False, composes=False, case=case)

    assert cleaning(phrase) == cased
    assert cleaning.does_anything == (case is not Case.KEPT)


@pytest.mark.parametrize("search", ["café", "cafe\u0301"])
@pytest.mark.parametrize("with_case", [False, True])
def test_a_phrase_is_found_in_whatever_form_its_accents_are_written(search: str, with_case: bool) -> None:
    rewrite = make_replacement(search, "thé", with_case=with_case)

    assert rewrite("un café") == rewrite("un cafe\u0301") == "un thé"
    # The part that is not replaced keeps its Unicode form.
    assert rewrite("e\u0301 cafe\u0301 e\u0301") == "e\u0301 thé e\u0301"
    assert rewrite("cafe") == "cafe"


def test_groups_of_a_pattern_are_taken_from_decomposed_phrases_too() -> None:
    rewrite = make_replacement(r"(caf\w)(s?)", r"<\1>\2", is_pattern=True)

    assert rewrite("deux cafe\u0301s e\u0301") == "deux <café>s e\u0301"


@pytest.mark.parametrize(
    ("phrase", "replaced"),
    [
        ("car", "auto"),
        ("Car", "Auto"),
        ("CAR park", "AUTO park"),
        ("cAR", "auto"),
        ("a Car, a car", "a Auto, a auto"),
    ],
)
def test_a_replacement_keeps_the_case_of_what_it_replaces(phrase: str, replaced: str) -> None:
    assert make_replacement("car", "auto", keeps_case=True)(phrase) == replaced


def test_where_letters_have_no_case_the_replacement_stays_as_typed() -> None:
    assert make_replacement("車", "Auto", keeps_case=True)("車") == "Auto"


def test_one_capital_letter_is_not_taken_for_capitals() -> None:
    assert make_replacement("a", "one", keeps_case=True)("A house") == "One house"


def test_spans_are_found_in_any_case_and_form() -> None:
    find = make_span_finder("strasse")

    assert find("Die STRASSE, die Straße") == [(4, 11), (17, 23)]
    assert make_span_finder("é")("cafe\u0301 é") == [(3, 5), (6, 7)]


def test_a_pattern_that_runs_away_marks_nothing() -> None:
    assert make_span_finder("(a+)+$", is_pattern=True)("a" * 60 + "b") == []
