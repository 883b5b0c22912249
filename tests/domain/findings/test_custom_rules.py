"""Custom rules mark phrases, and report their own errors."""

from __future__ import annotations

import pytest

from termdesk.domain.errors import InvalidInput
from termdesk.domain.findings.custom_rules import CustomRule
from termdesk.domain.findings.kinds import Severity


def test_a_rule_marks_what_its_pattern_fits() -> None:
    rule = CustomRule("No abbreviations", r"\betc\.", severity=Severity.HINT, message="Write it out.")

    assert [rule.check()(phrase) for phrase in ("nuts ETC.", "nuts")] == [True, False]
    assert (rule.kind.title, rule.kind.severity, rule.kind.remedy) == (
        "No abbreviations",
        Severity.HINT,
        "Write it out.",
    )


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (CustomRule(" ", "x"), "no name"),
        (CustomRule("a", ""), "no pattern"),
        (CustomRule("a", "x", columns=()), "no side"),
        (CustomRule("a", "(x"), "cannot be used"),
    ],
)
def test_a_rule_that_cannot_work_says_why(rule, words) -> None:
    with pytest.raises(InvalidInput, match=words):
        rule.check()
