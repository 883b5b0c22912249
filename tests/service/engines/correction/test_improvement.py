"""Which languages are improved on this computer, and what is said about them."""

from __future__ import annotations

import asyncio
import importlib.util

import pytest

from termdesk.domain.matching.protected_terms import AccountTerms
from termdesk.service.engines.correction.improvement import TARGETS, ImprovementEngines
from termdesk.service.engines.errors import NotServed
from termdesk.service.engines.workers.workers import Workers


def improvement() -> ImprovementEngines:
    return ImprovementEngines(Workers())


def test_every_language_whose_rules_are_installed_is_served_and_claims_no_style_or_tone() -> None:
    installed = {
        target for target, code in TARGETS.items() if importlib.util.find_spec(f"lingotweaker_data_{code}") is not None
    }

    assert improvement().languages() == {target: frozenset() for target in installed}


def test_languages_of_few_rules_are_said_to_be_limited() -> None:
    served = improvement().describe()[0].serves

    for target in improvement().languages():
        is_limited = target[:2] in ("it", "ja", "zh")
        assert (f"{target} (limited)" in served) == is_limited


def test_each_engine_is_named_with_version_licence_and_what_it_serves() -> None:
    described = {each.name: each for each in improvement().describe()}

    assert all(each.licence for each in described.values())
    assert all(each.version for each in described.values() if each.state == "ready")
    if "zh-Hans" in improvement().languages():
        assert described["OpenCC"].serves == "improves zh-Hans (limited)"


@pytest.mark.parametrize("target", ["ko", "zh-Hant", "nl"])
def test_a_language_without_rules_is_refused_by_name(target: str) -> None:
    with pytest.raises(NotServed, match=target):
        asyncio.run(improvement().improve("x", target=target, mode="correct", terms=AccountTerms()))
