"""Where sentences are sampled from."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from termdesk.ui.spot_check.sample_dialog import USUAL_BUDGET, SampleDialog


@pytest.mark.parametrize("has_draft", [True, False])
def test_only_a_draft_limits_the_terms(qtbot: QtBot, has_draft: bool) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)

    dialog = SampleDialog(parent, glossary="Water", has_draft=has_draft)

    assert dialog.changed.isEnabled() == dialog.changed.isChecked() == has_draft
    assert dialog.history.isChecked()
    assert dialog.budget.value() == USUAL_BUDGET
