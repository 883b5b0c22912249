"""Findings of the checks: titles, remedies, quick fixes and messages."""

from __future__ import annotations

from termdesk.messages.message import MessageKind


class FindingTitle(MessageKind):
    """The title of a kind of finding."""

    REFUSED = "Refused by the service"
    EMPTY = "Empty phrase"
    DUPLICATE = "Same source twice"
    TOO_LONG = "Too long"
    CONTROL_CHARACTER = "Control character"
    UNICODE_NEWLINE = "Unicode line break"
    SURROGATE = "Damaged character"
    OUTER_SPACE = "Space at an end"
    FORBIDDEN_TERM = "Forbidden term"
    SHADOWED = "Shadowed entry"
    OTHER_GLOSSARY = "Other target elsewhere"
    REVERSE_CONTRADICTS = "Reverse says otherwise"
    MIXED_SCRIPTS = "Mixed scripts in a word"
    BIDI = "Direction control"
    INVISIBLE = "Invisible character"
    NOT_COMPOSED = "Decomposed characters"
    REPEATED_BLANKS = "Several spaces"
    SAME_AS_SOURCE = "Target same as source"
    NEAR_DUPLICATE = "Near-duplicate"
    NESTED_OTHERWISE = "Nested, other target"
    REVERSE_MISSING = "Missing in reverse"
    REVERSE_MANY = "Many to one in reverse"


class FindingRemedy(MessageKind):
    """Remedies for findings. For broken rules, see `EntryRemedy`."""

    REFUSED = "Change the entry, then publish again."
    FORBIDDEN_TERM = "Use the preferred term instead."
    SHADOWED = "Keep one of the entries, or give both the same target."
    OTHER_GLOSSARY = "Agree on one target, or note why they differ."
    REVERSE_CONTRADICTS = "Make both directions say the same."
    MIXED_SCRIPTS = "Type the word again in one script."
    BIDI = "Remove it; texts with it never match."
    INVISIBLE = "Remove it; texts without it never match."
    NOT_COMPOSED = "Compose them (NFC), as most texts are."
    REPEATED_BLANKS = "Replace them with one space."
    SAME_AS_SOURCE = "Ignore it if the term is not to be translated."
    NEAR_DUPLICATE = "Keep one spelling, or use the same term in both."
    NESTED_OTHERWISE = "A text with the longer entry gets its target. Make both agree, or ignore it."
    REVERSE_MISSING = "Add it to the reverse dictionary."
    REVERSE_MANY = "The reverse dictionary can have only one of them."
    CUSTOM_RULE = "Your rule “{name}” says so."


class FindingMessage(MessageKind):
    """Messages about a single finding."""

    CHARACTERS = "It contains {characters}."
    MIXED_SCRIPTS = "“{word}” mixes letters of these scripts: {scripts}."
    NOT_COMPOSED = "Its characters are decomposed: letters and accents one after another."
    REPEATED_BLANKS = "Several spaces follow one another."
    SAME_AS_SOURCE = "Source and target are the same."
    SHADOWED = (
        "“{phrase}” in row {row} differs only in case or spaces. A text in any other spelling gets its target, "
        "“{target}”."
    )
    LIKE = "Like {others}."
    LIKE_MANY = "Like {others} …."
    NESTED = "It contains {entries}."
    NESTED_MANY = "It contains {entries} …."
    SPELLING_IN_ROW = "“{phrase}” in row {row} ({differences})"
    NUMBER_IN_ROW = "“{phrase}” → “{target}” in row {row} ({differences})"
    ENTRY_IN_ROW = "“{source}” → “{target}” (row {row})"
    FORBIDDEN_TERM = "It uses a forbidden term: {terms}."
    REVERSE_MISSING = "{pair} has no entry for “{target}”."
    REVERSE_CONTRADICTS = "{pair} says “{target}” → “{back}”."
    REVERSE_MANY = "{pair} leads “{target}” back to “{back}”."
    QUOTED = "“{phrase}”"


class FixMessage(MessageKind):
    """The effect of a quick fix."""

    EMPTY = "Delete rows that are wholly empty"
    DUPLICATE = "Delete rows that repeat another one exactly"
    OUTER_SPACE = "Trim"
    CONTROL_CHARACTER = "Remove control characters"
    UNICODE_NEWLINE = "Replace line breaks with spaces"
    BIDI = "Remove direction controls"
    INVISIBLE = "Remove invisible characters"
    MIXED_SCRIPTS = "Use letters of one script"
    NOT_COMPOSED = "Compose characters"
    REPEATED_BLANKS = "Collapse spaces"


class VariationMessage(MessageKind):
    """How two spellings of a phrase differ."""

    COMPOSITION = "composed and decomposed characters"
    CASE = "capital letters"
    HYPHENS = "hyphens, spaces or quotes"
    WIDTH = "width or form of characters"
    MARKS = "vowel marks or length marks"
    PLURAL = "singular and plural"


class ScriptName(MessageKind):
    """The names of scripts with similar letters."""

    LATIN = "Latin"
    GREEK = "Greek"
    CYRILLIC = "Cyrillic"
    ARMENIAN = "Armenian"


class CustomRuleMessage(MessageKind):
    """Why a custom rule cannot work."""

    NO_NAME = "The rule has no name."
    GIVE_NAME = "Give it one; findings are listed by it."
    NO_PATTERN = "The rule has no pattern."
    TYPE_PATTERN = "Type what phrases must not contain."
    NO_SIDE = "The rule checks no side."
    CHOOSE_SIDE = "Choose the source, the target or both."
