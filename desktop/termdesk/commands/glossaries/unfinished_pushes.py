"""`termdesk glossary unfinished`: resume, undo or leave publishings that failed, and give up interrupted copies."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence

from termdesk.application.glossaries.publishing.publish_plan import LostUpdate
from termdesk.application.glossaries.transfer.glossary_transfer import TransferRecord
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.commands.arguments import DONE, FOUND, NOT_DONE, add_service_options, command_parser
from termdesk.commands.consent import is_agreed
from termdesk.commands.glossaries.draft_push import OVERWRITTEN, tell_report
from termdesk.commands.glossaries.transfer.interrupted_transfers import give_up_transfers, show_transfers, transfer_json
from termdesk.commands.json_parts import pair_json
from termdesk.commands.output import failure_line, overwritten_json, overwritten_lines, print_json, print_table, remark
from termdesk.commands.terminal.cancellation import report_if_cancelled
from termdesk.commands.terminal.secret_input import add_other_key_option, read_run_keys
from termdesk.commands.workplace import open_workplace
from termdesk.domain.errors import InvalidInput, Stopped, TermdeskError
from termdesk.domain.key_scope import Scope
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.pluralize import pluralize
from termdesk.storage.publishing.publish_runs import PublishRun, PublishStep, RunState, StepState

_RUN_WORDS = {
    RunState.RUNNING: "interrupted",
    RunState.WAITING: "waiting",
    RunState.STOPPED: "stopped",
    RunState.UNDOING: "being undone",
}


def unfinished_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk glossary unfinished`."""
    parser = command_parser(
        "glossary unfinished",
        "List what was published, copied or moved in part: after a failure, or because the program was ended. The exit "
        "code is 1 if there is anything. If one of several cannot be resumed or undone, the others are; the exit code "
        "is 2 then. A copy or move continues with its own command, or is given up here.",
    )
    add_service_options(parser)
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument(
        "--resume",
        action="store_true",
        help="publish exactly what is not on the service yet; refused for what is being undone",
    )
    ways.add_argument(
        "--undo", action="store_true", help="give the service back what it had, except where others changed it since"
    )
    ways.add_argument("--leave", action="store_true", help="leave the service as it is; the rest stays as drafts")
    ways.add_argument(
        "--give-up",
        metavar="NAME",
        help="forget the interrupted copy or move of this glossary, and say what stays where; drafts of the copy that "
        "were neither edited nor sent are discarded",
    )
    add_other_key_option(parser)
    parser.add_argument("--yes", action="store_true", help="resume or undo without asking")
    parser.add_argument(
        "--dry-run", action="store_true", help="only tell what would be done; the exit code is 1 if anything would"
    )
    return parser


def unfinished(words: list[str]) -> int:
    """List, resume, undo, leave or give up what is unfinished, and return the exit code."""
    parser = unfinished_parser()
    chosen = parser.parse_args(words)
    if chosen.dry_run and not (_is_changing(chosen) or chosen.give_up):
        parser.error("--dry-run is for --resume, --undo, --leave and --give-up")
    if chosen.other_key_from and not chosen.give_up:
        parser.error("--other-key-from is for --give-up")
    return asyncio.run(_run(chosen))


def _is_changing(chosen: argparse.Namespace) -> bool:
    return bool(chosen.resume or chosen.undo or chosen.leave)


async def _run(chosen: argparse.Namespace) -> int:
    is_changing = _is_changing(chosen) and not chosen.dry_run
    needs = (Scope.READ_GLOSSARIES, Scope.WRITE_GLOSSARIES) if is_changing and not chosen.leave else ()
    is_reading = chosen.dry_run or not (is_changing or chosen.give_up)
    keys = read_run_keys(chosen)
    async with open_workplace(chosen, is_reading=is_reading, needs=needs, connects=False, keys=keys) as cases:
        runs, transfers = await cases.bulk_publisher.find_unfinished(), await cases.transfer.find_unfinished()
        if chosen.give_up:
            return await give_up_transfers(cases, transfers, chosen, other_key=keys.other_key)
        if not is_changing or not runs:
            _show(cases, runs, transfers, (), chosen)
            return FOUND if runs or (transfers and not _is_changing(chosen)) else DONE
        if not (chosen.leave or chosen.yes or is_agreed(f"Change {cases.session.full_title}?")):
            if not chosen.json:
                _show(cases, runs, (), (), chosen)
            raise InvalidInput("Nothing was sent.", remedy="Add --yes to agree.")
        codes, overwritten = list[int](), list[dict[str, object]]()
        with report_if_cancelled(lambda: [f"{_names(run, chosen)}: still unfinished." for run in runs[len(codes) :]]):
            for run in runs:
                codes.append(await _continue(cases, run, overwritten, chosen))
        if chosen.json:
            _show(cases, await cases.bulk_publisher.find_unfinished(), transfers, overwritten, chosen)
    return max(codes)


