"""The manifest of a release: its description, and the hash of each file."""

from __future__ import annotations

import hashlib
import json
from pathlib import PurePath
from typing import Any

import msgspec

from termdesk.domain.errors import UnreadableFile
from termdesk.domain.language.language import LanguagePair
from termdesk.messages.message import Message
from termdesk.messages.release_messages import ReleaseMessage, ReleaseRemedy

MANIFEST, CHANGES = "termdesk-release.json", "CHANGES.md"
FORMAT_VERSION = 2
# Of a glossary that is not locked, so that older versions of Termdesk read it.
_UNLOCKED_VERSION = 1


class ReleasedFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of a release, with its name in the folder."""

    name: str
    sha256: str
    size: int


class ReleasedDictionary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A dictionary of a release, with the names of its files. `details` is empty if no entry has details."""

    source_lang: str
    target_lang: str
    entry_count: int
    entries: str
    details: str = ""

    @property
    def pair(self) -> LanguagePair:
        """The language pair of the dictionary."""
        return LanguagePair(self.source_lang, self.target_lang)


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Description of a release. `date` is like 2026-11-23. `checksum` covers all other values.

    `is_local_only`: its author keeps the glossary on their computer. A new glossary made from it is locked, too.
    """

    format_version: int
    glossary: str
    version: str
    date: str
    notes: str
    dictionaries: tuple[ReleasedDictionary, ...]
    files: tuple[ReleasedFile, ...]
    checksum: str = ""
    is_local_only: bool = False

    @property
    def is_whole(self) -> bool:
        """Whether the manifest is unchanged since it was written."""
        return self.checksum == _checksum(self)

    def file(self, name: str) -> ReleasedFile | None:
        """Return the record of a file; None if the manifest does not list it."""
        return next((each for each in self.files if each.name == name), None)


def format_version_of(*, is_local_only: bool) -> int:
    """Return the format version of a release: older versions of Termdesk would ignore the lock, so they refuse it."""
    return FORMAT_VERSION if is_local_only else _UNLOCKED_VERSION


def write_manifest(manifest: Manifest) -> bytes:
    """Return the content of the manifest file.

    The same values give the same bytes. Raises UnicodeEncodeError for a lone surrogate.
    """
    plain = _plain(manifest) | {"checksum": _checksum(manifest)}
    return (json.dumps(plain, ensure_ascii=False, indent=1) + "\n").encode()


def read_manifest(data: bytes) -> Manifest:
    """Read the manifest in a file, without checking its checksum. Raises UnreadableFile."""
    try:
        version = json.loads(data).get("format_version", 0)
        if isinstance(version, int) and version > FORMAT_VERSION:
            raise _unreadable(ReleaseMessage.MANIFEST_NEWER(file=MANIFEST), ReleaseRemedy.UPDATE())
        manifest = msgspec.json.decode(data, type=Manifest)
    except (ValueError, AttributeError, RecursionError, msgspec.MsgspecError) as error:
        message = ReleaseMessage.MANIFEST_UNREADABLE(file=MANIFEST, reason=str(error).rstrip("."))
        raise _unreadable(message, ReleaseRemedy.RESTORE_FILES()) from error
    named = [name for each in manifest.dictionaries for name in (each.entries, each.details) if name]
    for name in (*named, *(each.name for each in manifest.files)):
        if not _is_plain_name(name):
            message = ReleaseMessage.MANIFEST_UNREADABLE(file=MANIFEST, reason=f"“{name}”")
            raise _unreadable(message, ReleaseRemedy.RESTORE_FILES())
    return manifest


def hash_of(chunks: list[bytes]) -> str:
    """Return the SHA-256 hash of bytes that come in chunks."""
    digest = hashlib.sha256()
    for chunk in chunks:
        digest.update(chunk)
    return digest.hexdigest()


def _is_plain_name(name: str) -> bool:
    """Return whether a file name stays inside the folder on every system."""
    return bool(name) and PurePath(name).name == name and not name.startswith(".") and not set(name) & set('\\/:\0"')


def _plain(manifest: Manifest) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(manifest)
    if not manifest.is_local_only:
        # Releases of version 1 do not have this value.
        del plain["is_local_only"]
    return plain


def _checksum(manifest: Manifest) -> str:
    plain = _plain(manifest)
    del plain["checksum"]
    text = json.dumps(plain, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _unreadable(message: Message, remedy: Message) -> UnreadableFile:
    return UnreadableFile(message, path=MANIFEST, remedy=remedy)
