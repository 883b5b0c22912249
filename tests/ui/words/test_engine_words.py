"""The service's texts about its engines are translated; unknown ones are shown unchanged."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication

from termdesk.service.engines.missing_packages import _PARTS
from termdesk.ui.words.engine_words import engine_text
from termdesk.ui.words.interface_language import PSEUDO, install_language
from termdesk.ui.words.pseudo_text import OPENING

SAID = (
    *("ready", "not installed: there is no package for Linux on riscv", "translates en–es, es–en", "improves en-GB"),
    *("translates en to de", "Trained engine water"),
    "translates en to de as in 1,200 segments; 93% of held-out words known, 12% of held-out segments exact",
)


@pytest.mark.parametrize("text", [*SAID, *(does for _, _, does in _PARTS.values())])
def test_what_the_service_says_can_be_translated(text: str, qapp: QApplication) -> None:
    assert engine_text(text) == text

    translator = install_language(qapp, PSEUDO)
    try:
        assert engine_text(text).startswith(OPENING)
    finally:
        QCoreApplication.removeTranslator(translator)
        install_language(qapp)


def test_what_is_unknown_is_shown_as_the_service_says_it() -> None:
    assert engine_text("sleeps {soundly}") == "sleeps {soundly}"
