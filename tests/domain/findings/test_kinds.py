"""The kinds of findings are complete, and severe only if the service rejects such an entry."""

from __future__ import annotations

from termdesk.domain.entries.entry_rules import Rule
from termdesk.domain.findings import kinds
from termdesk.domain.findings.kinds import KINDS, REFUSED, Severity


def test_every_kind_that_has_a_name_is_known_by_it() -> None:
    named = {value for name, value in vars(kinds).items() if name.isupper() and type(value) is str}

    assert KINDS.keys() == named | {rule.value for rule in Rule}
    assert all(kind.key == key for key, kind in KINDS.items())


def test_only_what_the_service_refuses_is_a_problem() -> None:
    problems = {key for key, kind in KINDS.items() if kind.severity is Severity.VIOLATION}

    assert problems == {REFUSED, *(rule.value for rule in Rule)}


def test_the_gravest_kinds_come_first() -> None:
    severities = [list(Severity).index(kind.severity) for kind in KINDS.values()]

    assert severities == sorted(severities)
