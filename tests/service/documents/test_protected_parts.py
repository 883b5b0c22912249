"""Placeholders, addresses and paths in documents are unchanged in every kind of file."""

from __future__ import annotations

import io
import shutil

import docx
import httpx
import pytest

from support.files.documents import translated

pytestmark = pytest.mark.skipif(not shutil.which("lt-proc"), reason="Apertium is not installed on this system")

TEXT = r"The house of {name} is open: %(open)s, ${user_name}, C:\house\open.txt, https://house.example/open."
PARTS = ["{name}", "%(open)s", "${user_name}", r"C:\house\open.txt", "https://house.example/open"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.txt", TEXT),
        ("a.json", '{"text": "' + TEXT.replace("\\", "\\\\") + '"}'),
        ("a.html", f"<p>{TEXT}</p>"),
        ("a.xml", f"<a><b>{TEXT}</b></a>"),
        ("a.srt", f"1\n00:00:01,000 --> 00:00:02,000\n{TEXT}\n"),
        (
            "a.xlf",
            '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en"'
            ' target-language="es" datatype="plaintext" original="a"><body><trans-unit id="1">'
            f"<source>{TEXT}</source></trans-unit></body></file></xliff>",
        ),
    ],
)
def test_protected_parts_of_text_files_come_back(http: httpx.Client, name: str, content: str) -> None:
    result = translated(http, name, content.encode(), target_lang="ES").decode().replace("\\\\", "\\")

    assert "La casa de" in result
    # A bilingual file contains the source as well.
    assert all(result.count(part) == (2 if name == "a.xlf" else 1) for part in PARTS), result


def test_a_placeholder_that_runs_of_a_word_document_cut_comes_back(http: httpx.Client) -> None:
    document = docx.Document()
    paragraph = document.add_paragraph("The house of {")
    paragraph.add_run("na").bold = True
    paragraph.add_run(r"me} is open: C:\house\op")
    paragraph.add_run("en.txt now").italic = True
    file = io.BytesIO()
    document.save(file)

    result = docx.Document(io.BytesIO(translated(http, "a.docx", file.getvalue(), target_lang="ES")))

    text = result.paragraphs[0].text
    assert text.startswith("La casa de {name} ")
    assert r"C:\house\open.txt" in text
