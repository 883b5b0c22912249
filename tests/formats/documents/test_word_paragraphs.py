"""The paragraphs of documents that Word and others write."""

from __future__ import annotations

from pathlib import Path

import pytest
from docx import Document

from termdesk.domain.errors import UnreadableFile
from termdesk.formats.documents.word_paragraphs import read_paragraphs


def test_paragraphs_and_cells_of_tables_come_in_order_without_layout(tmp_path: Path) -> None:
    document = Document()
    paragraph = document.add_paragraph("The ")
    paragraph.add_run("pump").bold = True
    paragraph.add_run(" is new.\nReally.\tYes.")
    document.add_table(1, 1).cell(0, 0).text = "A valve."
    document.save(str(tmp_path / "text.docx"))

    found = [each for each in read_paragraphs(tmp_path / "text.docx") if each]

    assert found == ["The pump is new.\nReally.\tYes.", "A valve."]


def test_what_is_no_document_is_refused(tmp_path: Path) -> None:
    for content in (b"no zip at all", b"PK\x03\x04"):
        (tmp_path / "text.docx").write_bytes(content)
        with pytest.raises(UnreadableFile) as refused:
            read_paragraphs(tmp_path / "text.docx")
        assert "word processor" in refused.value.remedy
