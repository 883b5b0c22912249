"""Writer of the files of a release. The same glossary always gives the same bytes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from termdesk.domain.chunks import chunks
from termdesk.domain.entries.delimited import TAB, quote_phrase
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.term_records import TermRecords, sort_phrases
from termdesk.formats.bundles.details_file import write_details
from termdesk.formats.bundles.manifest import (
    CHANGES,
    MANIFEST,
    Manifest,
    ReleasedDictionary,
    ReleasedFile,
    format_version_of,
    hash_of,
    write_manifest,
)
from termdesk.messages.file_messages import FileRemedy
from termdesk.messages.release_messages import ReleaseMessage

_LINES_AT_ONCE = 4_096


@dataclass(frozen=True, slots=True)
class ReleaseContent:
    """Content of a release. `changes` is the complete text of the change log."""

    glossary: str
    version: str
    date: str
    notes: str
    dictionaries: Mapping[LanguagePair, TermRecords]
    changes: str
    is_local_only: bool = False


@dataclass(frozen=True, slots=True)
class BundleFiles:
    """Files by name, each in chunks, and the manifest, which must be written last."""

    files: Mapping[str, Sequence[bytes]]
    manifest: bytes


def write_bundle(content: ReleaseContent) -> BundleFiles:
    """Return the files of a release; call this in a worker thread.

    Raises InvalidInput for a phrase with a lone surrogate.
    """
    files: dict[str, list[bytes]] = {}
    released = []
    for pair in sorted(content.dictionaries):
        records = content.dictionaries[pair]
        entries, details = f"{pair.source}-{pair.target}.tsv", f"{pair.source}-{pair.target}.details.jsonl"
        files[entries] = _encode(entries, _entry_lines(records))
        lines = _encode(details, write_details(records))
        if lines:
            files[details] = lines
        released.append(
            ReleasedDictionary(pair.source, pair.target, len(records.targets), entries, details if lines else "")
        )
    files[CHANGES] = _encode(CHANGES, [content.changes])
    manifest = Manifest(
        format_version_of(is_local_only=content.is_local_only),
        content.glossary,
        content.version,
        content.date,
        content.notes,
        tuple(released),
        tuple(ReleasedFile(name, hash_of(parts), sum(map(len, parts))) for name, parts in sorted(files.items())),
        is_local_only=content.is_local_only,
    )
    try:
        return BundleFiles(files, write_manifest(manifest))
    except UnicodeEncodeError as error:
        raise _character_error(MANIFEST) from error


def _entry_lines(records: TermRecords) -> Iterable[str]:
    for source in sort_phrases(records.targets):
        yield f"{quote_phrase(source, TAB)}{TAB}{quote_phrase(records.targets[source], TAB)}\n"


def _encode(file: str, lines: Iterable[str]) -> list[bytes]:
    found = list(lines)
    try:
        return ["".join(found[chunk]).encode() for chunk in chunks(len(found), _LINES_AT_ONCE)]
    except UnicodeEncodeError as error:
        raise _character_error(file) from error


def _character_error(file: str) -> InvalidInput:
    return InvalidInput(ReleaseMessage.DAMAGED_CHARACTER(file=file), remedy=FileRemedy.TYPE_CHARACTER())
