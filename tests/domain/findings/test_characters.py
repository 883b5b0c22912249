"""Unusual characters are found, except where a script needs them."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.domain.findings.characters import (
    cell_check,
    find_mixed_words,
    in_one_script,
    name_characters,
    single_blanks,
    without_bidi,
    without_invisible,
)
from termdesk.domain.findings.kinds import BIDI, INVISIBLE, KINDS, MIXED_SCRIPTS, NOT_COMPOSED, REPEATED_BLANKS


@pytest.mark.scorecard("S29")
@pytest.mark.parametrize(
    ("language", "phrase", "kinds"),
    [
        ("en", "credit  note", (REPEATED_BLANKS,)),
        ("fr", "prix \u00a0: bas", (REPEATED_BLANKS,)),
        ("en", "cre\u00addit", (INVISIBLE,)),
        ("en", "zero\u200bwidth", (INVISIBLE,)),
        ("en", "\ufeffcredit", (INVISIBLE,)),
        ("en", "join\u200der", (INVISIBLE,)),
        ("en", "hidden\U000e0065\U000e0076", (INVISIBLE,)),
        ("en", "left\u200e", (BIDI,)),
        ("he", "שלום\u202e", (BIDI,)),
        ("en", "cafe\u0301", (NOT_COMPOSED,)),
        ("en", "p\u0430ypal", (MIXED_SCRIPTS,)),
        ("ru", "Москвa", (MIXED_SCRIPTS,)),
        ("el", "Αθήνα Aθήνα", (MIXED_SCRIPTS,)),
        ("hy", "Երևaն", (MIXED_SCRIPTS,)),
    ],
)
def test_odd_characters_are_found(language, phrase, kinds) -> None:
    assert cell_check(language)(phrase) == kinds
    assert set(kinds) <= KINDS.keys()


@pytest.mark.parametrize(
    ("language", "phrase"),
    [
        ("fa", "می\u200cخواهم"),
        ("ar", "لله\u200d"),
        ("hi", "क्\u200dष"),
        ("ar", "نص\u200f (PDF)"),
        ("he", "שלום\u200e"),
        ("th", "ภาษา\u200bไทย"),
        ("en", "family 👨\u200d👩\u200d👧"),
        ("en", "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f England"),
        ("ja", "Tシャツの漢字とかなABC"),
        ("ko", "A4용지"),
        ("he", "הPDF"),
        ("ar", "الـPDF"),
        ("de", "μm"),
        ("de", "ΔT"),
        ("ru", "PDF-файл"),
        ("ru", "ёлка й"),
        ("en", "MP3 H2O naïve"),
        ("fr", "prix\u00a0: bas"),
        ("vi", "tiếng Việt"),
    ],
)
def test_what_a_script_needs_is_not_odd(language, phrase) -> None:
    assert cell_check(language)(unicodedata.normalize("NFC", phrase)) == ()


def test_messages_name_the_characters() -> None:
    assert name_characters("a\u200bb\u200b", INVISIBLE, "en") == ["zero-width space (U+200B)"]
    assert name_characters("a\u202e", BIDI, "ar") == ["right-to-left override (U+202E)"]
    assert name_characters("a\u3164", INVISIBLE, "en") == ["hangul filler (U+3164)"]


def test_what_is_invisible_is_taken_away_and_nothing_else() -> None:
    assert without_invisible("\ufeffcre\u00addit 👨\u200d👩", "en") == "credit 👨\u200d👩"
    flag = "\U0001f3f4\U000e0067\U000e0062\U000e007f"
    assert without_invisible(f"a\U000e0067{flag}", "en") == f"a{flag}"
    assert without_invisible("می\u200cخواهم\u2060", "fa") == "می\u200cخواهم"
    assert without_bidi("\u202bنص\u200f\u202c", "ar") == "نص\u200f"
    assert single_blanks("a  b\u00a0\u00a0c \u00a0d") == "a b\u00a0c d"


@pytest.mark.parametrize(
    ("phrase", "fixed"),
    [
        ("p\u0430ypal account", "paypal account"),
        ("Москвa", "Москва"),
        ("Aθήνα", "Αθήνα"),
        ("μm", "μm"),
        ("дd", "дԁ"),
        ("gд", "gд"),
    ],
)
def test_letters_are_replaced_by_those_that_look_the_same(phrase, fixed) -> None:
    assert in_one_script(phrase) == fixed
    if fixed != phrase:
        assert find_mixed_words(fixed) == []


@given(
    st.text(alphabet="ab \u00a0\u200b\u200d\u202e\u200fаβк👨é\u0301ーア"),
    st.sampled_from(["en", "ar", "fa", "ja", "th"]),
)
def test_a_phrase_that_was_cleaned_is_clean(phrase, language) -> None:
    cleaned = single_blanks(without_invisible(without_bidi(phrase, language), language))

    assert not {BIDI, INVISIBLE, REPEATED_BLANKS} & set(cell_check(language)(cleaned))
