"""What is taken over reaches dictionaries that no page shows, and languages that the glossary did not have."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.term_records import NO_RECORD, TermRecord
from termdesk.ui.glossaries.pane.glossaries_pane import GlossariesPane
from termdesk.ui.shell.jobs import JobProgress

Finish = Callable[[Coroutine[Any, Any, Any]], Any]
Draft = Callable[[str, Mapping[str, Sequence[tuple[str, str]]]], GlossarySummary]
EN_DE, EN_FR, EN_IT = (LanguagePair("en", target) for target in ("de", "fr", "it"))


def test_closed_and_new_dictionaries_take_over_records(pane: GlossariesPane, draft: Draft, finish: Finish) -> None:
    law = draft("Law", {"de": [("court", "Hof"), ("law", "Gesetz")]})
    finish(pane.read_library())
    taken = {
        EN_DE: {"court": TermRecord("Gericht"), "law": NO_RECORD},
        EN_IT: {"court": TermRecord("tribunale")},
    }

    found = finish(pane.releases.take(taken, pane.summary(law.key), "Law", JobProgress()))

    library = pane._use_cases.library
    held = {row.pair: finish(library.entries(found, row)) for row in found.rows}
    assert held == {EN_DE: Entries.of([("court", "Gericht")]), EN_IT: Entries.of([("court", "tribunale")])}
    assert library.open_dictionaries == ()


def test_a_new_glossary_has_all_dictionaries(pane: GlossariesPane, finish: Finish) -> None:
    taken = {EN_DE: {"court": TermRecord("Gericht")}, EN_FR: {"court": TermRecord("cour")}}

    found = finish(pane.releases.take(taken, None, "Law", JobProgress()))

    assert (found.name, [row.pair for row in found.rows]) == ("Law", [EN_DE, EN_FR])
    chosen = pane.chosen()
    assert chosen is not None
    assert chosen.summary.key == found.key