async def _continue(
    cases: LazyUseCases, run: PublishRun, overwritten: list[dict[str, object]], chosen: argparse.Namespace
) -> int:
    """Resume, undo or leave one publication, and return its exit code. What it overwrote is added to `overwritten`.

    An error is printed instead of raised, so that the others continue.
    """
    try:
        if chosen.leave:
            await cases.bulk_publisher.leave(run)
            return DONE
        return await (
            _resume(cases, run, overwritten, as_json=chosen.json) if chosen.resume else _undo(cases, run, overwritten)
        )
    except Stopped:
        raise
    except TermdeskError as error:
        remark(f"{_names(run, chosen)}: {failure_line(error)}")
        return NOT_DONE


def _names(run: PublishRun, chosen: argparse.Namespace) -> str:
    """Return the names of the dictionaries to publish, to undo or to leave."""
    steps: Sequence[PublishStep] = run.pending if chosen.resume else run.steps
    return "; ".join(f"{step.glossary_name}, {step.pair}" for step in steps)


async def _resume(cases: LazyUseCases, run: PublishRun, overwritten: list[dict[str, object]], *, as_json: bool) -> int:
    """Send the rest, and return the exit code: FOUND if it overwrote what others wrote at the same time.

    Raises OutOfDate, before anything is sent, if something changed since it was planned.
    """
    result = await cases.bulk_publisher.resume(run)
    for draft, report in result.published:
        tell_report(report, name=draft.glossary_name, pair=draft.pair, as_json=as_json)
        overwritten += _overwritten_json(draft.glossary_name, draft.pair, report.lost)
    if result.failure is not None:
        raise result.failure
    return FOUND if any(report.lost is not None for _, report in result.published) else DONE


async def _undo(cases: LazyUseCases, run: PublishRun, overwritten: list[dict[str, object]]) -> int:
    """Undo a publication and return the exit code: FOUND if something could not be undone, or was overwritten."""
    result = await cases.bulk_publisher.undo(run)
    if result.undone:
        remark(pluralize(len(result.undone), "1 dictionary is as before.", "{count} dictionaries are as before."))
    for step in result.left_alone:
        remark(f"{step.glossary_name}, {step.pair}: others changed it since, so it stays.")
    for step, lost in result.overwritten:
        remark(f"{step.glossary_name}, {step.pair}: {OVERWRITTEN}", *overwritten_lines(lost.difference))
        overwritten += _overwritten_json(step.glossary_name, step.pair, lost)
    if result.failure is not None:
        raise result.failure
    return FOUND if result.left_alone or result.overwritten else DONE


def _overwritten_json(name: str, pair: LanguagePair, lost: LostUpdate | None) -> list[dict[str, object]]:
    rows = overwritten_json(lost.difference) if lost is not None else []
    return [{"glossary": name, **pair_json(pair), **row} for row in rows]


def _show(
    cases: LazyUseCases,
    runs: Sequence[PublishRun],
    transfers: Sequence[TransferRecord],
    overwritten: Sequence[dict[str, object]],
    chosen: argparse.Namespace,
) -> None:
    """List what is unfinished; in a dry run with what would be done with each dictionary."""
    steps = [(run, step, _would(run, step, chosen)) for run in runs for step in run.steps]
    if chosen.json:
        listed = [_step_json(run, step, plan) for run, step, plan in steps]
        copies = [transfer_json(cases, each) for each in transfers]
        print_json(
            {
                "service": cases.session.full_title,
                "dictionaries": listed,
                "transfers": copies,
                "overwritten": [*overwritten],
            }
        )
        return
    if steps:
        headings = ("Glossary", "Pair", "Publishing", "State", "Added", "Changed", "Removed")
        rows = [(*_row(run, step), *([plan] if plan else [])) for run, step, plan in steps]
        print_table((*headings, "Would be") if chosen.dry_run else headings, rows)
        remark("" if chosen.dry_run else "Continue with --resume, --undo or --leave.")
    if not _is_changing(chosen):
        show_transfers(cases, transfers)
    if not steps and (_is_changing(chosen) or not transfers):
        remark("Nothing is unfinished.")


def _would(run: PublishRun, step: PublishStep, chosen: argparse.Namespace) -> str | None:
    """Return what a dry run tells about a dictionary, as far as known without asking the service."""
    if not chosen.dry_run:
        return None
    if chosen.resume and run.state is RunState.UNDOING:
        return "refused: it is being undone"
    if chosen.resume:
        return "published" if step.is_pending else "left as it is"
    if chosen.undo:
        return "as before, unless others changed it" if step.may_be_written else "left as it is"
    is_sent = step.may_be_written or step.state is StepState.LEFT_ALONE
    return "left on the service" if is_sent else "kept as a draft"


def _step_json(run: PublishRun, step: PublishStep, plan: str | None) -> dict[str, object]:
    return {
        "glossary": step.glossary_name,
        **pair_json(step.pair),
        "publishing": _RUN_WORDS[run.state],
        "state": step.state.value,
        "added": step.added,
        "changed": step.changed,
        "removed": step.removed,
        "would_be": plan,
    }


def _row(run: PublishRun, step: PublishStep) -> tuple[str, ...]:
    counts = (f"{each:,}" for each in (step.added, step.changed, step.removed))
    return step.glossary_name, str(step.pair), _RUN_WORDS[run.state], step.state.value, *counts
