"""A small file is read completely, or set aside if it is damaged."""

from __future__ import annotations

from pathlib import Path

import pytest

from termdesk.domain.errors import StorageFailed
from termdesk.storage.files.json_file import load_object


def test_what_is_there_is_read_and_what_is_not_is_empty(tmp_path: Path) -> None:
    path = tmp_path / "some.json"
    assert load_object(path) == ({}, None)

    path.write_text('{"a": 1}', "utf-8")

    assert load_object(path) == ({"a": 1}, None)


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b"\xff", b"[" * 100_000], ids=repr)
def test_a_damaged_file_is_set_aside_with_its_content(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "some.json"
    path.write_bytes(content)

    found, aside = load_object(path)

    assert found == {}
    assert aside is not None
    assert aside.read_bytes() == content
    assert not path.exists()


def test_what_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(StorageFailed, match="could not be read"):
        load_object(tmp_path)
