"""Interrupted copies and moves in `termdesk glossary unfinished`: list them, and give one up."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence

from termdesk.application.glossaries.transfer.glossary_transfer import Remains, TransferRecord
from termdesk.application.glossaries.transfer.interrupted_transfer import InterruptedTransfer, reason_of
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.session.other_service import other_service
from termdesk.application.session.providers import full_title_of
from termdesk.application.stored_failure import decode_failure
from termdesk.commands.arguments import DONE, FOUND
from termdesk.commands.json_parts import pair_json
from termdesk.commands.output import failure_line, print_json, print_lines, print_table, remark
from termdesk.commands.workplace import use_key
from termdesk.domain.errors import InvalidInput, TermdeskError
from termdesk.domain.language.language import LanguagePair

_WHERE = {
    Remains.ON_SERVICE: "on {service}, where it stays",
    Remains.DRAFT: "a draft for {service}, which stays, because it was edited or may have been sent",
    Remains.DISCARDED: "a draft for {service} that was not sent; it is discarded",
    Remains.NOTHING: "not sent",
    Remains.UNKNOWN: "perhaps on {service}, where it stays",
}


def show_transfers(cases: LazyUseCases, records: Sequence[TransferRecord]) -> None:
    """Print a table of interrupted transfers; nothing if there is none."""
    if records:
        rows = [
            (
                _name(each),
                "move" if each.is_move else "copy",
                _service(cases, each),
                ", ".join(f"{pair.source}-{pair.target}" for pair in each.pairs),
            )
            for each in records
        ]
        print_table(("Glossary", "Interrupted", "To", "Pairs"), rows)
        for each in records:
            interrupted = _interruption(cases, each)
            remark(f"{_name(each)}: {' '.join(interrupted.facts)}")
        remark(
            "Continue with: termdesk glossary copy or move NAME --to PROFILE. Undo with the same command and --undo. "
            "Or keep both as they are with --give-up NAME."
        )


def transfer_json(cases: LazyUseCases, record: TransferRecord) -> dict[str, object]:
    """Return an interrupted transfer as JSON."""
    stored, done = decode_failure(record.stop_reason), {each.pair.roots for each in record.done}
    return {
        "glossary": _name(record),
        "id": record.key,
        "to": _service(cases, record),
        "name": record.name,
        "is_move": record.is_move,
        "reason": stored.words or None if stored is not None else None,
        "trace_id": stored.trace_id or None if stored is not None else None,
        "dictionaries": [{**pair_json(pair), "is_copied": pair.roots in done} for pair in record.pairs],
    }


def _interruption(cases: LazyUseCases, record: TransferRecord) -> InterruptedTransfer:
    stored = decode_failure(record.stop_reason)
    reason = reason_of(stored, stored.words if stored is not None else "")
    return InterruptedTransfer(record, cases.session.full_title, _service(cases, record), reason)


async def give_up_transfers(
    cases: LazyUseCases, records: Sequence[TransferRecord], chosen: argparse.Namespace, *, other_key: str = ""
) -> int:
    """Say what the interrupted transfers of a glossary leave where, and forget them unless that is a dry run.

    `other_key` is used to ask the other service. Return the exit code. Raises InvalidInput if none was interrupted.
    """
    found = [each for each in records if chosen.give_up in (each.original_name or each.name, each.name, each.key)]
    if not found:
        known = ", ".join(dict.fromkeys(_name(each) for each in records))
        raise InvalidInput(
            f"No copy or move of “{chosen.give_up}” was interrupted.",
            remedy=f"Use one of: {known}." if known else "Nothing is to be given up.",
        )
    if other_key:
        await _use_other_key(cases, found, other_key)
    remains = [await _remains(cases, each) for each in found]
    if not chosen.dry_run:
        await cases.transfer.give_up(found)
    if chosen.json:
        listed = [_remains_json(cases, *each) for each in zip(found, remains, strict=True)]
        print_json({"service": cases.session.full_title, "transfers": listed, "is_done": not chosen.dry_run})
    else:
        summaries = await cases.library.read_known_summaries()
        for record, left in zip(found, remains, strict=True):
            is_gone = cases.transfer.is_original_gone(record, summaries)
            print_lines(*_lines(cases, record, left, is_dry=chosen.dry_run, is_gone=is_gone))
    return FOUND if chosen.dry_run else DONE


async def _use_other_key(cases: LazyUseCases, records: Sequence[TransferRecord], key: str) -> None:
    """Use a key for the other service of these transfers. With several services, nobody knows whose key it is."""
    services = {each.other_profile for each in records}
    known = [each.provider for each in cases.session.profiles.all if each.id in services]
    if len(services) > 1:
        remark("The key of the other service was not used, because the glossary was on its way to several services.")
    elif known and not known[0].is_local:
        await use_key(cases.session, known[0], key)


async def _remains(cases: LazyUseCases, record: TransferRecord) -> Mapping[LanguagePair, Remains]:
    """Return what is left, as the other service says. If it cannot be asked, return what this computer knows."""
    providers = [each.provider for each in cases.session.profiles.all if each.id == record.other_profile]
    if providers:
        try:
            async with other_service(cases.session, providers[0]) as target:
                return await cases.transfer.remains(record, target)
        except TermdeskError as error:
            remark(f"{_service(cases, record)} was not asked: {failure_line(error)}")
    return await cases.transfer.remains(record)


def _lines(
    cases: LazyUseCases,
    record: TransferRecord,
    left: Mapping[LanguagePair, Remains],
    *,
    is_dry: bool,
    is_gone: bool,
) -> list[str]:
    service = _service(cases, record)
    lines = [_first_line(_name(record), service, record, is_dry=is_dry)]
    lines += [f"{pair}: {_WHERE[state].format(service=service)}." for pair, state in left.items()]
    if is_gone:
        return [*lines, "Nothing of the original is left here. See: termdesk glossary deleted"]
    return [*lines, f"The original stays on {cases.session.full_title}."]


def _first_line(name: str, service: str, record: TransferRecord, *, is_dry: bool) -> str:
    copy = f"“{name}” to {service}, as “{record.name}”"
    if is_dry:
        return f"Would give up the move of {copy}." if record.is_move else f"Would give up the copy of {copy}."
    return f"Gave up the move of {copy}." if record.is_move else f"Gave up the copy of {copy}."


def _remains_json(
    cases: LazyUseCases, record: TransferRecord, left: Mapping[LanguagePair, Remains]
) -> dict[str, object]:
    dictionaries = [{**pair_json(pair), "left": state.value} for pair, state in left.items()]
    return {**transfer_json(cases, record), "dictionaries": dictionaries}


def _name(record: TransferRecord) -> str:
    return record.original_name or record.name


def _service(cases: LazyUseCases, record: TransferRecord) -> str:
    providers = [each.provider for each in cases.session.profiles.all if each.id == record.other_profile]
    return full_title_of(providers[0]) if providers else record.other_profile
