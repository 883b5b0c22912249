"""Documents on disk are complete or absent, found again after a restart, and deleted without remains."""

from __future__ import annotations

import io
import os
import stat
import time
from pathlib import Path

import msgspec
import pytest

from support.files.full_disk import files_end_at
from termdesk.service.documents.document_store import (
    SECONDS_KEPT,
    DocumentRecord,
    DocumentStore,
    digest_of,
    is_expired,
)


def record(name: str = "one", *, accepted: float = 1.0) -> DocumentRecord:
    return DocumentRecord(
        document_id=name,
        key_digest=digest_of("AB12"),
        account="owner",
        account_limit=0,
        most_characters=100,
        name=f"{name}.txt",
        kind="txt",
        source_lang="en",
        target_lang="de",
        accepted=accepted,
    )


@pytest.fixture
def store(tmp_path: Path) -> DocumentStore:
    return DocumentStore(tmp_path / "documents")


def test_before_the_first_document_there_is_nothing(store: DocumentStore, tmp_path: Path) -> None:
    assert list(store.records()) == []
    assert list(tmp_path.iterdir()) == []


def test_documents_are_found_again_the_oldest_first(store: DocumentStore) -> None:
    new, old = record("new", accepted=9.0), record("old", accepted=2.0)
    for each in (new, old):
        store.add(each, io.BytesIO(each.name.encode()))

    assert list(store.records()) == [old, new]
    assert store.source(new).read_bytes() == b"new.txt"


def test_a_saved_record_takes_the_place_of_the_old_one_and_leaves_no_other_file(store: DocumentStore) -> None:
    first = record()
    store.add(first, io.BytesIO(b"text"))
    done = msgspec.structs.replace(first, state="done", billed=4, report={"engines": ["x"]})

    store.save(done)

    assert list(store.records()) == [done]
    assert sorted(each.name for each in store.source(first).parent.iterdir()) == ["about.json", "source"]


class HalfUpload(io.BytesIO):
    """An upload that breaks off after its first part."""

    def read(self, size: int | None = -1) -> bytes:
        if self.tell():
            raise OSError("no space left")
        return super().read(2)


def test_nothing_is_left_of_an_upload_that_breaks(store: DocumentStore, tmp_path: Path) -> None:
    with pytest.raises(OSError, match="no space"):
        store.add(record(), HalfUpload(b"text"))

    assert list((tmp_path / "documents").iterdir()) == []


@pytest.mark.parametrize("about", [None, b"{", b'{"document_id": "x"}'])
def test_what_no_record_stands_for_is_removed_and_the_others_stay(
    store: DocumentStore, tmp_path: Path, about: bytes | None
) -> None:
    store.add(record(), io.BytesIO(b"text"))
    left = tmp_path / "documents" / "left"
    left.mkdir()
    (left / "source").write_bytes(b"half")
    if about is not None:
        (left / "about.json").write_bytes(about)
    (tmp_path / "documents" / "stray").write_bytes(b"x")

    assert [each.document_id for each in store.records()] == ["one"]
    assert [each.name for each in (tmp_path / "documents").iterdir()] == ["one"]


def test_a_link_out_of_the_folder_is_removed_and_not_followed(store: DocumentStore, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "kept").write_bytes(b"x")
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "link").symlink_to(tmp_path / "elsewhere")

    assert list(store.records()) == []
    assert (tmp_path / "elsewhere" / "kept").exists()
    assert list((tmp_path / "documents").iterdir()) == []


def test_a_settled_document_has_no_source_and_a_removed_one_has_nothing(store: DocumentStore) -> None:
    each = record()
    store.add(each, io.BytesIO(b"text"))

    store.settle(each)
    store.settle(each)
    assert not store.source(each).exists()
    assert list(store.records()) == [each]

    store.remove(each)
    assert list(store.records()) == []
    assert not store.source(each).parent.exists()


@pytest.mark.skipif(os.name != "posix", reason="modes of POSIX")
def test_only_this_user_can_read_what_is_stored(store: DocumentStore) -> None:
    store.add(record(), io.BytesIO(b"text"))
    folder = store.source(record()).parent

    modes = {stat.S_IMODE(each.stat().st_mode) for each in (folder.parent, folder)}
    files = {stat.S_IMODE(each.stat().st_mode) for each in folder.iterdir()}

    assert (modes, files) == ({0o700}, {0o600})


@pytest.mark.parametrize(("key", "is_right"), [("ab12", True), ("AB12", True), ("ab13", False), ("", False)])
def test_a_key_is_known_in_any_case(key: str, is_right: bool) -> None:
    assert record().is_key(key) is is_right


def test_a_key_with_half_a_character_is_wrong_and_no_error() -> None:
    assert not record().is_key("\udc80")


def test_documents_are_kept_for_the_promised_time() -> None:
    now = time.time()

    assert not is_expired(record(accepted=now - SECONDS_KEPT + 600))
    assert is_expired(record(accepted=now - SECONDS_KEPT - 600))


def test_a_full_disk_keeps_the_former_record_and_no_part_of_the_new_one(store: DocumentStore) -> None:
    store.add(record(), io.BytesIO(b"text"))
    before = sorted(store.source(record()).parent.iterdir())

    with files_end_at(20), pytest.raises(OSError, match="large"):
        store.save(record(accepted=2.0))

    assert sorted(store.source(record()).parent.iterdir()) == before
    assert [each.accepted for each in store.records()] == [1.0]
