"""Releases in folders, for tests."""

from __future__ import annotations

from pathlib import Path

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.term_records import TermRecords
from termdesk.formats.bundles.bundle_writer import BundleFiles, ReleaseContent, write_bundle
from termdesk.formats.bundles.manifest import MANIFEST

EN_DE = LanguagePair("en", "de")


def bundle_of(
    records: dict[LanguagePair, TermRecords], *, version: str = "1.0", changes: str = "# Changes\n"
) -> BundleFiles:
    """Return the files of a release of “Parts”."""
    return write_bundle(ReleaseContent("Parts", version, "2026-11-23", "", records, changes))


def put(folder: Path, bundle: BundleFiles) -> Path:
    """Write a release into a folder, and return the folder."""
    for name, chunks in bundle.files.items():
        (folder / name).write_bytes(b"".join(chunks))
    (folder / MANIFEST).write_bytes(bundle.manifest)
    return folder
