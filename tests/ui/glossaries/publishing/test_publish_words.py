"""Texts before and after publishing: every change is counted, and every call has its sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.multilingual.open_table import OpenTable
from termdesk.application.glossaries.publishing.publish_plan import LostUpdate, PublishPlan, PublishReport
from termdesk.application.glossaries.publishing.run_plan import StepPlan
from termdesk.domain.merging.difference import Difference, Method
from termdesk.storage.journal import DraftRecord
from termdesk.ui.glossaries.publishing.publish_words import (
    call_words,
    dictionary_label,
    lost_words,
    plan_words,
    report_words,
    window_words,
)

OpeningMultilingual = Callable[[Mapping[str, Sequence[tuple[str, str]]]], OpenTable]
ADDED = Difference({"a": "A", "b": "B"}, {}, {})


@pytest.fixture
def dictionaries(opening_multilingual: OpeningMultilingual) -> Sequence[OpenDictionary]:
    return opening_multilingual({"de": [("a", "A"), ("b", "B")], "fr": [("a", "B")]}).dictionaries


def report(milliseconds: float = 0.0, lost: LostUpdate | None = None) -> PublishReport:
    return PublishReport(Method.MERGE, ADDED, 7, "trace", milliseconds, others_changed=False, lost=lost)


def by_language(draft: DraftRecord) -> str:
    return dictionary_label(draft, has_one_glossary=True)


@pytest.mark.parametrize(
    ("method", "is_first", "call", "words"),
    [
        (Method.CREATE, True, "a new glossary is created", "Publishing creates a new glossary with 2 entries."),
        (Method.CREATE, False, "added to the new glossary", "2 entries are added to the new glossary."),
        (Method.MERGE, True, "only these entries are sent", "2 added. Other entries are not changed."),
        (
            Method.REPLACE,
            True,
            "the dictionary is replaced as a whole",
            "2 added. The dictionary is replaced as a whole.",
        ),
    ],
)
def test_every_call_has_its_sentence(
    dictionaries: Sequence[OpenDictionary], method: Method, is_first: bool, call: str, words: str
) -> None:
    plan = StepPlan.of(PublishPlan(dictionaries[0], 0, dictionaries[0].entries, method, ADDED))

    assert call in call_words(plan, is_first=is_first)
    assert plan_words(plan, is_first=is_first) == words


def test_what_is_remarkable_comes_first(dictionaries: Sequence[OpenDictionary]) -> None:
    entries = dictionaries[0].entries
    plan = PublishPlan(
        dictionaries[0], 0, entries, Method.CREATE, ADDED, is_gone_from_service=True, resumes_creation=True
    )

    assert plan_words(StepPlan.of(plan)) == (
        "It is no longer on the service. Publishing creates it again. An earlier attempt was interrupted. "
        "Termdesk looks for its result first, so that nothing is created twice. "
        "Publishing creates a new glossary with 2 entries."
    )


@pytest.mark.slow
def test_one_dictionary_is_told_by_its_changes_and_several_by_their_languages(
    dictionaries: Sequence[OpenDictionary],
) -> None:
    german, french = [(each.draft, report()) for each in dictionaries]

    assert report_words([german], by_language, is_single=True) == "2 added. Read back and compared: 7 entries."
    assert report_words([german], by_language, is_single=False) == "1 dictionary, read back and compared: German."
    assert report_words([german, french], by_language, is_single=False) == (
        "2 dictionaries, read back and compared: German, French."
    )


@pytest.mark.scorecard("R18")
def test_the_longest_time_without_a_look_is_told() -> None:
    assert window_words([report(), report()]) == ""
    assert "1,234 ms" in window_words([report(12.0), report(1234.4)])


def test_what_was_overwritten_is_counted() -> None:
    title, text = lost_words(report(3.0, LostUpdate(Difference({"x": "y"}, {}, {}), "v")))

    assert title == "Publishing overwrote what was written elsewhere"
    assert "in the 3 ms while your entries were being sent: 1 added." in text
