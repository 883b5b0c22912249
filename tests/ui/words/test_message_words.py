from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtWidgets import QApplication

from termdesk.messages.message import MessageKind
from termdesk.ui.words.interface_language import PSEUDO, install_language
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.pseudo_text import pseudo_text


class _Sample(MessageKind):
    EMPTY = "The name is empty."
    LARGE = "{name} has {size} bytes."
    COUNTED = "%Ln rows are left out.", "%Ln row is left out."
    BYTES = "{name} has %Ln bytes.", "{name} has %Ln byte."
    NESTED = "Row {row}: {reason}"


@pytest.fixture
def _pseudo_language(qapp: QApplication) -> Iterator[None]:
    translator = install_language(qapp, PSEUDO)
    yield
    QCoreApplication.removeTranslator(translator)
    install_language(qapp)


@pytest.fixture
def _german_numbers() -> Iterator[None]:
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.German, QLocale.Country.Germany))
    yield
    QLocale.setDefault(before)


@pytest.mark.usefixtures("qapp")
def test_in_english_the_windows_say_what_the_command_line_says() -> None:
    messages = [_Sample.LARGE(name="a.tsv", size=2_000), _Sample.COUNTED(1), _Sample.COUNTED(2_000)]

    assert [localize(each) for each in messages] == messages


@pytest.mark.usefixtures("_pseudo_language")
def test_a_message_is_translated_with_all_messages_in_it() -> None:
    counted, nested, reason = map(pseudo_text, ("%Ln row is left out.", "Row {row}: {reason}", "The name is empty."))

    assert localize(_Sample.COUNTED(1)) == counted.replace("%Ln", "1")
    assert localize(_Sample.NESTED(row=3, reason=_Sample.EMPTY())) == nested.format(row=3, reason=reason)


@pytest.mark.usefixtures("qapp", "_german_numbers")
def test_numbers_are_written_as_in_the_locale() -> None:
    assert localize(_Sample.LARGE(name="a.tsv", size=2_000)) == "a.tsv has 2.000 bytes."
    assert localize(_Sample.COUNTED(2_000)) == "2.000 rows are left out."
    assert localize(_Sample.BYTES(5_000_000_001, name="a.tsv")) == "a.tsv has 5.000.000.001 bytes."


@pytest.mark.usefixtures("_pseudo_language")
def test_what_is_no_message_stays_as_it_is() -> None:
    assert localize("Bad request", "", "Entry 3: empty") == "Bad request Entry 3: empty"
