"""What a test of a key found out: what it allows, what is disabled, and what the service does not tell."""

from __future__ import annotations

import pytest

from termdesk.application.session.key_findings import KeyFindings, describe_findings
from termdesk.domain.key_scope import Scope
from termdesk.domain.usage import Usage

ALL = tuple(scope for scope in Scope if scope is not Scope.WRITE_STYLE_RULES)


def test_what_the_key_allows_is_named() -> None:
    [sentence] = describe_findings(KeyFindings(ALL), Usage(5, 100), is_plan_known=True)

    assert sentence.startswith("The key has the rights of these scopes: translate:text, translate:document, ")


@pytest.mark.parametrize("scope", ALL)
def test_each_missing_scope_says_what_it_disables(scope: Scope) -> None:
    others = tuple(each for each in ALL if each is not scope)

    _, sentence = describe_findings(KeyFindings(others, (scope,)), Usage(5, 100), is_plan_known=True)

    assert sentence.startswith(f"Without {scope}, ")


@pytest.mark.parametrize(
    ("usage", "is_plan_known", "sentences"),
    [
        (Usage(5, 100), False, ["Neither the key nor the service tells the plan."]),
        (Usage(None, None), True, ["The service does not tell how many characters are used."]),
        (Usage(5, None), True, ["The service tells no limit of characters."]),
        (Usage(5, None, key_character_count=1, key_character_limit=9), True, []),
        (None, True, []),
    ],
)
def test_what_the_service_does_not_tell_is_said(usage: Usage | None, is_plan_known: bool, sentences: list[str]) -> None:
    assert list(describe_findings(KeyFindings(ALL), usage, is_plan_known=is_plan_known))[1:] == sentences


def test_scopes_without_a_clear_answer_are_neither_allowed_nor_missing() -> None:
    findings = KeyFindings((Scope.READ_USAGE,), (Scope.TRANSLATE_TEXT,))

    *_, unknown = describe_findings(findings, Usage(5, 100), is_plan_known=True)

    assert unknown.startswith("It could not be found out whether the key has these scopes: translate:document, ")
    assert Scope.READ_USAGE not in unknown
    assert Scope.TRANSLATE_TEXT not in unknown
