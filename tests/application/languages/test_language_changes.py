"""Two readings of a language list are compared: languages, sides, status, features."""

from __future__ import annotations

from datetime import UTC, datetime

from termdesk.application.languages.language_changes import compare
from termdesk.domain.language.language import Language

BEFORE, NOW = datetime(2026, 11, 1, tzinfo=UTC), datetime(2026, 11, 20, tzinfo=UTC)


def changes(before: list[Language], after: list[Language]) -> list[tuple[str, ...]]:
    found = compare("glossary", before, after, since=BEFORE, found_at=NOW)
    assert all((each.resource, each.since, each.found_at) == ("glossary", BEFORE, NOW) for each in found)
    return [(each.code, each.kind.value, each.feature, each.before, each.after) for each in found]


def test_equal_lists_have_no_changes_whatever_their_order() -> None:
    one, two = Language("de", "German", True, True), Language("en", "English", True, True)

    assert changes([one, two], [two, one]) == []


def test_each_difference_is_a_change_of_its_own() -> None:
    before = [
        Language("de", "German", True, True, features={"formality": "beta", "tone": "stable"}),
        Language("eo", "Esperanto", True, True),
        Language("gl", "Galician", True, False, "beta"),
    ]
    after = [
        Language("DE", "German", False, True, features={"formality": "stable", "glossary": "beta"}),
        Language("gl", "Galician", True, True),
        Language("th", "Thai", True, True, "early_access"),
    ]

    assert changes(before, after) == [
        ("de", "source removed", "", "", ""),
        ("de", "feature status", "formality", "beta", "stable"),
        ("de", "feature added", "glossary", "", "beta"),
        ("de", "feature removed", "tone", "stable", ""),
        ("eo", "removed", "", "stable", ""),
        ("gl", "target added", "", "", ""),
        ("gl", "status", "", "beta", "stable"),
        ("th", "added", "", "", "early_access"),
    ]


def test_the_name_of_a_language_is_the_latest_one() -> None:
    [change] = compare(
        "glossary",
        [Language("nb", "Norwegian", True, False)],
        [Language("nb", "Bokmål", True, True)],
        since=BEFORE,
        found_at=NOW,
    )

    assert change.name == "Bokmål"
