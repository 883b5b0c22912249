"""Read a release and check it against its manifest. Every problem is reported."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path

from termdesk.domain.entries import delimited
from termdesk.domain.entries.changes import InsertRows, SetDetails
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import MalformedText, UnreadableFile
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.term_records import TermRecords
from termdesk.domain.progress import NoProgress, Progress
from termdesk.formats.bundles.details_file import DetailLine, read_details
from termdesk.formats.bundles.manifest import CHANGES, MANIFEST, Manifest, ReleasedDictionary, hash_of, read_manifest
from termdesk.formats.limits import MAX_FILE_BYTES
from termdesk.messages.message import Message
from termdesk.messages.release_messages import ReleaseMessage, ReleaseRemedy

# A Git merge conflict has both markers, each at the start of a line.
_MARKERS = (b"<<<<<<< ", b">>>>>>> ")


@dataclass(frozen=True, slots=True)
class BundleFinding:
    """A problem with a file. If `is_unreadable`, its dictionary cannot be imported."""

    file: str
    message: Message
    is_unreadable: bool = False


@dataclass(frozen=True, slots=True)
class Bundle:
    """A release as found in its folder.

    `entries` has the readable dictionaries. `digest` is a hash of the content of all files, whatever the manifest says.
    """

    folder: Path
    manifest: Manifest
    entries: dict[LanguagePair, Entries]
    findings: tuple[BundleFinding, ...]
    changes: str
    digest: str

    @property
    def is_verified(self) -> bool:
        """Return whether every file has the content that was released."""
        return not self.findings


def has_bundle(folder: Path) -> bool:
    """Return whether a folder contains the manifest of a release. Raises OSError."""
    return (folder / MANIFEST).is_file()


def no_folder(folder: Path) -> UnreadableFile:
    """Return the error for a folder that cannot be read."""
    message, remedy = ReleaseMessage.NO_FOLDER(folder=str(folder)), ReleaseRemedy.CHOOSE_FOLDER()
    return UnreadableFile(message, path=str(folder), remedy=remedy)


def read_bundle(folder: Path, progress: Progress = NoProgress()) -> Bundle:
    """Read the release in a folder; call this in a worker thread.

    Raises UnreadableFile if there is no readable release.
    """
    return _Reading(folder, progress).bundle()


class _Reading:
    def __init__(self, folder: Path, progress: Progress) -> None:
        self._folder = folder
        self._progress = progress
        self._findings: list[BundleFinding] = []
        self._digest = hashlib.sha256()

    def bundle(self) -> Bundle:
        data = self._manifest_bytes()
        manifest = read_manifest(data)
        if not manifest.is_whole:
            self._find(MANIFEST, ReleaseMessage.MANIFEST_DIFFERS(file=MANIFEST))
        entries: dict[LanguagePair, Entries] = {}
        for number, each in enumerate(manifest.dictionaries):
            self._progress.step(number, len(manifest.dictionaries))
            if (found := self._dictionary(manifest, each)) is not None:
                entries[each.pair] = found
        changes = (self._read_and_check(manifest, CHANGES) or b"").decode("utf-8", "replace")
        return Bundle(self._folder, manifest, entries, tuple(self._findings), changes, self._digest.hexdigest())

    def _manifest_bytes(self) -> bytes:
        folder = str(self._folder)
        try:
            is_folder = self._folder.is_dir()
        except OSError as error:
            raise no_folder(self._folder) from error
        if not is_folder:
            raise no_folder(self._folder)
        data = self._bytes(MANIFEST)
        if data is None:
            if self._findings:
                raise UnreadableFile(self._findings[0].message, path=folder, remedy=ReleaseRemedy.RESTORE_FILES())
            raise UnreadableFile(
                ReleaseMessage.NO_RELEASE(folder=folder),
                path=folder,
                remedy=ReleaseRemedy.CHOOSE_RELEASE(file=MANIFEST),
            )
        if line := _line_of_markers(data):
            raise UnreadableFile(
                ReleaseMessage.MERGE_MARKERS(file=MANIFEST, line=line),
                path=folder,
                remedy=ReleaseRemedy.SOLVE_MERGE(),
            )
        self._digest.update(data)
        return data

    def _find(self, file: str, message: Message, *, is_unreadable: bool = False) -> None:
        self._findings.append(BundleFinding(file, message, is_unreadable))

    # Files

    def _bytes(self, name: str) -> bytes | None:
        """Return the bytes of a file. Return None if it is missing, or if it cannot be read, which adds a finding."""
        path = self._folder / name
        try:
            # Reading a pipe or device would block, or never end.
            if not path.is_file():
                return None
            if (size := path.stat().st_size) > MAX_FILE_BYTES:
                message = ReleaseMessage.FILE_TOO_LARGE(size, file=name, limit=MAX_FILE_BYTES)
                self._find(name, message, is_unreadable=True)
                return None
            return path.read_bytes()
        except OSError as error:
            reason = error.strerror or str(error)
            self._find(name, ReleaseMessage.FILE_UNREADABLE(file=name, reason=reason), is_unreadable=True)
            return None

    def _read_and_check(self, manifest: Manifest, name: str) -> bytes | None:
        """Return the bytes of a file of the release, and compare them with the hash in the manifest."""
        count = len(self._findings)
        data = self._bytes(name)
        if data is None:
            if len(self._findings) == count:
                self._find(name, ReleaseMessage.FILE_MISSING(file=name), is_unreadable=True)
            return None
        released = manifest.file(name)
        expected = released.sha256 if released else ""
        # Git may have converted the line ends to CRLF.
        found, converted = hash_of([data]), data.replace(b"\r\n", b"\n")
        if found != expected and hash_of([converted]) == expected:
            data, found = converted, expected
        self._digest.update(name.encode("utf-8", "surrogatepass") + b"\0" + found.encode())
        # Notes that quote such markers are not a conflict, because the hash of their file is right.
        if found != expected and (line := _line_of_markers(data)):
            self._find(name, ReleaseMessage.MERGE_MARKERS(file=name, line=line), is_unreadable=True)
            return None
        if found != expected:
            self._find(name, ReleaseMessage.FILE_DIFFERS(file=name, version=manifest.version))
        return data

    def _text(self, manifest: Manifest, name: str) -> str | None:
        data = self._read_and_check(manifest, name)
        try:
            return None if data is None else data.decode()
        except UnicodeDecodeError as error:
            message = ReleaseMessage.NOT_UTF8(file=name, position=error.start + 1)
            self._find(name, message, is_unreadable=True)
            return None

    # Dictionaries

    def _dictionary(self, manifest: Manifest, released: ReleasedDictionary) -> Entries | None:
        text = self._text(manifest, released.entries)
        details = self._text(manifest, released.details) if released.details else ""
        if text is None or details is None:
            return None
        try:
            entries = delimited.parse(text)
        except MalformedText as error:
            message = ReleaseMessage.BAD_ROW(file=released.entries, reason=error.message)
            self._find(released.entries, message, is_unreadable=True)
            return None
        if not self._add_details(released.details, details, entries):
            return None
        # The details decide which terms are published.
        if repeated := TermRecords.of(entries).repeated:
            message = ReleaseMessage.REPEATED_SOURCE(file=released.entries, source=repeated[0])
            self._find(released.entries, message, is_unreadable=True)
            return None
        return entries

    def _add_details(self, name: str, text: str, entries: Entries) -> bool:
        """Add the details to the entries, and add the terms that are never published."""
        lines = list(read_details(text))
        bad = next((each for each in lines if isinstance(each, int)), None)
        if bad is not None:
            self._find(name, ReleaseMessage.BAD_DETAILS(file=name, line=bad), is_unreadable=True)
            return False
        known = [each for each in lines if isinstance(each, DetailLine)]
        described = {each.source: each.detail for each in known if each.target is None}
        rows = [row for row, source in enumerate(entries.sources) if source in described] if described else []
        if len(rows) < len(described):
            self._find(name, ReleaseMessage.DETAILS_OF_NOTHING(len(described) - len(rows), file=name))
        entries.apply(SetDetails(rows, [described[entries.sources[row]] for row in rows]))
        kept = [each for each in known if each.target is not None]
        if kept:
            insertion = InsertRows.at(entries, len(entries), [(each.source, each.target or "") for each in kept])
            entries.apply(replace(insertion, details={position: each.detail for position, each in enumerate(kept)}))
        return True


def _line_of_markers(data: bytes) -> int:
    """Return the line, from 1, at which an unresolved merge conflict starts; 0 without one."""
    first, last = (_line_start(data, marker) for marker in _MARKERS)
    return data.count(b"\n", 0, first) + 1 if min(first, last) >= 0 else 0


def _line_start(data: bytes, beginning: bytes) -> int:
    """Return the start of the first line with this prefix; -1 without one.

    A regular expression would block the window.
    """
    if data.startswith(beginning):
        return 0
    position = data.find(b"\n" + beginning)
    return position + 1 if position >= 0 else -1
