"""`termdesk glossary push` and `diff`: publish a file or local drafts, or compare a file with the service."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from termdesk.application.failures import AWAY, LargeRemoval, OutOfDate
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.library.large_removal import LargeRemovalChoice
from termdesk.application.glossaries.publishing.file_publisher import FilePublisher
from termdesk.application.glossaries.publishing.publish_plan import PublishReport
from termdesk.application.glossaries.publishing.run_plan import RunResult, StepPlan
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.commands.arguments import (
    DONE,
    FOUND,
    NOT_DONE,
    add_pair_option,
    add_service_options,
    command_parser,
    count_of,
)
from termdesk.commands.consent import check_publishing, check_removals
from termdesk.commands.file_reader import add_reading_options, kinds_help, reread
from termdesk.commands.glossaries.draft_push import (
    FROM_FILE,
    FROM_SERVICE,
    dictionary_json,
    push_drafts,
    tell_conflicts,
    tell_report,
    tell_sending,
    tell_settled,
)
from termdesk.commands.glossaries.push_task import GIVEN, INTERRUPTED, NOTED, PushTask, plan_push
from termdesk.commands.output import (
    MOST_LISTED,
    describe_difference,
    difference_lines,
    print_json,
    print_lines,
    remark,
)
from termdesk.commands.terminal.cancellation import report_if_cancelled
from termdesk.commands.workplace import open_workplace
from termdesk.domain.errors import InvalidInput, TermdeskError
from termdesk.domain.key_scope import Scope

_NEEDS = (Scope.READ_GLOSSARIES, Scope.WRITE_GLOSSARIES)
_CANCELLED = (
    "The service may have the change. It is kept as a draft: push the file again, which looks first what is there.",
    "Continue, or undo what was done, with: termdesk glossary unfinished",
)
_IMPORT_INSTEAD = (
    "Nothing was sent. Keep the entries on this computer with: termdesk glossary import FILE NAME",
    "Publish them when the service can be reached.",
)
_KEPT = "The change is kept as a draft. Push the file again, or publish the draft with --draft."
# The draft is based on what the service had before, so pushing the file again would be refused again.
_KEPT_OUTDATED = "The change is kept as a draft. Publish it with --draft, which shows what was changed elsewhere since."


def push_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk glossary push`."""
    parser = command_parser(
        "glossary push",
        "Publish a file, or the drafts of this computer. What will change is shown first; what was changed elsewhere "
        "since the file was pulled stays; the result is read back. A file that was never pulled here replaces the "
        "dictionary, unless --base names the version that its edits began from. If it was changed elsewhere while it "
        "was sent, and that was overwritten, the exit code is 1; that version is kept. Without the service, drafts "
        "wait once you agree: termdesk glossary unfinished --resume publishes them.",
    )
    add_service_options(parser)
    parser.add_argument("name", metavar="NAME", nargs="?", help="name or id of a glossary; not with --all")
    parser.add_argument("file", type=Path, nargs="?", metavar="FILE", help=kinds_help())
    _add_base_option(parser)
    parser.add_argument("--draft", action="store_true", help="publish what was edited on this computer, not a file")
    parser.add_argument(
        "--all", action="store_true", help="with --draft: publish the edits of all glossaries, with one plan"
    )
    add_pair_option(parser, "dictionary to publish (default: the one of the file; with --draft, all with edits)")
    parser.add_argument("--create", action="store_true", help="create the glossary or dictionary if it is not there")
    parser.add_argument("--yes", action="store_true", help="publish without asking")
    parser.add_argument(
        "--allow-removals",
        type=count_of,
        metavar="N",
        help="agree that up to N entries are removed, where it is a fifth of all or a hundred",
    )
    parser.add_argument(
        "--conflicts",
        choices=(FROM_FILE, FROM_SERVICE),
        help="which version of phrases wins that both sides changed: that of the file or draft, or that of the service "
        "(default: nothing is published then)",
    )
    parser.add_argument("--dry-run", action="store_true", help="only tell what would change")
    add_reading_options(parser)
    return parser


