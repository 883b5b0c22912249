from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QLabel

from termdesk.ui.words.interface_language import PSEUDO, install_language


@pytest.fixture
def _pseudo_language(qapp: QApplication) -> Iterator[None]:
    translator = install_language(qapp, PSEUDO)
    yield
    QCoreApplication.removeTranslator(translator)
    install_language(qapp)


def test_english_has_a_form_for_one_and_one_for_more(qapp: QApplication) -> None:
    label = QLabel()

    assert [label.tr("%Ln entries", "", count) for count in (0, 1, 2000)] == ["0 entries", "1 entry", "2,000 entries"]


@pytest.mark.usefixtures("_pseudo_language")
def test_the_pseudo_language_mirrors_windows_and_reaches_the_texts_of_qt(qapp: QApplication) -> None:
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)

    assert qapp.layoutDirection() is Qt.LayoutDirection.RightToLeft
    assert buttons.buttons()[0].text() == "⟦Çååñçééļ⟧"


@pytest.mark.usefixtures("_pseudo_language")
def test_numbers_stand_inside_pseudo_texts() -> None:
    assert QCoreApplication.translate("Any", "%Ln entries", "", 2000) == "⟦2,000 ééñţŕîîééš⟧"
