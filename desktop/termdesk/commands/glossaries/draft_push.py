"""Publishing of local edits (drafts), and the messages about every publication."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from termdesk.application.failures import OutOfDate
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.publishing.publish_plan import PublishPlan, PublishReport
from termdesk.application.glossaries.publishing.run_plan import LeftOut, RunPlan, StepPlan, change_hash
from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.released_memory import collect_released
from termdesk.commands.arguments import DONE, FOUND, NOT_DONE
from termdesk.commands.consent import check_publishing, check_removals
from termdesk.commands.glossaries.dictionary_access import open_dictionary
from termdesk.commands.glossaries.glossary_lookup import find_glossary, find_rows, to_root_pair
from termdesk.commands.json_parts import pair_json
from termdesk.commands.output import (
    MOST_LISTED,
    conflict_lines,
    conflicts_json,
    describe_difference,
    difference_json,
    difference_lines,
    overwritten_json,
    overwritten_lines,
    print_json,
    print_lines,
    remark,
)
from termdesk.commands.terminal.cancellation import report_if_cancelled
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import Difference
from termdesk.domain.merging.merge import Conflict
from termdesk.domain.pluralize import pluralize
from termdesk.domain.progress import NoProgress
from termdesk.storage.publishing.publish_runs import StepState

OVERWRITTEN = "What others wrote in that moment was overwritten. It is kept in “Deleted glossaries” of the window."


@dataclass(frozen=True, slots=True)
class _Planned:
    """The data of a dictionary's plan that is kept after the dictionary is closed, while the others are planned.

    `shown` is what the user saw of the plan, for comparison. `described` is the plan as JSON, if requested.
    """

    summary: GlossarySummary
    pair: LanguagePair
    name: str
    step: StepPlan
    shown: object
    incoming_removed: int
    has_conflicts: bool
    described: dict[str, object] | None

    @property
    def is_due(self) -> bool:
        """Whether there is something to publish, perhaps after merging changes of others."""
        return self.step.can_be_published or self.step.needs_merge


async def push_drafts(cases: LazyUseCases, chosen: argparse.Namespace) -> int:
    """Publish the drafts of a glossary, or all drafts, and return the exit code.

    Only one dictionary is open at a time.
    """
    plans, left_out = list[_Planned](), list[LeftOut]()
    glossary, found = await _find_chosen(cases, chosen)
    for summary, row in found:
        async with open_dictionary(cases, summary, row.pair) as dictionary:
            if refusal := await cases.publisher.violation_before_sending(dictionary):
                left_out.append(LeftOut(dictionary.draft, refusal))
            else:
                plans.append(await _plan_dictionary(cases, summary, dictionary, chosen))
    for each in left_out:
        name = f"{each.draft.glossary_name}, {each.draft.pair}" if chosen.all else f"{each.draft.pair}"
        remark(f"{name} is left out: {each.reason}")
    sending = _run_plan(cases, plans, chosen)
    tell_sending(sending.call_count, sending.byte_count, as_json=chosen.json)
    is_blocked = any(each.step.has_violations or (each.has_conflicts and not chosen.conflicts) for each in plans)
    due = [each for each in plans if each.is_due]
    reports: dict[str, PublishReport] = {}
    if due and not (is_blocked or chosen.dry_run):
        _check_agreed(cases, due, chosen)
        reports = await _publish(cases, due, chosen)
    if chosen.json:
        print_json(_json(sending, glossary, plans, reports))
    elif not (due or is_blocked or left_out):
        remark("There is nothing to publish.")
    if is_blocked or (left_out and not due):
        return NOT_DONE
    has_overwritten = any(report.lost is not None for report in reports.values())
    return FOUND if left_out or has_overwritten or (due and chosen.dry_run) else DONE


async def _find_chosen(
    cases: LazyUseCases, chosen: argparse.Namespace
) -> tuple[str | None, list[tuple[GlossarySummary, DictionarySummary]]]:
    """Return the name of the glossary (None: all), and the dictionaries to publish, in order."""
    summaries = await cases.library.summaries()
    if chosen.all:
        ordered = sorted(summaries, key=lambda each: (each.name.casefold(), each.key))
        return None, [(summary, row) for summary in ordered for row in summary.rows if _has_edits(row)]
    summary, pair = find_glossary(summaries, chosen.name), to_root_pair(chosen.pair)
    return summary.name, [(summary, row) for row in find_rows(summary, pair) if pair or _has_edits(row)]


def _has_edits(row: DictionarySummary) -> bool:
    return row.has_changes or (row.draft_id is not None and not row.is_on_service)


async def _plan_dictionary(
    cases: LazyUseCases, summary: GlossarySummary, dictionary: OpenDictionary, chosen: argparse.Namespace
) -> _Planned:
    """Plan a dictionary, and print its plan."""
    plan = await cases.publisher.plan(dictionary)
    _show(cases, plan, chosen)
    step = await cases.bulk_publisher.step(plan)
    return _Planned(
        summary,
        dictionary.pair,
        f"{dictionary.name}, {dictionary.pair}",
        # A plan that cannot be published yet is made again later, so drop its difference.
        step if step.can_be_published else replace(step, difference=None),
        _plan_digest(plan),
        len(plan.incoming.removed) if plan.incoming_needs_confirmation else 0,
        bool(plan.conflicts),
        _plan_json(plan) if chosen.json else None,
    )


def _run_plan(cases: LazyUseCases, plans: Sequence[_Planned], chosen: argparse.Namespace) -> RunPlan:
    """Return what would be sent after changes of others are merged and conflicts are resolved with the options."""
    settled = [replace(each.step, needs_merge=False) for each in plans if chosen.conflicts or not each.has_conflicts]
    return RunPlan(cases.session.full_title, tuple(settled))


def _plan_digest(plan: PublishPlan) -> object:
    """Return what the user sees of a plan, for comparison with a later one."""
    return change_hash(NoProgress(), plan.difference), change_hash(NoProgress(), plan.incoming), tuple(plan.conflicts)


def _check_agreed(cases: LazyUseCases, plans: Sequence[_Planned], chosen: argparse.Namespace) -> None:
    """Raise InvalidInput unless the user agrees to the plans, and to many removals by typing their number."""
    service = cases.session.full_title
    for each in plans:
        name = each.step.draft.glossary_name
        if each.step.is_gone_from_service and not chosen.create:
            raise InvalidInput(
                f"{service} no longer has “{name}”, {each.pair}.", remedy="Add --create to create it again."
            )
        if each.step.needs_typed_confirmation:
            check_removals(each.step.removed, chosen.allow_removals, where=f"from “{name}” on {service}")
        if each.incoming_removed:
            where = f"from “{name}” on this computer, since others removed them"
            check_removals(each.incoming_removed, chosen.allow_removals, where=where)
    check_publishing(service, is_given=chosen.yes)


async def _publish(
    cases: LazyUseCases, plans: Sequence[_Planned], chosen: argparse.Namespace
) -> dict[str, PublishReport]:
    """Merge changes of others, publish, and return the reports by draft id."""
    ready = [await _merge_changes(cases, each, chosen) if each.step.needs_merge else each for each in plans]
    ready = [each for each in ready if each.step.can_be_published]
    states = [StepState.PLANNED] * len(ready)
    names = [each.name for each in ready]
    with report_if_cancelled(lambda: _describe_cancellation(names, states)):
        going = RunPlan(cases.publisher.service_name, tuple(each.step for each in ready))

        def note(position: int, state: StepState) -> None:
            states[position] = state
            collect_released()

        result = await cases.bulk_publisher.run(going, on_step=note)
    for draft, report in result.published:
        tell_report(report, name=draft.glossary_name, pair=draft.pair, as_json=chosen.json)
    if result.failure is not None:
        count = len(result.published)
        remark(*outcome_lines(names[count:], states[count:]))
        if result.run is not None:
            remark("Continue, or undo what was done, with: termdesk glossary unfinished")
        raise result.failure
    return {draft.draft_id: report for draft, report in result.published}


async def _merge_changes(cases: LazyUseCases, planned: _Planned, chosen: argparse.Namespace) -> _Planned:
    """Merge the changes of others and return the new plan. Raises OutOfDate if these changes were not displayed."""
    async with open_dictionary(cases, planned.summary, planned.pair) as dictionary:
        plan = await cases.publisher.plan(dictionary)
        if _plan_digest(plan) != planned.shown:
            raise OutOfDate
        takes_remote = chosen.conflicts == "service"
        choices = {each.source: each.remote if takes_remote else each.local for each in plan.conflicts}
        await cases.publisher.begin_merge(plan)
        await dictionary.take(plan.incoming_change(choices), "Changes from the service")
        await cases.publisher.accept(plan)
        plan = await cases.publisher.plan(dictionary)
        _check_merged(plan)
        return replace(planned, step=await cases.bulk_publisher.step(plan))


def outcome_lines(names: Sequence[str], states: Sequence[StepState]) -> Iterator[str]:
    """Return a line for each dictionary of an incomplete publishing."""
    for name, state in zip(names, states, strict=True):
        match state:
            case StepState.VERIFIED:
                yield f"Published and read back: {name}."
            case StepState.SENT:
                yield f"Perhaps published: {name}. The draft is kept."
            case StepState.PARTLY:
                yield f"Published in part: {name}. The draft is kept."
            case _:
                yield f"Not published: {name}. The draft is kept."


def _describe_cancellation(names: Sequence[str], states: Sequence[StepState]) -> Iterator[str]:
    """Return lines about what a cancelled publishing has done."""
    yield from outcome_lines(names, states)
    if any(state is not StepState.PLANNED for state in states):
        yield "Continue, or undo what was done, with: termdesk glossary unfinished"


def _check_merged(plan: PublishPlan) -> None:
    """Raise OutOfDate if others changed something again, and InvalidInput if the merged entries break a rule."""
    if plan.needs_merge:
        # The user has not seen these changes, nor chosen which version wins.
        raise OutOfDate
    for each in plan.violations:
        raise InvalidInput(each.line, remedy=each.remedy)


def tell_sending(calls: int, size: int, *, as_json: bool) -> None:
    """Print the number of calls, and of bytes of phrases, that a plan would send, if any."""
    if calls:
        tell = remark if as_json else print_lines
        tell(f"To send: {pluralize(calls, '1 call', '{count} calls')}, {pluralize(size, '1 byte', '{count} bytes')}")


def tell_conflicts(conflicts: Sequence[Conflict]) -> None:
    """Print the phrases that both sides changed, if any, and how to choose."""
    if conflicts:
        remark(*conflict_lines(conflicts))
        remark("Both sides changed these phrases. Choose with --conflicts file or --conflicts service.")


def tell_report(report: PublishReport, *, name: str, pair: LanguagePair, as_json: bool) -> None:
    """Print what a publication did; on standard error if the result is JSON."""
    tell = remark if as_json else print_lines
    entries = pluralize(report.entry_count, "1 entry", "{count} entries")
    tell(f"Published and read back: {name}, {pair}, {entries}.")
    if report.others_changed:
        remark("Others changed it at the same time. Pull it to have their changes.")
    if report.lost is not None:
        remark(OVERWRITTEN, *overwritten_lines(report.lost.difference))


def dictionary_json(
    name: str,
    pair: LanguagePair,
    *,
    is_new: bool,
    difference: Difference,
    incoming: Difference,
    conflicts: Sequence[Conflict],
    violations: Sequence[str],
    report: PublishReport | None,
) -> dict[str, object]:
    """Return the plan of one dictionary of the glossary `name` with its outcome, as JSON."""
    return {
        "glossary": name,
        **pair_json(pair),
        "is_new": is_new,
        **difference_json(difference),
        "from_service": difference_json(incoming),
        "conflicts": conflicts_json(conflicts),
        "problems": [*violations],
        **_outcome(report),
    }


def _show(cases: LazyUseCases, plan: PublishPlan, chosen: argparse.Namespace) -> None:
    """Print a plan; on standard error if the result is JSON."""
    tell = remark if chosen.json else print_lines
    name = f"{plan.dictionary.name}, {plan.dictionary.pair}"
    tell(f"{name}, on {cases.session.full_title}: {describe_difference(plan.difference)}")
    tell(*difference_lines(plan.difference, most=MOST_LISTED))
    if not plan.incoming.is_empty:
        tell(f"Others changed the service; that comes in first: {describe_difference(plan.incoming)}")
    remark(*plan.findings, *(f"{name}: {each.line} {each.remedy}".rstrip() for each in plan.violations))
    if not chosen.conflicts:
        tell_conflicts(plan.conflicts)


def _plan_json(plan: PublishPlan) -> dict[str, object]:
    return dictionary_json(
        plan.dictionary.name,
        plan.dictionary.pair,
        is_new=plan.remote is None,
        difference=plan.difference,
        incoming=plan.incoming,
        conflicts=plan.conflicts,
        violations=[each.line for each in plan.violations],
        report=None,
    )


def _json(
    sending: RunPlan, glossary: str | None, plans: Sequence[_Planned], reports: dict[str, PublishReport]
) -> dict[str, object]:
    dictionaries = [{**(each.described or {}), **_outcome(reports.get(each.step.draft.draft_id))} for each in plans]
    # The same keys as for a file; the base of a draft is stored in the draft.
    return {
        "service": sending.service,
        "glossary": glossary,
        "base": "draft",
        "calls": sending.call_count,
        "bytes": sending.byte_count,
        "dictionaries": dictionaries,
    }


def _outcome(report: PublishReport | None) -> dict[str, object]:
    return {
        "is_published": report is not None,
        "entries": report.entry_count if report else None,
        "trace_id": report.trace_id if report else None,
        "overwritten": overwritten_json(report.lost.difference if report and report.lost else None),
    }
