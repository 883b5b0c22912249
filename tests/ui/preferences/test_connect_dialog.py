"""Connecting: unprotected addresses and invalid keys are rejected, and the key never gets to the clipboard."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from support import window_checks
from termdesk.application.failures import OtherProvider
from termdesk.application.session.connection_test import FoundConnection
from termdesk.application.session.profile_keys import Secrets
from termdesk.domain.errors import InvalidInput
from termdesk.domain.profile import Profile
from termdesk.domain.provider import Dialect, Provider
from termdesk.ui.preferences.connect_dialog import ConnectDialog, KeptKeys
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.shell.notices import Notices
from termdesk.ui.widgets.dialogs import Question
from termdesk.ui.widgets.plain import PlainLabel

OWN = Provider("custom", "https://api.example.org", profile="custom api.example.org")
PROFILES = [Profile(Provider("local", "http://127.0.0.1:1", is_local=True, profile="local")), Profile(OWN)]


@pytest.fixture
def jobs(qtbot: QtBot, qt_loop: asyncio.AbstractEventLoop) -> Jobs:
    notices = Notices()
    qtbot.addWidget(notices)
    made = Jobs(notices)
    made.setParent(notices)
    return made


async def connection_test(_provider: Provider, _key: str) -> FoundConnection:
    return FoundConnection("It answers.")


async def has_none(_provider: Provider) -> bool:
    return False


async def nothing(_provider: Provider) -> None:
    return None


NO_KEYS = KeptKeys(has_none, nothing, has_none)


@pytest.fixture
def dialog(window: QWidget, jobs: Jobs) -> Iterator[ConnectDialog]:
    made = ConnectDialog(
        window, PROFILES, current=OWN.profile, jobs=jobs, connection_test=connection_test, kept=NO_KEYS
    )
    made.show()
    yield made
    made.reject()


@pytest.mark.scorecard("S04")
@pytest.mark.parametrize("address", ["http://api.example.org", "ftp://x.org", "", "https://me:secret@x.org"])
def test_an_address_that_would_give_the_key_away_is_refused(dialog: ConnectDialog, address: str) -> None:
    dialog.form.address.setText(address)
    dialog.key_field.setText("a-key")

    dialog.accept_button.click()

    assert dialog.isVisible()
    assert dialog.result_label.property("tone") == "problem"
    assert "https://api.example.org" in dialog.result_label.text()


@pytest.mark.scorecard("S02")
@pytest.mark.parametrize("key", ["", "two words", "schlüssel"])
def test_what_cannot_be_a_key_is_refused_without_repeating_it(dialog: ConnectDialog, key: str) -> None:
    dialog.key_field.setText(key)

    dialog.accept_button.click()

    assert dialog.isVisible()
    assert "This is not a key" in dialog.result_label.text()
    assert not key or key not in dialog.result_label.text()


@pytest.mark.slow
def test_what_can_be_used_is_accepted(dialog: ConnectDialog) -> None:
    dialog.key_field.setText(" a-key ")

    dialog.accept_button.click()

    assert not dialog.isVisible()
    assert dialog.key() == "a-key"
    assert dialog.profile().provider.base_url == "https://api.example.org"


@pytest.mark.slow
def test_the_local_service_needs_nothing(dialog: ConnectDialog) -> None:
    dialog.service.setCurrentIndex(0)

    assert not dialog.key_field.isEnabled()
    assert dialog.key() == ""
    assert dialog.profile().provider.is_local


@pytest.mark.scorecard("S13")
def test_the_key_is_masked_and_never_copied(dialog: ConnectDialog) -> None:
    QGuiApplication.clipboard().setText("before")
    dialog.key_field.setText("secret")
    assert dialog.key_field.echoMode() == QLineEdit.EchoMode.Password

    dialog.reveal.click()
    dialog.key_field.selectAll()
    dialog.key_field.copy()
    dialog.key_field.cut()

    assert dialog.key_field.echoMode() == QLineEdit.EchoMode.Normal
    assert QGuiApplication.clipboard().text() == "before"


def test_trying_tells_what_was_found(qtbot: QtBot, dialog: ConnectDialog) -> None:
    dialog.key_field.setText("a-key")

    dialog.test.click()
    qtbot.waitUntil(lambda: dialog.result_label.text() == "It answers.")

    assert dialog.result_label.property("tone") == "good"


def test_trying_tells_in_lines_what_the_key_allows_and_what_is_disabled(
    qtbot: QtBot, window: QWidget, jobs: Jobs
) -> None:
    details = (
        "The key has the rights of these scopes: usage:read.",
        "Without write:improve, texts cannot be improved.",
    )

    async def limited(_provider: Provider, _key: str) -> FoundConnection:
        return FoundConnection("It answers.", ("write:improve",), details=details)

    dialog = ConnectDialog(window, PROFILES, current=OWN.profile, jobs=jobs, connection_test=limited, kept=NO_KEYS)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.key_field.setText("a-good-key")
    dialog.test.click()
    qtbot.waitUntil(lambda: dialog.result_label.text() == "\n".join(("It answers.", *details)))
    assert dialog.result_label.property("tone") == "warning"
    dialog.reject()


@pytest.mark.slow
def test_a_trial_that_ends_after_the_dialog_is_closed_says_nothing(qtbot: QtBot, window: QWidget, jobs: Jobs) -> None:
    begun, answer = asyncio.Event(), asyncio.Event()
    bugs: list[object] = []
    jobs.bug_found.connect(bugs.append)

    async def slow(_provider: Provider, _key: str) -> FoundConnection:
        begun.set()
        await answer.wait()
        return FoundConnection("It answers.")

    dialog = ConnectDialog(window, PROFILES, current=OWN.profile, jobs=jobs, connection_test=slow, kept=NO_KEYS)
    dialog.show()
    dialog.key_field.setText("a-key")
    dialog.test.click()
    qtbot.waitUntil(begun.is_set)

    dialog.reject()
    gone: list[bool] = []
    dialog.destroyed.connect(lambda: gone.append(True))
    dialog.deleteLater()
    qtbot.waitUntil(lambda: bool(gone))
    answer.set()
    qtbot.waitUntil(lambda: not jobs.running)

    assert bugs == []


def test_only_what_the_service_needs_is_asked(dialog: ConnectDialog) -> None:
    technical = dialog.form.technical
    assert all(field.isVisible() for field in technical)

    dialog.service.setCurrentIndex(0)

    assert not any(field.isVisible() for field in (*technical, dialog.key_field, dialog.reveal, dialog.test))


@pytest.mark.slow
def test_the_ending_of_free_keys_decides_the_address(dialog: ConnectDialog) -> None:
    dialog.form.free_address.setText("https://free.example.org")
    dialog.form.suffix.setText(":free")

    assert dialog.profile().provider.address_for("abc:free") == "https://free.example.org"
    assert dialog.profile().provider.address_for("abc") == "https://api.example.org"


@pytest.mark.slow
def test_a_refused_trial_says_why_and_what_to_do(qtbot: QtBot, window: QWidget, jobs: Jobs) -> None:
    async def refuse(_provider: Provider, _key: str) -> FoundConnection:
        raise InvalidInput("This key belongs to https://free.example.org.", remedy="Use that address for it.")

    dialog = ConnectDialog(window, PROFILES, current=OWN.profile, jobs=jobs, connection_test=refuse, kept=NO_KEYS)
    dialog.show()
    dialog.key_field.setText("a-key")

    dialog.test.click()
    qtbot.waitUntil(lambda: dialog.result_label.property("tone") == "problem")

    assert "belongs to https://free.example.org" in dialog.result_label.text()
    assert "Use that address" in dialog.result_label.text()
    dialog.reject()


class Keys:
    """Keys in a key store, by address. `mood` decides how it responds to a deletion."""

    def __init__(self, *addresses: str, error: InvalidInput | None = None) -> None:
        self.addresses = set(addresses)
        self.error = error

    async def has(self, provider: Provider) -> bool:
        return provider.base_url in self.addresses

    async def forget(self, provider: Provider) -> None:
        if self.error is not None:
            raise self.error
        self.addresses.remove(provider.base_url)


def dialog_with(window: QWidget, jobs: Jobs, keys: Keys) -> ConnectDialog:
    kept = KeptKeys(keys.has, keys.forget, has_none)
    dialog = ConnectDialog(window, PROFILES, current=OWN.profile, jobs=jobs, connection_test=connection_test, kept=kept)
    dialog.show()
    return dialog


def sure(dialog: ConnectDialog) -> Question:
    return next(each for each in dialog.findChildren(Question) if each.isVisible())


def test_a_kept_key_is_used_again_and_forgotten_once_one_is_sure(qtbot: QtBot, window: QWidget, jobs: Jobs) -> None:
    keys = Keys("https://api.example.org")
    dialog = dialog_with(window, jobs, keys)
    qtbot.waitUntil(dialog.forget.isEnabled)
    assert "A key is stored" in dialog.result_label.text()
    assert dialog.key() == ""

    dialog.forget.click()
    qtbot.waitUntil(lambda: any(each.isVisible() for each in dialog.findChildren(Question)))
    assert "delete it there too" in sure(dialog).findChild(PlainLabel, "question_text").text()
    sure(dialog).reject()
    qtbot.waitUntil(lambda: not jobs.running)
    assert keys.addresses
    dialog.forget.click()
    qtbot.waitUntil(lambda: any(each.isVisible() for each in dialog.findChildren(Question)))
    sure(dialog).accept_button.click()
    qtbot.waitUntil(lambda: not jobs.running)

    assert not keys.addresses
    assert "is forgotten" in dialog.result_label.text()
    assert not dialog.forget.isEnabled()
    with pytest.raises(InvalidInput, match="not a key"):
        dialog.key()
    dialog.reject()


@pytest.mark.slow
def test_a_key_that_may_still_be_there_is_not_called_forgotten(qtbot: QtBot, window: QWidget, jobs: Jobs) -> None:
    keys = Keys("https://api.example.org", error=InvalidInput("The key may still be there.", remedy="Try again."))
    dialog = dialog_with(window, jobs, keys)
    qtbot.waitUntil(dialog.forget.isEnabled)
    dialog.forget.click()
    qtbot.waitUntil(lambda: any(each.isVisible() for each in dialog.findChildren(Question)))
    sure(dialog).accept_button.click()
    qtbot.waitUntil(lambda: dialog.result_label.property("tone") == "problem")

    assert "may still be there" in dialog.result_label.text()
    assert dialog.forget.isEnabled()
    dialog.reject()


@pytest.mark.scorecard("S05")
def test_a_kept_key_is_meant_for_its_own_address_only(qtbot: QtBot, window: QWidget, jobs: Jobs) -> None:
    dialog = dialog_with(window, jobs, Keys("https://api.example.org"))
    qtbot.waitUntil(dialog.forget.isEnabled)
    dialog.form.address.clear()
    qtbot.keyClicks(dialog.form.address, "https://other.example.org")
    assert not dialog.forget.isEnabled()
    qtbot.keyClick(dialog.form.address, Qt.Key.Key_Tab)
    qtbot.waitUntil(lambda: not jobs.running)

    assert not dialog.forget.isEnabled()
    with pytest.raises(InvalidInput, match="not a key"):
        dialog.key()
    dialog.reject()


class SlowStore:
    """A key store with a key for one address only. Look-ups end when the test says so, even if nobody waits."""

    def __init__(self, provider: Provider) -> None:
        self.provider = provider
        self.asked: list[str] = []
        self.is_open = asyncio.Event()

    async def has(self, provider: Provider) -> bool:
        self.asked.append(provider.base_url)
        with contextlib.suppress(asyncio.CancelledError):
            await self.is_open.wait()
        return provider.base_url == self.provider.base_url


@pytest.mark.slow
def test_a_look_up_that_ends_after_another_profile_or_address_was_chosen_shows_nothing(
    qtbot: QtBot, window: QWidget, jobs: Jobs
) -> None:
    other = Provider("custom", "https://other.example.org", profile="custom other.example.org")
    store = SlowStore(OWN)
    kept = KeptKeys(store.has, nothing, has_none)
    dialog = ConnectDialog(
        window, [*PROFILES, Profile(other)], current=OWN.profile, jobs=jobs, connection_test=connection_test, kept=kept
    )
    dialog.show()
    qtbot.waitUntil(lambda: store.asked == [OWN.base_url])

    dialog.service.setCurrentIndex(2)
    qtbot.waitUntil(lambda: store.asked[1:] == [other.base_url])
    store.is_open.set()
    qtbot.waitUntil(lambda: not jobs.running)
    assert not dialog.forget.isEnabled()
    assert dialog.key_field.placeholderText() == "Paste the key here"

    store.is_open.clear()
    dialog.service.setCurrentIndex(1)
    qtbot.waitUntil(lambda: store.asked[2:] == [OWN.base_url])
    dialog.form.address.setFocus()
    qtbot.keyClicks(dialog.form.address, "x")
    store.is_open.set()
    qtbot.waitUntil(lambda: not jobs.running)
    assert not dialog.forget.isEnabled(), "the key is for the address without the x"
    dialog.reject()


def test_the_result_of_a_test_is_not_shown_for_another_profile(qtbot: QtBot, window: QWidget, jobs: Jobs) -> None:
    begun, answer = asyncio.Event(), asyncio.Event()

    async def slow(_provider: Provider, _key: str) -> FoundConnection:
        begun.set()
        await answer.wait()
        return FoundConnection("It answers.")

    dialog = ConnectDialog(window, PROFILES, current=OWN.profile, jobs=jobs, connection_test=slow, kept=NO_KEYS)
    dialog.show()
    dialog.key_field.setText("a-key")
    dialog.test.click()
    qtbot.waitUntil(begun.is_set)

    dialog.service.setCurrentIndex(0)
    answer.set()
    qtbot.waitUntil(lambda: not jobs.running)

    assert dialog.result_label.text() == "No key is needed, and nothing leaves this computer."
    assert dialog.test.text() == "Test"
    dialog.reject()


@pytest.mark.slow
def test_enter_in_a_field_of_the_proxy_saves_a_profile_whose_key_is_kept(
    qtbot: QtBot, window: QWidget, jobs: Jobs
) -> None:
    dialog = dialog_with(window, jobs, Keys("https://api.example.org"))
    qtbot.waitUntil(dialog.forget.isEnabled)
    dialog.form.pages.setCurrentIndex(1)
    dialog.form.proxy.setFocus()
    qtbot.keyClicks(dialog.form.proxy, "http://proxy.example.org:8080")

    qtbot.keyClick(dialog.form.proxy, Qt.Key.Key_Return)

    assert not dialog.isVisible()
    assert dialog.result() == ConnectDialog.DialogCode.Accepted
    assert dialog.secrets() == Secrets("")
    assert dialog.profile().provider.proxy == "http://proxy.example.org:8080"


@pytest.mark.slow
def test_the_result_of_a_test_stays_when_a_known_key_is_found_again(qtbot: QtBot, window: QWidget, jobs: Jobs) -> None:
    dialog = dialog_with(window, jobs, Keys("https://api.example.org"))
    qtbot.waitUntil(dialog.forget.isEnabled)
    dialog.test.click()
    qtbot.waitUntil(lambda: dialog.result_label.text() == "It answers.")

    dialog.form.place_left.emit()
    qtbot.waitUntil(lambda: not jobs.running)

    assert dialog.result_label.text() == "It answers."
    assert dialog.forget.isEnabled()
    dialog.reject()


def test_the_dialect_is_recognized_unless_one_is_chosen(window: QWidget, jobs: Jobs) -> None:
    own = Profile(replace(OWN, dialect=Dialect.RECOGNIZE))
    dialog = ConnectDialog(window, [own], current=own.id, jobs=jobs, connection_test=connection_test, kept=NO_KEYS)

    assert dialog.form.dialect.currentText() == "Detect"
    assert dialog.profile().provider.dialect is Dialect.RECOGNIZE
    dialog.form.dialect.setCurrentIndex(dialog.form.dialect.findData(Dialect.VENDOR))
    assert dialog.profile().provider.dialect is Dialect.VENDOR
    dialog.reject()


def test_what_a_test_finds_is_taken_over_by_one_click(qtbot: QtBot, window: QWidget, jobs: Jobs) -> None:
    tested: list[Provider] = []
    right = replace(OWN, base_url="https://free.example.org")

    async def finds(provider: Provider, _key: str) -> FoundConnection:
        tested.append(provider)
        if provider.base_url != right.base_url:
            raise OtherProvider(
                "It belongs elsewhere.", remedy="Use it there.", provider=right, verb="Use that address"
            )
        return FoundConnection("It answers, and lacks usage:read.", ("usage:read",))

    dialog = ConnectDialog(window, PROFILES, current=OWN.profile, jobs=jobs, connection_test=finds, kept=NO_KEYS)
    dialog.show()
    dialog.key_field.setText("a-key")
    dialog.test.click()
    qtbot.waitUntil(dialog.remedy.isVisible)
    assert dialog.remedy.text() == "Use that address"
    assert dialog.form.address.text() == OWN.base_url, "nothing changes unasked"

    dialog.remedy.click()
    qtbot.waitUntil(lambda: dialog.result_label.text() == "It answers, and lacks usage:read.")

    assert [each.base_url for each in tested] == [OWN.base_url, right.base_url]
    assert dialog.profile().provider.base_url == right.base_url
    assert dialog.key() == "a-key"
    assert not dialog.remedy.isVisible()
    assert dialog.result_label.property("tone") == "warning"
    dialog.reject()


@pytest.mark.slow
def test_fields_of_this_computer_stand_close_together_below_each_other(dialog: ConnectDialog, qtbot: QtBot) -> None:
    height = dialog.height()

    dialog.service.setCurrentIndex(0)

    qtbot.waitUntil(lambda: dialog.height() < height)
    choice, color = (QRect(each.mapTo(dialog, QPoint()), each.size()) for each in (dialog.service, dialog.form.color))
    assert (choice.left(), choice.right()) == (color.left(), color.right())
    result = dialog.result_label.mapTo(dialog, QPoint())
    assert color.top() - choice.bottom() < color.height()
    assert result.y() - color.bottom() < 2 * color.height()
    assert not list(window_checks.traps(dialog))


def test_a_test_that_waits_says_why_and_can_be_canceled(window: QWidget, jobs: Jobs, qtbot: QtBot) -> None:
    waits = ["The service asks to wait for 40 seconds"]

    async def wait(_provider: Provider, _key: str) -> FoundConnection:
        await asyncio.Event().wait()
        raise AssertionError

    dialog = ConnectDialog(
        window,
        PROFILES,
        current=OWN.profile,
        jobs=jobs,
        connection_test=wait,
        kept=NO_KEYS,
        get_wait=lambda: waits[0],
    )
    dialog.show()
    dialog.key_field.setText("a-key")
    dialog.test.click()
    assert (dialog.result_label.text(), dialog.test.text()) == (waits[0], "Cancel test")

    waits[0] = "The service asks to wait for 39 seconds"
    qtbot.waitUntil(lambda: dialog.result_label.text() == waits[0])
    dialog.test.click()

    assert (dialog.result_label.text(), dialog.test.text()) == ("The test was canceled.", "Test")
    qtbot.waitUntil(lambda: not jobs.running)
    dialog.reject()


def test_the_login_of_a_proxy_is_masked_and_checked_and_belongs_to_one_profile(
    qtbot: QtBot, window: QWidget, jobs: Jobs
) -> None:
    tested: list[Secrets] = []

    async def finds(_provider: Provider, secrets: Secrets) -> FoundConnection:
        tested.append(secrets)
        return FoundConnection("It answers.")

    async def has_password(provider: Provider) -> bool:
        return provider.proxy_user == "me"

    kept = KeptKeys(has_none, nothing, has_password)
    dialog = ConnectDialog(window, PROFILES, current=OWN.profile, jobs=jobs, connection_test=finds, kept=kept)
    dialog.show()
    dialog.form.pages.setCurrentIndex(1)
    form = dialog.form
    dialog.key_field.setText("a-key")
    assert form.proxy_password.echoMode() == QLineEdit.EchoMode.Password
    form.proxy_password.setText("pass word")
    dialog.accept_button.click()
    assert "Enter the address of the proxy, too." in dialog.result_label.text()
    form.proxy.setText("http://proxy.example.org:8080")
    dialog.accept_button.click()
    assert "Enter the user of the proxy, too." in dialog.result_label.text()
    qtbot.keyClicks(form.proxy_user, "me")
    qtbot.keyClick(form.proxy_user, Qt.Key.Key_Tab)
    qtbot.waitUntil(lambda: form.proxy_password.placeholderText() == "The kept password")

    dialog.test.click()
    qtbot.waitUntil(lambda: dialog.result_label.text() == "It answers.")
    assert [(each.key, each.proxy_password) for each in tested] == [("a-key", "pass word")]
    assert "pass word" not in repr(tested)
    assert dialog.profile().provider.proxy_user == "me"

    dialog.service.setCurrentIndex(0)
    dialog.service.setCurrentIndex(1)
    assert form.proxy_password.text() == "", "another proxy must not get it"
    dialog.reject()
