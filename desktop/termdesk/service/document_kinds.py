"""The kinds of documents that can be translated, with limits and prices, and known kinds that are refused."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from termdesk.domain.document_kinds import DOCUMENT_KINDS, DocumentKind, extension_of, format_of
from termdesk.domain.errors import InvalidInput
from termdesk.messages.document_messages import DocumentMessage, DocumentRemedy
from termdesk.service.accounts import Tier

_MOST_CHARACTERS = {Tier.FREE: 500_000, Tier.PAID: 1_000_000}
# The longest file name that most file systems accept.
_LONGEST_NAME = 200


class UnreadableDocument(InvalidInput):
    """A document cannot be translated; the message says why, the remedy what to do."""


KINDS = {name: kind for name, kind in DOCUMENT_KINDS.items() if kind.is_local}
# Formats that no available library can write back unchanged.
REFUSED_FORMATS: dict[str, str] = {
    "pdf": DocumentRemedy.USE_ORIGINAL_OF_PDF(),
    **dict.fromkeys(("doc", "docm", "odt", "rtf"), DocumentRemedy.SAVE_AS(format="docx")),
    **dict.fromkeys(("ppt", "pptm", "odp"), DocumentRemedy.SAVE_AS(format="pptx")),
    **dict.fromkeys(("xls", "xlsm", "xlsb", "ods"), DocumentRemedy.SAVE_AS(format="xlsx")),
    "indd": DocumentRemedy.SAVE_AS(format="idml"),
    "mif": DocumentRemedy.EXPORT_XLIFF(),
    **dict.fromkeys(("jpeg", "jpg", "png", "gif", "bmp", "tif", "tiff", "webp"), DocumentRemedy.TYPE_TEXT()),
}
MOST_BYTES = max(kind.paid_bytes for kind in KINDS.values())


def most_bytes(kind: DocumentKind, tier: Tier) -> int:
    """The size limit of an uploaded file for a tier, in bytes."""
    return kind.free_bytes if tier is Tier.FREE else kind.paid_bytes


def most_characters(tier: Tier) -> int:
    """The limit for the text of one document, in code points."""
    return _MOST_CHARACTERS[tier]


def kind_of(file_name: str) -> DocumentKind:
    """Return the kind for a file's extension. Raises UnreadableDocument for unsupported ones."""
    extension = extension_of(file_name)
    kind = KINDS.get(format_of(extension))
    if kind is not None:
        return kind
    if not extension:
        raise UnreadableDocument(DocumentMessage.NO_EXTENSION(name=file_name), remedy=_formats_remedy())
    why = REFUSED_FORMATS.get(extension, "")
    message = DocumentMessage.NOT_HERE if why else DocumentMessage.NO_FORMAT
    raise UnreadableDocument(message(extension=extension[:20]), remedy=why or _formats_remedy())


def is_same_format(extension: str, kind: DocumentKind) -> bool:
    """Whether an extension, with or without its dot, belongs to this kind."""
    return format_of(extension) == kind.name


def plain_name(file_name: str) -> str:
    """Return a file's name without folders and control characters, short enough for every disk; the extension stays."""
    name = re.sub(r"[\x00-\x1f\x7f\u2028\u2029\ud800-\udfff]", "", re.split(r"[\\/]", file_name)[-1])
    extension = PurePosixPath(name).suffix[:20]
    stem = name[: len(name) - len(extension)] if extension else name
    return stem[: _LONGEST_NAME - len(extension)] + extension


def _formats_remedy() -> str:
    return DocumentRemedy.OFFERED(formats=tuple(KINDS))
