"""File formats: their titles, what a file contains besides its entries, and what a format cannot hold."""

from __future__ import annotations

from termdesk.messages.message import MessageKind


class FormatTitle(MessageKind):
    """The visible name of a format."""

    TSV = "Tab-separated text"
    CSV = "Comma separated text"
    CSV_GUARDED = "CSV for spreadsheets, formulas made harmless"
    CSV_ALL_TEXT = "CSV for spreadsheets, all as text: 007 stays 007"
    CSV_SEMICOLONS = "CSV with semicolons, for spreadsheets where the comma is in numbers"
    CSV_SEMICOLONS_ALL_TEXT = "CSV with semicolons, for spreadsheets, all as text: 007 stays 007"
    CSV_DETAILS = "CSV with status, domain and note"
    TABLE = "Columns (TSV, CSV)"
    XLSX = "Excel workbook"
    MULTILINGUAL_XLSX = "Excel workbook, a column for each language"
    WORKBOOK = "Workbook"
    TBX = "TBX-Basic term base"
    TBX_OLDER = "TBX of 2008 (martif), for OmegaT and older programs"
    MULTILINGUAL_TBX = "TBX-Basic term base with all languages"
    TMX = "TMX translation memory"
    MULTILINGUAL_TMX = "TMX translation memory with all languages"
    MULTILINGUAL_MULTITERM = "MultiTerm XML with all languages"
    OMEGAT = "OmegaT glossary"
    WORDFAST = "Wordfast text"
    WORDFAST_MEMORY = "Wordfast memory"
    WORDFAST_GLOSSARY = "Wordfast glossary"
    DING = "Ding dictionary"
    UTX = "UTX glossary"
    PO = "PO catalog"
    TERM_LIST = "One row for each term (IATE)"
    SPARQL = "Query result (Wikidata)"


class ColumnTitle(MessageKind):
    """The names of columns without a title."""

    NUMBER = "Column {number}"
    SOURCE = "Source"
    TARGET = "Target"
    COMMENT = "Comment"


class EncodingScript(MessageKind):
    """The script or languages of an encoding."""

    ALL = "all languages"
    WESTERN = "Western European"
    CENTRAL = "Central European"
    BALTIC = "Baltic"
    SOUTHERN = "Esperanto, Maltese"
    CYRILLIC = "Cyrillic"
    GREEK = "Greek"
    TURKISH = "Turkish"
    HEBREW = "Hebrew"
    ARABIC = "Arabic"
    THAI = "Thai"
    VIETNAMESE = "Vietnamese"
    JAPANESE = "Japanese"
    KOREAN = "Korean"
    CHINESE = "Chinese"


class FileNote(MessageKind):
    """Content of a file that did not become plain entries, with its number."""

    COUNTED = "{what}: {count}"
    NOT_READ = "not read: {what} ({count})"
    COLUMN_NOT_READ = "not read: {title}"
    UNTITLED_COLUMN = "columns without a title"
    REPEATED_ROWS = "rows that repeat an earlier one: {count}"
    GUARDS_REMOVED = "apostrophes and formulas removed that guarded phrases in spreadsheets: {count}"
    ROWS_UNFINISHED = "rows marked as unfinished, left out: {count}"
    TOO_LONG = (
        "longer than %Ln characters, left out: {count}",
        "longer than %Ln character, left out: {count}",
    )
    WITH_DETAILS = "with status, note or domain: {count}"
    FORBIDDEN = "forbidden: {count}"
    OTHER_STATUS = "unknown status, kept in the note: {count}"
    NO_SOURCE = "concepts without a usable source term"
    NO_TARGET = "concepts without a usable target term"
    TARGET_SYNONYMS = "further target terms, kept in notes"
    FORBIDDEN_TERMS = "forbidden terms, which become rows that are never published"
    FORBIDDEN_ALONE = "forbidden terms without a translation"
    MESSAGES_UNTRANSLATED = "messages without a translation"
    MESSAGES_FUZZY = "fuzzy messages, left out"
    MESSAGES_OBSOLETE = "obsolete messages, left out"
    PLURALS = "further plural forms, kept in notes"
    JOINED = "texts of several lines, put on one"
    CONTEXTS = "contexts, kept in notes"
    ENGLISH_ASSUMED = "the file does not tell the language of its msgid: English is assumed"
    COMMENT_LINES = "comment lines"
    HEADER_LINES = "header lines"
    FURTHER_COLUMNS = "fields after the third column, kept in notes"
    UNIT_FIELDS = "dates, users and attributes of translation units"
    SEGMENTS_UNTRANSLATED = "segments without a translation"
    SEGMENTS_WITHOUT_SOURCE = "segments without a source"
    SEGMENTS_UNFINISHED = "segments whose translation is not finished: fuzzy, drafts, machine translation"
    TEXTS_LOCKED = "texts that are not to be translated"
    TERM_WITHOUT_TEXT = "term without a text"
    VARIANT_WITHOUT_TEXT = "tuv without a text"
    PROPERTY_OF_VARIANT = "prop of a tuv"
    TAG_IN_SEGMENT = "{tag} in a {segment}"
    LINKS = "links in texts, their words kept"
    CELLS_WITH_NUMBER = (
        "%Ln cells contained a number and were read as text",
        "%Ln cell contained a number and was read as text",
    )
    CELLS_WITH_DATE = (
        "%Ln cells contained a date and were read as text",
        "%Ln cell contained a date and was read as text",
    )
    CELLS_WITH_TIME = (
        "%Ln cells contained a time and were read as text",
        "%Ln cell contained a time and was read as text",
    )
    CELLS_WITH_TRUTH_VALUE = (
        "%Ln cells contained a truth value and were read as text",
        "%Ln cell contained a truth value and was read as text",
    )
    SHOWN_NUMBERS = (
        "%Ln cells contained a number or a date and were read as displayed",
        "%Ln cell contained a number or a date and was read as displayed",
    )
    HIDDEN_ROWS = "hidden rows, read as well: {count}"
    HIDDEN_ROWS_OUT = "hidden rows, left out: {count}"
    FILTERED_ROWS = "rows hidden by a filter, read as well: {count}"
    FILTERED_ROWS_OUT = "rows hidden by a filter, left out: {count}"
    STRUCK_ROWS = "rows with a phrase that is struck out, read as well: {count}"
    STRUCK_ROWS_OUT = "rows with a phrase that is struck out, left out: {count}"
    STRUCK_PARTS = "rows with a phrase that is struck out in part, read whole: {count}"
    STRUCK_PARTS_OUT = "rows with a phrase that is struck out in part, read without that part: {count}"
    HIDDEN_COLUMNS = "hidden columns, read as well: {names}"
    JOINED_BY_NUMBER = "one language in each sheet, joined by the column “{title}”: {names}"
    JOINED_BY_ROW = "one language in each sheet, joined by the numbers of the rows: {names}"
    HIDDEN_SHEETS = "hidden sheets, not read: {names}"
    MERGED_CELLS = "%Ln cells took the phrase of a merged cell", "%Ln cell took the phrase of a merged cell"


