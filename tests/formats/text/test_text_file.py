"""Bytes that should be read as text, and their text with every invalid byte."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from termdesk.domain.errors import UnreadableFile
from termdesk.formats.text import text_file
from termdesk.formats.text.text_file import as_written, decode_file, read_bytes


def file_of(folder: Path, content: bytes) -> Path:
    (folder / "t.txt").write_bytes(content)
    return folder / "t.txt"


@pytest.mark.parametrize(
    "content",
    [b"", b" \r\n\t", b"\xef\xbb\xbf\n", b"\xff\xfe\x20\x00", b"PK\x03\x04..", b"\x1f\x8b..", b"%PDF-1.7", b"<?xml ?>",
     b"\xd0\xcf\x11\xe0..", b"SQLite format 3\x00"],
)  # fmt: skip
def test_what_is_no_text_is_refused_with_its_path_and_advice(tmp_path: Path, content: bytes) -> None:
    path = file_of(tmp_path, content)

    with pytest.raises(UnreadableFile) as caught:
        read_bytes(path)

    assert (caught.value.path, bool(caught.value.remedy)) == (str(path), True)


def test_text_that_only_mentions_another_kind_is_read(tmp_path: Path) -> None:
    assert read_bytes(file_of(tmp_path, b"the %PDF\tdas PDF\n")) == b"the %PDF\tdas PDF\n"


def test_a_file_above_the_limit_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_file, "MAX_FILE_BYTES", 8)
    assert read_bytes(file_of(tmp_path, b"12345678")) == b"12345678"

    with pytest.raises(UnreadableFile):
        read_bytes(file_of(tmp_path, b"123456789"))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_what_is_no_file_is_refused_and_a_pipe_does_not_block(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")

    for path in (tmp_path, tmp_path / "none", tmp_path / "pipe"):
        with pytest.raises(UnreadableFile):
            read_bytes(path)


def test_bytes_that_do_not_fit_stay_so_that_their_line_can_be_told() -> None:
    text = decode_file(b"tree\tB\xfcume\nsea\tSee", "utf-8", path=Path("t.txt"))

    assert text.splitlines()[1] == "sea\tSee"
    assert text.encode("utf-8", "surrogateescape") == b"tree\tB\xfcume\nsea\tSee"


@pytest.mark.parametrize("encoding", ["utf-16", "klingon"])
def test_an_encoding_that_cannot_tell_good_lines_from_bad_or_does_not_exist_is_refused(encoding: str) -> None:
    with pytest.raises(UnreadableFile):
        decode_file(b"abc", encoding, path=Path("t.txt"))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_damage_in_wide_encodings_is_marked_where_it_is(encoding: str) -> None:
    data = "tree\tBäume\nsea\t".encode(encoding)
    half = "\ud800".encode("utf-16-le" if encoding == "utf-16" else encoding, "surrogatepass")
    rest = "x\nsun\tSonne\n".encode(encoding)[2 * (encoding == "utf-16") + 4 * (encoding == "utf-32") :]

    text = decode_file(data + half[-4:] + rest + b"\x0a", encoding, path=Path("t.txt"))

    assert text.split("\n") == ["tree\tBäume", "sea\t\udc80x", "sun\tSonne", "\udc80"]
    assert as_written("sea\t\udc80x", encoding) == "sea\t\ufffdx"


def test_a_rejected_line_keeps_its_bytes() -> None:
    assert as_written("tree\tBäume", "utf-8") == "tree\tBäume"
    assert as_written("tree\tB\udcfcume", "utf-8-sig") == b"tree\tB\xfcume"
