"""Why files cannot be read or written, with remedies."""

from __future__ import annotations

from termdesk.messages.message import MessageKind


class FileMessage(MessageKind):
    """Why a file cannot be read, or not as requested."""

    NO_FILE = "{name} is not a file."
    MISSING = "{name} does not exist."
    TOO_LARGE = (
        "{name} has %Ln bytes; at most {limit} are read.",
        "{name} has %Ln byte; at most {limit} are read.",
    )
    CANNOT_BE_OPENED = "{name} cannot be opened: {reason}."
    EMPTY = "{name} is empty."
    ZIPPED = "{name} is a spreadsheet or another zipped file."
    OLD_DOCUMENT = "{name} is an old spreadsheet or document."
    COMPRESSED = "{name} is a compressed file."
    PDF = "{name} is a PDF document."
    DATABASE = "{name} is a database."
    XML = "{name} is an XML file."
    OTHER_ENCODING = "{name} is not {encoding}: byte {position} does not fit."
    NO_SUCH_ENCODING = "{name} cannot be read as “{encoding}”: no such encoding."
    # Tables
    NO_COLUMNS = "{name} has no columns: no tab, semicolon, comma or bar separates source and target."
    TOO_MANY_COLUMNS = (
        "{name} has a line of more than %Ln columns.",
        "{name} has a line of more than %Ln column.",
    )
    NO_SUCH_COLUMN = "{name} has no column {column}; it has {count}."
    NO_SUCH_LANGUAGE = "{name} has no column for {languages}; it has {present}."
    NO_SOURCE_COLUMN = "No column of {name} is the source."
    NO_TARGET_COLUMN = "No column of {name} is the target."
    NO_UTX_HEADER = "{name} has no UTX header that names the columns src and tgt."
    NO_QUERY_RESULT = "{name} is not the result of a query."
    NO_GETTEXT_MESSAGE = "{name} contains no gettext message."
    # XML
    NO_READABLE_XML = "{name} is not readable XML; line {line}: {reason}."
    NO_ELEMENT = (
        "{name} is not {format}: its first %Ln bytes contain no element.",
        "{name} is not {format}: its first %Ln byte contains no element.",
    )
    OTHER_ROOT = "{name} is XML, but not {format}: its outermost element is “{element}”."
    DECLARES_ENTITIES = "{name} declares entities or attributes, which can use up the memory or fetch other files."
    ENTRY_TOO_LARGE = (
        "{name} has an entry of more than %Ln bytes.",
        "{name} has an entry of more than %Ln byte.",
    )
    ANY_TERM_BASE = "TBX, TMX, MultiTerm XML or XLIFF"
    # Files to write
    ENDING_UNKNOWN = "“{name}” has no extension that tells its format."
    ENDING_NOT_FOR_ALL = "“{name}” has no extension of a format for all languages."
    CANNOT_BE_WRITTEN = "{name} cannot be written: {reason}."
    TEMPORARY_FOLDER = "The temporary folder {folder} could not take the workbook while it was made: {reason}."
    SURROGATE_IN_ROW = "Row {row} contains a damaged character, which no file can keep."
    CHARACTER_NOT_IN_XML = (
        "Row {row} contains a damaged character or a control character, which {format} files cannot contain."
    )


class FileRemedy(MessageKind):
    """Remedies for files that cannot be read or written."""

    CHOOSE_FILE = "Choose another file."
    SPLIT = "Split it."
    PERMISSIONS = "Check its permissions."
    SAVE_AS_TEXT = "Save it as tab-separated text (TSV) or as CSV in UTF-8, and open that."
    CHOOSE_ENCODING = "Choose another encoding."
    PUT_TABS = "Put source and target in one line each, with a tab between them."
    CHOOSE_COLUMNS = "Choose other columns."
    CHOOSE_LANGUAGES = "Choose languages that the file contains."
    WRITE_UTX_HEADER = "Write a line of #src, a tab and tgt before the entries, or choose another way to read the file."
    READ_OTHERWISE = "Choose another way to read it."
    SAVE_ANEW_AS = "Save it again as {format} with the program that wrote it."
    SAVE_DOCUMENT = "Open it in a word processor, and save it again without a password."
    SAVE_WITHOUT_DOCTYPE = "Save it without the part in brackets behind DOCTYPE."
    LET_END_IN = "Use a name that ends in {endings}."
    FREE_TEMPORARY_FOLDER = "Free some space there, and export again."
    CHOOSE_FOLDER = "Choose another folder."
    TYPE_CHARACTER = "Type the character again."
    TYPE_TEXT = "Type the text again."


