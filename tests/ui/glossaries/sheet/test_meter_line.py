"""The line below a sheet: sizes in common units, and space for words in narrow windows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from termdesk.domain.entries.entry_rules import (
    MAX_DICTIONARY_BYTES,
    MAX_PHRASE_BYTES,
    WARN_DICTIONARY_BYTES,
    utf8_length,
)
from termdesk.ui.glossaries.sheet.meter_line import LEAST_WIDTH, MeterLine, too_many


@pytest.fixture
def line(qtbot: QtBot) -> MeterLine:
    made = MeterLine()
    qtbot.addWidget(made)
    made.resize(LEAST_WIDTH + 200, 40)
    made.show()
    return made


@given(st.text(min_size=1, max_size=40), st.integers(1, 200))
def test_as_many_characters_less_of_the_same_kind_would_fit(chunk: str, times: int) -> None:
    phrase = chunk * times
    count = too_many(phrase)

    assert bool(count) == (utf8_length(phrase) > MAX_PHRASE_BYTES)
    average = utf8_length(phrase) / len(phrase)
    assert (len(phrase) - count) * average <= MAX_PHRASE_BYTES


def test_the_limit_itself_is_not_too_much(line: MeterLine) -> None:
    tones = []
    for size in (MAX_PHRASE_BYTES, MAX_PHRASE_BYTES + 1):
        line.show_bytes("x" * size)
        tones.append(line.cell.label.property("tone"))

    assert tones[1] == "problem"
    assert tones[0] != "problem"


def test_a_dictionary_warns_before_it_is_too_large(line: MeterLine) -> None:
    tones = []
    for size in (1_000, WARN_DICTIONARY_BYTES, MAX_DICTIONARY_BYTES, MAX_DICTIONARY_BYTES + 1):
        line.show_size(size)
        tones.append(line.whole.label.property("tone"))

    assert len(set(tones)) == 3
    assert tones[1] == tones[2] == "warning"
    assert tones[3] == "problem"


def test_a_typed_phrase_that_fits_ends_the_warning(line: MeterLine) -> None:
    line.show_typed("x" * 1_025)
    line.show_typed("x")

    assert line.words.text() == "1 character"
    assert line.words.property("tone") == "muted"


def test_words_stand_above_the_meters_in_a_narrow_window(line: MeterLine) -> None:
    line.tell("Row 1")
    line.show_bytes("x")
    line.show_size(10)
    positions = []
    for width in (LEAST_WIDTH + 100, LEAST_WIDTH - 100, LEAST_WIDTH + 100):
        line.resize(width, 80)
        QApplication.processEvents()
        positions.append(line.words.geometry().bottom() < line.cell.geometry().top())

    assert positions == [False, True, False]


def test_no_cell_has_no_meter(line: MeterLine) -> None:
    line.show_bytes("x")
    line.show_nothing()

    assert not line.cell.isVisible()
    assert line.words.text() == ""
    assert line.whole.isVisible()
