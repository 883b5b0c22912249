"""The words for what a document costs, by what is known of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from termdesk.application.documents.document_files import DocumentFile
from termdesk.domain.document_kinds import DOCUMENT_KINDS
from termdesk.ui.documents.document_costs import describe_file_costs

DOCX, XLIFF = DOCUMENT_KINDS["docx"], DOCUMENT_KINDS["xliff"]


@pytest.mark.parametrize(
    ("file", "words"),
    [
        (DocumentFile(Path("a.docx"), DOCX, 60_000), ""),
        (DocumentFile(Path("a.docx"), DOCX, 50_000), "The minimum of this type: 50,000 characters"),
        (DocumentFile(Path("a.xlf"), XLIFF, 9, translated={"es": 4}, keeps_translations=True), "is not counted"),
        (DocumentFile(Path("a.xlf"), XLIFF, 9, translated={"es": 4}), "4 characters of these are translated already"),
        (DocumentFile(Path("a.xlf"), XLIFF, 9, translated={"fr": 4}), ""),
    ],
)
def test_a_number_that_does_not_explain_itself_is_explained(qtbot: QtBot, file: DocumentFile, words: str) -> None:
    found = describe_file_costs(file, ["es"])

    assert words in found
    assert bool(found) == bool(words)
