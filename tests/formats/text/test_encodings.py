"""Decoding a file in chunks gives the same as decoding it at once, in every available encoding, valid or broken."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.formats.text import encodings
from termdesk.formats.text.encodings import decode, decode_beginning, decode_lines, find_encoding, is_escapable

TEXTS = st.text(st.sampled_from("aß€木😀\n\ufeff\u0301"), max_size=12)


def outcome(data: bytes, encoding: str, errors: str, *, in_chunks: bool) -> object:
    try:
        return decode(data, encoding, errors) if in_chunks else data.decode(encoding, errors)
    except UnicodeDecodeError as error:
        return error.start, error.reason


@pytest.fixture(autouse=True, scope="module")
def small_chunks() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(encodings, "_AT_ONCE_BYTES", 3)
        yield


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "cp874", "cp932", "cp949", "gb18030", "big5", "euc_jp"]
)
@given(text=TEXTS, tail=st.binary(max_size=3))
def test_pieces_make_no_difference(encoding: str, text: str, tail: bytes) -> None:
    errors = "surrogateescape" if is_escapable(encoding) else "strict"
    data = text.encode(encoding, "replace") + tail

    for how in {errors, "strict"}:
        assert outcome(data, encoding, how, in_chunks=True) == outcome(data, encoding, how, in_chunks=False)


def test_an_encoding_that_does_not_exist_is_told_as_by_one_call() -> None:
    with pytest.raises(LookupError):
        decode(b"long enough", "klingon")


def test_few_damaged_lines_make_no_other_encoding_of_utf8() -> None:
    good = "".join(f"tree {number}\tBäume {number}\n" for number in range(100)).encode()

    found = find_encoding(good + "sea\tKüste\n".encode("cp1252"))

    assert (found.name, found.is_certain) == ("utf-8", True)
    assert not find_encoding("tree\tBäume\nsea\tKüste\n".encode("cp1252")).is_certain


def test_a_few_letters_that_look_like_utf8_prove_nothing() -> None:
    old = "".join(f"tree {number}\tBäume {number}\n" for number in range(100)).encode("cp1252")

    found = find_encoding(old + "oil\tÖl\n".encode(), languages=("en", "de"))

    assert (found.name, found.is_certain) == ("cp1252", False)


@pytest.mark.parametrize(("encoding", "text"), [("iso2022_jp", "木\t木造"), ("iso2022_kr", "나무\t자동차")])
def test_the_escapes_of_iso_2022_tell_it_though_all_is_ascii(encoding: str, text: str) -> None:
    data = f"tree\t{text}\n".encode(encoding)

    assert find_encoding(data).name == encoding
    assert decode(data, encoding) == f"tree\t{text}\n"


@pytest.mark.parametrize(
    ("data", "encoding", "text"),
    [
        ("häuser\t家\n".encode(), "utf-8", "häuser\t家\n"),
        ("häuser\t家\n".encode("utf-16"), "utf-16", "häuser\t家\n"),
        ("häuser\n".encode("latin-1"), "utf-8", None),
        (b"a\n" * 600 + b"\xff\n", "utf-8", None),
        (b"a\tb\n", "no encoding", None),
    ],
    ids=["UTF-8", "UTF-16", "other encoding", "damage at the end", "unknown encoding"],
)
def test_the_lines_of_a_text_are_read_whole_or_not(data: bytes, encoding: str, text: str | None) -> None:
    if text is None:
        with pytest.raises((UnicodeDecodeError, LookupError)):
            list(decode_lines(data, encoding))
    else:
        assert "".join(decode_lines(data, encoding)) == text


def test_each_part_of_a_long_text_ends_with_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encodings, "_AT_ONCE_BYTES", 8)
    text = "ä\r\n家家家家家家\nb\n\nlast"

    parts = list(decode_lines(text.encode(), "utf-8"))

    assert "".join(parts) == text
    assert len(parts) > 2
    assert all(part.endswith("\n") for part in parts[:-1])
    assert list(decode_lines(b"", "utf-8")) == []


def test_the_beginning_of_a_long_file_has_enough_lines_or_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encodings, "_AT_ONCE_BYTES", 8)
    data = b"a\n\nb\xff\r\n\r\nlong line"

    assert decode_beginning(data, "utf-8", lines=2) == "a\n\nb\udcff\r\n"
    assert decode_beginning(data, "utf-8", lines=3) is None
    assert decode_beginning(data[:8], "utf-8", lines=1) is None
    assert decode_beginning(data, "cp1252", lines=1) is None
    assert decode_beginning(b"no line end at all", "utf-8", lines=1) is None
