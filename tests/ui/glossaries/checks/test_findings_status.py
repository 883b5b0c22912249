"""The line above the findings: their number, what was compared, and what is out of date."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator, Sequence
from typing import Any

import pytest

from termdesk.application.glossaries.checks.dictionary_checks import CheckFactory, DictionaryChecks
from termdesk.application.glossaries.editing.edit_counts import edit_keys
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.domain.findings.custom_rules import CustomRule
from termdesk.storage.records import Records
from termdesk.ui.glossaries.checks.findings_status import FindingsStatus
from ui.glossaries.checks.listings import PAIR, PAIRS
from ui.glossaries.nearby_library import NearbyLibrary

Opening = Callable[[Sequence[tuple[str, str]]], OpenDictionary]
Finish = Callable[[Coroutine[Any, Any, Any]], Any]


@pytest.fixture
def own(opening: Opening, library: NearbyLibrary, records: Records) -> Iterator[DictionaryChecks]:
    made = CheckFactory(library, records).create(opening(PAIRS))
    yield made
    made.close()


def said(own: DictionaryChecks, finish: Finish, *, is_comparing: bool = False, failure: str = "") -> str:
    return FindingsStatus(own).sentence(finish(own.listing()), is_comparing=is_comparing, failure=failure)


def test_before_and_during_a_comparison_it_says_so(own: DictionaryChecks, finish: Finish) -> None:
    assert said(own, finish) == "6 findings · not yet compared with other dictionaries"
    assert said(own, finish, is_comparing=True) == "6 findings · comparing with other dictionaries…"
    assert said(own, finish, failure="No disk.").endswith("could not be read: No disk.")


def test_what_was_compared_is_told_with_its_time(own: DictionaryChecks, finish: Finish) -> None:
    finish(own.compare())

    words = said(own, finish)

    assert words.startswith("7 findings · compared with one other glossary as of ")
    assert "Compare again" not in words


def test_a_glossary_that_was_edited_since_is_named(
    own: DictionaryChecks, finish: Finish, library: NearbyLibrary
) -> None:
    finish(own.compare())
    library.edit_counts.update(edit_keys("Office", None, PAIR))

    assert "edited since: “Office” en → ar. Compare again" in said(own, finish)


def test_no_other_glossary_is_told_as_well(opening: Opening, records: Records, finish: Finish) -> None:
    alone = CheckFactory(NearbyLibrary(), records).create(opening(PAIRS))
    finish(alone.compare())

    assert said(alone, finish) == "6 findings · no other glossary has this pair"
    alone.close()


def test_an_empty_list_names_only_what_was_looked_for(own: DictionaryChecks, finish: Finish) -> None:
    finish(own.set_rules([CustomRule("No tea", "tea")]))
    listing, status = finish(own.listing()), FindingsStatus(own)
    before = status.describe_empty_list(listing, is_ignored=False)
    finish(own.compare())
    after = status.describe_empty_list(listing, is_ignored=False)

    assert "No tea" in before
    assert len(after) > len(before), "the comparison is named once it was made"
    assert status.describe_empty_list(listing, is_ignored=True) == "No ignored findings."


def test_nothing_is_left_out_without_a_slow_rule(own: DictionaryChecks, finish: Finish) -> None:
    assert FindingsStatus(own).describe_skipped_rules(finish(own.listing())) == ""
