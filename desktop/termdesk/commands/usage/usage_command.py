"""`termdesk usage`: the usage, what is left, and a forecast."""

from __future__ import annotations

import argparse
import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from termdesk.commands.arguments import DONE, FOUND, add_service_options, command_parser

if TYPE_CHECKING:
    from termdesk.application.lazy_use_cases import LazyUseCases
    from termdesk.application.session.session import Session
    from termdesk.domain.usage import Allowance, Usage, UsageLevel


def usage_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk usage`."""
    parser = command_parser(
        "usage",
        "Show the usage of the billing period, its limits and a forecast, and what this program sent today with the "
        "limits that you set. If the service cannot be reached, show the last reading on this computer. The exit code "
        "is 1 if more is used than the warning in the preferences allows.",
    )
    add_service_options(parser)
    return parser


def usage(words: list[str]) -> int:
    """Print the usage and return the exit code."""
    return asyncio.run(_run(usage_parser().parse_args(words)))


async def _run(chosen: argparse.Namespace) -> int:
    # Imported here, because the help does not need it.
    from termdesk.application.failures import OFFLINE
    from termdesk.commands.output import print_json, print_table, remark
    from termdesk.commands.workplace import open_workplace
    from termdesk.domain.key_scope import Scope
    from termdesk.domain.usage import Usage, UsageLevel

    async with open_workplace(chosen, is_reading=True, needs=[Scope.READ_USAGE]) as cases:
        monitor, as_of = cases.usage_monitor, None
        try:
            found = await monitor.read()
        except OFFLINE as error:
            if not (samples := await monitor.samples()):
                raise
            last = samples[-1]
            found, as_of = Usage(last.character_count, last.character_limit), last.taken_at
            remark(f"{error} This is the reading of {as_of.astimezone():%Y-%m-%d %H:%M} on this computer.")
        level = found.level(monitor.warn_at)
        report = {**await _report(cases, found, level), "as_of": _moment(as_of)}
        if chosen.json:
            print_json(report)
        else:
            print_table(("Usage", cases.session.full_title), _rows(found, report, cases.session))
    return DONE if level in (UsageLevel.UNKNOWN, UsageLevel.FINE) else FOUND


async def _report(cases: LazyUseCases, found: Usage, level: UsageLevel) -> dict[str, object]:
    gate, session = cases.translator.cost_gate, cases.session
    forecast = found.forecast(datetime.now(UTC))
    price = gate.price
    return {
        "service": cases.session.full_title,
        "is_billed": gate.is_billed,
        "level": level.value,
        "characters": found.character_count,
        "account": _allowance(found.account),
        "key": _allowance(found.key),
        "left": found.left,
        "period_start": _moment(found.period_start),
        "period_end": _moment(found.period_end),
        "by_product": found.by_product,
        "forecast": {
            "characters": forecast.count,
            "period_end": _moment(forecast.period_end),
            "full_at": _moment(forecast.full_at),
        }
        if forecast
        else None,
        "sent_today": await gate.count_used_today(),
        "caps": {
            "job": session.settings.job_cap,
            "day": session.profile_in_use.day_cap,
            "ask_from": session.settings.ask_from,
        },
        "cost": str(price.of(found.character_count)) if price and found.character_count is not None else None,
        "currency": price.currency if price else None,
    }


def _allowance(allowance: Allowance | None) -> dict[str, object] | None:
    if allowance is None:
        return None
    return {"characters": allowance.count, "limit": allowance.limit, "left": allowance.left, "share": allowance.share}


def _moment(moment: datetime | None) -> str | None:
    return moment.isoformat(timespec="seconds") if moment else None


def _day(moment: datetime) -> str:
    """Return the local date as the window displays it."""
    return f"{moment.astimezone():%Y-%m-%d}"


def _rows(found: Usage, report: dict[str, object], session: Session) -> list[tuple[str, str]]:
    rows = [("Used in this period", _count(found.character_count, none="not told"))]
    for title, allowance in (("Limit of the account", found.account), ("Limit of the key", found.key)):
        if allowance is not None:
            share = "" if allowance.share is None else f", {allowance.share:.1%} used"
            rows.append((title, f"{allowance.limit:,}{share}"))
    if found.left is not None:
        rows.append(("Left", f"{found.left:,}"))
    if found.period_end is not None:
        rows.append(("End of the period", _day(found.period_end)))
    rows += [(f"Used for {product}", f"{count:,}") for product, count in found.by_product.items()]
    if forecast := found.forecast(datetime.now(UTC)):
        full = f", limit reached on {_day(forecast.full_at)}" if forecast.full_at else ""
        rows.append(("Forecast for its end", f"{forecast.count:,}{full}"))
    if report["cost"] is not None:
        rows.append(("Cost of what is used", f"{report['cost']} {report['currency']}"))
    rows.append(("Sent today by this program", f"{report['sent_today']:,}"))
    if report["is_billed"]:
        rows.append(("Your limit for a day", _count(session.profile_in_use.day_cap or None, none="none")))
        rows.append(("Your limit for a job", _count(session.settings.job_cap or None, none="none")))
    return rows


def _count(count: int | None, *, none: str) -> str:
    return none if count is None else f"{count:,}"
