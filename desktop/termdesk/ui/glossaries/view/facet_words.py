"""The labels of facets, their values, and conditions."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from termdesk.application.glossaries.view.conditions import Condition, Match
from termdesk.application.glossaries.view.facets import NOTHING, Facet
from termdesk.domain.entries.entry_rules import shorten_phrase

_FACETS = {
    Facet.VIOLATION: "Problem",
    Facet.CHANGE: "Since publishing",
    Facet.INCOMPLETE: "Incomplete",
    Facet.STATUS: "Status",
    Facet.DOMAIN: "Domain",
    Facet.NOTE: "Note",
    Facet.SOURCE_LENGTH: "Length of the source",
    Facet.TARGET_LENGTH: "Length of the target",
    Facet.SOURCE_WORDS: "Words in the source",
    Facet.TARGET_WORDS: "Words in the target",
    Facet.SOURCE_SCRIPT: "Script of the source",
    Facet.TARGET_SCRIPT: "Script of the target",
}
_LENGTHS = {
    "empty": "Empty",
    "to_10": "1 to 10 characters",
    "to_20": "11 to 20 characters",
    "to_40": "21 to 40 characters",
    "to_80": "41 to 80 characters",
    "longer": "More than 80 characters",
    "near_limit": "More than 920 of 1,024 bytes",
    "over_limit": "Over 1,024 bytes",
    # A row without an entry in any language.
    NOTHING: "No entry",
}
_WORDS = {
    "no_word": "None",
    "one": "1 word",
    "two": "2 words",
    "three": "3 words",
    "to_6": "4 to 6 words",
    "more": "More than 6 words",
    NOTHING: "No entry",
}
_SCRIPTS = {
    "": "No letters",
    "CJK": "Han characters",
    "JAPANESE": "Japanese (kana and Han)",
    "OTHER": "Another script",
    "MIXED": "Several scripts",
    NOTHING: "No entry",
}
_VALUES: dict[Facet, dict[str, str]] = {
    Facet.VIOLATION: {
        NOTHING: "No problem",
        "empty": "Empty phrase",
        "duplicate": "Same source twice",
        "too_long": "Too long",
        "control_character": "Control character",
        "unicode_newline": "Unicode line break",
        "surrogate": "Damaged character",
        "outer_space": "Space at an end",
    },
    Facet.CHANGE: {
        "changed": "Changed",
        "new": "New",
        "as_published": "As published",
        "kept_here": "Stays on this computer",
        NOTHING: "Never published",
    },
    Facet.INCOMPLETE: {NOTHING: "Complete", "source_empty": "Source is empty", "target_empty": "Target is empty"},
    Facet.STATUS: {
        NOTHING: "No status",
        "preferred": "Preferred",
        "admitted": "Admitted",
        "forbidden": "Forbidden",
    },
    Facet.DOMAIN: {NOTHING: "No domain"},
    Facet.NOTE: {NOTHING: "Without a note", "with_note": "With a note"},
    Facet.SOURCE_LENGTH: _LENGTHS,
    Facet.TARGET_LENGTH: _LENGTHS,
    Facet.SOURCE_WORDS: _WORDS,
    Facet.TARGET_WORDS: _WORDS,
    Facet.SOURCE_SCRIPT: _SCRIPTS,
    Facet.TARGET_SCRIPT: _SCRIPTS,
}


def facet_title(facet: Facet) -> str:
    """Return the title of a facet."""
    return _tr(_FACETS[facet])


def value_title(facet: Facet, value: str) -> str:
    """Return the title of a value; a domain is shown unchanged."""
    if words := _VALUES[facet].get(value):
        return _tr(words)
    return _tr(value.capitalize()) if facet is not Facet.DOMAIN else value


def value_order(facet: Facet, value: str) -> tuple[int, str]:
    """Return the sort key of a value: known values in the order of the tables above, then the others by name."""
    known = list(_VALUES[facet])
    # NOTHING, the value of rows without any other value, comes last.
    position = known.index(value) if value in known and value != NOTHING else len(known) + (value == NOTHING)
    return position, value


def condition_words(condition: Condition, title: str) -> str:
    """Return a condition on a column with this title, in words."""
    match condition.match, condition.is_negated:
        case Match.EMPTY, False:
            return _tr("{title} is empty").format(title=title)
        case Match.EMPTY, True:
            return _tr("{title} is not empty").format(title=title)
        case Match.PATTERN, False:
            words = _tr("{title} matches {text}")
        case Match.PATTERN, True:
            words = _tr("{title} does not match {text}")
        case _, False:
            words = _tr("{title} contains “{text}”")
        case _:
            words = _tr("{title} does not contain “{text}”")
    # Isolate the text, so that right-to-left text does not reorder the words around it.
    return words.format(title=title, text=f"\u2068{shorten_phrase(condition.needle)}\u2069")


def _tr(text: str) -> str:
    return QCoreApplication.translate("Facets", text)
