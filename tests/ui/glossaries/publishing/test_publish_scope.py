"""A publishing scope knows the pages that show its dictionaries, and their names."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.domain.entries.changes import SetCells
from termdesk.domain.entries.entries import TARGET
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress
from termdesk.ui.glossaries.pane.glossaries_pane import GlossariesPane
from termdesk.ui.glossaries.publishing.publish_scope import PublishScope

Finish = Callable[[Coroutine[Any, Any, Any]], Any]
Draft = Callable[[str, Mapping[str, Sequence[tuple[str, str]]]], GlossarySummary]


def test_changes_reach_the_page_that_shows_a_dictionary_or_the_dictionary_itself(
    pane: GlossariesPane, use_cases: LazyUseCases, draft: Draft, finish: Finish
) -> None:
    law, parts = draft("Law", {"de": [("court", "Gericht")]}), draft("Parts", {"fr": [("nut", "noix")]})
    shown = finish(use_cases.library.open(law, LanguagePair("en", "de")))
    finish(pane.show_dictionary(shown))
    hidden = finish(use_cases.library.open(parts, LanguagePair("en", "fr")))
    scope = PublishScope(pane, [shown.draft, hidden.draft])

    assert [scope.label(each) for each in scope.drafts] == ["Law, en → de", "Parts, en → fr"]
    assert PublishScope(pane, [hidden.draft]).label(hidden.draft) == "French"
    assert (scope.page_of(shown.draft), scope.page_of(hidden.draft)) == (pane.page, None)
    assert scope.pages == [pane.page]
    for dictionary, text in ((shown, "Hof"), (hidden, "écrou")):
        finish(scope.apply(dictionary, SetCells(TARGET, (0,), (text,)), "Edit", NoProgress()))
    assert (shown.entries.targets[0], hidden.entries.targets[0]) == ("Hof", "écrou")
    assert pane.page is not None
    assert pane.page.edits.history.undo_text == "Edit"
    assert hidden.steps.titles == ["Edit"]
    finish(use_cases.library.close(hidden))
