"""Features of languages and their changes, in words."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from PySide6.QtCore import QObject

from termdesk.application.languages.language_changes import LanguageChange, LanguageChangeKind
from termdesk.domain.language.language import Language, Resource
from termdesk.ui.languages.language_facts import (
    change_words,
    describe_language,
    resource_heading,
    resource_title,
    sides_word,
    status_word,
)

MOMENT = datetime(2026, 11, 1, tzinfo=UTC)
pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize(
    ("kind", "feature", "before", "after", "words"),
    [
        (LanguageChangeKind.ADDED, "", "", "stable", "new"),
        (LanguageChangeKind.ADDED, "", "", "early_access", "new (early access)"),
        (LanguageChangeKind.REMOVED, "", "stable", "", "no longer listed"),
        (LanguageChangeKind.SOURCE_ADDED, "", "", "", "now also a source"),
        (LanguageChangeKind.SOURCE_REMOVED, "", "", "", "no longer a source"),
        (LanguageChangeKind.TARGET_ADDED, "", "", "", "now also a target"),
        (LanguageChangeKind.TARGET_REMOVED, "", "", "", "no longer a target"),
        (LanguageChangeKind.STATUS, "", "beta", "stable", "was beta, is stable"),
        (LanguageChangeKind.FEATURE_ADDED, "formality", "", "beta", "Formality: new (beta)"),
        (LanguageChangeKind.FEATURE_REMOVED, "formality", "beta", "", "Formality: no longer"),
        (LanguageChangeKind.FEATURE_STATUS, "tone", "beta", "odd", "Tone: was beta, is odd"),
    ],
)
def test_each_kind_of_change_has_words(
    kind: LanguageChangeKind, feature: str, before: str, after: str, words: str
) -> None:
    change = LanguageChange("glossary", "de", "German", kind, MOMENT, MOMENT, feature, before, after)

    assert change_words(change) == words


def test_all_kinds_are_tried_above() -> None:
    [mark] = [each for each in test_each_kind_of_change_has_words.pytestmark if each.name == "parametrize"]

    assert {each[0] for each in mark.args[1]} == set(LanguageChangeKind)


def test_every_resource_has_a_title_and_a_heading(qapp: QObject) -> None:
    assert all(resource_title(each) != each.value and resource_heading(each) for each in Resource)
    assert resource_title("new_resource") == "new_resource"


@pytest.mark.parametrize(
    ("is_source", "is_target", "word", "described"),
    [
        (True, True, "both", "source and target"),
        (True, False, "source", "source only"),
        (False, True, "target", "target only"),
        (False, False, "–", ""),
    ],
)
def test_sides_have_a_short_and_a_long_word(is_source: bool, is_target: bool, word: str, described: str) -> None:
    language = Language("de", "German", is_source, is_target)

    assert (sides_word(language), describe_language(language)) == (word, described)


def test_a_status_that_nobody_named_shows_as_the_service_spells_it() -> None:
    assert [status_word(each) for each in ("stable", "early_access", "gone")] == ["stable", "early access", "gone"]
    assert sides_word(None) == "–"
