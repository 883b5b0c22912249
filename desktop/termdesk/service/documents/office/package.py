"""Checks packages (zip files of XML parts) before they are read, and copies them with changed parts."""

from __future__ import annotations

import re
import shutil
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from termdesk.service.document_kinds import UnreadableDocument
from termdesk.service.documents.xml_files import Element, parse

# Far more than a real document of a million characters needs.
MOST_MEMBERS = 10_000
MOST_BYTES_OF_XML = 100_000_000
MOST_BYTES = 400_000_000
_CONTENT_TYPES = "[Content_Types].xml"
_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError)


class ZipPackage:
    """The parts of a zipped document, by name."""

    def __init__(self, path: Path) -> None:
        """Raises UnreadableDocument if the file is not a package, or unpacks to more than a document can have."""
        self._path = path
        try:
            with zipfile.ZipFile(path) as archive:
                members = archive.infolist()
        except _DAMAGED:
            raise UnreadableDocument(
                "It is not what its extension says, or damaged.", remedy="Open it in its program, and save it anew."
            ) from None
        _check_sizes(members)
        self.names = [member.filename for member in members]
        if len(set(self.names)) < len(self.names):
            raise UnreadableDocument("It has two parts of one name.", remedy="Save it anew.")
        if any(map(_is_outside, self.names)):
            raise UnreadableDocument("It names a part outside of itself.", remedy="Save it anew.")

    def root(self, name: str) -> Element:
        """Return the root element of a part. Raises UnreadableDocument."""
        return parse(self._read(name))

    def contains(self, name: str, chunk: bytes) -> bool:
        """Whether a part contains these bytes."""
        return chunk in self._read(name)

    def find_all(self, name: str, pattern: re.Pattern[bytes]) -> Iterator[re.Match[bytes]]:
        """Yield the matches of a pattern in a part."""
        return pattern.finditer(self._read(name))

    def matches(self, name: str, *patterns: re.Pattern[bytes]) -> bool:
        """Whether a part contains bytes that match one of the patterns."""
        content = self._read(name)
        return any(pattern.search(content) for pattern in patterns)

    def write(self, path: Path, changed: Mapping[str, Callable[[], bytes]]) -> None:
        """Copy the package. `changed` maps names of parts to functions that return their new content."""
        with zipfile.ZipFile(self._path) as source, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as target:
            for member in source.infolist():
                if member.filename in changed:
                    target.writestr(member, changed[member.filename](), compress_type=zipfile.ZIP_DEFLATED)
                    continue
                with source.open(member) as old, target.open(member, "w") as new:
                    shutil.copyfileobj(old, new)

    def _read(self, name: str) -> bytes:
        try:
            with zipfile.ZipFile(self._path) as archive:
                return archive.read(name)
        except _DAMAGED:
            raise UnreadableDocument(f"Its part {name[:100]!r} is damaged.", remedy="Save it anew.") from None


class OfficePackage(ZipPackage):
    """The parts of an office document, found by the content types that the package declares."""

    def __init__(self, path: Path) -> None:
        """Raises UnreadableDocument if the file is not a package, or unpacks to more than a document can have."""
        super().__init__(path)
        self._types = dict(self._content_types())

    def check_main(self, end_of_type: str) -> None:
        """Raise UnreadableDocument if the package lacks this main part and so is another kind of document."""
        if not self.parts(end_of_type):
            raise other_kind()

    def parts(self, *ends_of_types: str) -> list[str]:
        """Return the names of the parts with these content types, in the order in which they are stored."""
        return [name for name in self.names if self._types.get(name, "").endswith(ends_of_types)]

    def _content_types(self) -> Iterator[tuple[str, str]]:
        if _CONTENT_TYPES not in self.names:
            raise UnreadableDocument("It is a zip file, but no office document.", remedy="Save it anew.")
        defaults: dict[str, str] = {}
        overrides: dict[str, str] = {}
        for each in self.root(_CONTENT_TYPES):
            kind = each.get("ContentType", "")
            defaults[each.get("Extension", "").lower()] = kind
            overrides[each.get("PartName", "").lstrip("/").lower()] = kind
        for name in self.names:
            yield name, overrides.get(name.lower()) or defaults.get(name.rpartition(".")[2].lower(), "")


def other_kind() -> UnreadableDocument:
    """Return the error for a package with another kind of document."""
    return UnreadableDocument(
        "It is another kind of document than its extension says.", remedy="Give it the right extension."
    )


def _is_outside(name: str) -> bool:
    """Whether unpacking the part could write outside the target folder."""
    path = name.replace("\\", "/")
    return path.startswith("/") or path[1:2] == ":" or ".." in path.split("/")


def _check_sizes(members: list[zipfile.ZipInfo]) -> None:
    unpacked = sum(member.file_size for member in members)
    xml = sum(member.file_size for member in members if member.filename.lower().endswith((".xml", ".rels")))
    if len(members) > MOST_MEMBERS or unpacked > MOST_BYTES or xml > MOST_BYTES_OF_XML:
        raise UnreadableDocument(
            f"It unpacks to {len(members):,} parts of {unpacked:,} bytes, more than a document has.",
            remedy="Send it in parts.",
        )
