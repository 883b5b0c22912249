"""Changes since the baseline."""

from __future__ import annotations

from dataclasses import replace

from pytestqt.qtbot import QtBot

from support.spot_check_results import made_result, with_baseline, with_baseline_of_another_glossary
from termdesk.ui.spot_check.moves_page import MovesPage


def test_moves_are_listed_with_the_adherence_of_the_baseline(qtbot: QtBot) -> None:
    page = MovesPage()
    qtbot.addWidget(page)

    page.show_result(made_result())
    assert "No run of this set is its baseline yet" in page.words.text()
    page.show_result(with_baseline(made_result()))

    cells = [str(page.model.index(0, column).data()).strip("\u2068\u2069") for column in range(5)]
    assert cells == ["valve", "válvula", "used", "missed", "worse"]
    assert "has 100%. 1 entry has moved since. 0 sentences are translated differently." in page.words.text()


def test_a_baseline_of_another_glossary_is_named_and_not_compared(qtbot: QtBot) -> None:
    page = MovesPage()
    qtbot.addWidget(page)

    page.show_result(with_baseline_of_another_glossary(made_result()))

    assert page.words.text().startswith("The baseline was made with the glossary “Other terms”, so this run is not")
    assert page.model.rowCount() == 0


def test_only_a_stored_run_can_become_the_baseline(qtbot: QtBot) -> None:
    page = MovesPage()
    qtbot.addWidget(page)
    page.show_result(replace(made_result(), run_number=0))
    assert not page.choose.isEnabled()

    page.show_result(made_result())
    with qtbot.waitSignal(page.baseline_asked):
        page.choose.click()
