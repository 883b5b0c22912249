"""The bars above the panes: newest first, only a few, plain text, with the trace id to copy."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from termdesk.application.diagnosis import AWAY_KINDS, NO_SERVICE_KINDS, FailureKind
from termdesk.application.failures import NotConnected
from termdesk.client.errors import Reason, Unreachable
from termdesk.domain.errors import StorageFailed
from termdesk.ui.shell.notices import MOST_AT_ONCE, Notices
from termdesk.ui.words.failure_words import Explanation


@pytest.fixture
def notices(qtbot: QtBot) -> Notices:
    bar = Notices()
    qtbot.addWidget(bar)
    return bar


def test_the_newest_stands_first_and_only_three_stand_at_once(notices: Notices) -> None:
    for number in range(5):
        notices.say(f"Notice {number}")

    assert notices.texts() == ["Notice 4", "Notice 3", "Notice 2"]
    assert len(notices.texts()) == MOST_AT_ONCE


def test_saying_the_same_again_does_not_pile_up(notices: Notices) -> None:
    notices.say("Saved")
    notices.say("Other")
    notices.say("Saved")

    assert notices.texts() == ["Saved", "Other"]


def test_what_went_well_makes_room_and_what_asks_for_something_stays(notices: Notices) -> None:
    notices.say("Look at this", kind="warning")
    notices.say("Deleted", kind="good", action="Take back", on_action=lambda: None)
    notices.say("Imported one", kind="good")
    notices.say("Imported another", kind="good")

    assert notices.texts() == ["Imported another", "Deleted", "Look at this"]


def test_what_does_not_stay_leaves_with_the_pane(notices: Notices) -> None:
    notices.say("Look at this", kind="warning")
    notices.say("Added", kind="good", action="Open", on_action=lambda: None, stays=False)

    notices.leave_pane()

    assert notices.texts() == ["Look at this"]


def test_a_failure_can_be_copied_with_its_call_and_trace_id(qtbot: QtBot, notices: Notices) -> None:
    reported = Explanation("The service failed", "It broke.", "Try again.", trace_id="abc-123", details="PUT /x 500")
    notices.show_failure(reported)
    copy = notices.findChild(QPushButton, "notice_copy")
    assert copy is not None

    qtbot.mouseClick(copy, Qt.MouseButton.LeftButton)

    assert QGuiApplication.clipboard().text().splitlines() == [
        *("The service failed", "It broke.", "Try again.", "PUT /x 500"),
        "Trace id abc-123",
    ]


def test_where_no_service_was_asked_there_is_nothing_to_copy(notices: Notices) -> None:
    notices.show_failure(Explanation("The name is empty", "", "Type one."))

    assert notices.findChild(QPushButton, "notice_copy") is None


@pytest.mark.scorecard("S30")
def test_what_a_service_says_is_shown_letter_by_letter(notices: Notices) -> None:
    notices.show_failure(Explanation("<h1>Big</h1>", '<img src="file:///etc/passwd">', ""))

    labels = [label for label in notices.findChildren(QLabel) if label.text()]
    assert {label.textFormat() for label in labels} == {Qt.TextFormat.PlainText}
    assert '<img src="file:///etc/passwd">' in [label.text() for label in labels]


def test_the_button_of_a_notice_does_what_it_says(qtbot: QtBot, notices: Notices) -> None:
    done: list[str] = []
    notices.say("Deleted", action="Undo", on_action=lambda: done.append("undone"))
    button = notices.findChild(QPushButton, "notice_action")
    assert button is not None

    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    assert done == ["undone"]


def test_closing_the_last_bar_hides_the_place(qtbot: QtBot, notices: Notices) -> None:
    notices.say("Saved")
    assert notices.isVisible()
    close = notices.findChild(QToolButton, "notice_close")
    assert close is not None

    qtbot.mouseClick(close, Qt.MouseButton.LeftButton)

    assert notices.texts() == []
    assert not notices.isVisible()


def test_what_went_well_floats_over_the_panes_and_what_failed_does_not(qtbot: QtBot, notices: Notices) -> None:
    area = QWidget()
    qtbot.addWidget(area)
    area.resize(600, 400)
    area.show()
    notices.show_toasts_over(area)

    notices.say("Imported", kind="good")
    assert notices.texts() == ["Imported"]
    assert not notices.isVisible()
    notices.say("Deleted", kind="good", action="Take back", on_action=lambda: None)
    notices.say("Look at this", kind="warning")
    assert notices.texts() == ["Imported", "Look at this", "Deleted"]

    notices.hint("Publish", "Open a dictionary first.")
    assert notices.texts() == ["Publish Open a dictionary first.", "Look at this", "Deleted"]

    notices.leave_toast()
    assert notices.texts() == ["Look at this", "Deleted"]


def test_a_failure_goes_when_it_is_no_longer_true(notices: Notices) -> None:
    notices.fail(NotConnected("No service is connected."))
    notices.fail(StorageFailed("The disk is full.", path="x.db"))
    notices.say("Look at this")

    notices.end(NO_SERVICE_KINDS)

    assert [text.partition(" ")[0] for text in notices.texts()] == ["Look", "Saving"]


def button_of(notices: Notices) -> QPushButton | None:
    return notices.findChild(QPushButton, "notice_action")


def test_without_a_service_the_failure_leads_to_connect(notices: Notices, qtbot: QtBot) -> None:
    notices.fail(NotConnected("The service refuses the key."), on_retry=lambda: None)
    button = button_of(notices)
    assert button is not None
    assert button.text() == "Connect…"

    with qtbot.waitSignal(notices.connect_asked):
        button.click()

    assert notices.texts() == []


def test_what_may_be_charged_twice_is_not_offered_again(notices: Notices) -> None:
    notices.show_failure(Explanation("Title", "", "", kind=FailureKind.UNCLEAR_CHARGE), on_retry=lambda: None)
    assert button_of(notices) is None

    notices.show_failure(Explanation("Other", "", "", kind=FailureKind.TIMED_OUT))
    assert button_of(notices) is None


def test_a_failure_says_that_the_service_responds_again_and_leaves_with_the_pane(notices: Notices) -> None:
    tries: list[bool] = []
    reset = Unreachable("The connection was reset.", reason=Reason.RESET)
    notices.fail(reset, on_retry=lambda: tries.append(True))
    notices.fail(StorageFailed("The disk is full.", path="x"))

    notices.tell_return(AWAY_KINDS)

    full, back = notices.texts()
    assert full == "Saving or reading on this computer failed The disk is full."
    assert back == (
        "The connection was interrupted The service responds again. Repeat what failed if it is still needed."
    )
    shown = [each.property("kind") for each in notices.findChildren(QWidget, "notice")]
    assert sorted(shown) == ["error", "note"]
    [retry] = notices.findChildren(QPushButton, "notice_action")
    retry.click()
    assert tries == [True]
    notices.fail(reset)
    notices.tell_return(AWAY_KINDS)
    notices.leave_pane()
    assert notices.texts() == [full]


def test_no_part_of_a_message_is_shown_as_a_window_of_its_own(notices: Notices, qapp: QApplication) -> None:
    shown: list[QObject] = []

    class Windows(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Show and isinstance(watched, QLabel) and watched.isWindow():
                shown.append(watched)
            return False

    windows = Windows()
    qapp.installEventFilter(windows)
    notices.say("Preferences", "Changed: the size of the text.")
    qapp.removeEventFilter(windows)

    assert shown == []
