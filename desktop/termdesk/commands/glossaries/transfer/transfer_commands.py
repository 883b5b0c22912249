"""`termdesk glossary copy` and `move`: transfer a glossary from one service to another."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Iterator, Sequence

from termdesk.application.failures import OFFLINE
from termdesk.application.glossaries.summaries import GlossarySelection, GlossarySummary
from termdesk.application.glossaries.transfer.transfer_plan import PlannedDictionary, PlannedGlossary, TransferPlan
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.session import providers
from termdesk.application.session.other_service import OtherService, other_service
from termdesk.client.wire import GlossaryRecord
from termdesk.commands.arguments import DONE, FOUND, NOT_DONE, add_pair_option, add_service_options, command_parser
from termdesk.commands.consent import check_agreed
from termdesk.commands.glossaries.dictionary_access import as_of_json, find_for_change, find_readable
from termdesk.commands.glossaries.draft_push import tell_sending
from termdesk.commands.glossaries.glossary_lookup import find_rows, to_root_pair
from termdesk.commands.glossaries.transfer.ended_transfers import find_ended, settle_transfer, undo_transfer
from termdesk.commands.json_parts import pair_json
from termdesk.commands.output import print_json, print_lines, remark, tell_copy
from termdesk.commands.terminal.cancellation import report_if_cancelled
from termdesk.commands.terminal.secret_input import add_key_option, add_other_key_option, read_run_keys
from termdesk.commands.workplace import open_workplace
from termdesk.domain.entries.entry_rules import name_violation
from termdesk.domain.errors import InvalidInput
from termdesk.domain.key_scope import Scope
from termdesk.domain.pluralize import pluralize
from termdesk.domain.provider import Provider

_CONTINUES = "It was interrupted before, and continues: nothing is sent twice."


def copy_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk glossary copy`."""
    return _parser(
        "glossary copy",
        "Copy a glossary to another service, as this computer has it: with edits that are not published. If its own "
        "service cannot be reached, the last copies on this computer are sent. The copy is read back and compared. If "
        "it is interrupted, the same command resumes it.",
    )