class SheetMessage(MessageKind):
    """Why a spreadsheet cannot be read or written."""

    DAMAGED = "{name} is damaged."
    DAMAGED_OR_OTHER = "{name} is damaged, or not a spreadsheet."
    NO_SPREADSHEET = "{name} is not a spreadsheet that can be read."
    ENCRYPTED = "{name} is encrypted."
    CANNOT_BE_READ = "{name} cannot be read: {reason}."
    TWO_PARTS = "{name} has two parts with the same name."
    NO_PART = "{name} has no part “{part}”."
    PART_IS_NO_XML = "{name} has a part “{part}” that is not XML."
    NO_CONTENT = "{name} has no readable content."
    IMPOSSIBLE_REPEATS = "{name} repeats a cell an impossible number of times."
    NOT_UTF8 = "{name} is not written in UTF-8, as spreadsheets are."
    UNPACKS_TO_PARTS = (
        "{name} unpacks to %Ln parts of {size} bytes; at most {most} parts and {limit} bytes are read.",
        "{name} unpacks to %Ln part of {size} bytes; at most {most} parts and {limit} bytes are read.",
    )
    UNPACKS_TO_BYTES = (
        "{name} unpacks to %Ln bytes, more than {limit} times its size.",
        "{name} unpacks to %Ln byte, more than {limit} times its size.",
    )
    MANY_ODDITIES = (
        "{name} has more than %Ln errors and merged areas in the sheet “{sheet}”.",
        "{name} has more than %Ln error or merged area in the sheet “{sheet}”.",
    )
    MANY_CELLS = (
        "{name} has %Ln rows and {columns} columns in the sheet “{sheet}”, more than {limit} cells.",
        "{name} has %Ln row and {columns} columns in the sheet “{sheet}”, more than {limit} cells.",
    )
    MUCH_TEXT = (
        "{name} has %Ln bytes of text in its cells; at most {limit} are read.",
        "{name} has %Ln byte of text in its cells; at most {limit} are read.",
    )
    MANY_TEXTS = (
        "{name} has %Ln texts; at most {limit} are read.",
        "{name} has %Ln text; at most {limit} are read.",
    )
    MORE_BYTES = (
        "{name} has more than %Ln bytes.",
        "{name} has more than %Ln byte.",
    )
    SLOW = "{name} takes too long to read."
    MUCH_MEMORY = "{name} needs too much memory to read."
    NO_SHEET = "{name} has no sheet “{sheet}”; it has {sheets}."
    ONE_COLUMN = "The sheet “{sheet}” of {name} has only one column."
    EMPTY_SHEET = "The sheet “{sheet}” of {name} is empty."
    NO_SUCH_COLUMN = "The sheet “{sheet}” has no column {column}; its last one is {last}."
    NO_SUCH_LANGUAGE = "The sheet “{sheet}” has no column for {languages}; it has {present}."
    # Cells and sheets to write
    SHEET_TOO_LARGE = (
        "The sheet “{sheet}” would have %Ln rows and {columns} columns; spreadsheets have at most {most_rows} and "
        "{most_columns}.",
        "The sheet “{sheet}” would have %Ln row and {columns} columns; spreadsheets have at most {most_rows} and "
        "{most_columns}.",
    )
    SURROGATE = "{cell} of the sheet “{sheet}” contains a damaged character, which no file can keep."
    NO_CHARACTER = "{cell} of the sheet “{sheet}” contains U+FFFE or U+FFFF, which are not characters."
    TANGLED_ESCAPES = "{cell} of the sheet “{sheet}” contains “{text}”, which spreadsheets read differently."
    CELL_TOO_LONG = (
        "{cell} of the sheet “{sheet}” has %Ln characters; a cell can have {limit}.",
        "{cell} of the sheet “{sheet}” has %Ln character; a cell can have {limit}.",
    )


class SheetRemedy(MessageKind):
    """Remedies for spreadsheets that cannot be read or written."""

    SAVE_ANEW = "Open it in a spreadsheet program, and save it again."
    SAVE_WITHOUT_PASSWORD = "Open it in a spreadsheet program with its password, and save a copy without one."
    MAKE_SMALLER = "Delete what is empty or does not belong to the glossary, or split the file."
    CHOOSE_SHEET = "Choose one of its sheets."
    CHOOSE_FULL_SHEET = "Choose a sheet that has sources and targets beside each other."
    CHOOSE_LANGUAGES = "Choose languages that the sheet contains."
    EXPORT_TSV_OR_SPLIT = "Export it as TSV, or split it."
    TYPE_AGAIN = "Type it again."
    DELETE = "Delete it."
    EXPORT_TSV = "Export as TSV."
    SHORTEN_OR_EXPORT_TSV = "Shorten it, or export as TSV."
