"""All profiles are one click away, with the names that the user gave them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QWidget

from termdesk.application.session.profiles import Profiles, new_profiles
from termdesk.domain.profile import Profile, ProfileColor
from termdesk.domain.provider import Provider
from termdesk.storage.files.folders import Folders
from termdesk.ui.profiles.profiles_menu import ProfilesMenu


def test_each_profile_is_one_click_away_and_the_one_in_use_is_ticked(window: QWidget, tmp_path: Path) -> None:
    profiles, used = Profiles.load(Folders.under(tmp_path)), list[str]()
    vendor = profiles.add(new_profiles()[0])
    own = profiles.add(Profile(Provider("custom", "https://terms.example.org", title="Terms & Co"), ProfileColor.RED))
    plain = profiles.add(Profile(Provider("custom", "https://other.example.org/api")))
    menu = ProfilesMenu(profiles, in_use=lambda: own.id, use=used.append, parent=window)

    menu.aboutToShow.emit()

    assert [action.text() for action in menu.actions()] == [
        "This computer",
        "DeepL",
        "Terms && Co",
        "other.example.org",
    ]
    assert [action.isChecked() for action in menu.actions()] == [False, False, True, False]
    assert [action.icon().isNull() for action in menu.actions()] == [True, True, False, True]
    for action in menu.actions():
        action.trigger()
    assert used == ["local", vendor.id, plain.id]
