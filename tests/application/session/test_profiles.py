"""Profiles: any number, each with its own name and id, stored over restarts."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from termdesk.application.session.profiles import Profiles, new_profiles
from termdesk.domain.errors import InvalidInput, StorageFailed
from termdesk.domain.key_scope import KeyReach
from termdesk.domain.profile import Profile, ProfileColor
from termdesk.domain.provider import Provider
from termdesk.storage.files.folders import Folders

VENDOR = new_profiles()[0]
AGENCY = Profile(Provider("custom", "https://terms.example.org/api", title="Agency"), ProfileColor.RED)


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return Folders.under(tmp_path)


@pytest.fixture
def profiles(folders: Folders) -> Profiles:
    return Profiles.load(folders)


def ids(profiles: Profiles) -> list[str]:
    return [each.id for each in profiles.all]


def test_at_first_there_is_this_computer_and_it_stays(profiles: Profiles) -> None:
    assert ids(profiles) == ["local"]
    assert profiles.in_use is profiles.local
    with pytest.raises(InvalidInput, match="cannot be deleted"):
        profiles.remove("local")
    with pytest.raises(InvalidInput, match="one profile for this computer"):
        profiles.duplicate("local")


def test_profiles_are_there_at_the_next_start(folders: Folders, profiles: Profiles) -> None:
    agency = profiles.add(AGENCY)
    profiles.use(agency.id)

    again = Profiles.load(folders)

    assert again.all == profiles.all
    assert again.in_use == agency
    assert agency.id == "custom terms.example.org"
    assert agency.color is ProfileColor.RED


def test_two_accounts_of_one_service_keep_apart(profiles: Profiles) -> None:
    first, second = profiles.add(VENDOR), profiles.add(VENDOR)
    third = profiles.add(replace(VENDOR, provider=replace(VENDOR.provider, title="Client")))

    assert ids(profiles) == ["local", "deepl", "deepl 2", "deepl 3"]
    assert list(profiles.names.values()) == ["This computer", "DeepL", "DeepL 2", "Client"]
    assert {each.provider.base_url for each in (first, second, third)} == {"https://api.deepl.com"}


@pytest.mark.parametrize(
    "name", ["Agency", " agency ", "CUSTOM terms.example.org", "custom", "Agency (terms.example.org)"]
)
def test_a_profile_is_found_by_its_name_or_id(profiles: Profiles, name: str) -> None:
    agency = profiles.add(AGENCY)

    assert profiles.find(name) == agency
    assert profiles.find("this COMPUTER") == profiles.local


def test_an_unknown_name_is_refused_with_the_known_ones(profiles: Profiles) -> None:
    profiles.add(AGENCY)

    with pytest.raises(InvalidInput, match="no profile “Agenda”") as caught:
        profiles.find("Agenda")

    assert caught.value.remedy == "Use one of: “This computer” (local), “Agency” (custom terms.example.org)."


def test_names_are_unique_short_and_visible(profiles: Profiles) -> None:
    profiles.add(AGENCY)
    for title, reason in (("agency", "already exists"), ("x" * 61, "cannot be used"), ("a\u202eb", "cannot be used")):
        with pytest.raises(InvalidInput, match=reason):
            profiles.add(replace(AGENCY, provider=replace(AGENCY.provider, title=title)))
    assert ids(profiles) == ["local", "custom terms.example.org"]


def test_a_copy_stands_after_its_original_with_a_name_and_an_id_of_its_own(profiles: Profiles) -> None:
    agency = profiles.add(AGENCY)
    profiles.add(VENDOR)

    copies = [profiles.duplicate(agency.id), profiles.duplicate(agency.id)]

    assert list(profiles.names.values()) == ["This computer", "Agency", "Agency 3", "Agency 2", "DeepL"]
    assert [each.id for each in copies] == [f"{agency.id} 2", f"{agency.id} 3"]
    assert copies[0].color is ProfileColor.RED


def test_the_id_changes_with_the_place_and_with_nothing_else(profiles: Profiles) -> None:
    agency = profiles.add(AGENCY)
    profiles.use(agency.id)
    renamed = profiles.change(agency.id, replace(agency, provider=replace(agency.provider, title="Rail", scheme="K")))
    assert renamed.id == agency.id

    moved_to = replace(renamed.provider, base_url="https://rail.example.org")
    moved = profiles.change(agency.id, replace(renamed, provider=moved_to))

    assert moved.id == "custom rail.example.org"
    assert profiles.in_use == moved
    assert profiles.get(agency.id) is None
    back = profiles.change(moved.id, replace(moved, provider=renamed.provider))
    assert back.id == agency.id


def test_a_changed_preset_is_a_service_of_the_users_own(profiles: Profiles) -> None:
    vendor = profiles.add(VENDOR)
    regional = replace(vendor, provider=replace(vendor.provider, base_url="https://api-us.deepl.com"))

    changed = profiles.change(vendor.id, regional)

    assert (changed.id, changed.provider.name) == ("custom api-us.deepl.com", "custom")


def test_profiles_stand_in_the_order_of_the_user(profiles: Profiles) -> None:
    agency, vendor = profiles.add(AGENCY), profiles.add(VENDOR)

    profiles.move(vendor.id, -1)
    assert ids(profiles) == ["local", vendor.id, agency.id]
    profiles.move("local", 9)
    assert ids(profiles) == [vendor.id, agency.id, "local"]
    profiles.move("local", -9)
    assert ids(profiles) == ["local", vendor.id, agency.id]


def test_the_id_of_a_deleted_profile_is_not_used_again_unasked(folders: Folders, profiles: Profiles) -> None:
    """Drafts and history are stored under it. Another account must not have them."""
    first, second = profiles.add(VENDOR), profiles.add(VENDOR)
    profiles.remove(first.id)
    profiles.remove(second.id)

    again = Profiles.load(folders)
    assert again.add(VENDOR).id == "deepl 3"
    assert again.add(AGENCY).id == "custom terms.example.org"
    assert [each.id for each in again.find_removed(VENDOR)] == [first.id, second.id]
    assert again.find_removed(AGENCY) == ()
    again.remove("deepl 3")
    assert again.add(VENDOR, is_same_service=True).id == first.id, "not the one that was made by mistake"
    assert again.add(VENDOR, is_same_service=True).id == second.id
    assert again.add(VENDOR, is_same_service=True).id == "deepl 3"
    assert again.find_removed(VENDOR) == ()
    assert again.add(VENDOR, is_same_service=True).id == "deepl 4"


def test_of_several_deleted_profiles_the_user_chooses_one_by_name_or_id(folders: Folders, profiles: Profiles) -> None:
    names = ("One", "Two", "Two")
    for name in names:
        profiles.remove(profiles.add(replace(VENDOR, provider=replace(VENDOR.provider, title=name))).id)

    again = Profiles.load(folders)
    assert [each.name for each in again.find_removed(VENDOR)] == [*names]
    for ambiguous in ("two", "four"):
        with pytest.raises(InvalidInput) as refused:
            again.choose_removed(VENDOR, ambiguous)
        assert "“Two” (deepl 3)" in refused.value.remedy
    assert again.add(again.choose_removed(VENDOR, "DeepL 3"), is_same_service=True).id == "deepl 3"
    assert again.add(again.choose_removed(VENDOR, "two"), is_same_service=True).id == "deepl 2"
    # Unless the user says so, the id is not used again.
    assert again.add(again.choose_removed(VENDOR, "one")).id == "deepl 4"
    with pytest.raises(InvalidInput):
        again.choose_removed(AGENCY, "One")


def test_a_deleted_profile_in_use_leaves_this_computer(profiles: Profiles) -> None:
    agency = profiles.add(AGENCY)
    profiles.use(agency.id)

    profiles.remove(agency.id)

    assert profiles.in_use is profiles.local
    with pytest.raises(InvalidInput, match="was deleted"):
        profiles.move(agency.id, 1)


@pytest.mark.parametrize(
    "wrong",
    [
        replace(AGENCY, price="much"),
        replace(AGENCY, provider=replace(AGENCY.provider, base_url="http://terms.example.org")),
        replace(AGENCY, provider=replace(AGENCY.provider, proxy="http://user:secret@proxy.example.org")),
        replace(AGENCY, provider=replace(AGENCY.provider, proxy="socks5://proxy.example.org")),
    ],
)
def test_what_cannot_work_is_not_stored(profiles: Profiles, wrong: Profile) -> None:
    with pytest.raises(InvalidInput) as caught:
        profiles.add(wrong)

    assert "secret" not in str(caught.value)
    assert ids(profiles) == ["local"]


def test_a_change_that_cannot_be_stored_is_none(folders: Folders, profiles: Profiles) -> None:
    reported: list[int] = []
    profiles.changed.subscribe(lambda: reported.append(1))
    profiles.add(AGENCY)
    (folders.config / "profiles.json").unlink()
    (folders.config / "profiles.json").mkdir()

    with pytest.raises(StorageFailed):
        profiles.add(VENDOR)

    assert ids(profiles) == ["local", "custom terms.example.org"]
    assert reported == [1]


def test_presets_are_those_of_this_version_and_damage_leaves_the_rest(folders: Folders, profiles: Profiles) -> None:
    profiles.add(VENDOR)
    path = folders.config / "profiles.json"
    stored = json.loads(path.read_text())
    stored["profiles"][0]["provider"]["base_url"] = "https://evil.example"
    stored["profiles"].append({"provider": 5})
    path.write_text(json.dumps(stored))

    again = Profiles.load(folders)

    assert again.damaged is not None
    assert json.loads(again.damaged.read_text()) == stored
    assert again.local.provider.base_url == "http://127.0.0.1"
    assert ids(again) == ["local", "deepl"]
    repaired = Profiles.load(folders)
    assert repaired.all == again.all, "the repaired file was stored"
    assert repaired.damaged is None


LIMITED = KeyReach(("translate:text",), "2026-11-23")


def test_what_a_key_lacks_is_kept_with_the_profile(folders: Folders, profiles: Profiles) -> None:
    agency = profiles.add(AGENCY)
    profiles.note_reach(agency.id, LIMITED)
    profiles.note_reach("nobody", LIMITED)

    named = profiles.change(agency.id, replace(profiles.find("Agency"), day_cap=5))

    assert named.reach == Profiles.load(folders).find("Agency").reach == LIMITED
    assert profiles.duplicate(agency.id).reach == KeyReach()


@pytest.mark.parametrize(
    ("changed", "has_new_key"),
    [
        (AGENCY.provider, True),
        (replace(AGENCY.provider, base_url="https://elsewhere.example.org"), False),
        (replace(AGENCY.provider, free_base_url="https://free.example.org"), False),
        (replace(AGENCY.provider, scheme="Other-Key"), False),
    ],
)
def test_another_key_or_address_forgets_what_the_key_lacked(
    profiles: Profiles, changed: Provider, has_new_key: bool
) -> None:
    agency = profiles.add(replace(AGENCY, reach=LIMITED))
    tested = KeyReach(("usage:read",), "2026-11-24")

    forgotten = profiles.change(agency.id, replace(agency, provider=changed), has_new_key=has_new_key)
    assert forgotten.reach == KeyReach()

    known = profiles.change(forgotten.id, replace(forgotten, reach=tested), has_new_key=True)
    assert known.reach == tested, "a test of the new one counts"
