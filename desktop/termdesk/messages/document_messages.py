"""Messages about translating documents."""

from __future__ import annotations

from termdesk.messages.message import MessageKind


class DocumentMessage(MessageKind):
    """Why a document cannot be translated."""

    NO_FILE = "“{name}” is not a file."
    UNREADABLE = "“{name}” cannot be read: {reason}."
    IS_EMPTY = "“{name}” is empty."
    NO_EXTENSION = "The name “{name}” has no extension, so its format is unknown."
    NO_FORMAT = "Documents of the format “{extension}” are not translated."
    NOT_HERE = "The service on this computer does not translate documents of the format “{extension}”."
    TOO_LARGE = (
        "“{name}” has %Ln bytes; the service takes {limit} of this format.",
        "“{name}” has %Ln byte; the service takes {limit} of this format.",
    )
    NOT_COUNTED = "The text of “{name}” cannot be read: {reason}"
    SAVED_ELSEWHERE = "“{path}” could not be written. The translation is in “{other}”."
    SAVED_ELSEWHERE_WITH_NOTES = "“{path}” could not be written. The translation is in “{other}”. {notes}"
    CHANGED_SERVICE = "Another service is in use now."
    NO_TARGET = "No target language is chosen."
    GLOSSARY_NEEDS_SOURCE = "A glossary needs the source language; it cannot be used while the language is detected."


class DocumentRemedy(MessageKind):
    """Remedies for documents that cannot be translated."""

    OFFERED = "These formats are translated: {formats}."
    USE_ORIGINAL_OF_PDF = (
        "The text of a PDF has no order to put a translation into. Translate the document that it was made from."
    )
    SAVE_AS = "Save it as {format}."
    EXPORT_XLIFF = "Export its texts as XLIFF."
    TYPE_TEXT = "Texts in pictures are not read on this computer. Type the text into the Translate pane."
    DIVIDE = "Divide the document."
    CHOOSE_SOURCE = "Choose the source language."
    CHOOSE_TARGET = "Choose at least one."
