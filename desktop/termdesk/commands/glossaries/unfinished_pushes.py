"""`termdesk glossary unfinished`: resume, undo or leave publishings that failed or were interrupted."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence

from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.commands.arguments import DONE, FOUND, NOT_DONE, add_service_options, command_parser
from termdesk.commands.consent import is_agreed
from termdesk.commands.glossaries.draft_push import tell_report
from termdesk.commands.json_parts import pair_json
from termdesk.commands.output import failure_line, print_json, print_table, remark
from termdesk.commands.terminal.cancellation import report_if_cancelled
from termdesk.commands.workplace import opened
from termdesk.domain.errors import InvalidInput, Stopped, TermdeskError
from termdesk.domain.key_scope import Scope
from termdesk.domain.pluralize import pluralize
from termdesk.storage.publishing.publish_runs import PublishRun, PublishStep


def unfinished_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk glossary unfinished`."""
    parser = command_parser(
        "glossary unfinished",
        "List what was published in part: after a failure, or because the program was ended. The exit code is 1 if "
        "there is anything. If one of several cannot be resumed or undone, the others are; the exit code is 2 then.",
    )
    add_service_options(parser)
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument("--resume", action="store_true", help="publish exactly what is not on the service yet")
    ways.add_argument(
        "--undo", action="store_true", help="give the service back what it had, except where others changed it since"
    )
    ways.add_argument("--leave", action="store_true", help="leave the service as it is; the rest stays as drafts")
    parser.add_argument("--yes", action="store_true", help="resume or undo without asking")
    return parser


def unfinished(words: list[str]) -> int:
    """List, resume, undo or leave unfinished publishings, and return the exit code."""
    return asyncio.run(_run(unfinished_parser().parse_args(words)))


async def _run(chosen: argparse.Namespace) -> int:
    is_changing = chosen.resume or chosen.undo or chosen.leave
    needs = (Scope.READ_GLOSSARIES, Scope.WRITE_GLOSSARIES) if chosen.resume or chosen.undo else ()
    async with opened(chosen, is_reading=not is_changing, needs=needs) as cases:
        runs = await cases.bulk_publisher.unfinished()
        if not is_changing or not runs:
            _show(cases, runs, as_json=chosen.json)
            return FOUND if runs else DONE
        if not (chosen.leave or chosen.yes or is_agreed(f"Change {cases.session.full_title}?")):
            if not chosen.json:
                _show(cases, runs, as_json=False)
            raise InvalidInput("Nothing was sent.", remedy="Add --yes to agree.")
        codes: list[int] = []
        with report_if_cancelled(lambda: [f"{_names(run, chosen)}: still unfinished." for run in runs[len(codes) :]]):
            for run in runs:
                codes.append(await _continue(cases, run, chosen))
        if chosen.json:
            _show(cases, await cases.bulk_publisher.unfinished(), as_json=True)
    return max(codes)


async def _continue(cases: LazyUseCases, run: PublishRun, chosen: argparse.Namespace) -> int:
    """Resume, undo or leave one publishing, and return its exit code.

    An error is printed instead of raised, so that the others continue.
    """
    try:
        if chosen.leave:
            await cases.bulk_publisher.leave(run)
            return DONE
        return await (_resume(cases, run, as_json=chosen.json) if chosen.resume else _undo(cases, run))
    except Stopped:
        raise
    except TermdeskError as error:
        remark(f"{_names(run, chosen)}: {failure_line(error)}")
        return NOT_DONE


def _names(run: PublishRun, chosen: argparse.Namespace) -> str:
    """Return the names of the dictionaries to publish, to undo or to leave."""
    steps: Sequence[PublishStep] = run.pending if chosen.resume else run.steps
    return "; ".join(f"{step.glossary_name}, {step.pair}" for step in steps)


async def _resume(cases: LazyUseCases, run: PublishRun, *, as_json: bool) -> int:
    """Send the rest. Raises OutOfDate, before anything is sent, if something changed since it was planned."""
    result = await cases.bulk_publisher.resume(run)
    for draft, report in result.published:
        tell_report(report, name=draft.glossary_name, pair=draft.pair, as_json=as_json)
    if result.failure is not None:
        raise result.failure
    return DONE


async def _undo(cases: LazyUseCases, run: PublishRun) -> int:
    """Undo a publishing and return the exit code: FOUND if something could not be undone."""
    result = await cases.bulk_publisher.undo(run)
    if result.undone:
        remark(pluralize(len(result.undone), "1 dictionary is as before.", "{count} dictionaries are as before."))
    for step in result.left_alone:
        remark(f"{step.glossary_name}, {step.pair}: others changed it since, so it stays.")
    if result.failure is not None:
        raise result.failure
    return FOUND if result.left_alone else DONE


def _show(cases: LazyUseCases, runs: Sequence[PublishRun], *, as_json: bool) -> None:
    steps = [(run, step) for run in runs for step in run.steps]
    if as_json:
        listed = [
            {
                "glossary": step.glossary_name,
                **pair_json(step.pair),
                "state": step.state.value,
                "added": step.added,
                "changed": step.changed,
                "removed": step.removed,
            }
            for _, step in steps
        ]
        print_json({"service": cases.session.full_title, "dictionaries": listed})
    elif steps:
        rows = [
            (
                step.glossary_name,
                str(step.pair),
                step.state.value,
                f"{step.added:,}",
                f"{step.changed:,}",
                f"{step.removed:,}",
            )
            for _, step in steps
        ]
        print_table(("Glossary", "Pair", "State", "Added", "Changed", "Removed"), rows)
        remark("Go on with --resume, --undo or --leave.")
    else:
        remark("Nothing is unfinished.")
