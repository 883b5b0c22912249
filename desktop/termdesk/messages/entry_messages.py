"""Violations in entries, names and dictionaries that prevent publishing, with remedies."""

from __future__ import annotations

from termdesk.messages.message import MessageKind


class EntryMessage(MessageKind):
    """A rule that a phrase breaks."""

    EMPTY = "The phrase is empty."
    TOO_LONG = (
        "The phrase has %Ln UTF-8 bytes; at most {limit} are allowed.",
        "The phrase has %Ln UTF-8 byte; at most {limit} are allowed.",
    )
    UNICODE_NEWLINE = "The phrase contains a Unicode line break at position {position}: {name}."
    SURROGATE = "The phrase contains a damaged character at position {position}."
    CONTROL_CHARACTER = "The phrase contains a control character at position {position}: {name}."
    STARTS_WITH_SPACE = "The phrase starts with white space."
    ENDS_WITH_SPACE = "The phrase ends with white space."
    DUPLICATE = "“{phrase}” is the source phrase of rows {rows}."
    DUPLICATE_IN_MANY_ROWS = "“{phrase}” is the source phrase of rows {rows} …."


class EntryRemedy(MessageKind):
    """What to do about a phrase that breaks a rule."""

    EMPTY = "Write a phrase, or delete the row."
    DUPLICATE = "Delete or change all but one, or keep them: set one to Preferred, and the others to Admitted."
    TOO_LONG = "Shorten the phrase, or split it into two entries."
    CONTROL_CHARACTER = "Remove the character; a tab or line break cannot stand inside a phrase."
    UNICODE_NEWLINE = "Replace the line separator by a space."
    SURROGATE = "Type the character again; a part of it is missing."
    OUTER_SPACE = "Remove the space at the start or end."


class NameMessage(MessageKind):
    """Why a glossary cannot have a name."""

    EMPTY = "The name is empty."
    TOO_LONG = (
        "The name has %Ln UTF-8 bytes; at most {limit} are allowed.",
        "The name has %Ln UTF-8 byte; at most {limit} are allowed.",
    )
    CONTROL_CHARACTER = "The name contains a control character or a line break."
    SURROGATE = "The name contains a damaged character, which no file can keep."


class PublishMessage(MessageKind):
    """Why a dictionary cannot be published, or may be refused."""

    BAD_NAME = "Rename the glossary."
    VARIANTS = "Glossaries apply to whole languages: {roots} covers {pair}, too."
    USE_ROOTS = "Use the languages without their regions."
    SAME_LANGUAGE = "Source and target are the same language."
    CHOOSE_TWO = "Choose two different languages."
    NO_ENTRIES = "There are no entries."
    ADD_ENTRY = "Add an entry, or delete the dictionary in the library."
    TOO_LARGE = (
        "The dictionary has %Ln bytes; at most {limit} are allowed.",
        "The dictionary has %Ln byte; at most {limit} are allowed.",
    )
    DIVIDE = "Divide it into several glossaries."
    PERHAPS_TOO_LARGE = (
        "The dictionary has %Ln bytes; at most {limit} are allowed by one of the service's rules, {other_limit} by "
        "the other.",
        "The dictionary has %Ln byte; at most {limit} are allowed by one of the service's rules, {other_limit} by "
        "the other.",
    )
    MORE = "There are more. The grid can show all rows with problems."
    REFUSED = "“{phrase}”: {reason}"
    CHANGE_ENTRY = "Change the entry, then publish again."
    IN_SOURCE = "Row {row}, source: {reason}"
    IN_TARGET = "Row {row}, target: {reason}"
