"""The fields of a profile return the shown values, with the user's changes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QComboBox, QLineEdit, QVBoxLayout, QWidget

from termdesk.application.session.providers import preset_of
from termdesk.domain.errors import InvalidInput
from termdesk.domain.profile import Profile, ProfileColor
from termdesk.domain.provider import Dialect, Provider
from termdesk.ui.profiles.profile_form import ProfileForm

OWN = Profile(
    Provider(
        "custom",
        "https://terms.example.org",
        free_base_url="https://free.example.org",
        scheme="K",
        free_key_suffix=":0",
        dialect=Dialect.VENDOR,
        title="Agency",
        profile="custom terms.example.org",
        certificates="/etc/own.pem",
        proxy="http://proxy.example.org:8080",
    ),
    ProfileColor.PURPLE,
    keeps_key=False,
    price="20 EUR",
    day_cap=70_000,
)
LOCAL = Profile(replace(preset_of("local"), profile="local"), ProfileColor.GREEN)


@pytest.fixture
def form(window: QWidget) -> ProfileForm:
    made = ProfileForm(QComboBox(), QLineEdit())
    QVBoxLayout(window).addWidget(made)
    return made


@pytest.mark.parametrize("profile", [OWN, LOCAL, Profile(preset_of("deepl"))], ids=["own", "local", "preset"])
def test_what_is_not_changed_comes_back(form: ProfileForm, profile: Profile) -> None:
    form.show_profile(profile)

    assert form.profile() == profile


def test_what_is_changed_comes_back(form: ProfileForm) -> None:
    form.show_profile(OWN)

    form.title.setText(" Rail ")
    form.color.setCurrentIndex(form.color.findData(ProfileColor.RED))
    form.proxy.setText("proxy.example.org")
    form.show_certificates(Path("/etc/other.pem"))
    form.price.clear()
    form.day_cap.setValue(0)
    form.keeps_key.setChecked(True)

    found = form.profile()
    assert (found.provider.title, found.color, found.price, found.day_cap) == ("Rail", ProfileColor.RED, "", 0)
    assert (found.provider.proxy, found.provider.certificates) == ("http://proxy.example.org", "/etc/other.pem")
    assert found.keeps_key


@pytest.mark.parametrize(
    ("field", "text", "reason"),
    [
        ("address", "http://terms.example.org", "only https"),
        ("price", "a lot", "not a price"),
        ("proxy", "http://me:secret@proxy.example.org", "never writes one into a file"),
    ],
)
def test_what_cannot_be_used_is_refused(form: ProfileForm, field: str, text: str, reason: str) -> None:
    form.show_profile(OWN)
    getattr(form, field).setText(text)

    with pytest.raises(InvalidInput, match=reason) as caught:
        form.profile()

    assert "secret" not in f"{caught.value.message} {caught.value.remedy}"


def test_only_what_a_profile_has_is_shown(form: ProfileForm) -> None:
    form.show_profile(OWN)
    assert all(each.isVisible() for each in (form.title, form.keeps_key, *form.technical))
    assert form.pages.isTabVisible(1)

    form.show_profile(Profile(preset_of("deepl")))
    assert form.title.isVisible()
    assert not any(each.isVisible() for each in form.technical)
    assert form.title.placeholderText() == "DeepL"

    form.show_profile(LOCAL)
    assert form.color.isVisible()
    assert not form.title.isVisible()
    assert not form.pages.isTabVisible(1)


def test_each_field_has_a_name(form: ProfileForm) -> None:
    for each in (form.title, form.color, form.certificates, form.proxy, form.price, form.day_cap, *form.technical):
        assert each.accessibleName(), each.objectName()
