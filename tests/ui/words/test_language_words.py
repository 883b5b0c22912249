from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication

from termdesk.domain.language.language_names import LANGUAGE_NAMES, english_name
from termdesk.ui.words.interface_language import PSEUDO, install_language
from termdesk.ui.words.language_words import language_name, localize_language
from termdesk.ui.words.pseudo_text import pseudo_text


@pytest.fixture
def _pseudo_language(qapp: QApplication) -> Iterator[None]:
    translator = install_language(qapp, PSEUDO)
    yield
    QCoreApplication.removeTranslator(translator)
    install_language(qapp)


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("code", [*LANGUAGE_NAMES, "EN-gb", "de-AT", "zh-Hant-HK", "tlh", ""])
def test_in_english_a_language_has_its_english_name(code: str) -> None:
    assert language_name(code) == english_name(code)


@pytest.mark.usefixtures("_pseudo_language")
def test_names_are_translated() -> None:
    german = pseudo_text("German")

    assert language_name("de") == german
    assert german in language_name("de-AT")
    assert "de-AT" in language_name("de-AT")


@pytest.mark.usefixtures("_pseudo_language")
def test_a_services_own_name_stays_as_it_is() -> None:
    assert localize_language("de", "German") == pseudo_text("German")
    assert localize_language("nb", "Norwegian") == "Norwegian"
    assert localize_language("", "Detect language") == "Detect language"
