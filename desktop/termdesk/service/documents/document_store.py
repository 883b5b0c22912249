"""Documents on disk: what was taken in, what is to be given out; each in a folder that only this user can read."""

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
    """What is known of a document. `source_lang` is empty until it was detected; `billed` counts when it is done.

    `account` and `account_limit` are those of the key that sent it; `most_characters` is the limit of its tier.
    `accepted` is seconds since 1970; `report` says who translated it, once that is done.
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
        """Whether this is the key that was given out; takes the same time for every wrong one."""
        return hmac.compare_digest(self.key_digest, digest_of(key))


def digest_of(key: str) -> str:
    """The hash by which a document key is stored; upper and lower case are the same."""
    return sha256(key.lower().encode("utf-8", "surrogateescape")).hexdigest()


class DocumentStore:
    """The folder of documents. What a call returned from is on disk. Calls touch the disk: run them in a thread."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def records(self) -> Iterator[DocumentRecord]:
        """All that are there, the oldest first. What no record stands for is removed: it was never promised."""
        found = []
        for each in self._folder.iterdir() if self._folder.is_dir() else ():
            try:
                found.append(msgspec.json.decode((each / _RECORD).read_bytes(), type=DocumentRecord))
            except (OSError, msgspec.MsgspecError):
                _remove(each)
        yield from sorted(found, key=lambda record: record.accepted)

    def add(self, record: DocumentRecord, content: BinaryIO) -> None:
        """Keep an uploaded file. Raises OSError where the disk does not take it; then nothing is left of it."""
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
        """The new record or the old one, whole, whatever happens meanwhile."""
        path = self._folder_of(record) / _RECORD
        temporary = path.with_suffix(f".{secrets.token_hex(4)}.part")
        with _private_file(temporary) as file:
            file.write(msgspec.json.encode(record))
            _to_disk(file)
        os.replace(temporary, path)
        _sync_folder(path.parent)

    def source(self, record: DocumentRecord) -> Path:
        """Where the uploaded file is."""
        return self._folder_of(record) / "source"

    def result(self, record: DocumentRecord) -> Path:
        """Where the translation is, once there is one."""
        return self._folder_of(record) / "result"

    def settle(self, record: DocumentRecord) -> None:
        """The source is needed no more: the document is done, or cannot be."""
        self.source(record).unlink(missing_ok=True)

    def remove(self, record: DocumentRecord) -> None:
        """Delete a document with its files."""
        _remove(self._folder_of(record))

    def _folder_of(self, record: DocumentRecord) -> Path:
        return self._folder / record.document_id


def is_expired(record: DocumentRecord) -> bool:
    """Whether a document has been stored longer than the service promises."""
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
