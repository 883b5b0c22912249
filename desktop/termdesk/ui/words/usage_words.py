"""The usage in words, for places where it is always visible."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from termdesk.domain.usage import Allowance, DayUse, Usage, UsageLevel
from termdesk.ui.words.lists import add_title, list_facts
from termdesk.ui.words.numbers import format_date, format_number, format_percent

if TYPE_CHECKING:
    from termdesk.application.usage.usage_monitor import UsageSample


def usage_line(
    usage: Usage | None, *, warn_at: float, day: DayUse | None = None, last: UsageSample | None = None
) -> str:
    """Return the decisive limit, of the account or the key, its level, and the day if it nears its cap.

    `warn_at` is the share (0 to 1) from which the user wants to be warned. While the usage is unknown, it is that of
    the `last` reading, with its date.
    """
    if usage is None and last is not None:
        count = _count(Usage(last.character_count, last.character_limit))
        return list_facts((count, _tr("as of {date}").format(date=format_date(last.taken_at))))
    if usage is None:
        return _tr("Usage unknown")
    nears_cap = day is not None and day.share is not None and day.share >= warn_at
    return list_facts((_count(usage), level_word(usage, warn_at), _day(day) if day and nears_cap else ""))


def level_word(usage: Usage, warn_at: float) -> str:
    """Return a word for the color of the usage; empty if there is nothing to warn about."""
    match usage.level(warn_at):
        case UsageLevel.HIGH:
            return _tr("{share} used").format(share=format_percent(usage.share or 0.0))
        case UsageLevel.CRITICAL:
            return _tr("almost used up")
        case UsageLevel.FULL:
            return _tr("used up")
    return ""


def usage_details(usage: Usage | None, day: DayUse | None = None) -> str:
    """Return all limits and the day, one line each; empty if nothing is known."""
    lines = []
    if usage is not None:
        lines += [_allowance(_tr("Account"), usage.account), _allowance(_tr("This key"), usage.key)]
        if usage.period_end is not None:
            lines.append(_tr("Counted again from {date}").format(date=format_date(usage.period_end)))
    if day is not None:
        lines.append(add_title(_tr("Sent from here"), _day(day)))
    return "\n".join(filter(None, lines))


def _count(usage: Usage) -> str:
    deciding = usage.deciding
    if deciding is not None and deciding.count is not None:
        words = _tr("{used} of {limit} characters")
        if deciding.is_of_key:
            words = _tr("{used} of {limit} characters of this key")
        words = words.format(used=format_number(deciding.count), limit=format_number(deciding.limit))
        return list_facts((words, _reset(usage)))
    if usage.character_count is None:
        return _tr("Usage unknown")
    words = _tr("{used} characters, no limit")
    if deciding is not None or usage.character_limit is None or usage.period_end is not None:
        # The date is more useful than “no limit”, and a small window has no room for both.
        words = _tr("{used} characters")
    return list_facts((words.format(used=format_number(usage.character_count)), _reset(usage)))


def _reset(usage: Usage) -> str:
    return _tr("resets on {date}").format(date=format_date(usage.period_end)) if usage.period_end else ""


def _allowance(title: str, allowance: Allowance | None) -> str:
    if allowance is None or allowance.count is None:
        return ""
    words = _tr("{used} of {limit} characters")
    return add_title(title, words.format(used=format_number(allowance.count), limit=format_number(allowance.limit)))


def _day(day: DayUse) -> str:
    if not day.cap:
        return _tr("today {used} characters").format(used=format_number(day.count))
    return _tr("today {used} of {cap} characters").format(used=format_number(day.count), cap=format_number(day.cap))


def _tr(text: str) -> str:
    return QCoreApplication.translate("UsageWords", text)
