"""Resuming an unfinished publication: its new plan, and what is sent of it."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterable

from termdesk.application.glossaries.publishing.publish_plan import LostUpdate
from termdesk.application.glossaries.publishing.run_plan import StepPlan
from termdesk.application.glossaries.publishing.run_rest import RunRest, UnresumedStep, split_rest
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.commands.arguments import DONE, FOUND, NOT_DONE
from termdesk.commands.consent import is_agreed
from termdesk.commands.glossaries.draft_push import tell_report, tell_sending
from termdesk.commands.json_parts import pair_json
from termdesk.commands.output import (
    MOST_LISTED,
    conflict_lines,
    describe_difference,
    difference_lines,
    failure_line,
    overwritten_json,
    print_lines,
    remark,
)
from termdesk.domain.errors import InvalidInput, Stopped, TermdeskError
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.publishing.publish_runs import PublishRun, PublishStep, RunState


async def look_at_rest(cases: LazyUseCases, run: PublishRun) -> RunRest | None:
    """Return what resuming a run would do, without sending anything. None if that cannot be found out, and say why."""
    if run.is_superseded or run.state is RunState.UNDOING:
        return None
    try:
        return split_rest(await cases.bulk_publisher.plan_rest(run))
    except Stopped:
        raise
    except TermdeskError as error:
        remark(f"{names_of(run.pending)}: {failure_line(error)}")
        return None


def names_of(steps: Iterable[PublishStep]) -> str:
    """Return the names of the dictionaries of these steps."""
    return "; ".join(f"{step.glossary_name}, {step.pair}" for step in steps)


async def tell_rest(cases: LazyUseCases, rest: RunRest, *, as_json: bool) -> None:
    """Print what cannot be resumed and why, and every plan that nobody has seen; on standard error for JSON."""
    for each in rest.unseen:
        await _tell_plan(cases, each, as_json=as_json)
    for held in rest.held:
        remark(f"{names_of([held.step])} is not resumed: {held.reason}")
        if held.plan is not None and not held.plan.has_violations:
            await _tell_plan(cases, held.plan, as_json=as_json)
        # Without a plan, the dictionary cannot be sent at all, because of its languages or a lock.
        if held.plan is not None and held.step in rest.plan.held:
            remark(f"Publish it with: {_push_command(held)}")
    tell_sending(rest.plan.call_count, rest.plan.byte_count, as_json=as_json)


async def _tell_plan(cases: LazyUseCases, plan: StepPlan, *, as_json: bool) -> None:
    tell = remark if as_json else print_lines
    change = await cases.bulk_publisher.difference(plan)
    name = f"{plan.draft.glossary_name}, {plan.draft.pair}"
    tell(f"New plan of {name}, on {cases.session.full_title}: {describe_difference(change)}")
    tell(*difference_lines(change, most=MOST_LISTED))
    if not plan.incoming.is_empty:
        tell(f"The service was changed elsewhere; that comes in first: {describe_difference(plan.incoming)}")
    remark(plan.doubt or "")
    tell(*conflict_lines(plan.conflicts))


def _push_command(held: UnresumedStep) -> str:
    pair = held.step.pair.roots
    command = shlex.join(["termdesk", "glossary", "push", held.step.glossary_name, "--draft"])
    choice = " --conflicts file|service" if held.plan is not None and held.plan.conflicts else ""
    return f"{command} --pair {pair.source}-{pair.target}{choice}"


async def resume_run(
    cases: LazyUseCases, run: PublishRun, overwritten: list[dict[str, object]], chosen: argparse.Namespace
) -> int:
    """Send what can be sent as it was shown, and return the exit code.

    It is FOUND if this overwrote what others wrote at the same time, and NOT_DONE if something is held back. Raises the
    failure that stopped it.
    """
    bulk = cases.bulk_publisher
    rest = split_rest(await bulk.plan_rest(run))
    await tell_rest(cases, rest, as_json=chosen.json)
    if not (rest.plan.going or rest.is_complete):
        return NOT_DONE
    if rest.plan.going and not (chosen.yes or is_agreed(f"Change {cases.session.full_title}?")):
        raise InvalidInput("Nothing was sent.", remedy="Add --yes to agree.")
    result = await bulk.run(rest.plan)
    for draft, report in result.published:
        tell_report(report, name=draft.glossary_name, pair=draft.pair, as_json=chosen.json)
        overwritten += rows_overwritten(draft.glossary_name, draft.pair, report.lost)
    if result.failure is not None:
        raise result.failure
    if rest.plan.held:
        return NOT_DONE
    return FOUND if any(report.lost is not None for _, report in result.published) else DONE


def rows_overwritten(name: str, pair: LanguagePair, lost: LostUpdate | None) -> list[dict[str, object]]:
    """Return the rows of others that were overwritten in a dictionary, as JSON."""
    rows = overwritten_json(lost.difference) if lost is not None else []
    return [{"glossary": name, **pair_json(pair), **row} for row in rows]


def would_resume(run: PublishRun, step: PublishStep, rest: RunRest | None) -> str:
    """Return what resuming would do with a dictionary, for a dry run. Without `rest`, the service was not read."""
    if run.state is RunState.UNDOING:
        return "refused: it is being undone"
    if run.is_superseded:
        return "refused: it was published since"
    if not step.is_pending:
        return "left as it is"
    if rest is None:
        return "published, if nothing has changed"
    held = next((each for each in rest.held if each.step.position == step.position), None)
    return f"not published: {held.reason}" if held else "published"
