"""The input text of a command."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from support.files.pipes import piped
from termdesk.commands.texts.text_input import read_text
from termdesk.domain.errors import InvalidInput, UnreadableFile


def test_a_text_comes_from_the_line_a_file_or_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "text.txt"
    path.write_bytes("\ufeffGood day.\n".encode())
    monkeypatch.setattr(sys, "stdin", io.StringIO("From a pipe.\n\n"))

    assert read_text("Good day.") == "Good day."
    assert read_text(str(path)) == "Good day."
    assert read_text("-") == "From a pipe.\n"
    assert read_text("long " * 2_000).startswith("long")
    assert read_text("a\0b") == "a\0b"


def test_what_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "text.docx"
    path.write_bytes(b"PK\xff\xfe")

    with pytest.raises(UnreadableFile, match=r"text\.docx is not text in UTF-8") as refused:
        read_text(str(path))
    assert "Documents" in refused.value.remedy
    with pytest.raises(InvalidInput, match="no text"):
        read_text(" \n")


@pytest.mark.parametrize("name", ["letter.txt", "sub/Brief.HTML", "My letter.txt", "My letters/The 2nd one.docx"])
def test_a_file_that_is_not_there_is_no_text_to_be_billed(name: str) -> None:
    with pytest.raises(UnreadableFile, match="does not exist") as refused:
        read_text(name)
    assert "standard input" in refused.value.remedy
    for text in (f"Read {name}.", f"Good day.\nRead {name}", f"See https://example.com/{name}", f"{'so ' * 100}{name}"):
        assert read_text(text) == text
    assert read_text("www.example.com") == "www.example.com"


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="pipes have no names here")
def test_what_a_shell_hands_over_as_a_pipe_is_read() -> None:
    with piped(b"The house.\n") as pipe:
        assert read_text(str(pipe)) == "The house."
