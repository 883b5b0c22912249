"""The script of a phrase."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.domain.language.scripts import Script, script_of, script_of_letter


@given(st.text(st.characters(min_codepoint=0, max_codepoint=0x2100), max_size=6))
def test_the_short_way_gives_the_script_of_the_letters(phrase: str) -> None:
    scripts = {script_of_letter(letter) for letter in phrase} - {Script.NONE}

    assert script_of(phrase) is (scripts.pop() if len(scripts) == 1 else Script.MIXED if scripts else Script.NONE)


@pytest.mark.parametrize(
    ("letters", "script"),
    [
        ("aéßªº", Script.LATIN),
        ("ђЯ", Script.CYRILLIC),
        ("アｱーあ", Script.KANA),
        ("漢々〆", Script.HAN),
        ("한ᄒ", Script.HANGUL),
        ("ᚠ", Script.OTHER),
        ("1 -\u0301\u200d😀µ\u2126", Script.NONE),
    ],
)
def test_a_letter_has_the_script_of_its_name(letters: str, script: Script) -> None:
    assert {letter: script_of_letter(letter) for letter in letters} == dict.fromkeys(letters, script)


@pytest.mark.parametrize(
    ("phrase", "script"),
    [
        ("", Script.NONE),
        ("3 × 4 = 12", Script.NONE),
        ("naïve Ångström", Script.LATIN),
        ("мир 2", Script.CYRILLIC),
        ("мир peace", Script.MIXED),
        ("1.ª instancia, nº 3", Script.LATIN),
        ("5 µm", Script.LATIN),
        ("食べる", Script.JAPANESE),
        ("食べるpasta", Script.MIXED),
    ],
)
def test_a_phrase_has_the_script_of_its_letters(phrase: str, script: Script) -> None:
    assert script_of(phrase) is script
