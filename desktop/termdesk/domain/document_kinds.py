"""The kinds of documents that services translate, with the limits and prices that the interface gives them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath

# The minimum of office documents and PDF, as the vendor documents it; even a document of one word costs this much.
OFFICE_MINIMUM = 50_000
_MB = 1_000_000


@dataclass(frozen=True, slots=True)
class DocumentKind:
    """One format. Sizes are bytes of the uploaded file; `minimum` is what one document is billed at least.

    `outputs` are other formats in which a translation may come back. `is_local`: the service on this computer
    translates it, too.
    """

    name: str
    media_type: str
    free_bytes: int
    paid_bytes: int
    minimum: int = 0
    is_local: bool = True
    outputs: tuple[str, ...] = ()

    def billable_characters(self, characters: int) -> int:
        """The characters to bill for a document with this many characters."""
        return max(characters, self.minimum)


_OFFICE = "application/vnd.openxmlformats-officedocument."
DOCUMENT_KINDS = {
    kind.name: kind
    for kind in (
        DocumentKind("docx", f"{_OFFICE}wordprocessingml.document", 10 * _MB, 100 * _MB, OFFICE_MINIMUM),
        DocumentKind("pptx", f"{_OFFICE}presentationml.presentation", 10 * _MB, 100 * _MB, OFFICE_MINIMUM),
        DocumentKind("xlsx", f"{_OFFICE}spreadsheetml.sheet", 10 * _MB, 30 * _MB, OFFICE_MINIMUM),
        DocumentKind("txt", "text/plain", 1 * _MB, 1 * _MB),
        DocumentKind("html", "text/html", 5 * _MB, 5 * _MB),
        DocumentKind("xliff", "application/xliff+xml", 10 * _MB, 10 * _MB),
        DocumentKind("srt", "application/x-subrip", 150_000, 150_000),
        DocumentKind("xml", "application/xml", 10 * _MB, 10 * _MB),
        DocumentKind("json", "application/json", 1 * _MB, 1 * _MB),
        DocumentKind("pdf", "application/pdf", 10 * _MB, 100 * _MB, OFFICE_MINIMUM, is_local=False, outputs=("docx",)),
        DocumentKind("idml", "application/vnd.adobe.indesign-idml-package", 10 * _MB, 30 * _MB),
        DocumentKind("mif", "application/vnd.mif", 10 * _MB, 30 * _MB, is_local=False),
        DocumentKind("dita", "application/dita+xml", 5 * _MB, 5 * _MB),
        DocumentKind("jpeg", "image/jpeg", 3 * _MB, 3 * _MB, is_local=False),
        DocumentKind("png", "image/png", 3 * _MB, 3 * _MB, is_local=False),
    )
}
# Documents that no service translates, with a suggestion in which format to save them.
REFUSED_DOCUMENTS = frozenset({"doc", "docm", "odt", "rtf", "ppt", "pptm", "odp", "xls", "xlsm", "xlsb", "ods", "indd"})
# The same and pictures.
REFUSED_EXTENSIONS = REFUSED_DOCUMENTS | {"gif", "bmp", "tif", "tiff", "webp"}
_SAME_FORMAT = {"htm": "html", "xlf": "xliff", "jpg": "jpeg", "ditamap": "dita"}
EXTENSIONS = (*DOCUMENT_KINDS, *_SAME_FORMAT)


def extension_of(file_name: str) -> str:
    """The extension of a file name in lower case, without the dot; empty for none."""
    return PurePosixPath(file_name).suffix[1:].lower()


def format_of(extension: str) -> str:
    """The format name for an extension with or without its dot: `html` for `.htm`."""
    extension = extension.lower().lstrip(".")
    return _SAME_FORMAT.get(extension, extension)
