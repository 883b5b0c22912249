"""Subtitles: words are translated; numbers, times and tags keep their places."""

from __future__ import annotations

from pathlib import Path

import pysubs2
import pytest

from support.files.document_files import shouted, texts_of
from termdesk.service.document_kinds import UnreadableDocument

SUBTITLES = (
    "\ufeff1\r\n00:00:01,000 --> 00:00:02,500 X1:1 X2:2\r\n<i>A long sentence\r\nover two lines.</i>\r\n\r\n"
    "2\r\n00:00:03,000 --> 00:00:04,000\r\n{\\an8}Up here\r\n\r\n"
    "7\r\n00:00:05,000 --> 00:00:06,000\r\n- Who?\r\n- <b>Me.</b>\r\n\r\n"
    "8\r\n00:00:07,000 --> 00:00:08,000\r\n42\r\n"
)


def test_subtitles_keep_numbers_times_tags_and_line_ends(tmp_path: Path) -> None:
    result = shouted(tmp_path, "srt", SUBTITLES.encode()).decode()

    expected = SUBTITLES
    for words in ("A long sentence", "over two lines", "Up here", "Who?", "Me."):
        expected = expected.replace(words, words.upper())
    assert result == expected


def test_a_library_reads_the_subtitles_again(tmp_path: Path) -> None:
    before = pysubs2.SSAFile.from_string(SUBTITLES.lstrip("\ufeff"))

    after = pysubs2.SSAFile.from_string(shouted(tmp_path, "srt", SUBTITLES.encode()).decode().lstrip("\ufeff"))

    assert [(each.start, each.end) for each in after] == [(each.start, each.end) for each in before]


def test_a_sentence_over_two_lines_is_translated_as_one(tmp_path: Path) -> None:
    assert texts_of(tmp_path, "srt", SUBTITLES.encode()) == [
        "A long sentence over two lines.",
        "Up here",
        "- Who?",
        "- Me.",
    ]


@pytest.mark.parametrize("text", ["<b><i>crossed</b> tags</i>", "<i>open", "closed</i>", "a < b > c", "<i></i>word"])
def test_odd_tags_do_no_harm(tmp_path: Path, text: str) -> None:
    content = f"1\n00:00:01,000 --> 00:00:02,000\n{text}\n"

    result = shouted(tmp_path, "srt", content.encode()).decode()

    assert result.lower() == content


def test_a_text_without_times_is_no_subtitle(tmp_path: Path) -> None:
    with pytest.raises(UnreadableDocument, match="times"):
        texts_of(tmp_path, "srt", b"Just words.\n")
