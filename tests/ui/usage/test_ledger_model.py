"""A row of the ledger shows the purpose of a call, its cost, and why a number is missing."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from termdesk.application.usage.usage_monitor import BilledCall
from termdesk.domain.price import Price
from termdesk.ui.usage.ledger_model import LedgerColumn, LedgerModel

MOMENT = datetime(2026, 11, 22, 9, 30, tzinfo=UTC)
REPORTED = BilledCall(MOMENT, "POST /v2/translate", 10, 12, "AB", False, "spot-check", "en", "es", "Law")
UNTOLD = BilledCall(MOMENT, "POST /v2/write/correct", 1_007, None, target_language="de")
UNCLEAR = BilledCall(MOMENT, "POST /v9/dance", 7, None, is_unclear=True)


@pytest.fixture
def model(qapp: QApplication) -> LedgerModel:
    made = LedgerModel()
    made.show_calls([REPORTED, UNTOLD, UNCLEAR], is_billed=True)
    return made


def line(model: LedgerModel, row: int) -> list[str]:
    return [
        model.index(row, column).data().strip("\u2066\u2068\u2069")
        for column in list(LedgerColumn)[LedgerColumn.WORK :]
    ]


def test_a_call_has_its_work_languages_glossary_and_both_numbers(model: LedgerModel) -> None:
    work, languages, *rest = line(model, 0)

    assert (work, rest) == ("Spot-check", ["Law", "10", "12", "", "AB"])
    assert "en" in languages
    assert "es" in languages
    assert line(model, 1) == ["Correction", "de", "", "1,007", "–", "", ""]
    assert line(model, 2)[:1] == ["POST /v9/dance"]
    assert line(model, 2)[4] == "unclear"


@pytest.mark.parametrize(
    ("row", "words"), [(0, "estimated 10 characters; the service billed 12"), (1, "not report"), (2, "may have been")]
)
def test_numbers_that_differ_or_are_missing_are_explained_to_eyes_and_ears(
    model: LedgerModel, row: int, words: str
) -> None:
    cell = model.index(row, LedgerColumn.BILLED)

    assert words in cell.data(Qt.ItemDataRole.ToolTipRole)
    assert words in cell.data(Qt.ItemDataRole.AccessibleDescriptionRole)


def test_a_cost_comes_from_the_billed_characters_or_from_the_estimate(model: LedgerModel) -> None:
    calls = [replace(REPORTED, profile="a"), replace(UNTOLD, profile="a"), replace(REPORTED, profile="b")]
    model.show_calls(calls, is_billed=True, prices={"a": Price(Decimal(1_000), "EUR")})

    cells = [model.index(row, LedgerColumn.COST) for row in range(3)]
    assert [cell.data() for cell in cells] == ["0.01 EUR", "1.01 EUR", ""]
    words = [str(cell.data(Qt.ItemDataRole.ToolTipRole)) for cell in cells]
    assert ["estimated" in each for each in words] == [False, True, False]
    assert model.has_costs


def test_what_costs_nothing_is_counted(model: LedgerModel) -> None:
    horizontal = Qt.Orientation.Horizontal
    assert model.headerData(LedgerColumn.BILLED, horizontal) == "Billed"

    model.show_calls([], is_billed=False)

    assert model.headerData(LedgerColumn.BILLED, horizontal) == "Counted"
    assert model.rowCount() == 0


def test_no_money_is_spoken_of_where_nothing_is_billed(model: LedgerModel) -> None:
    model.show_calls([REPORTED, UNTOLD, UNCLEAR], is_billed=False)

    said = [
        str(model.index(row, LedgerColumn.BILLED).data(Qt.ItemDataRole.AccessibleDescriptionRole)) for row in (0, 1, 2)
    ]

    assert said == [
        "Termdesk had estimated 10 characters; the service counted 12.",
        "The service does not report how many characters this call counted.",
        "It was sent, but no answer arrived.",
    ]


def test_a_call_that_is_still_answered_is_running_and_not_unclear(model: LedgerModel) -> None:
    model.show_calls([replace(UNCLEAR, is_running=True)], is_billed=True)

    cell = model.index(0, LedgerColumn.BILLED)
    assert cell.data() == "running"
    assert cell.data(Qt.ItemDataRole.AccessibleDescriptionRole) == "It was sent, and its answer has not arrived yet."
