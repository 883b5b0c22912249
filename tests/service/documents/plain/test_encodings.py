"""A text file is written back in its original encoding, which is never guessed."""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest

from support.files.document_files import shouted
from termdesk.service.document_kinds import UnreadableDocument
from termdesk.service.documents.plain.encodings import decode


@pytest.mark.parametrize(
    ("mark", "codec"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
    ],
)
def test_an_encoding_with_a_mark_comes_back(tmp_path: Path, mark: bytes, codec: str) -> None:
    assert shouted(tmp_path, "txt", mark + "größer".encode(codec)) == mark + "GRÖSSER".encode(codec)


@pytest.mark.parametrize("codec", ["cp1252", "utf-16-le", "shift_jis"])
def test_an_encoding_that_must_be_guessed_is_refused_in_words(tmp_path: Path, codec: str) -> None:
    text = "日本語の文章です。" if codec == "shift_jis" else "Die Größe der Häuser gefällt uns über die Maßen."

    with pytest.raises(UnreadableDocument) as refused:
        shouted(tmp_path, "txt", text.encode(codec))

    assert "UTF-8" in refused.value.remedy


def test_a_mark_goes_before_what_is_declared_and_that_before_utf_8() -> None:
    marked = decode(codecs.BOM_UTF8 + "ä".encode(), declared="iso-8859-1")
    declared = decode(b"\xe4", declared="iso-8859-1")

    assert (marked.text, marked.codec, declared.text, declared.codec) == ("ä", "utf-8", "ä", "iso-8859-1")


@pytest.mark.parametrize(("data", "declared"), [(b"a", "klingon"), (b"a\x00b\x00", ""), (b"\x81", "ascii")])
def test_what_cannot_be_read_as_it_says_is_refused(data: bytes, declared: str) -> None:
    with pytest.raises(UnreadableDocument):
        decode(data, declared=declared)


def test_letters_that_the_encoding_lacks_are_written_as_the_format_allows() -> None:
    decoded = decode(b"\xe4", declared="iso-8859-1")

    assert decoded.encode("ä木", otherwise="xmlcharrefreplace") == b"\xe4&#26408;"
    with pytest.raises(UnicodeEncodeError):
        decoded.encode("木")
