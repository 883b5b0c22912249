"""Formats numbers and dates for the locale."""

from __future__ import annotations

import re
from datetime import datetime
from decimal import Decimal

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

_CENT = Decimal("0.01")


def format_number(count: int) -> str:
    """Return a whole number with the digits and separators of the locale: "2,000"."""
    return QLocale().toString(count)


def format_decimal(value: float, positions: int = 0) -> str:
    """Return a number with this many decimal places."""
    return QLocale().toString(value, "f", positions)


def format_money(value: Decimal, currency: str) -> str:
    """Return a sum with its currency code or symbol: "3.20 EUR". Cents that round to zero are "less than" one."""
    if is_below_cent(value):
        words = QCoreApplication.translate("Numbers", "less than {number} {currency}")
        return words.format(number=format_decimal(float(_CENT), 2), currency=currency)
    words = QCoreApplication.translate("Numbers", "{number} {currency}")
    return words.format(number=format_decimal(float(value), 2), currency=currency)


def format_about_money(value: Decimal, currency: str) -> str:
    """Return a sum that is only estimated: "about 3.20 EUR", or "less than 0.01 EUR"."""
    money = format_money(value, currency)
    return money if is_below_cent(value) else _tr("about {money}").format(money=money)


def is_below_cent(value: Decimal) -> bool:
    """Return whether a sum is more than nothing, and too small to be shown as a number."""
    return 0 < value < _CENT


def format_percent(share: float) -> str:
    """Return a share (1.0 is the whole) in whole percent, as the language writes it: "25%"."""
    return _tr("{number}%").format(number=QLocale().toString(round(share * 100)))


def format_date(moment: datetime) -> str:
    """Return the date of `moment` in local time, as the locale writes it, with a four-digit year."""
    return QLocale().toString(_local(moment), _date_pattern())


def format_time(moment: datetime) -> str:
    """Return hours and minutes of `moment` in local time, as the locale writes them."""
    return QLocale().toString(_local(moment).time(), QLocale.FormatType.ShortFormat)


def format_date_and_time(moment: datetime) -> str:
    """Return date, hours and minutes of `moment` in local time, as the locale writes them."""
    return _tr("{date} {time}").format(date=format_date(moment), time=format_time(moment))


def format_exact_moment(moment: datetime) -> str:
    """Like `format_date_and_time`, with seconds, for moments in the same minute."""
    pattern = re.sub(r"(\W)mm", r"\1mm\1ss", QLocale().timeFormat(QLocale.FormatType.ShortFormat))
    time = QLocale().toString(_local(moment).time(), pattern)
    return _tr("{date} {time}").format(date=format_date(moment), time=time)


def format_size(size: int) -> str:
    """Return a number of bytes in a suitable unit: "31 KiB"."""
    if size < 1024:
        return _tr("{size} B").format(size=format_number(size))
    if size < 1024 * 1024:
        return _tr("{size} KiB").format(size=format_decimal(size / 1024))
    return _tr("{size} MiB").format(size=format_decimal(size / 1024 / 1024, 1))


def _date_pattern() -> str:
    pattern = QLocale().dateFormat(QLocale.FormatType.ShortFormat)
    return pattern if "yyyy" in pattern else pattern.replace("yy", "yyyy")


def _local(moment: datetime) -> QDateTime:
    return QDateTime.fromSecsSinceEpoch(int(moment.timestamp()))


def _tr(text: str) -> str:
    return QCoreApplication.translate("Numbers", text)
