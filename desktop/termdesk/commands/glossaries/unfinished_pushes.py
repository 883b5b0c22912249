"""`termdesk glossary unfinished`: resume, undo or leave publishings that failed, and give up interrupted copies."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Mapping, Sequence

from termdesk.application.glossaries.publishing.run_rest import RunRest
from termdesk.application.glossaries.publishing.run_undo import UndoOutcome, UndoPreview
from termdesk.application.glossaries.transfer.glossary_transfer import TransferRecord
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.stored_failure import decode_failure, trace_id_of
from termdesk.commands.arguments import DONE, FOUND, NOT_DONE, add_service_options, command_parser
from termdesk.commands.consent import can_ask, is_agreed
from termdesk.commands.glossaries.draft_push import OVERWRITTEN
from termdesk.commands.glossaries.run_resumption import (
    look_at_rest,
    names_of,
    resume_run,
    rows_overwritten,
    tell_rest,
    would_resume,
)
from termdesk.commands.glossaries.transfer.interrupted_transfers import give_up_transfers, show_transfers, transfer_json
from termdesk.commands.json_parts import pair_json
from termdesk.commands.output import failure_line, overwritten_lines, print_json, print_table, remark
from termdesk.commands.terminal.cancellation import report_if_cancelled
from termdesk.commands.terminal.secret_input import add_other_key_option, read_run_keys
from termdesk.commands.workplace import open_workplace
from termdesk.domain.errors import InvalidInput, Stopped, TermdeskError
from termdesk.domain.key_scope import Scope
from termdesk.domain.pluralize import pluralize
from termdesk.storage.publishing.publish_runs import PublishRun, PublishStep, RunState, StepState

_RUN_WORDS = {
    RunState.RUNNING: "interrupted",
    RunState.WAITING: "waiting",
    RunState.STOPPED: "stopped",
    RunState.UNDOING: "being undone",
}
_UNDECIDED = (
    "it stays, because it is not known whether this publication or a later one wrote what the service has. "
    "An older version of Termdesk did not note that."
)
_UNCLEAR = "if the same change was made elsewhere meanwhile, nobody can tell. --undo takes that back, too."
_UNDO_WORDS = {
    UndoOutcome.AS_BEFORE: "as before",
    UndoOutcome.CHANGED_SINCE: "left as it is: it was changed since",
    UndoOutcome.PUBLISHED_SINCE: "left as it is: it was published since",
    UndoOutcome.UNDECIDED: "left as it is: it is not known which publication wrote it",
    UndoOutcome.UNKNOWN: "read first, then as before if anything of it arrived",
    UndoOutcome.NOTHING: "left as it is: nothing of it was sent",
    UndoOutcome.UNDONE: "left as it is: it is undone already",
    UndoOutcome.LEFT_ALONE: "left as it is: the undo that was interrupted had already left it out",
}
_NO_RESTS: Mapping[str, RunRest | None] = {}
_NO_PREVIEWS: Mapping[str, UndoPreview] = {}


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
        help="publish exactly what is not on the service yet, as it was shown. What has changed since is not sent: its "
        "new plan is shown, and stays unfinished. Refused for what is being undone, or was published since",
    )
    ways.add_argument(
        "--undo",
        action="store_true",
        help="give the service back what it had, by whole dictionaries: one that was changed since is left as it is, "
        "and named before anything is changed. Refused if later publications have done the rest",
    )
    ways.add_argument("--leave", action="store_true", help="leave the service as it is; the rest stays as drafts")
    ways.add_argument(
        "--give-up",
        metavar="NAME",
        help="forget the interrupted copy or move of this glossary, and say what stays where; drafts of the copy that "
        "were neither edited nor sent are discarded",
    )
    parser.add_argument(
        "--run",
        metavar="ID",
        help="list or continue only this publication; the list has its id, and the beginning of the id is enough",
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
    if chosen.run is not None and (chosen.give_up or not chosen.run):
        parser.error("--run needs the id of a publication, and is not for --give-up")
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
        runs, transfers = await _find(cases, chosen)
        if chosen.give_up:
            return await give_up_transfers(cases, transfers, chosen, other_key=keys.other_key)
        if not is_changing or not runs:
            if chosen.undo:
                _warn_of_unclear(runs)
            rests = {run.run_id: await look_at_rest(cases, run) for run in runs} if chosen.resume else {}
            previews = await _preview_undos(cases, runs) if chosen.undo else {}
            # Looking may have found out that something arrived.
            runs = await _find_again(cases, runs) if rests else runs
            _show(cases, runs, transfers, (), chosen, rests, previews)
            for rest in filter(None, rests.values()):
                await tell_rest(cases, rest, as_json=chosen.json)
            return FOUND if runs or (transfers and not _is_changing(chosen)) else DONE
        if chosen.undo:
            _warn_of_unclear(runs)
            _tell_staying(await _preview_undos(cases, runs))
        if not (chosen.leave or chosen.yes or _is_agreed(cases, chosen)):
            if not chosen.json:
                _show(cases, runs, (), (), chosen)
            raise InvalidInput("Nothing was sent.", remedy="Add --yes to agree.")
        codes, overwritten = list[int](), list[dict[str, object]]()
        with report_if_cancelled(lambda: [f"{_names(run, chosen)}: still unfinished." for run in runs[len(codes) :]]):
            for run in runs:
                codes.append(await _continue(cases, run, overwritten, chosen))
        if chosen.json:
            runs, transfers = await _find(cases, chosen, must_exist=False)
            _show(cases, runs, transfers, overwritten, chosen)
    return max(codes)


async def _find(
    cases: LazyUseCases, chosen: argparse.Namespace, *, must_exist: bool = True
) -> tuple[list[PublishRun], list[TransferRecord]]:
    """Return the unfinished publications and transfers; with `--run`, only that publication.

    Raises InvalidInput if it `must_exist` and does not.
    """
    runs = await cases.bulk_publisher.find_unfinished()
    if not chosen.run:
        return runs, await cases.transfer.find_unfinished()
    found = [run for run in runs if run.run_id.startswith(chosen.run.casefold())]
    if must_exist and len(found) != 1:
        raise InvalidInput(
            f"“{chosen.run}” is the beginning of several ids."
            if found
            else f"No unfinished publication is “{chosen.run}”.",
            remedy="See them with: termdesk glossary unfinished",
        )
    return found, []


async def _find_again(cases: LazyUseCases, runs: Sequence[PublishRun]) -> list[PublishRun]:
    """Return the present state of these publications. Those that have ended are left out."""
    run_ids = [run.run_id for run in runs]
    return [run for run in await cases.bulk_publisher.find_unfinished() if run.run_id in run_ids]


def _warn_of_unclear(runs: Sequence[PublishRun]) -> None:
    """Say of which dictionaries nobody can tell whether these publications wrote what the service has."""
    for run in runs:
        unclear = [] if run.is_superseded else [step for step in run.steps if step.may_be_of_others]
        remark(f"{names_of(unclear)}: {_UNCLEAR}" if unclear else "")


def _is_agreed(cases: LazyUseCases, chosen: argparse.Namespace) -> bool:
    """Return whether the user agrees to undo. What is resumed is agreed to after its plan is shown."""
    return can_ask() if chosen.resume else is_agreed(f"Change {cases.session.full_title}?")


async def _continue(
    cases: LazyUseCases, run: PublishRun, overwritten: list[dict[str, object]], chosen: argparse.Namespace
) -> int:
    """Resume, undo or leave one publication, and return its exit code. What it overwrote is added to `overwritten`.

    An error is printed instead of raised, so that the others continue.
    """
    try:
        present = await _find_again(cases, [run])
        if chosen.leave or not present:
            # Resuming another one may have done the work of this one.
            await cases.bulk_publisher.leave(run)
            return DONE
        if chosen.resume:
            return await resume_run(cases, present[0], overwritten, chosen)
        return await _undo(cases, present[0], overwritten)
    except Stopped:
        raise
    except TermdeskError as error:
        remark(f"{_names(run, chosen)}: {failure_line(error)}")
        return NOT_DONE


def _names(run: PublishRun, chosen: argparse.Namespace) -> str:
    """Return the names of the dictionaries to publish, to undo or to leave."""
    return names_of(run.pending or run.steps if chosen.resume else run.steps)


async def _undo(cases: LazyUseCases, run: PublishRun, overwritten: list[dict[str, object]]) -> int:
    """Undo a publication and return the exit code: FOUND if something could not be undone, or was overwritten."""
    result = await cases.bulk_publisher.undo(run)
    if result.undone:
        remark(pluralize(len(result.undone), "1 dictionary is as before.", "{count} dictionaries are as before."))
    for step in result.left_alone:
        remark(f"{names_of([step])}: it was changed since, so it stays.")
    for step in result.undecided:
        remark(f"{names_of([step])}: {_UNDECIDED}")
    for step in result.superseded:
        remark(f"{names_of([step])}: it was published since, so it stays.")
    if result.is_empty:
        remark(f"{names_of(run.steps)}: there was nothing to undo. Nothing of it had been sent.")
    for step, lost in result.overwritten:
        remark(f"{step.glossary_name}, {step.pair}: {OVERWRITTEN}", *overwritten_lines(lost.difference))
        overwritten += rows_overwritten(step.glossary_name, step.pair, lost)
    if result.failure is not None:
        raise result.failure
    return FOUND if result.left_alone or result.undecided or result.overwritten else DONE


async def _preview_undos(cases: LazyUseCases, runs: Sequence[PublishRun]) -> Mapping[str, UndoPreview]:
    """Return by run id what undoing would do. Runs that cannot be undone are left out.

    So are all that come after an error, which is printed: undoing meets it again.
    """
    previews: dict[str, UndoPreview] = {}
    try:
        for run in runs:
            if not run.is_superseded:
                previews[run.run_id] = await cases.bulk_publisher.preview_undo(run)
    except Stopped:
        raise
    except TermdeskError as error:
        remark(f"The service could not be asked what was changed since: {failure_line(error)}")
    return previews


def _tell_staying(previews: Mapping[str, UndoPreview]) -> None:
    """Name the dictionaries that undoing will leave as they are."""
    for preview in previews.values():
        for step, outcome in preview.steps:
            if step in preview.staying:
                remark(f"{step.glossary_name}, {step.pair}: will be {_UNDO_WORDS[outcome]}.")


def _would_undo(step: PublishStep, preview: UndoPreview | None) -> str:
    """Return what a dry run tells about a dictionary. Without a preview, the service was not asked."""
    if preview is not None:
        return next(_UNDO_WORDS[outcome] for known, outcome in preview.steps if known == step)
    return "as before, unless it was changed since" if step.may_be_written else "left as it is"


def _show(
    cases: LazyUseCases,
    runs: Sequence[PublishRun],
    transfers: Sequence[TransferRecord],
    overwritten: Sequence[dict[str, object]],
    chosen: argparse.Namespace,
    rests: Mapping[str, RunRest | None] = _NO_RESTS,
    previews: Mapping[str, UndoPreview] = _NO_PREVIEWS,
) -> None:
    """List what is unfinished; in a dry run with what would be done with each dictionary."""
    steps = [
        (run, step, _would(run, step, chosen, rests.get(run.run_id), previews.get(run.run_id)))
        for run in runs
        for step in run.steps
    ]
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
        headings = ("Id", "Glossary", "Pair", "Publishing", "State", "Added", "Changed", "Removed")
        rows = [(*_row(run, step), *([plan] if plan else [])) for run, step, plan in steps]
        print_table((*headings, "Would be") if chosen.dry_run else headings, rows)
        remark(*(_reason_line(run) for run in runs))
        remark("" if chosen.dry_run else _next_words(runs))
    if not _is_changing(chosen):
        show_transfers(cases, transfers)
    if not steps and (_is_changing(chosen) or not transfers):
        remark("Nothing is unfinished.")


def _next_words(runs: Sequence[PublishRun]) -> str:
    if all(run.is_superseded for run in runs):
        return "Later publications have done the rest. Remove it from this list with --leave."
    words = "Continue with --resume, --undo or --leave."
    return f"{words} Choose one with --run ID." if len(runs) > 1 else words


def _would(
    run: PublishRun,
    step: PublishStep,
    chosen: argparse.Namespace,
    rest: RunRest | None,
    preview: UndoPreview | None,
) -> str | None:
    """Return what a dry run tells about a dictionary. What is resumed or undone is compared with the service."""
    if not chosen.dry_run:
        return None
    if chosen.resume:
        return would_resume(run, step, rest)
    if chosen.undo:
        if run.is_superseded:
            return "refused: it was published since"
        return _would_undo(step, preview)
    is_sent = step.may_be_written or step.state in (StepState.LEFT_ALONE, StepState.SUPERSEDED)
    return "left on the service" if is_sent else "kept as a draft"


def _step_json(run: PublishRun, step: PublishStep, plan: str | None) -> dict[str, object]:
    added, changed, removed = _counts(step)
    return {
        "id": run.short_id,
        "glossary": step.glossary_name,
        **pair_json(step.pair),
        "publishing": _run_words(run),
        "state": step.state.value,
        "added": added,
        "changed": changed,
        "removed": removed,
        "would_be": plan,
        "reason": _reason(run) or None,
        "trace_id": trace_id_of(run.stop_reason) or None,
    }


def _reason(run: PublishRun) -> str:
    """Return why a publication stopped; empty if nobody knows."""
    stored = decode_failure(run.stop_reason)
    if stored is None:
        return "The program ended before it was done." if run.state is RunState.RUNNING else ""
    return stored.words or "It was stopped before it was done."


def _reason_line(run: PublishRun) -> str:
    """Return why a publication stopped, with its id and the trace id; empty if nobody knows."""
    reason, trace_id = _reason(run), trace_id_of(run.stop_reason)
    if not reason:
        return ""
    return f"{run.short_id}: {reason} Trace id {trace_id}." if trace_id else f"{run.short_id}: {reason}"


def _row(run: PublishRun, step: PublishStep) -> tuple[str, ...]:
    counts = ("" if each is None else f"{each:,}" for each in _counts(step))
    return run.short_id, step.glossary_name, str(step.pair), _run_words(run), step.state.value, *counts


def _counts(step: PublishStep) -> tuple[int | None, int | None, int | None]:
    """Return how many entries are added, changed and removed. None before the first plan: nobody has counted."""
    return (step.added, step.changed, step.removed) if step.change_hash else (None, None, None)


def _run_words(run: PublishRun) -> str:
    return "published since" if run.is_superseded else _RUN_WORDS[run.state]
