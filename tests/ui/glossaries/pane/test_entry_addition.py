"""A pair of phrases is added to a dictionary, wherever it is open."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

import pytest

from termdesk.application.glossaries.summaries import GlossarySummary, LibraryItem
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.pane.glossaries_pane import GlossariesPane

Finish = Callable[[Coroutine[Any, Any, Any]], Any]
Draft = Callable[[str, Mapping[str, Sequence[tuple[str, str]]]], GlossarySummary]
EN_DE = LanguagePair("en", "de")


@pytest.mark.slow
def test_a_dictionary_that_a_table_is_opening_stays_open(pane: GlossariesPane, draft: Draft, finish: Finish) -> None:
    law, library = draft("Law", {"de": [("court", "Gericht")]}), pane._use_cases.library
    item = LibraryItem(law, law.rows[0])
    dictionary = finish(library.open(law, EN_DE))

    with pane._keeper.expect_pages([dictionary]):
        again = finish(library.open(law, EN_DE))
        finish(pane.additions._add_to(again, item, ("law", "Recht")))

    assert again is dictionary
    assert dictionary in library.open_dictionaries
    assert dictionary.entries.as_dict() == {"court": "Gericht", "law": "Recht"}
    finish(library.close(dictionary))


def test_a_closed_dictionary_is_closed_again(pane: GlossariesPane, draft: Draft, finish: Finish) -> None:
    law, library = draft("Law", {"de": [("court", "Gericht")]}), pane._use_cases.library

    finish(pane.additions._add_to(finish(library.open(law, EN_DE)), LibraryItem(law, law.rows[0]), ("law", "Recht")))

    assert library.open_dictionaries == ()


@pytest.mark.slow
def test_what_was_added_is_told_until_it_is_published(pane: GlossariesPane, draft: Draft, finish: Finish) -> None:
    law, library = draft("Law", {"de": [("court", "Gericht")]}), pane._use_cases.library
    finish(pane.additions._add_to(finish(library.open(law, EN_DE)), LibraryItem(law, law.rows[0]), ("law", "Recht")))
    assert any(each.startswith("Added to “Law”") for each in pane._notices.texts())

    pane.published.emit(law.key)

    assert not any(each.startswith("Added to “Law”") for each in pane._notices.texts())
