"""Transfers that have ended: undo one, or say that an interrupted one is done."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from termdesk.application.failures import OFFLINE
from termdesk.application.glossaries.transfer.glossary_transfer import CompletedTransfer, TransferRecord
from termdesk.application.glossaries.transfer.transfer_plan import UnfinishedUndo
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.session.other_service import other_service
from termdesk.application.session.providers import full_title_of, profile_of
from termdesk.commands.arguments import DONE, FOUND
from termdesk.commands.consent import check_agreed
from termdesk.commands.glossaries.glossary_lookup import to_root_pair
from termdesk.commands.json_parts import pair_json
from termdesk.commands.output import print_json, print_lines, remark
from termdesk.commands.terminal.cancellation import report_if_cancelled
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.pluralize import pluralize
from termdesk.domain.provider import Provider

RESTORE = "A copy is kept on this computer. Restore it with: termdesk glossary deleted --restore NUMBER"


async def find_ended(cases: LazyUseCases, provider: Provider, chosen: argparse.Namespace) -> TransferRecord | None:
    """Return the interrupted transfer of the named glossary to this service if nothing of the original is left.

    This happens if the program ended just after it deleted the original. None also if the service of the original
    cannot be reached, because then it is not known whether something is left.
    """
    unfinished, pair = await cases.transfer.find_unfinished(), to_root_pair(chosen.pair)
    if not unfinished:
        return None
    try:
        summaries = await cases.library.summaries()
    except OFFLINE:
        return None
    for record in unfinished:
        # The copy may have another name than the original.
        names = {record.original_name or record.name, record.key}
        others = [each for each in summaries if chosen.name in (each.name, each.key) and each.key != record.key]
        is_meant = record.other_profile == profile_of(provider) and chosen.name in names and not others
        is_pair_meant = pair is None or any(each.roots == pair for each in record.pairs)
        if is_meant and is_pair_meant and cases.transfer.is_original_gone(record, summaries):
            return record
    return None


async def settle_transfer(
    cases: LazyUseCases, provider: Provider, record: TransferRecord, chosen: argparse.Namespace
) -> int:
    """Say that an interrupted transfer is done, and return the exit code.

    Raises InvalidInput if the copy is not complete.
    """
    if chosen.dry_run:
        remark(f"“{record.name}”: only the end of the last attempt is missing. Nothing would be sent.")
        return FOUND
    async with other_service(cases.session, provider) as target:
        completed = await cases.transfer.settle(target, record)
    if chosen.json:
        print_json(_json(cases, provider, completed, [pair for pair, _ in completed.dictionaries]))
        return DONE
    copy = f"{completed.name}, {pluralize(completed.entry_count, '1 entry', '{count} entries')}"
    if completed.is_move:
        print_lines(f"Moved already, before the last attempt was interrupted: {copy}.")
        remark(RESTORE)
    else:
        print_lines(f"Copied already, before the last attempt was interrupted: {copy}.")
    return DONE


async def undo_transfer(cases: LazyUseCases, provider: Provider, chosen: argparse.Namespace, *, is_move: bool) -> int:
    """Undo an interrupted or completed copy or move, and return the exit code.

    FOUND if the copy was changed since and stays.
    """
    service = full_title_of(provider)
    if (record := await _find_unfinished(cases, provider, chosen.name, is_move=is_move)) is not None:
        return await _undo_unfinished(cases, provider, record, chosen)
    found = await _find_completed(cases, provider, chosen.name, is_move=is_move)
    if not chosen.json:
        print_lines(f"- {found.name}, on {service}")
        if found.is_move:
            print_lines(f"+ {found.name}, as a draft on this computer")
    if chosen.dry_run:
        return FOUND
    check_agreed(f"Delete the copy from {service}?", "Nothing was undone.", is_given=chosen.yes)
    async with other_service(cases.session, provider) as target:
        with report_if_cancelled(lambda: ["Perhaps a part was undone. Continue with the same command."]):
            result = await cases.transfer.undo(target, [found])
    if result.failure is not None:
        raise result.failure
    if result.left_alone:
        remark(f"{found.name}: it was changed on {service} since, so it stays there.")
    elif found.is_move:
        remark("The original is back as a draft. Publish it with: termdesk glossary push NAME --draft")
    if chosen.json:
        pairs = [pair for pair, _ in found.dictionaries]
        print_json(_json(cases, provider, found, pairs, is_done=not result.left_alone))
    return FOUND if result.left_alone else DONE


async def _find_unfinished(
    cases: LazyUseCases, provider: Provider, name: str, *, is_move: bool
) -> TransferRecord | None:
    """Return the interrupted transfer of this glossary to this service; None if there is none that can be undone."""
    for each in await cases.transfer.find_unfinished():
        if _is_meant(each, provider, name, is_move=is_move) and each.dictionaries:
            return each
    return None


async def _undo_unfinished(
    cases: LazyUseCases, provider: Provider, record: TransferRecord, chosen: argparse.Namespace
) -> int:
    service = full_title_of(provider)
    if not chosen.json:
        print_lines(f"- {record.name}, on {service}: what was copied before it was interrupted")
    if chosen.dry_run:
        return FOUND
    check_agreed(f"Delete the copy from {service}?", "Nothing was undone.", is_given=chosen.yes)
    async with other_service(cases.session, provider) as target:
        with report_if_cancelled(lambda: ["Perhaps a part was undone. Continue with the same command."]):
            outcome = await cases.transfer.undo_unfinished(target, record)
    is_undone = outcome is not UnfinishedUndo.LEFT_ALONE
    if not is_undone:
        remark(f"{record.name}: it was changed on {service} since, so it stays there.")
    elif outcome is UnfinishedUndo.ORIGINAL_RESTORED:
        remark("What was deleted of the original is back as drafts. See: termdesk glossary list")
    if chosen.json:
        print_json(_json(cases, provider, record, record.pairs, is_done=is_undone))
    return DONE if is_undone else FOUND


async def _find_completed(cases: LazyUseCases, provider: Provider, name: str, *, is_move: bool) -> CompletedTransfer:
    """Return the latest transfer of this glossary to this service. Raises InvalidInput if there is none."""
    for each in await cases.transfer.find_completed():
        if _is_meant(each, provider, name, is_move=is_move):
            return each
    service = full_title_of(provider)
    raise InvalidInput(
        f"No glossary “{name}” was moved to {service}, or it was undone already."
        if is_move
        else f"No glossary “{name}” was copied to {service}, or it was undone already.",
        remedy="Give the name of the copy.",
    )


def _is_meant(each: TransferRecord | CompletedTransfer, provider: Provider, name: str, *, is_move: bool) -> bool:
    """Return whether the user means this transfer, by the name of the copy or the original."""
    is_named = name in (each.name, each.original_name, each.key)
    return is_named and each.is_move == is_move and each.other_profile == profile_of(provider)


def _json(
    cases: LazyUseCases,
    provider: Provider,
    transfer: TransferRecord | CompletedTransfer,
    pairs: Sequence[LanguagePair],
    *,
    is_done: bool = True,
) -> dict[str, object]:
    return {
        "service": cases.session.full_title,
        "glossary": transfer.original_name or transfer.name,
        "id": transfer.key,
        "to": full_title_of(provider),
        "name": transfer.name,
        "calls": 0,
        "bytes": 0,
        "dictionaries": [{**pair_json(pair), "entries": 0, "stays": None, "as_of": None} for pair in pairs],
        "is_done": is_done,
    }