def move_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk glossary move`."""
    return _parser(
        "glossary move",
        "Copy a glossary to another service, and delete it here once the copy was read back and is the same. Both "
        "services must be reachable. termdesk glossary deleted restores it. If it is interrupted, the same command "
        "resumes it.",
    )


def _parser(command: str, description: str) -> argparse.ArgumentParser:
    parser = command_parser(command, description)
    add_service_options(parser)
    parser.add_argument("name", metavar="NAME", help="name or id of a glossary")
    parser.add_argument(
        "--to",
        required=True,
        metavar="PROFILE",
        help="name or id of the profile of the other service",
    )
    add_key_option(parser)
    add_other_key_option(parser)
    parser.add_argument(
        "--as", dest="new_name", metavar="NEW", help="name of the copy (default: the same, or the next free one)"
    )
    add_pair_option(parser, "dictionary to take (default: all)")
    parser.add_argument(
        "--undo", action="store_true", help="delete the copy again unless it was changed; a moved original comes back"
    )
    parser.add_argument("--yes", action="store_true", help="send without asking")
    parser.add_argument("--dry-run", action="store_true", help="only tell what would be sent; the exit code is 1 then")
    return parser


def copy(words: list[str]) -> int:
    """Copy a glossary to another service and return the exit code."""
    return asyncio.run(_run(copy_parser().parse_args(words), is_move=False))


def move(words: list[str]) -> int:
    """Move a glossary to another service and return the exit code."""
    return asyncio.run(_run(move_parser().parse_args(words), is_move=True))


async def _run(chosen: argparse.Namespace, *, is_move: bool) -> int:
    needs = (Scope.READ_GLOSSARIES, Scope.WRITE_GLOSSARIES) if is_move else (Scope.READ_GLOSSARIES,)
    async with open_workplace(chosen, needs=needs, other=chosen.to, keys=read_run_keys(chosen)) as cases:
        provider = _other_provider(cases, chosen.to)
        if chosen.undo:
            return await undo_transfer(cases, provider, chosen, is_move=is_move)
        if record := await find_ended(cases, provider, chosen):
            return await settle_transfer(cases, provider, record, chosen)
        summary = await _find_original(cases, chosen.name, is_move=is_move)
        rows = find_rows(summary, to_root_pair(chosen.pair))
        async with other_service(cases.session, provider) as target:
            listed = await _list_target(target)
            part = GlossarySelection(summary, tuple(rows))
            plan = await cases.transfer.plan(target, [part], is_move=is_move, listed=listed)
            plan = _rename_copy(plan, chosen.new_name)
            _tell_copies(plan)
            if not chosen.json:
                _show(plan)
            tell_sending(plan.call_count, plan.byte_count, as_json=chosen.json)
            _tell_deletion(cases, plan, as_json=chosen.json)
            is_sent = bool(plan.going) and not chosen.dry_run
            if is_sent:
                check_agreed(_question(cases, plan), "Nothing was sent.", is_given=chosen.yes)
                with report_if_cancelled(_describe_cancellation):
                    result = await cases.transfer.run(target, plan)
                if result.failure is not None:
                    raise result.failure
            if chosen.json:
                print_json(_json(cases, plan, is_done=is_sent))
            elif is_sent:
                _tell(plan)
        if not plan.going:
            return NOT_DONE
        return FOUND if chosen.dry_run or any(each.left_out for each in plan.glossaries) else DONE


def _other_provider(cases: LazyUseCases, name: str) -> Provider:
    """Return the service of another profile than the current one. Raises InvalidInput."""
    provider = cases.session.profiles.find(name).provider
    if providers.profile_of(provider) == cases.session.profile:
        raise InvalidInput(
            f"The glossary is on {cases.session.full_title} already.", remedy="Name the profile of another service."
        )
    return provider


async def _find_original(cases: LazyUseCases, name: str, *, is_move: bool) -> GlossarySummary:
    """Return the glossary with this name or id. Copies are enough to copy it, but not to move it."""
    if not is_move:
        return await find_readable(cases, name)
    _, summary = await find_for_change(
        cases,
        name,
        f"Nothing was sent. A move deletes the glossary on {cases.session.full_title}, which cannot be asked.",
        "The last copy can be copied with: termdesk glossary copy NAME --to PROFILE",
    )
    return summary


async def _list_target(target: OtherService) -> Sequence[GlossaryRecord]:
    """Return the glossaries of the other service. If it cannot be reached, say that it is missing, and raise its
    error.
    """
    try:
        return await (await target.api()).glossaries.list_records()
    except OFFLINE:
        remark(f"Nothing was sent. {target.full_title} must be reachable, because the glossary is written there.")
        raise


def _tell_copies(plan: TransferPlan) -> None:
    """Say which dictionaries are sent as last copies, and of when these are."""
    for each in (each for planned in plan.glossaries for each in planned.going):
        if each.as_of is not None:
            tell_copy(each.row.pair, each.as_of, each.reason)


def _rename_copy(plan: TransferPlan, name: str | None) -> TransferPlan:
    """Return the plan with the requested name of the copy. Raises InvalidInput if this name is not possible."""
    [planned] = plan.glossaries
    if name is None or name.strip() == planned.name:
        return plan
    if planned.record is not None:
        raise InvalidInput(
            f"The copy was interrupted and continues as “{planned.name}”. Nothing was sent.",
            remedy="Leave --as out, and rename the copy afterwards.",
        )
    name = name.strip()
    if violation := name_violation(name):
        raise InvalidInput(violation)
    if name.casefold() in {each.casefold() for each in plan.taken_names}:
        raise InvalidInput(f"{plan.service} already has a glossary “{name}”.", remedy="Choose another name with --as.")
    return plan.with_names([name])


def _question(cases: LazyUseCases, plan: TransferPlan) -> str:
    if plan.is_move:
        return f"Copy this to {plan.service}, and delete it from {cases.session.full_title}?"
    return f"Copy this to {plan.service}?"


def _show(plan: TransferPlan) -> None:
    [planned] = plan.glossaries
    print_lines(f"{planned.summary.name}, to {plan.service} as “{planned.name}”")
    for each in planned.going:
        edits = ", with edits that are not published yet" if each.has_unpublished_edits else ""
        print_lines(f"+ {each.row.pair}: {_entries(each.published_count)}{edits}")
    for each in planned.left_out:
        print_lines(f"! {each.row.pair} stays: {each.left_out}")
    if plan.is_resumed:
        remark(_CONTINUES)


def _entries(count: int) -> str:
    return pluralize(count, "1 entry", "{count} entries")


def _tell(plan: TransferPlan) -> None:
    [planned] = plan.glossaries
    copy = f"{planned.name}, {_entries(planned.entry_count)}"
    if not plan.is_move:
        print_lines(f"Copied, read back and compared: {copy}.")
    else:
        print_lines(f"Moved, read back and compared: {copy}.")
        remark("A copy is kept on this computer. Restore it with: termdesk glossary deleted --restore NUMBER")


def _describe_cancellation() -> Iterator[str]:
    yield "Perhaps a part was sent. Continue with the same command."


def _tell_deletion(cases: LazyUseCases, plan: TransferPlan, *, as_json: bool) -> None:
    """Print what a move deletes after the copy was read back, if anything."""
    if plan.deletion_count:
        [planned] = plan.glossaries
        calls = pluralize(plan.deletion_count, "1 call", "{count} calls")
        tell = remark if as_json else print_lines
        tell(f"Then “{planned.summary.name}” is deleted from {cases.session.full_title}: {calls}")


def _json(cases: LazyUseCases, plan: TransferPlan, *, is_done: bool) -> dict[str, object]:
    [planned] = plan.glossaries
    return {
        "service": cases.session.full_title,
        "glossary": planned.summary.name,
        "id": planned.summary.key,
        "to": plan.service,
        "name": planned.name,
        "calls": plan.call_count,
        "bytes": plan.byte_count,
        "deletions": plan.deletion_count,
        "dictionaries": [_dictionary_json(planned, each) for each in planned.dictionaries],
        "is_done": is_done,
    }


def _dictionary_json(planned: PlannedGlossary, each: PlannedDictionary) -> dict[str, object]:
    return {
        **pair_json(each.row.pair),
        "entries": each.published_count if each in planned.going else 0,
        "has_unpublished_edits": each.has_unpublished_edits,
        "stays": each.left_out or None,
        "as_of": as_of_json(each),
    }
