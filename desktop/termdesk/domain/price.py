"""What a million characters cost, as the user writes it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from termdesk.domain.errors import InvalidInput
from termdesk.messages.setting_messages import PriceMessage

_CURRENCY, _NUMBER = r"[^\d\s.,]{0,5}", r"\d{1,9}(?:[.,]\d{1,4})?"
_PRICE = re.compile(rf"(?P<before>{_CURRENCY})\s*(?P<number>{_NUMBER})\s*(?P<after>{_CURRENCY})")
_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """A price of a million characters; `currency` is a code or a sign, as it was written."""

    per_million: Decimal
    currency: str

    def of(self, characters: int) -> Decimal:
        """What so many characters cost."""
        return self.per_million * characters / _MILLION


def parse_price(text: str) -> Price | None:
    """The price in "20 EUR", "€ 20" or "19,99 €"; None for an empty text. Raises InvalidInput."""
    text = text.strip()
    if not text:
        return None
    found = _PRICE.fullmatch(text)
    currency = (found["before"] or found["after"]) if found else ""
    if found is None or not currency or (found["before"] and found["after"]):
        raise InvalidInput(PriceMessage.NO_PRICE(price=text), remedy=PriceMessage.WRITE_PRICE())
    return Price(Decimal(found["number"].replace(",", ".")), currency)
