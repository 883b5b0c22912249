"""All kinds of findings, with title, severity and remedy."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from termdesk.domain.entries.entry_rules import REMEDIES, Rule
from termdesk.messages.finding_messages import FindingRemedy, FindingTitle


class Severity(StrEnum):
    """Severity of a finding. The service refuses entries with a violation; all others can be published.

    The values are stored and printed as JSON, so they stay as they are.
    """

    VIOLATION = "problem"
    WARNING = "warning"
    HINT = "hint"


@dataclass(frozen=True, slots=True)
class FindingKind:
    """One kind of finding. `looks_across`: it compares entries with each other.

    `title` and `remedy` are messages; those of a custom rule are texts of the user.
    """

    key: str
    severity: Severity
    title: str
    remedy: str
    looks_across: bool = False


@dataclass(frozen=True, slots=True)
class SwitchedOffKinds:
    """Kinds of findings that the user switched off: in all glossaries, or in one."""

    everywhere: frozenset[str] = frozenset()
    here: frozenset[str] = frozenset()

    @property
    def all(self) -> frozenset[str]:
        """All kinds that are not reported in this glossary."""
        return self.everywhere | self.here


BIDI = "bidi"
INVISIBLE = "invisible"
MIXED_SCRIPTS = "mixed_scripts"
SHADOWED = "shadowed"
FORBIDDEN_TERM = "forbidden_term"
OTHER_GLOSSARY = "other_glossary"
REVERSE_CONTRADICTS = "reverse_contradicts"
NOT_COMPOSED = "not_composed"
REPEATED_BLANKS = "repeated_blanks"
SAME_AS_SOURCE = "same_as_source"
NEAR_DUPLICATE = "near_duplicate"
NESTED_OTHERWISE = "nested_otherwise"
REVERSE_MISSING = "reverse_missing"
REVERSE_MANY = "reverse_many"
# The service refused the entry for a reason outside the rules.
REFUSED = "refused"

_RULE_TITLES = {
    Rule.EMPTY: FindingTitle.EMPTY(),
    Rule.DUPLICATE: FindingTitle.DUPLICATE(),
    Rule.TOO_LONG: FindingTitle.TOO_LONG(),
    Rule.CONTROL_CHARACTER: FindingTitle.CONTROL_CHARACTER(),
    Rule.UNICODE_NEWLINE: FindingTitle.UNICODE_NEWLINE(),
    Rule.SURROGATE: FindingTitle.SURROGATE(),
    Rule.OUTER_SPACE: FindingTitle.OUTER_SPACE(),
}

_VIOLATION, _WARNING, _HINT = Severity.VIOLATION, Severity.WARNING, Severity.HINT
_ALL = (
    FindingKind(REFUSED, _VIOLATION, FindingTitle.REFUSED(), FindingRemedy.REFUSED()),
    *(FindingKind(rule.value, _VIOLATION, title, REMEDIES[rule]) for rule, title in _RULE_TITLES.items()),
    FindingKind(
        FORBIDDEN_TERM, _WARNING, FindingTitle.FORBIDDEN_TERM(), FindingRemedy.FORBIDDEN_TERM(), looks_across=True
    ),
    FindingKind(SHADOWED, _WARNING, FindingTitle.SHADOWED(), FindingRemedy.SHADOWED()),
    FindingKind(
        OTHER_GLOSSARY, _WARNING, FindingTitle.OTHER_GLOSSARY(), FindingRemedy.OTHER_GLOSSARY(), looks_across=True
    ),
    FindingKind(
        REVERSE_CONTRADICTS,
        _WARNING,
        FindingTitle.REVERSE_CONTRADICTS(),
        FindingRemedy.REVERSE_CONTRADICTS(),
        looks_across=True,
    ),
    FindingKind(MIXED_SCRIPTS, _WARNING, FindingTitle.MIXED_SCRIPTS(), FindingRemedy.MIXED_SCRIPTS()),
    FindingKind(BIDI, _WARNING, FindingTitle.BIDI(), FindingRemedy.BIDI()),
    FindingKind(INVISIBLE, _WARNING, FindingTitle.INVISIBLE(), FindingRemedy.INVISIBLE()),
    FindingKind(NOT_COMPOSED, _HINT, FindingTitle.NOT_COMPOSED(), FindingRemedy.NOT_COMPOSED()),
    FindingKind(REPEATED_BLANKS, _HINT, FindingTitle.REPEATED_BLANKS(), FindingRemedy.REPEATED_BLANKS()),
    FindingKind(SAME_AS_SOURCE, _HINT, FindingTitle.SAME_AS_SOURCE(), FindingRemedy.SAME_AS_SOURCE()),
    FindingKind(NEAR_DUPLICATE, _HINT, FindingTitle.NEAR_DUPLICATE(), FindingRemedy.NEAR_DUPLICATE()),
    FindingKind(
        NESTED_OTHERWISE, _HINT, FindingTitle.NESTED_OTHERWISE(), FindingRemedy.NESTED_OTHERWISE(), looks_across=True
    ),
    FindingKind(
        REVERSE_MISSING, _HINT, FindingTitle.REVERSE_MISSING(), FindingRemedy.REVERSE_MISSING(), looks_across=True
    ),
    FindingKind(REVERSE_MANY, _HINT, FindingTitle.REVERSE_MANY(), FindingRemedy.REVERSE_MANY(), True),
)
KINDS = {kind.key: kind for kind in _ALL}
