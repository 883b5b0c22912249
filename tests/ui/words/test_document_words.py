"""Documents waiting at services are reported in one line for each service."""

from __future__ import annotations

import pytest

from termdesk.storage.documents.document_jobs import OpenDocuments
from termdesk.ui.words.document_words import open_document_lines

pytestmark = pytest.mark.usefixtures("qapp")


def test_each_service_and_state_is_a_line() -> None:
    found = [OpenDocuments("local", waiting=2), OpenDocuments("custom a:1", at_service=1, unclear=3)]

    assert open_document_lines(found, {}) == [
        "This computer: 2 documents not sent yet",
        "a:1: 1 translation to fetch",
        "a:1: 3 documents sent without an answer",
    ]
    assert open_document_lines([], {}) == []
