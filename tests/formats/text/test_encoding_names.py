"""The available encodings: all that Python decodes, each once, with the name that other programs use."""

from __future__ import annotations

import codecs
import encodings
import pkgutil

import pytest

from termdesk.formats.text.encoding_names import CHOICES, script_of, to_written_name

# Not encodings of files, or different from another one only in the byte order mark.
_OTHERS = {
    "charmap",
    "idna",
    "mbcs",
    "oem",
    "punycode",
    "raw-unicode-escape",
    "undefined",
    "unicode-escape",
    "utf-8-sig",
}


def known_to_python() -> set[str]:
    names = [
        each.name for each in pkgutil.iter_modules(encodings.__path__) if each.name not in ("aliases", "mbcs", "oem")
    ]
    found = [codecs.lookup(each) for each in names]
    # Codecs for bytes, such as zlib, are not encodings.
    return {each.name for each in found if each._is_text_encoding} - _OTHERS  # type: ignore[attr-defined]


def test_all_that_python_decodes_is_offered_once() -> None:
    assert set(CHOICES) >= known_to_python()
    assert len(CHOICES) == len({codecs.lookup(each).name for each in CHOICES})
    assert CHOICES[0] == "utf-8"


def test_each_tells_its_script() -> None:
    assert all(script_of(each) for each in CHOICES)
    assert (script_of("koi8-r"), script_of("utf-8-sig")) == ("Cyrillic", "")


@pytest.mark.parametrize(
    ("encoding", "written"),
    [
        ("cp1252", "Windows-1252 (CP1252)"),
        ("iso8859-15", "ISO-8859-15"),
        ("euc_jp", "EUC-JP"),
        ("iso2022_jp", "ISO-2022-JP"),
        ("cp852", "CP852"),
    ],
)
def test_names_are_those_of_other_programs(encoding: str, written: str) -> None:
    assert to_written_name(encoding) == written
