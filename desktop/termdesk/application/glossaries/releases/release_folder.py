"""Write a release into its folder so that a crash never leaves one that passes for whole."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from termdesk.domain.errors import InvalidInput, StorageFailed, UnreadableFile
from termdesk.domain.progress import NoProgress, Progress
from termdesk.formats.bundles.bundle_reader import Bundle, has_bundle, no_folder, read_bundle
from termdesk.formats.bundles.bundle_writer import BundleFiles
from termdesk.formats.bundles.manifest import MANIFEST
from termdesk.messages.release_messages import ReleaseMessage, ReleaseRemedy
from termdesk.storage.files.atomic_file import atomic_write, write_failed


def read_folder(folder: Path, progress: Progress = NoProgress()) -> Bundle | None:
    """The release in a folder; None if it has none. For a worker. Raises UnreadableFile where it cannot be read."""
    try:
        # A folder that is gone is no folder without a release.
        is_empty = folder.is_dir() and not has_bundle(folder)
    except OSError as error:
        raise no_folder(folder) from error
    return None if is_empty else read_bundle(folder, progress)


def write_folder(folder: Path, bundle: BundleFiles, former: Bundle | None, progress: Progress = NoProgress()) -> Bundle:
    """Write a release over the one that was read before, and read it back. For a worker.

    Files of others stay. The manifest comes last: until then the folder has a release that is damaged, or the former
    one. Raises InvalidInput where the folder has changed since, or a file of another origin has one of the names, and
    StorageFailed.
    """
    try:
        present = read_folder(folder, progress)
    except UnreadableFile as error:
        # One that was read before can be read no more.
        raise _changed(folder) from error
    if (present.digest if present else "") != (former.digest if former else ""):
        raise _changed(folder)
    own = {each.name for each in former.manifest.files} if former else set()
    _refuse_foreign(folder, bundle, own)
    for number, (name, chunks) in enumerate(bundle.files.items()):
        progress.step(number, len(bundle.files))
        _write(folder / name, chunks)
    for name in sorted(own - bundle.files.keys()):
        _delete(folder / name)
    _write(folder / MANIFEST, [bundle.manifest])
    written = read_bundle(folder, progress)
    if not written.is_verified:
        raise StorageFailed(written.findings[0].message, path=str(folder), remedy=ReleaseRemedy.LOOK_AGAIN())
    return written


def _refuse_foreign(folder: Path, bundle: BundleFiles, own: set[str]) -> None:
    for name, chunks in bundle.files.items():
        # A crash while a new file was written leaves one with this very content.
        if name not in own and _holds(folder / name, chunks) is False:
            raise InvalidInput(
                ReleaseMessage.FOREIGN_FILE(folder=str(folder), file=name), remedy=ReleaseRemedy.MOVE_FILE()
            )


def _holds(path: Path, chunks: Iterable[bytes]) -> bool | None:
    """Whether a file has this content; None if there is none."""
    try:
        return path.read_bytes() == b"".join(chunks)
    except FileNotFoundError:
        return None
    except OSError:
        return False


def _write(path: Path, chunks: Iterable[bytes]) -> None:
    parts = list(chunks)
    _delete_leftovers(path)
    # What stays the same is not touched, so that nobody takes it for changed.
    if not _holds(path, parts):
        atomic_write(path, parts, is_private=False)


def _delete_leftovers(path: Path) -> None:
    """Temporary files that a crash left while this one was written."""
    leftover = re.compile(rf"\.{re.escape(path.name[:100])}\.[0-9a-f]{{12}}\.part")
    try:
        found = [each for each in path.parent.iterdir() if leftover.fullmatch(each.name)]
    except OSError as error:
        raise write_failed(path, error) from error
    for each in found:
        _delete(each)


def _delete(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise write_failed(path, error) from error


def _changed(folder: Path) -> InvalidInput:
    return InvalidInput(ReleaseMessage.CHANGED_MEANWHILE(folder=str(folder)), remedy=ReleaseRemedy.LOOK_AGAIN())
