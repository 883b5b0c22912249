"""Prices are parsed as people write them, and converted to the cost of characters."""

from __future__ import annotations

from decimal import Decimal

import pytest

from termdesk.domain.errors import InvalidInput
from termdesk.domain.price import Price, parse_price


@pytest.mark.parametrize(
    ("text", "value", "currency"),
    [
        ("20 EUR", "20", "EUR"),
        (" €19.99", "19.99", "€"),
        ("19,5 €", "19.5", "€"),
        ("US$ 25", "25", "US$"),
        ("¥2,500", "2500", "¥"),
        ("2.500 JPY", "2500", "JPY"),
        ("1,250,000 VND", "1250000", "VND"),
        ("1.234,50 €", "1234.50", "€"),
        ("0.005 BTC", "0.005", "BTC"),
        ("20 zł", "20", "zł"),
        ("20EUR", "20", "EUR"),
        ("20 रु", "20", "रु"),
    ],
)
def test_a_price_has_an_amount_and_a_currency_on_either_side(text: str, value: str, currency: str) -> None:
    assert parse_price(text) == Price(Decimal(value), currency)


def test_no_price_is_none() -> None:
    assert parse_price("  ") is None


@pytest.mark.parametrize(
    "text",
    [
        *("20", "EUR", "EUR 20 EUR", "twenty EUR", "-5 EUR", "1.2.3 EUR", "1,2500,000 EUR", "1,250.000 EUR"),
        *("20 EUR or so", "20_EUR", "20_000 EUR", "20 _", "-5", "€-5", "+20", "20%", "20 #", "20'000 EUR", "20 EUR!"),
    ],
)
def test_what_is_no_price_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput, match="is not a price") as refusal:
        parse_price(text)
    assert refusal.value.remedy == "Write an amount and a currency, like 20 EUR, or leave the field empty."


def test_characters_cost_their_part_of_a_million() -> None:
    assert Price(Decimal("20"), "EUR").of(160_500) == Decimal("3.21")
