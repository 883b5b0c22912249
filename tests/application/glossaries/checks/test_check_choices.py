"""What the user decided about checks, without an open dictionary."""

from __future__ import annotations

import pytest

from termdesk.application.glossaries.checks.check_choices import CheckChoices
from termdesk.domain.entries.entries import SOURCE
from termdesk.domain.errors import InvalidInput
from termdesk.domain.findings.custom_rules import CustomRule
from termdesk.domain.findings.kinds import SwitchedOffKinds
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.check_notes import DictionaryKey
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio
KEY = DictionaryKey("local", "glossary", LanguagePair("en", "de"))


@pytest.fixture
def choices(records: Records) -> CheckChoices:
    return CheckChoices(records)


async def test_no_rule_is_stored_if_one_is_invalid(choices: CheckChoices) -> None:
    with pytest.raises(InvalidInput):
        await choices.set_rules([CustomRule("Good", "x"), CustomRule("Bad", "(")])
    assert await choices.rules() == []

    await choices.set_rules([CustomRule("Good", "x")])
    assert await choices.rules() == [CustomRule("Good", "x")]


async def test_kinds_of_all_glossaries_are_changed_without_those_of_one(choices: CheckChoices) -> None:
    await choices.switch_off(KEY, SwitchedOffKinds(frozenset({"bidi"}), frozenset({"invisible"})))
    await choices.switch_off(None, SwitchedOffKinds(frozenset({"shadowed"})))

    assert await choices.read_switched_off_kinds(None) == SwitchedOffKinds(frozenset({"shadowed"}))
    assert await choices.read_switched_off_kinds(KEY) == SwitchedOffKinds(
        frozenset({"shadowed"}), frozenset({"invisible"})
    )


async def test_findings_are_ignored_until_that_is_taken_back(choices: CheckChoices) -> None:
    finding = ("bidi", SOURCE, "a")
    await choices.ignore(KEY, [finding], "Meant.")
    assert [(each.key, each.note) for each in await choices.read_ignored_findings(KEY)] == [(finding, "Meant.")]

    await choices.take_back(KEY, [finding])
    assert await choices.read_ignored_findings(KEY) == []
