"""The kinds of documents that are translated, with their limits and prices, and those that are refused by name."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import PurePosixPath

from termdesk.domain.errors import InvalidInput
from termdesk.service.accounts import Tier

_OFFICE_MINIMUM = 50_000
_MOST_CHARACTERS = {Tier.FREE: 500_000, Tier.PAID: 1_000_000}
_MB = 1_000_000
# Of a name that most file systems can keep.
_LONGEST_NAME = 200


class UnreadableDocument(InvalidInput):
    """A document cannot be translated; the message says what about it, the remedy what to do."""


@dataclass(frozen=True, slots=True)
class DocumentKind:
    """One format. Sizes are bytes of the uploaded file; `minimum` is what one document is billed at least."""

    name: str
    media_type: str
    free_bytes: int
    paid_bytes: int
    minimum: int = 0

    def most_bytes(self, tier: Tier) -> int:
        """The size limit of an uploaded file for a tier, in bytes."""
        return self.free_bytes if tier is Tier.FREE else self.paid_bytes

    def billed(self, characters: int) -> int:
        """The characters to bill for a document of so many characters."""
        return max(characters, self.minimum)


_OFFICE = "application/vnd.openxmlformats-officedocument."
KINDS = {
    kind.name: kind
    for kind in (
        DocumentKind("docx", f"{_OFFICE}wordprocessingml.document", 10 * _MB, 100 * _MB, _OFFICE_MINIMUM),
        DocumentKind("pptx", f"{_OFFICE}presentationml.presentation", 10 * _MB, 100 * _MB, _OFFICE_MINIMUM),
        DocumentKind("xlsx", f"{_OFFICE}spreadsheetml.sheet", 10 * _MB, 30 * _MB, _OFFICE_MINIMUM),
        DocumentKind("txt", "text/plain", 1 * _MB, 1 * _MB),
        DocumentKind("html", "text/html", 5 * _MB, 5 * _MB),
        DocumentKind("xliff", "application/xliff+xml", 10 * _MB, 10 * _MB),
        DocumentKind("srt", "application/x-subrip", 150_000, 150_000),
        DocumentKind("xml", "application/xml", 10 * _MB, 10 * _MB),
        DocumentKind("json", "application/json", 1 * _MB, 1 * _MB),
    )
}
_SAME = {"htm": "html", "xlf": "xliff"}
# Formats that the interface knows and no library here can write back as they were.
_REFUSED = {
    "pdf": "The text of a PDF has no order to put a translation into; send the document that it was made from.",
    "doc": "Save it as docx.",
    "ppt": "Save it as pptx.",
    "xls": "Save it as xlsx.",
    "idml": "Export the texts as xliff.",
    "mif": "Export the texts as xliff.",
    "dita": "Send the topics as xml.",
    **dict.fromkeys(("jpeg", "jpg", "png"), "Texts in pictures are not read on this computer."),
}
MOST_BYTES = max(kind.paid_bytes for kind in KINDS.values())


def most_characters(tier: Tier) -> int:
    """Of the text of one document, in code points."""
    return _MOST_CHARACTERS[tier]


def kind_of(file_name: str) -> DocumentKind:
    """The kind that a file's extension says. Raises UnreadableDocument for one that is not served."""
    extension = extension_of(file_name)
    kind = KINDS.get(_SAME.get(extension, extension))
    if kind is not None:
        return kind
    if not extension:
        raise UnreadableDocument("The name of the file has no extension, which says its format.", remedy=_offered())
    why = _REFUSED.get(extension, "")
    raise UnreadableDocument(
        f"Documents of the format {extension[:20]!r} are not translated here.", remedy=why or _offered()
    )


def extension_of(file_name: str) -> str:
    """In lower case, without the dot."""
    return PurePosixPath(file_name).suffix[1:].lower()


def is_same_format(extension: str, kind: DocumentKind) -> bool:
    """Whether an extension, with or without its dot, means documents of this kind."""
    extension = extension.lower().lstrip(".")
    return _SAME.get(extension, extension) == kind.name


def plain_name(file_name: str) -> str:
    """A file's name without folders and control characters, short enough for every disk; its extension stays."""
    name = re.sub(r"[\x00-\x1f\x7f\u2028\u2029\ud800-\udfff]", "", re.split(r"[\\/]", file_name)[-1])
    extension = PurePosixPath(name).suffix[:20]
    stem = name[: len(name) - len(extension)] if extension else name
    return stem[: _LONGEST_NAME - len(extension)] + extension


def _offered() -> str:
    return f"Translated are {', '.join(KINDS)}."
