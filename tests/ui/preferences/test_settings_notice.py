"""Preferences that a command has changed are named in the window."""

from __future__ import annotations

from dataclasses import replace

from termdesk.domain.settings import Settings
from termdesk.ui.preferences.settings_notice import tell_changed_settings
from termdesk.ui.shell.notices import Notices


def test_the_changed_preferences_are_named(notices: Notices) -> None:
    tell_changed_settings(notices, Settings(), replace(Settings(), theme="dark", job_cap=7))

    [reported] = notices.texts()
    assert "Appearance" in reported
    assert "applies from now on" in reported
    assert "restarts" not in reported


def test_a_restart_of_the_service_is_told(notices: Notices) -> None:
    tell_changed_settings(notices, Settings(), replace(Settings(), terms_only=True))

    [reported] = notices.texts()
    assert "The service on this computer restarts" in reported


def test_nothing_is_told_of_what_the_preferences_do_not_show(notices: Notices) -> None:
    tell_changed_settings(notices, Settings(), replace(Settings(), keep_texts_chosen=True))

    assert notices.texts() == []
