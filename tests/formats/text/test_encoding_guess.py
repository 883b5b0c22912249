"""The different encodings of a language are distinguished."""

from __future__ import annotations

import pytest

from termdesk.formats.text.encoding_guess import find_fitting_encoding

_TEXTS = {
    "ru": "слово\tмашина\nдом\tсобака и кошка\nПривет\tМосква\n",
    "uk": "слово\tїжак\nмашина\tґанок\n",
    "de": "Bäume\tgroße Übung\nKöln\tMüller\n",
    "fr": "été\tgarçon à l’œuvre\nÉcole\tforêt\n",
    "pl": "łódź\tżółć\nsłowo\tŁódka\n",
    "el": "λέξη\tΆνθρωπος\n",
    "tr": "şişe\tçağrı\n",
    "he": "מילה\tעץ\n",
    "ar": "شجرة\tبحر\n",
    "ja": "木造の家\tコンピューター\n",
    "ko": "단어\t자동차\n",
    "zh": "树木\t计算机\n",
    "th": "ต้นไม้\tทะเล\n",
}


@pytest.mark.parametrize(
    ("language", "encoding"),
    [
        *(("ru", each) for each in ("cp1251", "koi8-r", "cp866", "iso8859-5")),
        *(("uk", each) for each in ("cp1251", "koi8-u", "cp1125")),
        *(("de", each) for each in ("cp1252", "mac-roman", "cp850")),
        *(("fr", each) for each in ("cp1252", "mac-roman")),
        *(("pl", each) for each in ("cp1250", "iso8859-2", "cp852", "mac-latin2")),
        *(("el", each) for each in ("cp1253", "iso8859-7", "cp737")),
        *(("tr", each) for each in ("cp1254", "cp857", "mac-turkish")),
        *(("he", each) for each in ("cp1255", "cp862")),
        *(("ar", each) for each in ("cp1256", "iso8859-6")),
        *(("ja", each) for each in ("cp932", "euc_jp")),
        ("ko", "cp949"),
        ("zh", "gb18030"),
        ("th", "cp874"),
    ],
)
def test_the_language_decides_between_its_encodings(language: str, encoding: str) -> None:
    sample = _TEXTS[language].encode(encoding)

    for languages in (("en", language), (language, "en")):
        found = find_fitting_encoding(sample, languages)

        assert sample.decode(found) == _TEXTS[language]


def test_without_a_language_those_of_the_same_scripts_as_the_suggestion_are_compared() -> None:
    sample = _TEXTS["ru"].encode("koi8-r")

    assert find_fitting_encoding(sample, (), "cp1251") == "koi8-r"
    assert find_fitting_encoding(sample, ("en",), "") in ("cp1252", "mac-roman", "cp850", "iso8859-15")
    assert find_fitting_encoding(sample, ()) == ""


def test_an_encoding_that_cannot_decode_the_bytes_is_left_out() -> None:
    assert find_fitting_encoding(b"\x81\x8d\x8f", ("th",)) == ""
