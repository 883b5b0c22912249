"""Sentences from every kind of file that people keep them in."""

from __future__ import annotations

from pathlib import Path

import pytest
from docx import Document
from openpyxl import Workbook

from termdesk.application.spot_check.sentence_files import read_sentences
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress

PAIR = LanguagePair("en", "es")
TWO = ("The pump runs.", "A valve leaks.")
TMX = """<tmx version="1.4"><header srclang="en"/><body>
<tu><tuv xml:lang="en"><seg>The pump runs.</seg></tuv><tuv xml:lang="es"><seg>La bomba.</seg></tuv></tu>
<tu><tuv xml:lang="en"><seg>A valve leaks.</seg></tuv><tuv xml:lang="es"><seg>Una llave.</seg></tuv></tu>
</body></tmx>"""
XLIFF = """<xliff version="1.2"><file source-language="en" target-language="es"><body><trans-unit id="1">
<source>The pump runs.</source></trans-unit><trans-unit id="2"><source>A valve leaks.</source></trans-unit>
</body></file></xliff>"""


def document(path: Path) -> None:
    made = Document()
    made.add_paragraph("The pump runs. A valve leaks.")
    made.save(str(path))


def workbook(path: Path) -> None:
    made = Workbook()
    sheet = made.active
    assert sheet is not None
    for row in (("en", "es"), ("The pump runs.", "La bomba."), ("A valve leaks.", "Una llave.")):
        sheet.append(row)
    made.save(path)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.txt", "The pump runs. A valve leaks.\n\nThe pump runs.\n"),
        ("utf16.txt", "The pump runs. A valve leaks.".encode("utf-16")),
        ("a.csv", "en,es\nThe pump runs.,La bomba.\nA valve leaks.,Una llave.\n"),
        ("one.csv", "The pump runs.\nA valve leaks.\n"),
        ("a.tmx", TMX),
        ("a.xlf", XLIFF),
        ("a.docx", document),
        ("a.xlsx", workbook),
    ],
)
def test_sentences_are_read(name: str, content: object, tmp_path: Path) -> None:
    path = tmp_path / name
    if callable(content):
        content(path)
    else:
        path.write_bytes(content.encode() if isinstance(content, str) else content)  # type: ignore[arg-type]

    assert read_sentences(NoProgress(), path, PAIR) == (TWO, ())


def test_a_file_without_text_says_so(tmp_path: Path) -> None:
    Document().save(str(tmp_path / "empty.docx"))

    with pytest.raises(InvalidInput, match="no text"):
        read_sentences(NoProgress(), tmp_path / "empty.docx", PAIR)


def test_the_lines_of_a_wrapped_text_are_joined(tmp_path: Path) -> None:
    path = tmp_path / "mail.txt"
    path.write_text("Check the pump every week. A leak at this\npoint damages it.\n", "utf-8")

    assert read_sentences(NoProgress(), path, PAIR).sentences == (
        "Check the pump every week.",
        "A leak at this point damages it.",
    )


def test_a_file_in_another_language_says_so(tmp_path: Path) -> None:
    path = tmp_path / "a.xlf"
    path.write_text(XLIFF, "utf-8")

    with pytest.raises(InvalidInput, match="no text in es"):
        read_sentences(NoProgress(), path, PAIR.reverse)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.xlf", XLIFF.replace("</file>", '</file><file source-language="de"><body>{UNIT}</body></file>')),
        ("a.tmx", TMX.replace("</body>", '<tu><tuv xml:lang="de"><seg>Eine Pumpe.</seg></tuv></tu></body>')),
        ("a.tsv", "en\tes\nThe pump runs.\tLa bomba.\nA valve leaks.\tUna llave.\nToo\tmany\tcells\n"),
    ],
)
def test_what_is_left_out_of_a_file_is_told(name: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(text.replace("{UNIT}", '<trans-unit id="3"><source>Eine Pumpe.</source></trans-unit>'), "utf-8")

    assert read_sentences(NoProgress(), path, PAIR) == (
        TWO,
        (f"1 sentence of {name} was left out: it is in another language, incomplete or hidden, or cannot be read.",),
    )
