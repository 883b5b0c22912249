"""Import of confirmed translations, and copies to and from other services, by `termdesk confirmed`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.texts.confirmed_texts import ConfirmedPair
from termdesk.application.texts.memory_transfer import FetchPlan, MemorySummary, PlannedPair
from termdesk.commands.arguments import DONE, FOUND
from termdesk.commands.consent import check_agreed
from termdesk.commands.json_parts import pair_json
from termdesk.commands.output import MOST_LISTED, print_json, print_lines, remark
from termdesk.domain.errors import InvalidInput
from termdesk.domain.pluralize import pluralize
from termdesk.domain.provider import Provider


async def import_memory(cases: LazyUseCases, chosen: argparse.Namespace) -> int:
    """Confirm the translations of a TMX file after showing the plan, and return the exit code."""
    plan = await cases.memory_transfer.plan_file(chosen.source)
    return await _take(cases, plan, chosen)


async def fetch_memory(cases: LazyUseCases, chosen: argparse.Namespace) -> int:
    """Confirm the translations of a memory of another service, and return the exit code."""
    transfer = cases.memory_transfer
    async with transfer.connect(_other(cases, chosen.fetch)) as other:
        memory = _find_memory(await transfer.memories(other), chosen.memory)
        plan = await transfer.plan_fetch(other, memory)
    return await _take(cases, plan, chosen)


def _other(cases: LazyUseCases, name: str) -> Provider:
    """Return another service than the one in use, by the name of its profile. Raises InvalidInput."""
    provider = cases.session.profiles.find(name).provider
    if not cases.memory_transfer.without_own([provider]):
        raise InvalidInput("This is the service in use.", remedy="Name the profile of another service.")
    return provider


def _find_memory(memories: Sequence[MemorySummary], name: str | None) -> MemorySummary:
    """Return the memory with this name or id, or the only one. Raises InvalidInput if there is none, or more."""
    found = [each for each in memories if name is None or name in (each.name, each.memory_id)]
    if len(found) == 1:
        return found[0]
    if not memories:
        raise InvalidInput("The service has no translation memories.", remedy="Send one there with --send.")
    known = ", ".join(f"{each.name} ({each.memory_id})" for each in memories)
    about = "There are several memories." if found else f"There is no memory “{name}”."
    raise InvalidInput(about, remedy=f"Choose one with --memory: {known}.")


async def _take(cases: LazyUseCases, plan: FetchPlan, chosen: argparse.Namespace) -> int:
    """Show a plan and confirm its translations, if the user agrees."""
    if not chosen.json:
        for each in plan.pairs:
            print_lines(*_lines(each))
    remark(*(f"Left out: line {line}: {reason}" for line, reason in plan.rejected))
    is_done = bool(plan.change_count) and not chosen.dry_run
    skipped = len(plan.rejected)
    if is_done:
        check_agreed(f"Confirm {_translations(plan.change_count)}?", "Nothing was confirmed.", is_given=chosen.yes)
        skipped = max(skipped, await cases.memory_transfer.fetch(plan))
    if chosen.json:
        print_json(
            {
                "name": plan.name,
                "pairs": [*map(_pair_json, plan.pairs)],
                "count": plan.change_count,
                "rejected": [{"line": line, "message": reason} for line, reason in plan.rejected],
                "is_done": is_done,
            }
        )
    elif is_done:
        print_lines(f"Confirmed {_translations(plan.change_count)}.")
    elif not plan.change_count:
        remark("Nothing is new: these translations are confirmed already.")
    return FOUND if skipped or (chosen.dry_run and plan.change_count) else DONE


def _translations(count: int) -> str:
    return pluralize(count, "1 translation", "{count} translations")


def _lines(planned: PlannedPair) -> list[str]:
    changed = planned.replacements
    lines = [f"{planned.pair}: {planned.new_count:,} new, {len(changed):,} changed, {planned.same_count:,} the same"]
    lines += [f"~ {each.text} → {each.after} (was: {each.before})" for each in changed[:MOST_LISTED]]
    if len(changed) > MOST_LISTED:
        lines.append(f"~ … and {len(changed) - MOST_LISTED:,} more")
    return lines


def _pair_json(planned: PlannedPair) -> dict[str, object]:
    return {
        **pair_json(planned.pair),
        "new": planned.new_count,
        "same": planned.same_count,
        "changed": [{"text": each.text, "old": each.before, "new": each.after} for each in planned.replacements],
    }


async def send_memory(cases: LazyUseCases, confirmed: ConfirmedPair, chosen: argparse.Namespace) -> int:
    """Make a memory of confirmed translations on another service, and return the exit code."""
    transfer = cases.memory_transfer
    provider = _other(cases, chosen.send)
    async with transfer.connect(provider) as other:
        plan = await transfer.plan_send(other, confirmed)
        name = chosen.new_name or plan.name
        former = plan.with_name(name)
        described = f"{_translations(plan.count)}, {plan.pair}, as “{name}”"
        if not chosen.json:
            print_lines(f"To send: {described}")
        if former and not chosen.replace:
            remark(
                f"A memory “{name}” is there already; the new one stands beside it. --replace deletes the former one."
            )
        arrived = skipped = deleted = 0
        if not chosen.dry_run:
            check_agreed(f"Send {described}?", "Nothing was sent.", is_given=chosen.yes)
            result = await transfer.send(other, plan, name=name, replaces=chosen.replace)
            arrived, skipped, deleted = result.arrived_count, result.skipped_count, result.deleted_count
    if chosen.json:
        report = {**pair_json(plan.pair), "name": name, "count": plan.count, "arrived": arrived, "left_out": skipped}
        print_json({**report, "deleted": deleted, "is_done": not chosen.dry_run})
    elif not chosen.dry_run:
        print_lines(f"Arrived: {_translations(arrived)}. Left out: {skipped:,}. Former memories deleted: {deleted:,}.")
    is_short = not chosen.dry_run and arrived < plan.count
    return FOUND if chosen.dry_run or is_short else DONE
