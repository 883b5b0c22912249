"""All kinds of findings, with title, severity and remedy."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from termdesk.domain.entries.entry_rules import REMEDIES, Rule


class Severity(StrEnum):
    """How grave a finding is. The service refuses entries with a problem; all others can be published."""

    PROBLEM = "problem"
    WARNING = "warning"
    HINT = "hint"


@dataclass(frozen=True, slots=True)
class FindingKind:
    """One kind of findings. `looks_across`: it compares entries with each other."""

    key: str
    severity: Severity
    title: str
    remedy: str
    looks_across: bool = False


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
NESTED = "nested"
REVERSE_MISSING = "reverse_missing"
REVERSE_MANY = "reverse_many"
# The service refused the entry for a reason outside the rules.
REFUSED = "refused"

_RULE_TITLES = {
    Rule.EMPTY: "Empty phrase",
    Rule.DUPLICATE: "Same source twice",
    Rule.TOO_LONG: "Too long",
    Rule.CONTROL_CHARACTER: "Control character",
    Rule.UNICODE_NEWLINE: "Unicode line break",
    Rule.SURROGATE: "Half a character",
    Rule.OUTER_SPACE: "Space at an end",
}

_PROBLEM, _WARNING, _HINT = Severity.PROBLEM, Severity.WARNING, Severity.HINT
_ALL = (
    FindingKind(REFUSED, _PROBLEM, "Refused by the service", "Change the entry, then publish again."),
    *(FindingKind(rule.value, _PROBLEM, title, REMEDIES[rule]) for rule, title in _RULE_TITLES.items()),
    FindingKind(FORBIDDEN_TERM, _WARNING, "Forbidden term", "Use the preferred term instead.", True),
    FindingKind(SHADOWED, _WARNING, "Shadowed entry", "Keep one of the entries, or give both the same target."),
    FindingKind(
        OTHER_GLOSSARY, _WARNING, "Other target elsewhere", "Agree on one target, or note why they differ.", True
    ),
    FindingKind(REVERSE_CONTRADICTS, _WARNING, "Reverse says otherwise", "Make both directions say the same.", True),
    FindingKind(MIXED_SCRIPTS, _WARNING, "Mixed scripts in a word", "Type the word again in one script."),
    FindingKind(BIDI, _WARNING, "Direction control", "Remove it; texts with it never match."),
    FindingKind(INVISIBLE, _WARNING, "Invisible character", "Remove it; texts without it never match."),
    FindingKind(NOT_COMPOSED, _HINT, "Decomposed characters", "Compose them (NFC), as most texts are."),
    FindingKind(REPEATED_BLANKS, _HINT, "Several blanks", "Make one blank of them."),
    FindingKind(SAME_AS_SOURCE, _HINT, "Target same as source", "Ignore it where the term is not to be translated."),
    FindingKind(NEAR_DUPLICATE, _HINT, "Near-duplicate", "Keep one spelling, or ignore it."),
    FindingKind(
        NESTED_OTHERWISE, _HINT, "Nested, other target", "See that the longer entry says what it should.", True
    ),
    FindingKind(NESTED, _HINT, "Nested term", "The longer entry wins where both stand in a text.", True),
    FindingKind(REVERSE_MISSING, _HINT, "Missing in reverse", "Add it to the reverse dictionary.", True),
    FindingKind(REVERSE_MANY, _HINT, "Many to one in reverse", "The reverse can have only one of them.", True),
)
KINDS = {kind.key: kind for kind in _ALL}
