"""Price of a million characters, as the user writes it."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal

from termdesk.domain.errors import InvalidInput
from termdesk.messages.setting_messages import PriceMessage

_CURRENCY = r"[^\d\s.,]{0,5}"
_PRICE = re.compile(rf"(?P<before>{_CURRENCY})\s*(?P<number>\d[\d.,]{{0,15}})\s*(?P<after>{_CURRENCY})")
_PLAIN = re.compile(r"(?P<whole>\d{1,9})(?:[.,](?P<part>\d{1,4}))?")
# Three digits after a separator are thousands, as in "¥2,500": no service charges thousandths.
_GROUPED = re.compile(
    r"(?P<whole>[1-9]\d{0,2}(?P<mark>[.,])\d{3}(?:(?P=mark)\d{3})*)(?:(?!(?P=mark))[.,](?P<part>\d{1,2}))?"
)
_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """A price of a million characters; `currency` is a code or a symbol, as the user wrote it."""

    per_million: Decimal
    currency: str

    def of(self, characters: int) -> Decimal:
        """The price of this many characters."""
        return self.per_million * characters / _MILLION


def parse_price(text: str) -> Price | None:
    """The price in "20 EUR", "€ 20", "19,99 €" or "¥2,500"; None for an empty text. Raises InvalidInput."""
    text = text.strip()
    if not text:
        return None
    found = _PRICE.fullmatch(text)
    currency = (found["before"] or found["after"]) if found else ""
    number = (_GROUPED.fullmatch(found["number"]) or _PLAIN.fullmatch(found["number"])) if found else None
    is_one = found is not None and not (found["before"] and found["after"]) and _is_currency(currency)
    if number is None or not is_one:
        raise InvalidInput(PriceMessage.NO_PRICE(price=text), remedy=PriceMessage.WRITE_PRICE())
    whole = number["whole"].replace(",", "").replace(".", "")
    return Price(Decimal(f"{whole}.{number['part'] or 0}"), currency)


def _is_currency(text: str) -> bool:
    """Whether a text is a code or a symbol, like "EUR", "US$" or "zł": letters, their marks, and currency signs."""
    return bool(text) and all(
        unicodedata.category(each)[0] in "LM" or unicodedata.category(each) == "Sc" for each in text
    )