class FormatLoss(MessageKind):
    """What would be lost if a written file were read again."""

    DETAILS = (
        "Only the phrases are written: %Ln entries lose their status, note and domain.",
        "Only the phrases are written: %Ln entry loses its status, note and domain.",
    )
    FORBIDDEN = "Forbidden entries are left out, so that they do not look allowed: {count}."
    GUARDED_FORMULAS = (
        "%Ln phrases begin like a formula and get an apostrophe in front. Termdesk removes it again when it reads the "
        "file; other programs do not.",
        "%Ln phrase begins like a formula and gets an apostrophe in front. Termdesk removes it again when it reads the "
        "file; other programs do not.",
    )
    NO_STATUS_AND_DOMAIN = (
        "Only phrases and notes are written: %Ln entries lose their status and domain.",
        "Only phrases and notes are written: %Ln entry loses its status and domain.",
    )
    TAKEN_FOR_COMMENTS = (
        "%Ln lines begin with #, which makes them comments: they will not be read again.",
        "%Ln line begins with #, which makes it a comment: it will not be read again.",
    )
    CHANGED_BY_SPREADSHEETS = (
        "Spreadsheets change %Ln phrases that look like numbers or dates, such as “{example}”. CSV for "
        "spreadsheets with all as text keeps them, and so does an Excel workbook.",
        "Spreadsheets change %Ln phrase that looks like a number or a date: “{example}”. CSV for "
        "spreadsheets with all as text keeps it, and so does an Excel workbook.",
    )
    WITHOUT_TRANSLATION = "Phrases without a translation are left out: {count}."
    MOVED_DOMAINS = (
        "All languages of a phrase share one domain; it changes for %Ln entries.",
        "All languages of a phrase share one domain; it changes for %Ln entry.",
    )
    TERM_LAYOUT = "Spaces around a term, and tabs and line ends in it, are lost. Terms with some: {count}."
    PHRASE_LAYOUT = "Spaces around a phrase, and tabs and line ends in it, are lost. Phrases with some: {count}."
    HALF_ENTRIES = "Entries without a source or a target, which will not be read again: {count}."
    NO_STATUS_IN_TMX = "TMX has no status. Written as properties that only Termdesk reads: {count}."
    NO_DOMAIN_IN_TMX = "TMX has no domains and definitions. Units that have them as properties of Termdesk: {count}."
    TOO_FEW_TEXTS = "A unit needs two texts. Concepts that have fewer, and will not be read again: {count}."
    EMPTY_ROWS = (
        "%Ln empty rows are left out when the file is read again.",
        "%Ln empty row is left out when the file is read again.",
    )
    UNTOLD_FROM_NONE = (
        "%Ln entries without a source or a target look like missing ones when the file is read again.",
        "%Ln entry without a source or a target looks like a missing one when the file is read again.",
    )
    FIELDS = (
        "Definition, part of speech and other fields of %Ln entries are lost.",
        "Definition, part of speech and other fields of %Ln entry are lost.",
    )
    SYNONYMS = (
        "%Ln admitted synonyms are left out; the preferred entries are written.",
        "%Ln admitted synonym is left out; the preferred entry is written.",
    )
    FORBIDDEN_OF_SEVERAL = (
        "%Ln forbidden entries are left out, so that they do not look allowed.",
        "%Ln forbidden entry is left out, so that it does not look allowed.",
    )
    OTHER_ORDER = "Rows keep the order of the first dictionary; the others are read again in that order."
    IN_SHEET = "{sheet}: {loss}"


class ContentMessage(MessageKind):
    """What is wrong with the content of a file as a whole."""

    TOO_LARGE = (
        "The entries have %Ln bytes; a dictionary can have at most {limit}.",
        "The entries have %Ln byte; a dictionary can have at most {limit}.",
    )
    SPLIT = "Split the file into several glossaries."
