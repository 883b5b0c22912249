"""Differences of texts are complete, correct, and grouped for readers."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.domain.similarity.text_diff import DiffKind, compare, tokens

# Few words, so that texts share many of them, and all kinds of characters between words.
_WORDS = st.sampled_from(
    [
        "a",
        "old",
        "Haus",
        "don't",
        "ein",
        ".",
        "(",
        "“",
        "日",
        "本",
        "ไท",
        "é",
        "e\u0301",
        "👩🏽\u200d💻",
        "'",
        "हिन्दी",
        "_",
    ]
)
_BETWEEN = st.sampled_from([" ", " ", "  ", "\n", "\t", "\u00a0", "\x00", ""])
_TEXTS = st.lists(_WORDS | _BETWEEN | st.text(max_size=3), max_size=30).map("".join)


def _shown(before: str, after: str) -> list[tuple[str, str, str]]:
    return [
        (chunk.kind.value, before[chunk.before_start : chunk.before_end], after[chunk.after_start : chunk.after_end])
        for chunk in compare(before, after)
    ]


@given(_TEXTS)
def test_tokens_joined_are_the_text(text: str) -> None:
    assert "".join(tokens(text)) == text


@pytest.mark.parametrize("mark", ["'", "’"])
def test_a_quotation_mark_behind_a_word_is_a_token_of_its_own(mark: str) -> None:
    assert tokens(f"{mark}the houses{mark} doors don{mark}t") == [
        mark,
        "the",
        " houses",
        mark,
        " doors",
        f" don{mark}t",
    ]
    # Accents of their own are read by another pattern.
    assert tokens(f"cafe\u0301{mark} a{mark}b") == ["cafe\u0301", mark, f" a{mark}b"]


@given(_TEXTS, _TEXTS)
def test_pieces_cover_both_texts_and_say_what_is_true(before: str, after: str) -> None:
    chunks = compare(before, after)

    shown = _shown(before, after)
    assert "".join(old for _, old, _ in shown) == before
    assert "".join(new for _, _, new in shown) == after
    for chunk, (_, old, new) in zip(chunks, shown, strict=True):
        expected = {
            DiffKind.EQUAL: old == new and old != "",
            DiffKind.INSERTED: old == "" and new != "",
            DiffKind.DELETED: old != "" and new == "",
            DiffKind.REPLACED: old != "" and new != "",
        }
        assert expected[chunk.kind], (chunk, old, new)
    assert all((first.kind == DiffKind.EQUAL) != (second.kind == DiffKind.EQUAL) for first, second in pairwise(chunks))


@given(_TEXTS)
def test_a_text_does_not_differ_from_itself(text: str) -> None:
    assert all(chunk.kind == DiffKind.EQUAL for chunk in compare(text, text))


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        pytest.param(
            "She go home.",
            "She goes home.",
            [("equal", "She ", "She "), ("replaced", "go", "goes"), ("equal", " home.", " home.")],
            id="a word is replaced as a whole",
        ),
        pytest.param(
            "I has the old thing.",
            "I have a new thing.",
            [("equal", "I ", "I "), ("replaced", "has the old", "have a new"), ("equal", " thing.", " thing.")],
            id="lone blanks between changes belong to them",
        ),
        pytest.param(
            "old man",
            "An old man",
            [("inserted", "", "An "), ("equal", "old man", "old man")],
            id="a word that only got a blank before it is kept",
        ),
        pytest.param(
            "the cat.",
            "the cat sat.",
            [("equal", "the cat", "the cat"), ("inserted", "", " sat"), ("equal", ".", ".")],
            id="an added word comes with its blank",
        ),
        pytest.param(
            "You dont know",
            "You don’t know",
            [("equal", "You ", "You "), ("replaced", "dont", "don’t"), ("equal", " know", " know")],
            id="an apostrophe is part of its word",
        ),
        pytest.param(
            "これは日本語です",
            "これは英語です",
            [("equal", "これは", "これは"), ("replaced", "日本", "英"), ("equal", "語です", "語です")],
            id="scripts without spaces go by character",
        ),
        pytest.param(
            "कल हिन्दी",
            "कल हिन्दू",
            [("equal", "कल ", "कल "), ("replaced", "हिन्दी", "हिन्दू")],
            id="marks are not torn from their letters",
        ),
        pytest.param(
            "go very yesterday.",
            "go yesterday evening.",
            [
                ("equal", "go", "go"),
                ("deleted", " very", ""),
                ("equal", " yesterday", " yesterday"),
                ("inserted", "", " evening"),
                ("equal", ".", "."),
            ],
            id="a word is kept whose mark moved to another",
        ),
        pytest.param(
            "say word",
            "say “word”",
            [("equal", "say ", "say "), ("replaced", "word", "“word”")],
            id="quotation marks come and go together",
        ),
        pytest.param(
            "(old), said",
            "(new), said",
            [("equal", "(", "("), ("replaced", "old", "new"), ("equal", "), said", "), said")],
            id="marks around a changed word are kept",
        ),
        pytest.param(
            "(old cat) sat",
            "(cat) sat",
            [("equal", "(", "("), ("deleted", "old ", ""), ("equal", "cat) sat", "cat) sat")],
            id="a word keeps its place between marks that touched others",
        ),
        pytest.param(
            "a#\ufe0f b",
            "a# b",
            [("equal", "a", "a"), ("replaced", "#\ufe0f", "#"), ("equal", " b", " b")],
            id="marks of pictures are not torn off",
        ),
        pytest.param(
            "old  man",
            "new  dog",
            [("replaced", "old", "new"), ("equal", "  ", "  "), ("replaced", "man", "dog")],
            id="two spaces are kept",
        ),
        pytest.param(
            "An old man",
            "old man",
            [("deleted", "An ", ""), ("equal", "old man", "old man")],
            id="the first word goes with its blank",
        ),
        pytest.param(
            "we go home",
            "we go, now home",
            [("equal", "we go", "we go"), ("inserted", "", ", now"), ("equal", " home", " home")],
            id="a word is kept among those that replace it",
        ),
        pytest.param(
            "we go, now home",
            "we go home",
            [("equal", "we go", "we go"), ("deleted", ", now", ""), ("equal", " home", " home")],
            id="a word is kept when others around it go",
        ),
        pytest.param(
            "we may go home",
            "we can go, home",
            [
                ("equal", "we ", "we "),
                ("replaced", "may", "can"),
                ("equal", " go", " go"),
                ("inserted", "", ","),
                ("equal", " home", " home"),
            ],
            id="a word behind a replaced one is kept when it gets a mark",
        ),
        pytest.param(
            "an old cat",
            "an odd, dog",
            [("equal", "an ", "an "), ("replaced", "old cat", "odd, dog")],
            id="words with nothing in common are replaced together",
        ),
        pytest.param(
            "my cat.",
            "my dog.",
            [("equal", "my ", "my "), ("replaced", "cat", "dog"), ("equal", ".", ".")],
            id="the mark behind a replaced word is kept",
        ),
        pytest.param(
            "in 10 days",
            "in 10.5 days",
            [("equal", "in 10", "in 10"), ("inserted", "", ".5"), ("equal", " days", " days")],
            id="a number is kept that gets decimals",
        ),
        pytest.param(
            "it costs 850",
            "it was 85,0",
            [("equal", "it ", "it "), ("replaced", "costs 850", "was 85,0")],
            id="a number is replaced as a whole",
        ),
        pytest.param(
            "a  b",
            "a c b",
            [("equal", "a ", "a "), ("inserted", "", "c"), ("equal", " b", " b")],
            id="a word between two spaces is added",
        ),
        pytest.param("", "x", [("inserted", "", "x")], id="out of nothing"),
        pytest.param("a b", "", [("deleted", "a b", "")], id="into nothing"),
        pytest.param(
            "one\ntwo", "one two", [("equal", "one", "one"), ("replaced", "\n", " "), ("equal", "two", "two")]
        ),
    ],
)
def test_the_difference_reads_as_expected(before: str, after: str, expected: list[tuple[str, str, str]]) -> None:
    assert _shown(before, after) == expected


def test_as_much_is_kept_as_can_be() -> None:
    before = " ".join(f"word{number}" for number in range(500))
    after = " ".join(f"word{number}" if number % 7 else f"Wort{number}" for number in range(500))

    kept = sum(
        chunk.before_end - chunk.before_start for chunk in compare(before, after) if chunk.kind == DiffKind.EQUAL
    )

    changed = sum(len(f"word{number}") for number in range(0, 500, 7))
    assert kept == len(before) - changed
