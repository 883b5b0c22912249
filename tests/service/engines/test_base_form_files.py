"""Lists of base forms are kept in files: one for each language, whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.files.full_disk import files_end_at
from termdesk.domain.matching.lemmas import Lemmatizers
from termdesk.service.engines.base_form_files import BaseFormFiles


def test_a_list_is_kept_instead_of_older_versions_and_unfinished_files(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    files = BaseFormFiles(lambda: folder)
    assert files.load("id", "2") is None

    files.save("id", "1", b"first")
    (folder / "id-2.forms.999").write_bytes(b"of a process that was killed")
    (folder / "it-1.forms").write_bytes(b"another language")
    files.save("id", "2", b"second")

    assert files.load("id", "2") == b"second"
    assert sorted(each.name for each in folder.iterdir()) == ["id-2.forms", "it-1.forms"]


def test_a_list_that_cannot_be_written_leaves_the_earlier_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = BaseFormFiles(lambda: tmp_path)
    files.save("id", "1", b"first")

    def fail(path: Path, target: Path) -> Path:
        raise OSError(f"no room for {target} from {path}")

    monkeypatch.setattr(Path, "replace", fail)
    files.save("id", "1", b"second")

    assert files.load("id", "1") == b"first"


def test_without_a_folder_the_list_is_unpacked(tmp_path: Path) -> None:
    folder = tmp_path / "lists"
    folder.touch()

    lemma = Lemmatizers(store=BaseFormFiles(lambda: folder)).of("id")

    assert lemma is not None
    assert lemma("bukunya") == "buku"


def test_a_full_disk_keeps_the_former_list_and_no_part_of_the_new_one(tmp_path: Path) -> None:
    files = BaseFormFiles(lambda: tmp_path)
    files.save("id", "1", b"first")

    with files_end_at(100):
        files.save("id", "2", bytes(1_000))

    assert [each.name for each in tmp_path.iterdir()] == ["id-1.forms"]
