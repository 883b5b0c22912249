"""The line names the part of the request that has changed, or says that several have."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from termdesk.application.request_changes import RequestPart
from termdesk.ui.texts.outdated_line import OutdatedLine


def test_every_part_has_its_own_sentence_and_several_have_a_common_one(qtbot: QtBot) -> None:
    line = OutdatedLine("outdated")
    qtbot.addWidget(line)
    sentences = set()
    for part in RequestPart:
        line.show_changes([part])
        sentences.add(line.text())
    line.show_changes(list(RequestPart))
    sentences.add(line.text())

    assert len(sentences) == len(RequestPart) + 1
    assert all(each.startswith("Outdated: ") for each in sentences)


def test_it_tells_when_a_result_becomes_outdated_and_when_no_more(qtbot: QtBot) -> None:
    line = OutdatedLine("outdated")
    qtbot.addWidget(line)
    reported: list[bool] = []
    line.changed.connect(reported.append)

    line.show_changes([RequestPart.TEXT])
    line.show_changes([RequestPart.TEXT, RequestPart.CONTEXT])
    line.show_changes([])

    assert reported == [True, False]
    assert line.isHidden()
