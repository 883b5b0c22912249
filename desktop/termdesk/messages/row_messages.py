"""Why rows of a file cannot become entries, with remedies."""

from __future__ import annotations

from termdesk.messages.message import MessageKind


class RowMessage(MessageKind):
    """Why a row of a file cannot become an entry."""

    TEXT_AFTER_QUOTE = "Text follows a closing quote."
    OPEN_QUOTE = "A quote is opened and not closed."
    TOO_FEW_COLUMNS = (
        "The row has %Ln columns; at least {needed} are needed.",
        "The row has %Ln column; at least {needed} are needed.",
    )
    TOO_MANY_COLUMNS = (
        "The row has %Ln columns; the file has {expected}.",
        "The row has %Ln column; the file has {expected}.",
    )
    TWO_COLUMNS = (
        "It has %Ln columns; source and target, two, are expected.",
        "It has %Ln column; source and target, two, are expected.",
    )
    COLUMNS_WITH_CODES = (
        "It has %Ln columns; two phrases, with or without their two language codes, are expected.",
        "It has %Ln column; two phrases, with or without their two language codes, are expected.",
    )
    IN_ROW = "Row {row}: {reason}"
    IN_ROW_AND_LINE = "Row {row} (line {line}): {reason}"
    UNQUOTABLE = "Row {row} contains a separator or a line break, which cannot be written without quoting."
    BAD_BYTES = "The row contains bytes that are not {encoding}."
    NO_SECOND_COLUMN = "The line has no second column."
    NO_SOURCE = "The line has no source."
    NO_TARGET = "The line has no target."
    NOT_TWO_SIDES = "The line does not have two sides with “::” between them."
    OTHER_FORMS = (
        "The source has %Ln forms between bars, the target {target}.",
        "The source has %Ln form between bars, the target {target}.",
    )
    NEITHER = "The row has neither source nor target."
    UNIT_TOO_SHORT = (
        "The unit has %Ln columns; {needed} are needed.",
        "The unit has %Ln column; {needed} are needed.",
    )
    # PO
    NO_MSGID = "The message has no msgid."
    NO_MSGSTR = "The message has no msgstr."
    FIELD_TWICE = "The message has {field} twice."
    NO_GETTEXT = "A line of the message is not part of gettext."
    NO_CLOSING_QUOTE = "A text of the message has no quote at its end, or one inside it."
    # XML
    UNKNOWN_REFERENCE = "The entry has the reference {reference}, which is not defined."
    NO_SOUND_XML = "The entry is not valid XML: {reason}."
    PARSER = "{reason}."
    BROKEN_OFF = "The file cannot be read from here on; line {line}: {reason}."
    NO_TERM = "The entry has no term."
    NO_LANGUAGE = "A term of the entry has no language."
    NO_TEXT = "The unit has no text; an entry needs two."
    ONE_TEXT = "The unit has one text; an entry needs two."
    TEXT_WITHOUT_LANGUAGE = "A text of the unit has no language."
    # Spreadsheets
    UNREADABLE_CELLS = "No value can be read: {cells}."
    CELL_SHOWS = "cell {cell} contains {shown}"
    ERROR = "the error {error}"
    SOME_ERROR = "an error"
    NOT_COMPUTED = "a formula without a result"


class RowRemedy(MessageKind):
    """Remedies for rows that cannot become entries."""

    DOUBLE_QUOTES = 'Double every quote inside a quoted phrase (""), or read the text without quoting.'
    CHECK_SEPARATORS = "Check the separators of this row."
    QUOTE_OR_REMOVE = "Remove the character from the phrase, or write with quoting."
    ONE_LINE = "Put source and target in one line, with the separator between them."
    REMOVE_SEPARATOR = "Remove the extra separator, or put quotes around the phrase."
    CHOOSE_ENCODING = "Choose another encoding, or type the characters again."
    CORRECT_MESSAGE = "Correct the message in the file, or save it again with the program that wrote it."
    CORRECT_PLACE = "Correct this place in the file, or save it again with the program that wrote it."
    TYPE_CHARACTER = "Type the character itself."
    GIVE_TERM = "Add a term, or delete it."
    LANGUAGE_OF_SET = "Write the language as xml:lang of its langSet or langSec."
    LANGUAGE_OF_GROUP = "Write the language as lang of the language in its languageGrp."
    LANGUAGE_OF_VARIANT = "Write the language as xml:lang of its tuv."
    ADD_TRANSLATION = "Add the translation, or delete the unit."
    CORRECT_CELL = "Correct the cell, or type the phrase."
    TYPE_OR_LEAVE_OUT = "Type them, or leave the row out."


class RowSentences(MessageKind):
    """A reason together with its remedy, for places that show both as one text."""

    BOTH = "{reason} {remedy}"
