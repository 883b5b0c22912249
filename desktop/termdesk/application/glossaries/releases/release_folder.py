"""Write a release into its folder. After a crash, an incomplete release is recognized as such."""

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
from termdesk.storage.files.atomic_file import atomic_write, write_failure


def read_folder(folder: Path, progress: Progress = NoProgress()) -> Bundle | None:
    """Return the release in a folder; None if it has none. For a worker. Raises UnreadableFile if it cannot be read."""
    try:
        # A deleted folder is an error, not a folder without a release.
        is_empty = folder.is_dir() and not has_bundle(folder)
    except OSError as error:
        raise no_folder(folder) from error
    return None if is_empty else read_bundle(folder, progress)


def digest_of(bundle: Bundle | None) -> str:
    """Return the digest of the files of a release; empty if there is none."""
    return bundle.digest if bundle is not None else ""


def folder_changed(folder: Path) -> InvalidInput:
    """Return the error for a folder that changed since the user reviewed it."""
    return InvalidInput(ReleaseMessage.CHANGED_MEANWHILE(folder=str(folder)), remedy=ReleaseRemedy.LOOK_AGAIN())


def write_folder(folder: Path, bundle: BundleFiles, former: Bundle | None, progress: Progress = NoProgress()) -> Bundle:
    """Write a release over the one that was read before, and read it back. For a worker.

    Files of others remain. The manifest is written last: until then the folder has the former release, or one that is
    recognized as damaged. Raises StorageFailed, and InvalidInput if an unrelated file has one of the names, or if the
    folder has changed since, even during the writing.
    """
    own = {each.name for each in former.manifest.files} if former else set()
    manifest = folder / MANIFEST
    known = _bytes_of(manifest)
    _refuse_changed(folder, former, progress)
    _refuse_foreign(folder, bundle, own)
    for number, (name, chunks) in enumerate(bundle.files.items()):
        progress.step(number, len(bundle.files))
        if _bytes_of(manifest) != known:
            raise _overtaken(folder) if number else folder_changed(folder)
        _write(folder / name, chunks)
    for name in sorted(own - bundle.files.keys()):
        _delete(folder / name)
    if _bytes_of(manifest) != known:
        raise _overtaken(folder)
    _write(manifest, [bundle.manifest])
    written = read_bundle(folder, progress)
    if not written.is_verified:
        raise StorageFailed(written.findings[0].message, path=str(folder), remedy=ReleaseRemedy.LOOK_AGAIN())
    return written


def _refuse_changed(folder: Path, former: Bundle | None, progress: Progress) -> None:
    try:
        present = read_folder(folder, progress)
    except UnreadableFile as error:
        # The release was readable before and no longer is.
        raise folder_changed(folder) from error
    if digest_of(present) != digest_of(former):
        raise folder_changed(folder)


def _overtaken(folder: Path) -> InvalidInput:
    """Return the error for another release, written at the same time by Git or a colleague, whose manifest must not be
    lost.
    """
    return InvalidInput(ReleaseMessage.OVERTAKEN(folder=str(folder)), remedy=ReleaseRemedy.RESTORE_AND_WRITE())


def _refuse_foreign(folder: Path, bundle: BundleFiles, own: set[str]) -> None:
    for name, chunks in bundle.files.items():
        # A file with exactly this content may be left from a crash while this release was written.
        if name not in own and _holds(folder / name, chunks) is False:
            raise InvalidInput(
                ReleaseMessage.FOREIGN_FILE(folder=str(folder), file=name), remedy=ReleaseRemedy.MOVE_FILE()
            )


def _holds(path: Path, chunks: Iterable[bytes]) -> bool | None:
    """Return whether a file has this content; None if there is no file."""
    try:
        return path.read_bytes() == b"".join(chunks)
    except FileNotFoundError:
        return None
    except OSError:
        return False


def _bytes_of(path: Path) -> bytes | None:
    """Return the content of a file; None if it is missing or cannot be read."""
    try:
        return path.read_bytes()
    except OSError:
        return None


def _write(path: Path, chunks: Iterable[bytes]) -> None:
    parts = list(chunks)
    _delete_leftovers(path)
    # Do not rewrite unchanged files, so that no program sees them as modified.
    if not _holds(path, parts):
        atomic_write(path, parts, is_private=False)


def _delete_leftovers(path: Path) -> None:
    """Delete temporary files left by a crash while this file was written."""
    leftover = re.compile(rf"\.{re.escape(path.name[:100])}\.[0-9a-f]{{12}}\.part")
    try:
        found = [each for each in path.parent.iterdir() if leftover.fullmatch(each.name)]
    except OSError as error:
        raise write_failure(path, error) from error
    for each in found:
        _delete(each)


def _delete(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise write_failure(path, error) from error
