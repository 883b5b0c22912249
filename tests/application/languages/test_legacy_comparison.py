"""Older lists beside the current ones: differences are marked, except those that older lists cannot show."""

from __future__ import annotations

from termdesk.application.languages.legacy_comparison import compare_with_older
from termdesk.domain.language.language import Language


def differing(today: Language | None, older: Language | None) -> tuple[bool, bool]:
    [found] = compare_with_older([today] if today else [], [older] if older else [])
    assert found.differs == (found.differs_in_sides or found.differs_in_formality)
    return found.differs_in_sides, found.differs_in_formality


def test_a_language_of_one_list_alone_differs() -> None:
    assert differing(Language("de", "German", True, True), None) == (True, False)
    assert differing(None, Language("de", "German", False, True)) == (True, False)


def test_sides_and_formality_are_compared() -> None:
    formal = {"formality": "beta", "glossary": "stable"}

    assert differing(Language("en", "English", True, True), Language("EN", "English", True, False)) == (True, False)
    assert differing(
        Language("de", "German", True, True, features=formal),
        Language("DE", "German", True, True, features={"formality": "stable"}),
    ) == (False, False)
    assert differing(Language("de", "German", True, True, features=formal), Language("de", "German", True, True)) == (
        False,
        True,
    )


def test_formality_is_not_expected_of_an_older_source() -> None:
    # Older lists have this only for target languages.
    today = Language("eo", "Esperanto", True, False, features={"formality": "stable"})

    assert differing(today, Language("eo", "Esperanto", True, False)) == (False, False)


def test_all_languages_stand_by_code() -> None:
    today, older = [Language("zh", "Chinese", True, True)], [Language("DE", "German", True, True)]

    assert [each.code for each in compare_with_older(today, older)] == ["de", "zh"]
