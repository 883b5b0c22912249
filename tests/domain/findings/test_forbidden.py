"""Terms that are forbidden for a source, or everywhere."""

from __future__ import annotations

import pytest

from support.detailed import phrases_of
from termdesk.domain.findings.forbidden import ForbiddenUses, forbidden_check
from termdesk.domain.language.language import LanguagePair

EN_DE, JA_EN = LanguagePair("en", "de"), LanguagePair("ja", "en")


@pytest.mark.parametrize(
    ("source", "target", "used"),
    [
        ("cell phone", "Handy", ("Handy",)),
        ("Cell phone case", "Handyhülle mit Handy", ("Handy",)),
        ("cell phone", "Mobiltelefon", ()),
        ("walkie-talkie", "Handy", ()),
        ("house", "Bude am See", ("Bude",)),
    ],
)
def test_forbidden_targets_are_found_for_their_source_or_everywhere(source, target, used) -> None:
    check = forbidden_check([("cell phone", "Handy"), ("", "Bude"), ("gone", "")], EN_DE)

    assert check(source, target) == used


def test_uses_follow_the_edits_of_phrases_and_of_forbidden_entries() -> None:
    phrases = phrases_of([("cell phone", "Handy"), ("cell phone", "Handy"), ("walkie-talkie", "Handy")])
    phrases.forbidden.add(0)
    uses = ForbiddenUses(phrases, EN_DE)

    uses.look(range(3))
    assert uses.found == {1: ("Handy",)}
    phrases.targets[1] = "Mobiltelefon"
    uses.look([1])
    assert uses.found == {}
    phrases.sources[0] = ""
    uses.renew()
    uses.look(range(3))
    assert uses.found == {2: ("Handy",)}
    phrases.forbidden.clear()
    uses.renew()
    uses.look(range(3))
    assert uses.found == {}


def test_terms_inside_words_are_no_use() -> None:
    check = forbidden_check([("", "Amt")], EN_DE)

    assert check("office", "Beamter") == ()
    assert check("office", "Das Amt ist zu.") == ("Amt",)
