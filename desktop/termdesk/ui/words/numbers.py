"""Numbers and dates as the locale writes them."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QDateTime, QLocale


def number(count: int) -> str:
    """A whole number with the digits and separators of the locale: "2,000"."""
    return QLocale().toString(count)


def date(moment: datetime) -> str:
    """The day of `moment` on this computer's clock, in the short form of the locale."""
    return QLocale().toString(_local(moment).date(), QLocale.FormatType.ShortFormat)


def date_and_time(moment: datetime) -> str:
    """Day and time of `moment` on this computer's clock, in the short form of the locale."""
    return QLocale().toString(_local(moment), QLocale.FormatType.ShortFormat)


def _local(moment: datetime) -> QDateTime:
    return QDateTime.fromSecsSinceEpoch(int(moment.timestamp()))
