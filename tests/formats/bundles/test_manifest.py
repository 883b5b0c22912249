from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from termdesk.domain.errors import UnreadableFile
from termdesk.formats.bundles.manifest import (
    FORMAT_VERSION,
    Manifest,
    ReleasedDictionary,
    ReleasedFile,
    read_manifest,
    write_manifest,
)

DICTIONARY = ReleasedDictionary("en", "de", 2, "en-de.tsv")
MANIFEST = Manifest(1, "Parts", "1.0", "2026-11-23", "First.", (DICTIONARY,), (ReleasedFile("en-de.tsv", "0" * 64, 3),))


def changed(**values: object) -> bytes:
    return json.dumps(json.loads(write_manifest(MANIFEST)) | values).encode()


def test_a_manifest_comes_back_and_is_whole() -> None:
    found = read_manifest(write_manifest(MANIFEST))

    assert found.is_whole
    assert (found.glossary, found.version, found.date, found.notes) == ("Parts", "1.0", "2026-11-23", "First.")
    assert found.dictionaries == (DICTIONARY,)
    assert found.file("en-de.tsv") == MANIFEST.files[0]
    assert found.file("en-fr.tsv") is None


def test_only_a_locked_glossary_needs_a_newer_version() -> None:
    locked = replace(MANIFEST, format_version=FORMAT_VERSION, is_local_only=True)

    found = read_manifest(write_manifest(locked))

    assert (found.is_whole, found.is_local_only) == (True, True)
    assert "is_local_only" not in json.loads(write_manifest(MANIFEST))
    assert not read_manifest(changed(is_local_only=True)).is_whole


def test_a_value_that_was_changed_by_hand_is_noticed() -> None:
    assert not read_manifest(changed(version="2.0")).is_whole


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"\xff",
        b"{}",
        b"{",
        changed(files=[{"name": "a.tsv", "sha256": "", "size": "3"}]),
        *(
            changed(files=[{"name": name, "sha256": "", "size": 3}])
            for name in ("../a.tsv", "a/b", "/etc/passwd", ".git", "")
        ),
        changed(dictionaries=[{"source_lang": "en", "target_lang": "de", "entry_count": 1, "entries": "C:\\a"}]),
    ],
)
def test_what_is_no_manifest_or_names_files_elsewhere_is_refused(data: bytes) -> None:
    with pytest.raises(UnreadableFile) as caught:
        read_manifest(data)

    assert "termdesk-release.json is not the list of a release" in caught.value.message


def test_a_newer_manifest_asks_for_an_update() -> None:
    with pytest.raises(UnreadableFile) as caught:
        read_manifest(changed(format_version=FORMAT_VERSION + 1, further=1))

    assert "newer version" in caught.value.message
