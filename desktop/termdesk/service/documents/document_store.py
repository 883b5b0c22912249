"""Documents on disk, uploaded or translated, each in a folder that only this user can read."""

from __future__ import annotations

import hmac
import os
import secrets
import shutil
import time
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO, Literal

import msgspec

State = Literal["queued", "translating", "done", "error"]

SECONDS_KEPT = 24 * 3600.0
_RECORD = "about.json"


class DocumentRecord(msgspec.Struct, kw_only=True, frozen=True):
    """The stored facts about a document. `source_lang` is empty until detected; `billed` is counted when it is done.

    `account` and `account_limit` belong to the key that sent it; `most_characters` is the limit of its tier. `accepted`
    is in seconds since 1970; `report` names the engines, once the document is done.
    """

    document_id: str
    key_digest: str
    account: str
    account_limit: int
    most_characters: int
    name: str
    kind: str
    source_lang: str
    target_lang: str
    glossary_ids: list[str] = []
    accepted: float
    state: State = "queued"
    billed: int = 0
    is_billed: bool = False
    error: str = ""
    report: dict[str, Any] = {}

    def is_key(self, key: str) -> bool:
        """Whether this is the document's key; every wrong key takes the same time."""
        return hmac.compare_digest(self.key_digest, digest_of(key))


def digest_of(key: str) -> str:
    """Return the hash under which a document key is stored; upper and lower case are equal."""
    return sha256(key.lower().encode("utf-8", "surrogateescape")).hexdigest()


class DocumentStore:
    """The folder of documents. Changes are on disk when a method returns. Methods block: call them in a thread."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def records(self) -> Iterator[DocumentRecord]:
        """Return all stored documents, oldest first, and remove folders without a record: they were never accepted."""
        found = []
        for each in self._folder.iterdir() if self._folder.is_dir() else ():
            try:
                found.append(msgspec.json.decode((each / _RECORD).read_bytes(), type=DocumentRecord))
            except (OSError, msgspec.MsgspecError):
                _remove(each)
        yield from sorted(found, key=lambda record: record.accepted)

    def add(self, record: DocumentRecord, content: BinaryIO) -> None:
        """Store an uploaded file. Raises OSError if the disk cannot store it; then nothing is left of it."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder = self._folder_of(record)
        folder.mkdir(mode=0o700)
        try:
            with _private_file(self.source(record)) as file:
                shutil.copyfileobj(content, file)
                _to_disk(file)
            self.save(record)
            _sync_folder(self._folder)
        except BaseException:
            _remove(folder)
            raise

    def save(self, record: DocumentRecord) -> None:
        """Save a record atomically: the file holds either the old record or the new one."""
        path = self._folder_of(record) / _RECORD
        temporary = path.with_suffix(f".{secrets.token_hex(4)}.part")
        try:
            with _private_file(temporary) as file:
                file.write(msgspec.json.encode(record))
                _to_disk(file)
            os.replace(temporary, path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        _sync_folder(path.parent)

    def source(self, record: DocumentRecord) -> Path:
        """Return the path of the uploaded file."""
        return self._folder_of(record) / "source"

    def result(self, record: DocumentRecord) -> Path:
        """Return the path of the translation, which exists once the document is done."""
        return self._folder_of(record) / "result"

    def settle(self, record: DocumentRecord) -> None:
        """Delete the source file, because the document is done or has failed."""
        self.source(record).unlink(missing_ok=True)

    def remove(self, record: DocumentRecord) -> None:
        """Delete a document with its files."""
        _remove(self._folder_of(record))

    def _folder_of(self, record: DocumentRecord) -> Path:
        return self._folder / record.document_id


def is_expired(record: DocumentRecord) -> bool:
    """Whether a document is older than the promised storage time."""
    return time.time() - record.accepted > SECONDS_KEPT


def _private_file(path: Path) -> BinaryIO:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    return os.fdopen(os.open(path, flags, 0o600), "wb")


def _to_disk(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _remove(folder: Path) -> None:
    if folder.is_dir() and not folder.is_symlink():
        shutil.rmtree(folder, ignore_errors=True)
    else:
        folder.unlink(missing_ok=True)
