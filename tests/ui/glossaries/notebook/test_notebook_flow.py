"""The id of a glossary is copied to the clipboard if the service has assigned one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtWidgets import QApplication

from termdesk.application.glossaries.summaries import GlossarySummary, LibraryItem
from termdesk.ui.glossaries.pane.glossaries_pane import GlossariesPane
from termdesk.ui.shell.notices import Notices

Draft = Callable[[str, Mapping[str, Sequence[tuple[str, str]]]], GlossarySummary]


def test_the_id_of_a_published_glossary_is_copied_and_a_draft_has_none(
    pane: GlossariesPane, draft: Draft, notices: Notices
) -> None:
    QApplication.clipboard().setText("before")
    flow = pane._actions._notebook

    flow.copy_id(LibraryItem(draft("Law", {"de": [("court", "Gericht")]}), None))
    assert QApplication.clipboard().text() == "before"
    flow.copy_id(LibraryItem(GlossarySummary("g1", "g1", "Bank"), None))

    assert QApplication.clipboard().text() == "g1"
    assert any("“Bank”" in each for each in notices.texts())