def diff_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk glossary diff`."""
    parser = command_parser(
        "glossary diff",
        "Tell what pushing a file would change on the service: + added, ~ changed, - removed, ! changed on both sides. "
        "If the service cannot be reached, compare with the last copy on this computer, and say of when it is. The "
        "exit code is 1 if anything would change.",
    )
    add_service_options(parser)
    parser.add_argument("name", metavar="NAME", help="name or id of a glossary")
    parser.add_argument("file", type=Path, metavar="FILE", help=kinds_help())
    _add_base_option(parser)
    add_pair_option(parser, "dictionary to compare with (default: the one of the file)")
    add_reading_options(parser)
    parser.set_defaults(create=None, conflicts=None)
    return parser


def _add_base_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--base",
        type=Path,
        metavar="FILE",
        help="the version in which the edits of FILE began, for example of an earlier commit (default: what the file "
        "held when it was last pulled or pushed here). Where the service differs from it, that change stays.",
    )


def push(words: list[str]) -> int:
    """Publish a file or drafts, and return the exit code."""
    parser = push_parser()
    chosen = parser.parse_args(words)
    if bool(chosen.file) == chosen.draft:
        parser.error("give either FILE or --draft")
    if bool(chosen.name) == chosen.all:
        parser.error("give either NAME or --all")
    if chosen.all and (chosen.pair or not chosen.draft):
        parser.error("--all is for --draft without --pair")
    if chosen.base and chosen.draft:
        parser.error("--base needs FILE; drafts know what they began from")
    return asyncio.run(_push_drafts(chosen)) if chosen.draft else _with_files(chosen, _push_file)


def diff(words: list[str]) -> int:
    """Compare a file with a dictionary, and return the exit code."""
    return _with_files(diff_parser().parse_args(words), _diff)


def _with_files(chosen: argparse.Namespace, run: Callable[[argparse.Namespace], Coroutine[Any, Any, int]]) -> int:
    """Run with `paths` that can be read several times. Pipes are read here, where Ctrl+C ends the command at once."""
    with ExitStack() as stack:
        chosen.paths = {path: stack.enter_context(reread(path)) for path in (chosen.file, chosen.base) if path}
        return asyncio.run(run(chosen))


async def _diff(chosen: argparse.Namespace) -> int:
    async with open_workplace(chosen, is_reading=True, needs=[Scope.READ_GLOSSARIES]) as cases:
        task = await plan_push(cases, chosen, takes_copy=True)
        _show(cases, task, chosen, most=None)
        if chosen.json:
            print_json({**_json(cases, task, None), "as_of": task.as_of})
    return DONE if task.plan.is_clean else FOUND


async def _push_drafts(chosen: argparse.Namespace) -> int:
    async with open_workplace(chosen, needs=_NEEDS) as cases:
        return await push_drafts(cases, chosen)


async def _push_file(chosen: argparse.Namespace) -> int:
    async with open_workplace(chosen, is_reading=chosen.dry_run, needs=_NEEDS) as cases:
        try:
            task = await plan_push(cases, chosen)
        except AWAY:
            remark(*_IMPORT_INSTEAD)
            raise
        await _refuse_other_edits(cases, task)
        _show(cases, task, chosen, most=MOST_LISTED)
        report, key = None, task.summary.key if task.summary is not None else ""
        is_blocked = bool(task.plan.violations or task.plan.conflicts)
        if not (is_blocked or chosen.dry_run or task.plan.is_clean):
            _check_agreed(cases, task, chosen)
            report, key = await _publish(cases, task, chosen)
        elif not chosen.dry_run and task.plan.is_clean and (row := task.row) is not None and row.draft_id:
            # An earlier push may have reached the service although its response was lost.
            if await cases.publisher.is_creation_unclear(row.draft_id):
                report, key = await _complete_creation(cases, task, row.draft_id, chosen)
            else:
                publisher = FilePublisher(cases.publisher, cases.bulk_publisher)
                if task.is_continued:
                    # The draft of the interrupted push becomes what the service has, too.
                    await _prepare_step(cases, publisher, task, chosen)
                await publisher.forget_done(row.draft_id)
        if key and not (is_blocked or chosen.dry_run) and task.path.is_file():
            # Record the base even if there was nothing to publish. A pipe is never edited, so it has no base.
            await asyncio.to_thread(task.pulled.note, task.path, key, task.pair, task.entries.copy_published_part())
        if chosen.json:
            print_json(_json(cases, task, report))
    if report is not None and report.lost is not None:
        return FOUND
    return _code(task, is_blocked=is_blocked, is_dry=chosen.dry_run)


def _code(task: PushTask, *, is_blocked: bool, is_dry: bool) -> int:
    if is_blocked:
        return NOT_DONE
    return FOUND if is_dry and not task.plan.is_clean else DONE


async def _refuse_other_edits(cases: LazyUseCases, task: PushTask) -> None:
    """Raise InvalidInput if the dictionary has unpublished local edits other than those of the file."""
    row = task.row
    if task.summary is None or row is None or not (row.has_changes or (row.draft_id and not row.is_on_service)):
        return
    if task.is_continued:
        return
    local = await cases.library.read(task.summary, task.pair)
    if not local.copy_published_part().holds_as(task.plan.merged):
        raise InvalidInput(
            f"“{task.name}” has edits on this computer that are not published.",
            remedy="Publish them with --draft, or discard them in the window.",
        )


# Publishing


def _check_agreed(cases: LazyUseCases, task: PushTask, chosen: argparse.Namespace) -> None:
    """Raise InvalidInput unless the user agrees to the plan, and to many removals by typing their number."""
    if task.is_new and not chosen.create:
        raise InvalidInput(f"“{task.name}” has no dictionary {task.pair}.", remedy="Add --create to create it.")
    if task.plan.needs_confirmation:
        where = f"from “{task.name}” on {cases.session.full_title}"
        check_removals(len(task.plan.difference.removed), chosen.allow_removals, where=where)
    check_publishing(cases.session.full_title, is_given=chosen.yes)


async def _publish(cases: LazyUseCases, task: PushTask, chosen: argparse.Namespace) -> tuple[PublishReport | None, str]:
    """Publish, and return the report and the key of the glossary; a new glossary gets its key by publishing."""
    publisher = FilePublisher(cases.publisher, cases.bulk_publisher)
    with report_if_cancelled(lambda: _CANCELLED):
        step, key = await _prepare_step(cases, publisher, task, chosen)
        if step is None:
            return None, key
        await asyncio.to_thread(task.note_sent)
        result = await publisher.send(step)
    return _tell_result(task, result, chosen)


async def _complete_creation(
    cases: LazyUseCases, task: PushTask, draft_id: str, chosen: argparse.Namespace
) -> tuple[PublishReport | None, str]:
    """Complete the creation that an earlier push began, and return the report and the key of the glossary."""
    (remark if chosen.json else print_lines)(f"The creation of “{task.name}” was interrupted, and is completed now.")
    check_publishing(cases.session.full_title, is_given=chosen.yes)
    with report_if_cancelled(lambda: _CANCELLED):
        result = await FilePublisher(cases.publisher, cases.bulk_publisher).complete_creation(draft_id)
    return _tell_result(task, result, chosen)


def _tell_result(task: PushTask, result: RunResult, chosen: argparse.Namespace) -> tuple[PublishReport, str]:
    """Print what became of the push, and return the report and the key of the glossary. Raises its failure."""
    for draft, report in result.published:
        tell_report(report, name=task.name, pair=task.pair, as_json=chosen.json)
        if result.failure is None:
            return report, draft.glossary_key
    assert result.failure is not None, "there is nothing else that could have become of it"
    if not result.published:
        remark(_KEPT)
    if result.run is not None:
        remark("Continue, or undo what was done, with: termdesk glossary unfinished")
    raise result.failure


async def _prepare_step(
    cases: LazyUseCases, publisher: FilePublisher, task: PushTask, chosen: argparse.Namespace
) -> tuple[StepPlan | None, str]:
    """Return the step to send, made from a draft that is closed afterwards, and the key of the glossary.

    The step is None if the service has these entries already.
    """
    async with _open_dictionary(cases, task, chosen) as dictionary:
        try:
            title = f"Push of {task.path.name}"
            step = await publisher.prepare(task.plan, dictionary, title, is_continued=task.is_continued)
        except TermdeskError as error:
            if not await dictionary.is_as_published():
                is_outdated = isinstance(error, OutOfDate) and not task.is_continued
                remark(_KEPT_OUTDATED if is_outdated else _KEPT)
            raise
        return step, dictionary.draft.glossary_key


@asynccontextmanager
async def _open_dictionary(
    cases: LazyUseCases, task: PushTask, chosen: argparse.Namespace
) -> AsyncIterator[OpenDictionary]:
    library, roots = cases.library, task.pair.roots
    if task.summary is None:
        dictionary = await library.new(task.name, task.pair, task.entries.copy())
    elif task.summary.row(task.pair) is None:
        dictionary = await library.add_dictionary(task.summary, task.pair, task.entries.copy())
    else:
        # If the service has far fewer entries, accept that: the plan shows what the file changes there.
        choices = {roots: LargeRemovalChoice.TAKE_REMOTE} if chosen.allow_removals is not None else {}
        try:
            dictionary = await library.open(task.summary, task.pair, choices=choices)
        except LargeRemoval as error:
            remedy = f"If the service is right, add --allow-removals {error.removed}."
            raise InvalidInput(error.message, remedy=remedy) from error
    try:
        yield dictionary
    finally:
        await library.close(dictionary)


# Output


def _show(cases: LazyUseCases, task: PushTask, chosen: argparse.Namespace, *, most: int | None) -> None:
    """Print the plan; on standard error if the result is JSON."""
    plan = task.plan
    tell = remark if chosen.json else print_lines
    state = ", new" if task.is_new else ""
    tell(f"{task.name}, {task.pair}{state}, on {cases.session.full_title}: {describe_difference(plan.difference)}")
    tell(*difference_lines(plan.difference, most=most))
    tell_sending(plan.call_count, plan.byte_count, as_json=chosen.json)
    if task.base == GIVEN:
        tell(f"Base: {chosen.base}")
    elif task.base == INTERRUPTED:
        tell(f"Base: what the service had before the push of {task.path} was interrupted")
    elif task.base == NOTED:
        tell(f"Base: {task.path}, as it was pulled or pushed here last")
    if not plan.newer.is_empty:
        tell(
            "The service was changed elsewhere since the file was written; that stays: "
            f"{describe_difference(plan.newer)}"
        )
    if not (task.base or task.is_new or plan.difference.is_empty):
        remark(
            "It is not known which version of the dictionary the file was made from, so it replaces all of it. "
            "If you have that version, give it with --base."
        )
    if plan.violations:
        remark(*(f"{each.line} {each.remedy}".rstrip() for each in plan.violations))
        remark("The service would refuse this. Nothing is published.")
    tell_conflicts(plan.conflicts)
    tell_settled(plan.settled, takes_remote=chosen.conflicts == FROM_SERVICE, as_json=chosen.json)


def _json(cases: LazyUseCases, task: PushTask, report: PublishReport | None) -> dict[str, object]:
    plan = task.plan
    dictionary = dictionary_json(
        task.name,
        task.pair,
        is_new=task.is_new,
        difference=plan.difference,
        incoming=plan.newer,
        conflicts=plan.conflicts,
        violations=[each.line for each in plan.violations],
        report=report,
    )
    return {
        "service": cases.session.full_title,
        "glossary": task.name,
        "base": task.base or None,
        "calls": plan.call_count,
        "bytes": plan.byte_count,
        "dictionaries": [dictionary],
    }
