"""One button switches to the local service and back, and the line says where texts are sent."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from termdesk.ui.improvement.local_line import LocalLine


def test_the_button_leads_there_and_back(qtbot: QtBot) -> None:
    line = LocalLine()
    qtbot.addWidget(line)
    assert line.isHidden()
    expected: list[bool] = []
    line.switched.connect(expected.append)

    line.offer("Example")
    assert (line.isHidden(), line.button.text()) == (False, "Improve on this computer")
    line.button.click()
    line.show_local("Example")
    assert line.words.text() == "Texts are improved on this computer and not sent to Example."
    assert line.button.accessibleName() == "Use Example"
    line.button.click()

    assert expected == [True, False]
