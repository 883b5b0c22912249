"""Every role of a column has its own name."""

from __future__ import annotations

from termdesk.application.glossaries.importing.file_view import ColumnRole
from termdesk.ui.glossaries.importing.column_words import role_words


def test_each_role_has_words_of_its_own(qapp: object) -> None:
    words = {role: role_words(role) for role in ColumnRole}

    assert len(set(words.values())) == len(ColumnRole)
    assert all(words.values())
