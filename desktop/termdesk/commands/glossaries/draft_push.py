"""Publishing of local edits (drafts), and the messages about every publication."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from termdesk.application.failures import AWAY, OutOfDate
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.publishing.merge_preview import MergePreview
from termdesk.application.glossaries.publishing.publish_plan import PublishPlan, PublishReport
from termdesk.application.glossaries.publishing.run_plan import LeftOut, RunPlan, StepPlan, change_hash
from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.progress import run_in_thread
from termdesk.application.released_memory import collect_released
from termdesk.commands.arguments import DONE, FOUND, NOT_DONE
from termdesk.commands.consent import check_publishing, check_removals, is_agreed
from termdesk.commands.glossaries.dictionary_access import open_dictionary
from termdesk.commands.glossaries.glossary_lookup import find_glossaries, find_glossary, find_rows, to_root_pair
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
from termdesk.domain.errors import InvalidInput, TermdeskError
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import Difference
from termdesk.domain.merging.merge import Conflict
from termdesk.domain.pluralize import pluralize
from termdesk.domain.progress import NoProgress
from termdesk.storage.publishing.publish_runs import PublishStep, StepState

# Which version wins of phrases that both sides changed.
FROM_FILE, FROM_SERVICE = "file", "service"
OVERWRITTEN = (
    "What was written elsewhere in that moment was overwritten. It is kept in “Deleted glossaries” of the window."
)


@dataclass(frozen=True, slots=True)
class _Planned:
    """The data of a dictionary's plan that is kept after the dictionary is closed, while the others are planned.

    `step` is what would be sent after the changes of others were merged (`merges`) and the conflicts settled. `found`
    is what was found before, for comparison. `described` is the plan as JSON, if requested.
    """

    summary: GlossarySummary
    pair: LanguagePair
    name: str
    step: StepPlan
    merges: bool
    found: object
    incoming_removed: int
    described: dict[str, object] | None

    @property
    def is_blocked(self) -> bool:
        """Whether conflicts that are not settled, or violations, prevent publishing."""
        return self.step.needs_merge or self.step.has_violations

    @property
    def is_due(self) -> bool:
        """Whether there is something to publish, or changes of others to merge."""
        return self.step.can_be_published or (self.merges and not self.is_blocked)


@dataclass(slots=True)
class _Merges:
    """A line for each draft with merged changes of others, and the state of each draft that is published."""

    lines: dict[str, str] = field(default_factory=dict)
    states: dict[str, StepState] = field(default_factory=dict)

    def unpublished_lines(self) -> list[str]:
        """Return the lines of the drafts that are not known to be published."""
        published = (StepState.VERIFIED, StepState.PARTLY)
        return [line for draft_id, line in self.lines.items() if self.states.get(draft_id) not in published]


async def push_drafts(cases: LazyUseCases, chosen: argparse.Namespace) -> int:
    """Publish the drafts of a glossary, or all drafts, and return the exit code.

    Only one dictionary is open at a time.
    """
    try:
        glossary, plans, left_out = await _plan_chosen(cases, chosen)
    except AWAY as error:
        await _let_wait(cases, chosen, error)
        raise
    for each in left_out:
        name = f"{each.draft.glossary_name}, {each.draft.pair}" if chosen.all else f"{each.draft.pair}"
        remark(f"{name} is left out: {each.reason}")
    sending = RunPlan(cases.session.full_title, tuple(each.step for each in plans))
    tell_sending(sending.call_count, sending.byte_count, as_json=chosen.json)
    is_blocked = any(each.is_blocked for each in plans)
    due = [each for each in plans if each.is_due]
    reports: dict[str, PublishReport] = {}
    if due and not (is_blocked or chosen.dry_run):
        _check_agreed(cases, due, chosen)
        reports = await _publish(cases, due, chosen)
    elif not (is_blocked or chosen.dry_run):
        await cases.bulk_publisher.forget_done(partial(_is_chosen, glossary, to_root_pair(chosen.pair)))
    if chosen.json:
        print_json(_json(sending, glossary, plans, reports))
    elif not (due or is_blocked or left_out):
        remark("There is nothing to publish.")
    if is_blocked or (left_out and not due):
        return NOT_DONE
    has_overwritten = any(report.lost is not None for report in reports.values())
    return FOUND if left_out or has_overwritten or (due and chosen.dry_run) else DONE


def _is_chosen(glossary: str | None, pair: LanguagePair | None, step: PublishStep) -> bool:
    """Return whether the user chose the dictionary of a step. `glossary` and `pair` are None for all."""
    return glossary in (None, step.glossary_name) and pair in (None, step.pair.roots)


async def _plan_chosen(
    cases: LazyUseCases, chosen: argparse.Namespace
) -> tuple[str | None, list[_Planned], list[LeftOut]]:
    """Plan everything that was chosen, and return the name of the glossary (None: all) and the plans."""
    plans, left_out = list[_Planned](), list[LeftOut]()
    glossary, found = _find_chosen(await cases.library.summaries(), chosen)
    for summary, row in found:
        async with open_dictionary(cases, summary, row.pair) as dictionary:
            if refusal := await cases.publisher.violation_before_sending(dictionary):
                left_out.append(LeftOut(dictionary.draft, refusal))
            else:
                plans.append(await _plan_dictionary(cases, summary, dictionary, chosen))
    return glossary, plans, left_out


async def _let_wait(cases: LazyUseCases, chosen: argparse.Namespace, error: TermdeskError) -> None:
    """Let the chosen drafts wait until the service can be reached, if the user agrees. Locked ones are left out."""
    summaries = await cases.library.read_stored_summaries()
    if not (chosen.all or find_glossaries(summaries, chosen.name)):
        return
    _, found = _find_chosen(summaries, chosen)
    bulk, service = cases.bulk_publisher, cases.session.full_title
    drafts = await bulk.drafts([row.draft_id for _, row in found if row.draft_id and _has_edits(row)])
    locked = await bulk.find_locked(drafts)
    for left_out in locked:
        remark(f"{left_out.draft.glossary_name}, {left_out.draft.pair} is left out: {left_out.reason}")
    drafts = [each for each in drafts if each not in [left_out.draft for left_out in locked]]
    if chosen.dry_run:
        remark(*(f"{each.glossary_name}, {each.pair} would wait until {service} can be reached." for each in drafts))
        return
    if not drafts or not (chosen.yes or is_agreed(f"Publish this when {service} can be reached?")):
        return
    await bulk.wait(drafts, error)
    remark(
        pluralize(len(drafts), "1 dictionary waits to be published.", "{count} dictionaries wait to be published."),
        "Publish when the service can be reached, with: termdesk glossary unfinished --resume",
    )


def _find_chosen(
    summaries: Sequence[GlossarySummary], chosen: argparse.Namespace
) -> tuple[str | None, list[tuple[GlossarySummary, DictionarySummary]]]:
    """Return the name of the glossary (None: all), and the dictionaries to publish, in order."""
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
    merge = None
    if plan.needs_merge and (chosen.conflicts or not plan.conflicts):
        merge = await cases.publisher.preview_merge(plan, _choices(plan, chosen))
    _show(cases, plan, merge, chosen)
    incoming_removed = merge.incoming.removed if merge and merge.incoming_needs_confirmation else ()
    return _Planned(
        summary,
        dictionary.pair,
        f"{dictionary.name}, {dictionary.pair}",
        await _step(cases, plan, merge),
        plan.needs_merge,
        _plan_digest(plan),
        len(incoming_removed),
        _plan_json(plan, merge) if chosen.json else None,
    )


async def _step(cases: LazyUseCases, plan: PublishPlan, merge: MergePreview | None) -> StepPlan:
    if merge is None:
        step = await cases.bulk_publisher.step(plan)
    else:
        change = await run_in_thread(NoProgress(), change_hash, merge.plan.difference)
        step = StepPlan.of(merge.plan, change)
    # A plan that cannot be published yet is made again later, so drop its difference.
    return step if step.can_be_published and merge is None else replace(step, difference=None)


def _choices(plan: PublishPlan, chosen: argparse.Namespace) -> dict[str, str | None]:
    """Return the target that wins for each phrase that both sides changed; None for no entry."""
    takes_remote = chosen.conflicts == FROM_SERVICE
    return {each.source: each.remote if takes_remote else each.local for each in plan.conflicts}


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
            where = f"from “{name}” on this computer, since they were removed elsewhere"
            check_removals(each.incoming_removed, chosen.allow_removals, where=where)
    check_publishing(service, is_given=chosen.yes)


async def _publish(
    cases: LazyUseCases, plans: Sequence[_Planned], chosen: argparse.Namespace
) -> dict[str, PublishReport]:
    """Merge changes of others, publish, and return the reports by draft id."""
    merges = _Merges()
    try:
        return await _merge_and_send(cases, plans, chosen, merges)
    except BaseException:
        # Also after a cancellation: nobody may overlook that the drafts are not as they were.
        if lines := merges.unpublished_lines():
            remark(*lines, "Take that back with: termdesk glossary undo NAME")
        raise


async def _merge_and_send(
    cases: LazyUseCases, plans: Sequence[_Planned], chosen: argparse.Namespace, merges: _Merges
) -> dict[str, PublishReport]:
    """Do the work of `_publish`, and note in `merges` what happens."""
    ready = [await _merge_changes(cases, each, chosen, merges) if each.merges else each for each in plans]
    # The others are as the service has them.
    merges.states |= {each.step.draft.draft_id: StepState.VERIFIED for each in ready if not each.step.can_be_published}
    ready = [each for each in ready if each.step.can_be_published]
    states = [StepState.PLANNED] * len(ready)
    names = [each.name for each in ready]
    with report_if_cancelled(lambda: _describe_cancellation(names, states)):
        going = RunPlan(cases.publisher.service_name, tuple(each.step for each in ready))

        def note(position: int, state: StepState) -> None:
            states[position] = state
            merges.states[ready[position].step.draft.draft_id] = state
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


async def _merge_changes(
    cases: LazyUseCases, planned: _Planned, chosen: argparse.Namespace, merges: _Merges
) -> _Planned:
    """Merge the changes of others and return the new plan.

    Raises OutOfDate if they are not those that were displayed, or if something else would be sent than displayed.
    """
    async with open_dictionary(cases, planned.summary, planned.pair) as dictionary:
        plan = await cases.publisher.plan(dictionary)
        if _plan_digest(plan) != planned.found:
            raise OutOfDate
        choices = _choices(plan, chosen)
        await cases.publisher.begin_merge(plan)
        change, incoming = plan.incoming_change(choices), plan.incoming_with(choices)
        # If the draft wins all conflicts, the step has only the base, which undo takes back.
        await dictionary.take(change, "Changes from the service", may_be_empty=True)
        merged = _describe_merge(incoming, len(plan.conflicts))
        merges.lines[dictionary.draft.draft_id] = f"Merged into {planned.name} before publishing stopped: {merged}."
        await cases.publisher.accept(plan)
        plan = await cases.publisher.plan(dictionary)
        outgoing = await run_in_thread(NoProgress(), change_hash, plan.difference)
        if plan.needs_merge or plan.violations or outgoing != planned.step.change_hash:
            # The user has not seen these changes, nor chosen which version wins.
            raise OutOfDate
        return replace(planned, step=await cases.bulk_publisher.step(plan))


def _describe_merge(incoming: Difference, conflict_count: int) -> str:
    """Return what a merge changed in the draft; if nothing, how many conflicts the draft won."""
    if not incoming.is_empty:
        return describe_difference(incoming)
    kept = "the draft was kept for the 1 phrase", "the draft was kept for all {count} phrases"
    return f"{pluralize(conflict_count, *kept)} that both sides changed, so no entry changed here"


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


def tell_sending(calls: int, size: int, *, as_json: bool) -> None:
    """Print the number of calls that a plan would send, if any, and the bytes of their bodies."""
    if calls:
        tell = remark if as_json else print_lines
        tell(f"To send: {pluralize(calls, '1 call', '{count} calls')}, {pluralize(size, '1 byte', '{count} bytes')}")


def tell_conflicts(conflicts: Sequence[Conflict]) -> None:
    """Print the phrases that both sides changed, if any, and how to choose."""
    if conflicts:
        remark(*conflict_lines(conflicts))
        remark("Both sides changed these phrases. Choose with --conflicts file or --conflicts service.")


def tell_settled(conflicts: Sequence[Conflict], *, takes_remote: bool, as_json: bool) -> None:
    """Print the phrases that both sides changed, if any, and which version wins."""
    if conflicts:
        tell = remark if as_json else print_lines
        tell(*conflict_lines(conflicts))
        tell(
            "Both sides changed these phrases. The version of the service wins."
            if takes_remote
            else "Both sides changed these phrases. The version of the service is overwritten."
        )


def tell_report(report: PublishReport, *, name: str, pair: LanguagePair, as_json: bool) -> None:
    """Print what a publication did; on standard error if the result is JSON."""
    tell = remark if as_json else print_lines
    entries = pluralize(report.entry_count, "1 entry", "{count} entries")
    tell(f"Published and read back: {name}, {pair}, {entries}.")
    if report.others_changed:
        remark("It was changed elsewhere at the same time. Pull it to have those changes.")
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


def _show(cases: LazyUseCases, plan: PublishPlan, merge: MergePreview | None, chosen: argparse.Namespace) -> None:
    """Print a plan, after the merge if there is one; on standard error if the result is JSON."""
    tell = remark if chosen.json else print_lines
    name = f"{plan.dictionary.name}, {plan.dictionary.pair}"
    after, incoming = (merge.plan, merge.incoming) if merge else (plan, plan.incoming)
    tell(f"{name}, on {cases.session.full_title}: {describe_difference(after.difference)}")
    tell(*difference_lines(after.difference, most=MOST_LISTED))
    if not incoming.is_empty:
        tell(f"The service was changed elsewhere; that comes in first: {describe_difference(incoming)}")
    remark(
        plan.doubt or "", *after.findings, *(f"{name}: {each.line} {each.remedy}".rstrip() for each in after.violations)
    )
    if chosen.conflicts:
        takes_remote = chosen.conflicts == FROM_SERVICE
        tell_settled(plan.conflicts, takes_remote=takes_remote, as_json=chosen.json)
    else:
        tell_conflicts(plan.conflicts)


def _plan_json(plan: PublishPlan, merge: MergePreview | None) -> dict[str, object]:
    after, incoming = (merge.plan, merge.incoming) if merge else (plan, plan.incoming)
    return dictionary_json(
        plan.dictionary.name,
        plan.dictionary.pair,
        is_new=plan.remote is None,
        difference=after.difference,
        incoming=incoming,
        conflicts=plan.conflicts,
        violations=[each.line for each in after.violations],
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
