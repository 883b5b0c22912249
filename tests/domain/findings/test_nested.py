"""Terms inside longer terms with a different translation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.detailed import phrases_of
from termdesk.domain.findings.nested import ENDANGERS, MOST_LOOKED_UP, NestedIndex
from termdesk.domain.language.language import LanguagePair

EN_DE, JA_EN = LanguagePair("en", "de"), LanguagePair("ja", "en")


def nested(pairs: list[tuple[str, str]], pair: LanguagePair) -> list[tuple[str, str]]:
    index = NestedIndex(phrases_of(pairs), pair)
    rows = range(len(pairs))
    index.put(rows)
    index.look(rows)
    return [
        (pairs[row][0], pairs[inner][0])
        for row in rows
        if index.marks()[row] == ENDANGERS
        for inner in index.inside(row)
    ]


def test_an_entry_inside_another_is_found_where_its_target_says_otherwise() -> None:
    pairs = [("Credit note number", "Gutschriftnummer"), ("credit", "Kredit"), ("credit note", "Gutschrift")]

    assert nested(pairs, EN_DE) == [("credit note", "credit")]


def test_a_small_part_of_a_longer_entry_is_not_endangered() -> None:
    pairs = [("of", "von"), ("no", "Nein"), ("no media selected", "Kein Medium"), ("table of contents", "Inhalt")]

    assert nested(pairs, EN_DE) == []


@pytest.mark.parametrize(
    ("inner", "outer"),
    [
        ("Automatisch", "Automatische Umbrüche"),
        ("Buch", "Alle Bücher"),
        ("компю\u0301тър, сметач", "компютърен вирус"),
        ("保存(S)", "すべて保存"),
    ],
)
def test_a_target_that_appears_inflected_or_as_an_alternative_agrees(inner: str, outer: str) -> None:
    assert nested([("automatic", inner), ("automatic all", outer)], EN_DE) == []
    assert nested([("automatic", "Anderes"), ("automatic all", outer)], EN_DE) == [("automatic all", "automatic")]


@pytest.mark.parametrize("inner", ["café", "cafe\u0301"])
@pytest.mark.parametrize("outer", ["café noir", "cafe\u0301 noir"])
def test_an_entry_is_found_inside_another_in_whatever_form_its_accents_are_written(inner: str, outer: str) -> None:
    pairs = [(outer, "Mokka"), (inner, "Kaffee"), ("cafe", "Cafeteria")]

    assert nested(pairs, LanguagePair("fr", "de")) == [(outer, inner)]


def test_parts_of_words_are_nothing_nested() -> None:
    assert (
        nested(
            [
                ("a", "ein"),
                ("a cart", "Karren"),
                ("art", "Kunst"),
                ("cart wheel", "Rad"),
                ("art", "Art"),
                ("ART", "Kunst"),
            ],
            EN_DE,
        )
        == []
    )


def test_of_entries_with_the_same_source_it_is_enough_that_one_agrees() -> None:
    pairs = [("credit note", "Gutschrift"), ("credit", "Kredit"), ("Credit", "Gut")]
    pairs += [("note pad", "Block"), ("note", "Notiz"), ("note", "Ton")]

    assert nested(pairs, EN_DE) == [("note pad", "note"), ("note pad", "note")]


def test_without_spaces_terms_are_found_anywhere_but_single_characters() -> None:
    pairs = [("信用状", "letter of credit"), ("信用", "trust"), ("状", "letter"), ("書", "book")]

    assert nested(pairs, JA_EN) == [("信用状", "信用")]


WORDS = ("credit", "note", "number")
phrases = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join)


japanese = st.text("信用状", min_size=1, max_size=4)


@pytest.mark.slow
@given(
    st.one_of(
        st.tuples(st.just(EN_DE), st.lists(phrases, min_size=1, max_size=6), phrases),
        st.tuples(st.just(JA_EN), st.lists(japanese, min_size=1, max_size=6), japanese),
    ),
    st.integers(0, 5),
)
def test_an_edit_leaves_what_reading_anew_finds(edit: tuple[LanguagePair, list[str], str], row: int) -> None:
    pair, sources, source = edit
    row %= len(sources)
    # Targets that never agree: each row has another digit.
    followed = phrases_of([(each, str(number)) for number, each in enumerate(sources)])
    index = NestedIndex(followed, pair)
    index.put(range(len(sources)))
    index.look(range(len(sources)))

    touched = {row, *(index.holders(sources[row]) or ())}
    index.take([row])
    followed.sources[row] = source
    index.put([row])
    index.look(touched | set(index.holders(source) or ()))

    anew = NestedIndex(phrases_of([(each, str(number)) for number, each in enumerate(followed.sources)]), pair)
    anew.put(range(len(sources)))
    anew.look(range(len(sources)))
    assert index.marks() == anew.marks()
    assert [sorted(index.inside(each)) for each in range(len(sources))] == [
        sorted(anew.inside(each)) for each in range(len(sources))
    ]


def test_rows_of_a_word_that_is_too_common_to_index_are_found_by_a_search() -> None:
    pairs = [(f"credit {number}", "Kredit") for number in range(MOST_LOOKED_UP + 1)] + [("note", "Notiz")]
    index = NestedIndex(phrases_of(pairs), EN_DE)
    index.put(range(len(pairs)))

    assert index.holders("credit") is None
    assert list(index.holders_of_common(["credit"])) == list(range(MOST_LOOKED_UP + 1))
    assert list(index.holders("note") or ()) == []
    assert list(index.same("NOTE")) == [MOST_LOOKED_UP + 1]
