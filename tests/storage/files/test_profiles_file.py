"""Profiles are restored as stored. Damage loses only the damaged profiles, and the damaged file is kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from termdesk.domain.errors import StorageFailed
from termdesk.domain.profile import Profile, ProfileColor
from termdesk.domain.provider import Dialect, Provider
from termdesk.storage.files.folders import Folders
from termdesk.storage.files.profiles_file import ProfilesFile

OWN = Profile(
    Provider(
        "custom",
        "https://terms.example.org",
        dialect=Dialect.VENDOR,
        title="Agentur Müller",
        profile="custom terms.example.org",
        certificates="/etc/own.pem",
        proxy="http://proxy.example.org:8080",
    ),
    ProfileColor.RED,
    keeps_key=False,
    price="20 EUR",
    day_cap=7,
)


@pytest.fixture
def file(tmp_path: Path) -> ProfilesFile:
    return ProfilesFile(Folders.under(tmp_path))


def test_profiles_come_back_in_their_order(file: ProfilesFile) -> None:
    other = Profile(Provider("deepl", "https://api.deepl.com", profile="deepl"))

    file.save([OWN, other], OWN.id)

    assert file.load() == ([OWN, other], OWN.id)
    assert file.damaged is None


def test_without_a_file_there_is_nothing(file: ProfilesFile) -> None:
    assert file.load() is None


def test_a_file_without_a_list_of_profiles_is_kept(file: ProfilesFile) -> None:
    file.save([OWN], OWN.id)
    file.path.write_text('{"profiles": {"custom": {}}}')

    assert file.load() is None
    assert file.damaged is not None
    assert file.damaged.read_text() == '{"profiles": {"custom": {}}}'


def test_a_profile_that_cannot_be_read_costs_no_other(file: ProfilesFile) -> None:
    file.save([OWN, OWN], OWN.id)
    stored = json.loads(file.path.read_text())
    stored["profiles"][0]["day_cap"] = "many"
    file.path.write_text(json.dumps(stored))

    assert file.load() == ([OWN], OWN.id)
    assert file.damaged is not None
    assert json.loads(file.damaged.read_text()) == stored


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b"\xff", b"[" * 100_000])
def test_a_damaged_file_is_set_aside_and_kept(file: ProfilesFile, content: bytes) -> None:
    file.path.write_bytes(content)

    assert file.load() is None
    assert file.damaged is not None
    assert file.damaged.read_bytes() == content


def test_what_a_newer_version_knows_of_all_of_them_stays(file: ProfilesFile) -> None:
    file.path.write_text(json.dumps({"format": 7, "invented_later": [1]}))

    file.save([OWN], OWN.id)

    stored = json.loads(file.path.read_text())
    assert (stored["format"], stored["invented_later"]) == (7, [1])


def test_a_file_that_cannot_be_read_is_an_error(file: ProfilesFile) -> None:
    file.path.mkdir()

    with pytest.raises(StorageFailed, match=r"profiles\.json"):
        file.load()


def test_former_files_are_read_and_left_alone(tmp_path: Path, file: ProfilesFile) -> None:
    folders = Folders.under(tmp_path)
    (folders.config / "settings.json").write_text('{"provider": "deepl"}')
    (folders.state / "window.json").write_bytes(b"{")

    assert file.load_former() == ({"provider": "deepl"}, {})
    assert (folders.state / "window.json").read_bytes() == b"{"
