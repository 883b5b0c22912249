"""The languages that can be improved on this computer, and how they are described."""

from __future__ import annotations

import asyncio
import importlib.util
from collections.abc import Callable
from importlib.machinery import ModuleSpec

import pytest

from termdesk.domain.matching.protected_terms import AccountTerms
from termdesk.service.engines.correction.improvement import TARGETS, ImprovementEngines, rule_modules
from termdesk.service.engines.errors import NotServed
from termdesk.service.engines.workers.workers import Workers


def improvement() -> ImprovementEngines:
    return ImprovementEngines(Workers())


def _hiding(hidden: str) -> Callable[[str], ModuleSpec | None]:
    find = importlib.util.find_spec
    return lambda module: None if module == hidden else find(module)


def test_every_language_whose_rules_are_installed_is_served_and_claims_no_style_or_tone() -> None:
    installed = {
        target
        for target, code in TARGETS.items()
        if all(importlib.util.find_spec(each) is not None for each in rule_modules(code))
    }

    assert improvement().languages() == {target: frozenset() for target in installed}


def test_languages_of_few_rules_are_said_to_be_limited() -> None:
    described = improvement().describe()
    served = " ".join(each.serves for each in described if each.name in ("LingoTweaker", "Kiwi"))

    for target in improvement().languages():
        is_limited = target[:2] in ("it", "ja", "ko", "zh")
        assert (f"{target} (limited)" in served) == is_limited


def test_each_engine_is_named_with_version_license_and_what_it_serves() -> None:
    described = {each.name: each for each in improvement().describe()}

    assert all(each.license for each in described.values())
    assert all(each.version for each in described.values() if each.state == "ready")
    if "zh-Hans" in improvement().languages():
        assert described["OpenCC"].serves == "improves zh-Hans (limited)"


def test_korean_is_served_by_kiwi_and_by_no_rules() -> None:
    described = {each.name: each for each in improvement().describe()}

    assert (described["Kiwi"].state == "ready") == ("ko" in improvement().languages())
    assert "ko" not in described["LingoTweaker"].serves.replace(",", "").split()
    assert described["Kiwi"].serves == "improves ko (limited)"


def test_korean_is_refused_where_its_package_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", _hiding("kiwipiepy"))

    with pytest.raises(NotServed, match="ko"):
        asyncio.run(improvement().improve("x", target="ko", mode="correct", terms=AccountTerms()))


@pytest.mark.parametrize("hidden", ["kiwipiepy", "kiwipiepy_model"])
@pytest.mark.parametrize(
    ("system", "machine", "state"),
    [
        ("linux", "x86_64", "not installed; to install it: pip install termdesk[improve]"),
        ("linux", "aarch64", "not installed: Termdesk installs it on Linux on x86-64 only"),
        ("win32", "AMD64", "not installed: Termdesk installs it on Linux on x86-64 only"),
    ],
)
def test_missing_kiwi_is_listed_with_what_it_improves_and_how_to_install_it(
    hidden: str, system: str, machine: str, state: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", _hiding(hidden))
    monkeypatch.setattr("sys.platform", system)
    monkeypatch.setattr("platform.machine", lambda: machine)

    [kiwi] = [each for each in improvement().describe() if each.name == "Kiwi"]

    assert (kiwi.serves, kiwi.state, kiwi.version) == ("improves ko (limited)", state, "")


@pytest.mark.parametrize("target", ["th", "zh-Hant", "nl"])
def test_a_language_without_rules_is_refused_by_name(target: str) -> None:
    with pytest.raises(NotServed, match=target):
        asyncio.run(improvement().improve("x", target=target, mode="correct", terms=AccountTerms()))
