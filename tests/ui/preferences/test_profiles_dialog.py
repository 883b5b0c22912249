"""All profiles in one dialog, by mouse and keys."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from termdesk.application.session.profiles import Profiles, new_profiles
from termdesk.domain.profile import Profile, ProfileColor
from termdesk.domain.provider import Provider
from termdesk.storage.files.folders import Folders
from termdesk.ui.preferences.profiles_dialog import ProfileOrders, ProfilesDialog
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.shell.notices import Notices
from termdesk.ui.widgets.dialogs import Question

AGENCY = Profile(Provider("custom", "https://terms.example.org", title="Agency"), ProfileColor.RED)


@pytest.fixture
def jobs(qtbot: QtBot, qt_loop: asyncio.AbstractEventLoop) -> Jobs:
    notices = Notices()
    qtbot.addWidget(notices)
    made = Jobs(notices)
    made.setParent(notices)
    return made


@pytest.fixture
def profiles(tmp_path: Path) -> Profiles:
    made = Profiles.load(Folders.under(tmp_path))
    made.add(AGENCY)
    made.add(new_profiles()[0])
    return made


@pytest.fixture
def dialog(window: QWidget, profiles: Profiles, jobs: Jobs) -> Iterator[ProfilesDialog]:
    async def edit(_parent: QWidget, profile: Profile | None) -> Profile:
        if profile is None:
            return profiles.add(Profile(Provider("custom", "https://rail.example.org", title="Rail")))
        return profiles.change(profile.id, replace(profile, provider=replace(profile.provider, title="Changed")))

    async def remove(profile: Profile) -> None:
        profiles.remove(profile.id)

    made = ProfilesDialog(window, profiles, ProfileOrders(edit, remove, lambda: "local", lambda _id: False), jobs)
    made.show()
    yield made
    made.reject()


def rows(dialog: ProfilesDialog) -> list[str]:
    return [dialog.list.item(row).text() for row in range(dialog.list.count())]


def settle(qtbot: QtBot, jobs: Jobs) -> None:
    qtbot.waitUntil(lambda: not jobs.running)


def test_each_profile_is_told_by_name_place_and_color(dialog: ProfilesDialog) -> None:
    assert rows(dialog) == ["This computer · in use", "Agency · terms.example.org · Red", "DeepL"]


def test_what_cannot_be_done_says_why(dialog: ProfilesDialog) -> None:
    dialog.list.setCurrentRow(0)
    disabled = [each for each in (dialog.use, dialog.delete, dialog.duplicate, dialog.up) if not each.isEnabled()]
    assert len(disabled) == 4
    assert all(each.toolTip() and each.accessibleDescription() for each in disabled)

    dialog.list.setCurrentRow(1)
    assert all(each.isEnabled() for each in (dialog.use, dialog.delete, dialog.duplicate, dialog.up, dialog.down))
    assert dialog.delete.toolTip() == ""


def test_a_profile_is_chosen_by_enter(qtbot: QtBot, dialog: ProfilesDialog, profiles: Profiles) -> None:
    dialog.list.setCurrentRow(1)
    with qtbot.waitSignal(dialog.use_asked) as asked:
        qtbot.keyClick(dialog.list, Qt.Key.Key_Return)

    assert asked.args == [profiles.all[1].id]
    assert not dialog.isVisible()


def test_profiles_are_moved_copied_and_edited(
    qtbot: QtBot, dialog: ProfilesDialog, profiles: Profiles, jobs: Jobs
) -> None:
    dialog.list.setCurrentRow(1)
    qtbot.keyClick(dialog.list, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    settle(qtbot, jobs)
    assert rows(dialog)[2].startswith("Agency")
    assert dialog.chosen == profiles.all[2]

    dialog.duplicate.click()
    settle(qtbot, jobs)
    assert rows(dialog)[3].startswith("Agency 2")
    assert dialog.result_label.text() == "“Agency 2” has no key yet."

    qtbot.keyClick(dialog, Qt.Key.Key_F2)
    settle(qtbot, jobs)
    assert rows(dialog)[3].startswith("Changed")

    dialog.new.click()
    settle(qtbot, jobs)
    assert rows(dialog)[4].startswith("Rail")
    assert dialog.chosen is not None
    assert dialog.chosen.provider.title == "Rail"


def test_a_profile_is_deleted_once_one_is_sure(
    qtbot: QtBot, dialog: ProfilesDialog, profiles: Profiles, jobs: Jobs
) -> None:
    def question() -> Question:
        return next(each for each in dialog.findChildren(Question) if each.isVisible())

    dialog.list.setCurrentRow(1)
    for is_sure in (False, True):
        if is_sure:
            dialog.delete.click()
        else:
            qtbot.keyClick(dialog, Qt.Key.Key_Delete)
        qtbot.waitUntil(lambda: any(each.isVisible() for each in dialog.findChildren(Question)))
        (question().accept if is_sure else question().reject)()
        settle(qtbot, jobs)
        assert (len(profiles.all) == 2) is is_sure

    assert dialog.result_label.text() == "“Agency” is deleted."


def test_a_failure_is_told_in_the_dialog(qtbot: QtBot, dialog: ProfilesDialog, profiles: Profiles, jobs: Jobs) -> None:
    dialog.list.setCurrentRow(2)
    profiles._all.pop()

    dialog._move(1)
    settle(qtbot, jobs)
    dialog._start("x", lambda: _fail(profiles))
    settle(qtbot, jobs)

    assert dialog.result_label.text() == "This profile was deleted."
    assert dialog.result_label.property("tone") == "problem"


async def _fail(profiles: Profiles) -> None:
    profiles.move("gone", 1)
