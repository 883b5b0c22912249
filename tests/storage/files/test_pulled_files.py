"""The entries of files when they were last the same as on the service."""

from __future__ import annotations

from pathlib import Path

from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.files.pulled_files import PulledFiles

EN_DE, EN_FR = LanguagePair("en", "de"), LanguagePair("en", "fr")
ENTRIES = Entries(["house", "line\u2028break"], ["Haus", "Umbruch"])


def test_a_file_is_known_by_its_path_and_dictionary(tmp_path: Path) -> None:
    path, pulled = tmp_path / "terms.tsv", PulledFiles(tmp_path / "data", "local")
    path.touch()

    pulled.note(path, "1", EN_DE, ENTRIES)

    assert pulled.base_of(path, "1", EN_DE) == ENTRIES
    assert pulled.base_of(path, "1", EN_FR) is None
    assert pulled.base_of(path, "2", EN_DE) is None
    assert pulled.base_of(tmp_path / "other.tsv", "1", EN_DE) is None
    assert PulledFiles(tmp_path / "data", "other").base_of(path, "1", EN_DE) is None


def test_files_that_are_gone_are_forgotten(tmp_path: Path) -> None:
    gone, kept, pulled = tmp_path / "gone.tsv", tmp_path / "kept.tsv", PulledFiles(tmp_path / "data", "local")
    gone.touch()
    kept.touch()
    pulled.note(gone, "1", EN_DE, ENTRIES)
    gone.unlink()

    pulled.note(kept, "1", EN_DE, ENTRIES)

    assert pulled.base_of(gone, "1", EN_DE) is None
    assert pulled.base_of(kept, "1", EN_DE) == ENTRIES


def test_files_on_a_drive_that_is_not_there_are_remembered(tmp_path: Path) -> None:
    drive, kept, pulled = tmp_path / "drive", tmp_path / "kept.tsv", PulledFiles(tmp_path / "data", "local")
    drive.mkdir()
    (drive / "away.tsv").touch()
    kept.touch()
    pulled.note(drive / "away.tsv", "1", EN_DE, ENTRIES)
    drive.rename(tmp_path / "unplugged")

    pulled.note(kept, "1", EN_DE, ENTRIES)

    assert pulled.base_of(drive / "away.tsv", "1", EN_DE) == ENTRIES


def test_what_is_damaged_counts_as_unknown(tmp_path: Path) -> None:
    path, pulled = tmp_path / "terms.tsv", PulledFiles(tmp_path / "data", "local")
    path.touch()
    pulled.note(path, "1", EN_DE, ENTRIES)
    [record] = (tmp_path / "data" / "pulled").iterdir()
    assert record.stat().st_mode & 0o077 == 0

    record.write_bytes(record.read_bytes()[:-4])

    assert pulled.base_of(path, "1", EN_DE) is None


def test_what_was_sent_is_remembered_until_its_end_is_noted(tmp_path: Path) -> None:
    path, pulled = tmp_path / "terms.tsv", PulledFiles(tmp_path / "data", "local")
    path.touch()

    pulled.note_sent(path, "Terms", EN_DE, ENTRIES)

    assert pulled.read_sent(path, "Terms", EN_DE) == ENTRIES
    assert pulled.read_sent(path, "Other", EN_DE) is None
    assert pulled.read_sent(path, "Terms", EN_FR) is None
    assert pulled.base_of(path, "1", EN_DE) is None
    pulled.note(path, "1", EN_DE, ENTRIES)
    assert pulled.read_sent(path, "Terms", EN_DE) is None
    assert pulled.base_of(path, "1", EN_DE) == ENTRIES
