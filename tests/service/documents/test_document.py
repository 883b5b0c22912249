"""Which texts of a document are worth translating."""

from __future__ import annotations

import pytest

from termdesk.service.documents.document import has_words


@pytest.mark.parametrize(("text", "has_any"), [("a", True), ("木", True), ("12 + 3 = €", False), ("", False)])
def test_only_letters_make_words(text: str, has_any: bool) -> None:
    assert has_words(text) is has_any
