"""Settings survive restarts, other versions, and damage."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from termdesk.domain.errors import StorageFailed
from termdesk.domain.settings import Settings
from termdesk.storage.settings.settings_file import SettingsFile


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "settings.json"


def test_settings_come_back_as_they_were_saved(path: Path) -> None:
    chosen = replace(Settings(), theme="dark", keep_history_days=0, libretranslate="http://日本")

    SettingsFile(path).save(chosen)

    assert SettingsFile(path).load() == chosen


def test_without_a_file_everything_has_its_default(path: Path) -> None:
    assert SettingsFile(path).load() == Settings()


@pytest.mark.scorecard("S32")
def test_values_of_a_wrong_type_or_choice_have_their_default_and_others_stay(path: Path) -> None:
    raw = {
        "theme": "purple",
        "text_size": True,
        "keep_texts_in_history": 1,
        "warn_at_percent": 60,
        "price": 5,
    }
    path.write_text(json.dumps(raw))

    loaded = SettingsFile(path).load()

    assert loaded == replace(Settings(), warn_at_percent=60)


@pytest.mark.parametrize(
    ("raw", "cap"),
    [
        ({"run_cap": 70_000}, 70_000),
        ({"run_cap": 50_000}, Settings().job_cap),
        ({"run_cap": 0}, 0),
        ({"run_cap": 70_000, "job_cap": 60_000}, 60_000),
    ],
)
def test_the_cap_of_spot_checks_becomes_that_of_everything_unless_it_was_never_changed(
    path: Path, raw: dict[str, int], cap: int
) -> None:
    path.write_text(json.dumps(raw))
    file = SettingsFile(path)

    loaded = file.load()
    file.save(loaded)

    assert loaded.job_cap == cap
    assert SettingsFile(path).load() == loaded


@pytest.mark.scorecard("S32")
@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b"\xff\xfe", b"[" * 100_000])
def test_a_damaged_file_is_set_aside_and_kept(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    file = SettingsFile(path)

    loaded = file.load()

    assert loaded == Settings()
    assert file.damaged is not None
    assert file.damaged.read_bytes() == content
    assert not path.exists()


def test_what_a_newer_version_knows_survives_saving(path: Path) -> None:
    path.write_text(json.dumps({"format": 7, "invented_later": [1, 2]}))
    file = SettingsFile(path)

    file.save(replace(file.load(), theme="light"))

    stored = json.loads(path.read_text())
    assert stored["invented_later"] == [1, 2]
    assert stored["format"] == 7
    assert stored["theme"] == "light"


def test_half_a_character_does_not_cost_the_settings(path: Path) -> None:
    SettingsFile(path).save(replace(Settings(), theme="dark", libretranslate="\ud800"))

    assert SettingsFile(path).load().theme == "dark"


def test_a_file_that_cannot_be_read_is_an_error_and_not_the_defaults(path: Path) -> None:
    path.mkdir()

    with pytest.raises(StorageFailed, match=r"settings\.json"):
        SettingsFile(path).load()


def test_settings_of_another_program_are_noticed_once_and_kept_by_the_next_saving(path: Path) -> None:
    file, seen = SettingsFile(path), list[tuple[Settings, Settings]]()
    before = Settings()
    file.save(before)
    file.changed_elsewhere.subscribe(lambda old, new: seen.append((old, new)))
    file.look_again()
    assert seen == []

    SettingsFile(path).save(replace(before, theme="dark"))
    # Other sessions of the program read the file when they start.
    file.load()
    file.look_again()
    file.look_again()
    assert seen == [(before, replace(before, theme="dark"))]

    SettingsFile(path).save(replace(before, theme="dark", job_cap=7))
    stored = file.save(replace(before, theme="dark", text_size=2), before=replace(before, theme="dark"))
    assert stored == replace(before, theme="dark", job_cap=7, text_size=2)
    assert SettingsFile(path).load() == stored


@pytest.mark.parametrize("content", ["{", "[]", '{"libretranslate": "ftp://wrong"}'])
def test_a_file_that_cannot_be_used_changes_nothing_while_the_program_runs(path: Path, content: str) -> None:
    file, seen = SettingsFile(path), list[Settings]()
    file.save(replace(Settings(), theme="dark"))
    file.saved.subscribe(seen.append)
    path.write_text(content, "utf-8")

    file.look_again()

    assert seen == []
    assert path.read_text("utf-8") == content
