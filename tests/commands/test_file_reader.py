"""Options that supply what a file does not specify itself."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from support.files.pipes import piped
from termdesk.commands.file_reader import add_reading_options, is_readable, read_file, reading_choices, reread
from termdesk.domain.errors import InvalidInput, UnreadableFile


def chosen(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_reading_options(parser)
    return parser.parse_args(words)


def test_the_options_are_those_of_the_import(tmp_path: Path) -> None:
    path = tmp_path / "terms.txt"
    path.write_text("x;house;Haus\n", "utf-8")

    choices = reading_choices(chosen("--separator", "semicolon", "--columns", "2,3", "--no-header"))
    _, result = read_file(path, choices)

    assert list(result.entries) == [("house", "Haus")]


def test_one_language_alone_is_no_pair() -> None:
    with pytest.raises(InvalidInput, match="needs two languages"):
        reading_choices(chosen("--source-lang", "en"))


def test_an_encoding_that_is_only_guessed_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "terms.en-de.tsv"
    path.write_bytes("street\tStraße\n".encode("cp1252"))

    with pytest.raises(UnreadableFile) as refused:
        read_file(path, reading_choices(chosen()))

    assert "--encoding" in refused.value.remedy


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="pipes have no names here")
def test_a_pipe_can_be_read_twice_and_leaves_no_copy() -> None:
    with piped(b"house\tHaus\n") as pipe:
        assert is_readable(pipe)
        with reread(pipe) as path:
            found = [list(read_file(path, reading_choices(chosen()))[1].entries) for _ in range(2)]

    assert found == [[("house", "Haus")]] * 2
    assert not path.exists()


def test_a_file_is_read_in_its_place(tmp_path: Path) -> None:
    path = tmp_path / "terms.tsv"
    path.touch()

    with reread(path) as found:
        assert found == path
    assert is_readable(path)
    assert not is_readable(tmp_path)
