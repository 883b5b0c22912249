"""Which glossary the Translate pane starts with."""

from __future__ import annotations

import json

import pytest

from termdesk.application.translation.glossary_preferences import GlossaryPreferences
from termdesk.domain.glossary import Dictionary, Glossary
from termdesk.domain.language.language import LanguagePair

EN_DE, EN_FR = LanguagePair("en", "de"), LanguagePair("en", "fr")
LAW = Glossary("1", "Law", (Dictionary(EN_DE, 3), Dictionary(EN_FR, 3)))
RAIL = Glossary("2", "Rail", (Dictionary(EN_DE, 3),))


def preferred(known: GlossaryPreferences, *fitting: Glossary, pair: LanguagePair = EN_DE) -> Glossary | None:
    return known.find_preferred(fitting, service="local", pair=pair)


def test_the_only_fitting_glossary_is_taken_and_of_several_none() -> None:
    assert preferred(GlossaryPreferences(), LAW) is LAW
    assert preferred(GlossaryPreferences(), LAW, RAIL) is None
    assert preferred(GlossaryPreferences()) is None


def test_a_choice_is_remembered_for_its_direction_variants_included() -> None:
    known = GlossaryPreferences()
    known.choose(RAIL, service="local", pair=LanguagePair("en-GB", "de"))

    assert preferred(known, LAW, RAIL) is RAIL
    assert known.find_preferred([LAW, RAIL], service="remote", pair=EN_DE) is None
    assert known.expects(service="local", pair=EN_DE)
    assert not known.expects(service="remote", pair=EN_DE)
    assert not known.expects(service="local", pair=EN_FR)


def test_none_on_purpose_is_remembered_too() -> None:
    known = GlossaryPreferences()
    known.choose(None, service="local", pair=EN_DE)

    assert not known.expects(service="local", pair=EN_DE)
    assert preferred(known, LAW) is None
    assert preferred(known, LAW, pair=EN_FR) is LAW


def test_the_glossary_chosen_last_goes_on_where_it_serves_another_direction() -> None:
    known = GlossaryPreferences()
    known.choose(LAW, service="local", pair=EN_DE)

    other = Glossary("3", "Other", (Dictionary(EN_FR, 1),))
    assert preferred(known, other, LAW, pair=EN_FR) is LAW


def test_a_chosen_glossary_that_is_gone_leaves_the_usual_rule() -> None:
    known = GlossaryPreferences()
    known.choose(RAIL, service="local", pair=EN_DE)

    assert preferred(known, LAW) is LAW


def test_choices_survive_as_json() -> None:
    known = GlossaryPreferences()
    known.choose(RAIL, service="local", pair=EN_DE)
    known.choose(None, service="local", pair=EN_FR)

    again = GlossaryPreferences(json.loads(json.dumps(known.memory())))

    assert preferred(again, LAW, RAIL) is RAIL
    assert preferred(again, LAW, pair=EN_FR) is None


@pytest.mark.parametrize("damage", [None, [], "x", {"local": []}, {"local": {"en → de": 3}}, {3: {"x": "y"}}])
def test_what_is_no_memory_of_ours_is_dropped(damage: object) -> None:
    assert preferred(GlossaryPreferences(damage), LAW) is LAW
