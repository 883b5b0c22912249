"""What the user does with profiles from the window: they are edited, and changed to."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from termdesk.application.session.profile_keys import NO_SECRETS, Secrets
from termdesk.application.session.session import ConnectionState, Session
from termdesk.domain.key_scope import KeyReach
from termdesk.domain.profile import Profile, ProfileColor
from termdesk.domain.provider import Provider
from termdesk.domain.window_memory import WindowMemory
from termdesk.storage.files.folders import Folders
from termdesk.storage.keys import KeyStore
from termdesk.storage.settings.settings_store import SettingsStore
from termdesk.ui.preferences.connect_dialog import ConnectDialog
from termdesk.ui.preferences.profiles_dialog import ProfilesDialog
from termdesk.ui.profile_flow import ProfileFlow
from termdesk.ui.profiles.account_question import AccountQuestion
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.main_window import MainWindow

AGENCY = Profile(Provider("custom", "https://terms.example.org", title="Agency"), ProfileColor.RED)
Opened = Callable[[type[Any]], Any]


class ProfileWindows:
    """A window with its session; `used` are the profiles that were changed to, with their keys."""

    def __init__(self, folders: Folders) -> None:
        self.session = Session(folders, SettingsStore(folders).settings, KeyStore(find_backend=lambda: None))
        self.window = MainWindow(WindowMemory())
        self.used: list[tuple[Profile, str]] = []
        self.same: list[bool] = []
        self.flow = ProfileFlow(self.window, self.session, use=self.use)

    async def use(self, profile: Profile, key: str, is_same_service: bool) -> None:
        self.used.append((profile, key))
        self.same.append(is_same_service)


@pytest.fixture
def windows(tmp_path: Path, qtbot: QtBot, qt_loop: asyncio.AbstractEventLoop) -> Iterator[ProfileWindows]:
    made = ProfileWindows(Folders.under(tmp_path))
    qtbot.addWidget(made.window)
    made.window.show()
    yield made
    qtbot.waitUntil(lambda: not made.window.jobs.running)


@pytest.fixture
def opened(qtbot: QtBot) -> Opened:
    def wait(kind: type[Any]) -> Any:
        def found() -> list[QWidget]:
            return [each for each in QApplication.allWidgets() if isinstance(each, kind) and each.isVisible()]

        qtbot.waitUntil(lambda: bool(found()))
        return found()[-1]

    return wait


@pytest.mark.slow
def test_a_profile_is_edited_and_its_key_stays_with_its_address(
    windows: ProfileWindows, opened: Opened, qtbot: QtBot
) -> None:
    session = windows.session
    windows.session.profiles.add(AGENCY)
    windows.flow.show_profiles()
    dialog = opened(ProfilesDialog)
    dialog.list.setCurrentRow(1)
    dialog.edit.click()
    form = opened(ConnectDialog)
    assert not form.service.isVisible()
    form.key_field.setText("a-key-0001")
    form.form.title.setText("Rail")
    form.accept_button.click()
    qtbot.waitUntil(lambda: "Rail" in session.profiles.names.values())
    [_, rail] = session.profiles.all

    kept: list[str] = []

    async def look(provider: Provider) -> None:
        kept.append(await session.keys.get(provider))

    qtbot.waitUntil(lambda: not any(each.isVisible() for each in dialog.findChildren(ConnectDialog)))
    looking = asyncio.ensure_future(look(rail.provider))
    qtbot.waitUntil(lambda: kept == ["a-key-0001"])
    assert looking.done()
    dialog.edit.click()
    qtbot.waitUntil(lambda: any(each.isVisible() for each in dialog.findChildren(ConnectDialog)))
    form = opened(ConnectDialog)
    qtbot.waitUntil(form.forget.isEnabled)
    form.form.address.setText("https://elsewhere.example.org")
    form.form.address.textEdited.emit("")
    form.form.address.editingFinished.emit()
    assert not form.forget.isEnabled()
    form.accept_button.click()
    assert "not a key" in form.result_label.text(), "another address needs a key of its own"
    form.reject()
    dialog.reject()


def test_a_profile_is_changed_to_from_the_dialog(windows: ProfileWindows, opened: Opened, qtbot: QtBot) -> None:
    agency = windows.session.profiles.add(AGENCY)
    windows.flow.show_profiles()
    dialog = opened(ProfilesDialog)
    dialog.list.setCurrentRow(1)
    dialog.use.click()

    qtbot.waitUntil(lambda: windows.used == [(agency, NO_SECRETS)])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("state", "shown"),
    [(ConnectionState.READY, "New profile: DeepL"), (ConnectionState.REFUSED, "This computer")],
)
def test_who_is_connected_is_asked_for_another_service(
    windows: ProfileWindows, opened: Opened, state: ConnectionState, shown: str
) -> None:
    windows.session.state = state

    windows.flow.connect_to_service()
    form = opened(ConnectDialog)

    assert form.service.currentText() == shown
    form.reject()


def test_a_new_profile_is_connected_to(windows: ProfileWindows, opened: Opened, qtbot: QtBot) -> None:
    windows.flow.connect_to_service()
    form = opened(ConnectDialog)
    words = [form.service.itemText(row) for row in range(form.service.count())]
    assert words == ["This computer", "New profile: DeepL", "New profile: Another service"]
    form.service.setCurrentIndex(2)
    form.form.address.setText("https://terms.example.org")
    form.key_field.setText("a-key-0001")
    form.accept_button.click()

    qtbot.waitUntil(lambda: bool(windows.used))
    assert windows.used[0][0].provider.base_url == "https://terms.example.org"
    assert windows.used[0][1] == Secrets("a-key-0001")


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize(
    ("button", "ids"),
    [
        ("question_accept", ["local", "custom terms.example.org"]),
        ("question_other", ["local", "custom terms.example.org", "custom elsewhere.example.org"]),
        ("question_cancel", ["local", "custom terms.example.org"]),
    ],
)
def test_a_new_address_is_asked_about(
    button: str, ids: list[str], windows: ProfileWindows, opened: Opened, qtbot: QtBot
) -> None:
    profiles = windows.session.profiles
    agency = profiles.add(replace(AGENCY, reach=KeyReach(("usage:read",), "2026-11-23")))
    keeping = asyncio.ensure_future(
        windows.session.keys.store.set(agency.id, "https://terms.example.org", "a-key-0000")
    )
    qtbot.waitUntil(keeping.done)
    windows.flow.show_profiles()
    dialog = opened(ProfilesDialog)
    dialog.list.setCurrentRow(1)
    dialog.edit.click()
    form = opened(ConnectDialog)
    form.form.address.setText("https://elsewhere.example.org")
    form.key_field.setText("a-key-0001")
    form.accept_button.click()
    qtbot.waitUntil(lambda: not form.isVisible())
    question = next(each for each in opened_questions(qtbot) if "has a new address" in each.windowTitle())

    question.findChild(QPushButton, button).click()
    qtbot.waitUntil(lambda: not any(each.objectName() == "question" for each in shown_dialogs()))
    qtbot.waitUntil(lambda: not windows.window.jobs.is_running(JobKind.SAVE_PROFILE))

    is_moved = button == "question_accept"
    address = "https://elsewhere.example.org" if is_moved else AGENCY.provider.base_url
    assert [each.id for each in profiles.all] == ids
    assert profiles.find("Agency").provider.base_url == address
    dialog.reject()
    if button == "question_other":
        # The profile of the former address keeps everything, and the new one has nothing of it.
        assert profiles.find("Agency") == agency
        assert profiles.find("elsewhere.example.org").reach == KeyReach()
        looking = asyncio.ensure_future(windows.session.keys.get(agency.provider))
        qtbot.waitUntil(looking.done)
        assert looking.result() == "a-key-0000"


def shown_dialogs() -> list[QDialog]:
    return [each for each in QApplication.allWidgets() if isinstance(each, QDialog) and each.isVisible()]


@pytest.mark.slow
@pytest.mark.parametrize(("row", "profile_id"), [(0, "custom terms.example.org"), (1, "custom terms.example.org 2")])
def test_of_several_deleted_profiles_the_user_chooses_whose_account_it_is(
    windows: ProfileWindows, opened: Opened, qtbot: QtBot, row: int, profile_id: str
) -> None:
    profiles = windows.session.profiles
    for name in ("First", "Second"):
        profiles.remove(profiles.add(replace(AGENCY, provider=replace(AGENCY.provider, title=name))).id)
    windows.flow.show_profiles()
    dialog = opened(ProfilesDialog)
    dialog.new.click()
    form = opened(ConnectDialog)
    form.service.setCurrentIndex(form.service.count() - 1)
    form.form.address.setText(AGENCY.provider.base_url)
    form.key_field.setText("a-key-0001")
    form.accept_button.click()
    question = opened(AccountQuestion)
    assert question.list is not None
    assert [question.list.item(each).text() for each in range(2)] == ["First", "Second"]

    for _ in range(row):
        QTest.keyClick(question.list, Qt.Key.Key_Down)
    question.accept_button.click()
    qtbot.waitUntil(lambda: len(profiles.all) == 2)

    assert profiles.all[1].id == profile_id
    qtbot.waitUntil(lambda: not windows.window.jobs.is_running(JobKind.SAVE_PROFILE))
    dialog.reject()


def opened_questions(qtbot: QtBot) -> list[QDialog]:
    qtbot.waitUntil(lambda: any(each.objectName() == "question" for each in shown_dialogs()))
    return [each for each in shown_dialogs() if each.objectName() == "question"]


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize(
    ("button", "profile_id"),
    [("question_accept", "custom terms.example.org"), ("question_other", "custom terms.example.org 2")],
)
def test_a_new_profile_has_what_a_deleted_one_had_only_if_it_is_the_same_account(
    windows: ProfileWindows, opened: Opened, qtbot: QtBot, button: str, profile_id: str
) -> None:
    profiles = windows.session.profiles
    profiles.remove(profiles.add(AGENCY).id)
    windows.flow.show_profiles()
    dialog = opened(ProfilesDialog)
    dialog.new.click()
    form = opened(ConnectDialog)
    form.service.setCurrentIndex(form.service.count() - 1)
    form.form.address.setText(AGENCY.provider.base_url)
    form.key_field.setText("a-key-0001")
    form.accept_button.click()
    qtbot.waitUntil(lambda: not form.isVisible())
    question = next(each for each in opened_questions(qtbot) if "account of the deleted" in each.windowTitle())

    question.findChild(QPushButton, button).click()
    qtbot.waitUntil(lambda: len(profiles.all) == 2)

    assert profiles.all[1].id == profile_id
    qtbot.waitUntil(lambda: not windows.window.jobs.is_running(JobKind.SAVE_PROFILE))
    dialog.reject()
