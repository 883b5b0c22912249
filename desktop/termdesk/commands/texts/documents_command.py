"""`termdesk documents`: translate documents into one or several languages, and list their states."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from termdesk.commands.arguments import DONE, FOUND, add_service_options, codes, command_parser, count_of
from termdesk.commands.texts.style_choice import add_style_option, find_style_rules
from termdesk.domain.pluralize import pluralize

if TYPE_CHECKING:
    from termdesk.application.documents.document_files import DocumentFile
    from termdesk.application.documents.document_translator import DocumentChoices, DocumentJob
    from termdesk.application.lazy_use_cases import LazyUseCases


def documents_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk documents`."""
    parser = command_parser(
        "documents",
        "Translate documents, or without files list those that were sent from this computer. They are on the list of "
        "the Documents pane, too; --resume continues with those that wait or are at the service. The exit code is 1 if "
        "one is not translated.",
    )
    parser.add_argument("files", type=Path, nargs="*", metavar="FILE", help="a document, or a folder of documents")
    parser.add_argument("--to", type=codes, metavar="CODE[,CODE]", help="languages to translate into")
    parser.add_argument("--from", dest="source", metavar="CODE", help="language of the documents (default: detected)")
    parser.add_argument("--glossary", metavar="NAME", help="name or id of a glossary; it needs --from")
    add_style_option(parser)
    parser.add_argument(
        "-o", "--output", type=Path, metavar="DIR", help="folder for the translations (default: that of each document)"
    )
    parser.add_argument(
        "--name",
        default="",
        metavar="PATTERN",
        help="names of the translations, with {name}, {source} and {target} (default: {name}.{target})",
    )
    parser.add_argument(
        "--format", default="", metavar="FORMAT", help="format of the translations, where it is offered"
    )
    parser.add_argument("--resume", action="store_true", help="send what waits, and fetch what is ready")
    parser.add_argument(
        "--remove",
        type=count_of,
        nargs="+",
        metavar="NUMBER",
        help="remove these from the list, except what is being sent; translations on disk stay",
    )
    parser.add_argument(
        "--retry", type=count_of, nargs="+", metavar="NUMBER", help="let these, which failed, wait to be sent again"
    )
    parser.add_argument("--yes", action="store_true", help="send also what the window would ask about before")
    parser.add_argument(
        "--dry-run", action="store_true", help="only tell how many characters would be sent, or what would be removed"
    )
    add_service_options(parser)
    return parser


def documents(words: list[str]) -> int:
    """Translate, resume or list documents, and return the exit code."""
    parser = documents_parser()
    chosen = parser.parse_args(words)
    if chosen.files and not chosen.to:
        parser.error("--to says into which languages")
    if chosen.files and chosen.resume:
        parser.error("--resume continues with the documents on the list, and takes no FILE")
    if (chosen.remove or chosen.retry) and (chosen.files or chosen.resume or (chosen.remove and chosen.retry)):
        parser.error("--remove and --retry change the list, and take nothing else")
    if chosen.dry_run and not (chosen.files or chosen.remove or chosen.retry):
        parser.error("--dry-run needs FILE, --remove or --retry")
    return asyncio.run(_run(chosen))


async def _run(chosen: argparse.Namespace) -> int:
    # Imported here, because the help does not need it.
    from termdesk.commands.workplace import open_workplace
    from termdesk.domain.key_scope import Scope

    is_sending = bool(chosen.files or chosen.resume) and not chosen.dry_run
    needs = (Scope.TRANSLATE_DOCUMENT,) if is_sending else ()
    is_changing = is_sending or (bool(chosen.remove or chosen.retry) and not chosen.dry_run)
    connects = bool(chosen.files or chosen.resume)
    async with open_workplace(chosen, is_reading=not is_changing, needs=needs, connects=connects) as cases:
        await cases.documents.load()
        if chosen.remove or chosen.retry:
            return await _change_list(cases, chosen)
        if chosen.files:
            return await _translate(cases, chosen)
        if chosen.resume:
            return await _resume(cases, chosen)
        return _show(cases, cases.documents.jobs, as_json=chosen.json)


async def _translate(cases: LazyUseCases, chosen: argparse.Namespace) -> int:
    """Add documents to the list, and translate them."""
    from termdesk.application.documents.document_files import count_sent_again, least_billed
    from termdesk.commands.consent import check_consent, tell_cost
    from termdesk.commands.output import remark
    from termdesk.domain.errors import InvalidInput

    documents, gate = cases.documents, cases.documents.cost_gate
    if waiting := _waiting_jobs(documents.jobs):
        raise InvalidInput(
            f"Documents wait to be sent already: {', '.join(Path(each.path).name for each in waiting)}.",
            remedy="Send them with termdesk documents --resume, or remove them with --remove.",
        )
    choices = await _choices(cases, chosen)
    files = await _examine_files(cases, chosen.files)
    left_out = [each for each in files if not each.can_be_translated]
    if len(left_out) == len(files):
        remark(*map(_describe_left_out, left_out[:-1]))
        last = left_out[-1] if left_out else None
        raise InvalidInput(
            last.problem if last else "There is no document in this folder.", remedy=last.remedy if last else ""
        )
    remark(*map(_describe_left_out, left_out))
    sent = [each for each in files if each not in left_out]
    remark(_describe_sent_again(count_sent_again(sent, chosen.to)))
    estimate = await gate.estimate(least_billed(sent, chosen.to))
    if chosen.dry_run:
        await tell_cost(gate, estimate, as_json=chosen.json)
        return FOUND if left_out else DONE
    check_consent(estimate, is_given=chosen.yes)
    added = await documents.add(files, choices)
    code = await _finish(cases, added, as_json=chosen.json)
    return FOUND if left_out else code


def _describe_left_out(file: DocumentFile) -> str:
    return f"Left out: {file.path.name}: {file.problem} {file.remedy}".strip()


def _describe_sent_again(characters: int) -> str:
    if not characters:
        return ""
    return pluralize(
        characters,
        "1 character is translated already. The service gets whole documents, and may translate and bill it again.",
        "{count} characters are translated already. The service gets whole documents, and may translate and bill them "
        "again.",
    )


async def _resume(cases: LazyUseCases, chosen: argparse.Namespace) -> int:
    """Continue documents that are waiting or at the service."""
    from termdesk.commands.consent import check_consent

    documents, gate = cases.documents, cases.documents.cost_gate
    size = sum(each.estimated for each in _waiting_jobs(documents.jobs))
    check_consent(await gate.estimate(size), is_given=chosen.yes)
    return await _finish(cases, documents.jobs, as_json=chosen.json)


async def _change_list(cases: LazyUseCases, chosen: argparse.Namespace) -> int:
    """Remove documents from the list, or let failed ones wait again. Raises InvalidInput if one is not possible."""
    from termdesk.application.documents.document_translator import DocumentState
    from termdesk.commands.output import print_json, print_lines, remark
    from termdesk.domain.errors import InvalidInput

    by_number = {each.number: each for each in cases.documents.jobs}
    jobs = []
    for number in dict.fromkeys(chosen.remove or chosen.retry):
        job = by_number.get(number)
        if job is None:
            raise InvalidInput(f"No document has the number {number}.", remedy="See them with: termdesk documents")
        is_possible = job.state.is_repeatable if chosen.retry else job.state is not DocumentState.SENDING
        if not is_possible:
            raise InvalidInput(
                f"{Path(job.path).name}, {job.target}, is {job.state.value}. Nothing was changed.",
                remedy="Only what failed can be sent again." if chosen.retry else "Wait until it is sent.",
            )
        jobs.append(job)
    if not chosen.dry_run:
        await (cases.documents.remove(jobs) if chosen.remove else cases.documents.retry(jobs))
    if chosen.json:
        report = {"service": cases.session.full_title, "documents": [each.number for each in jobs]}
        print_json({**report, "is_done": not chosen.dry_run})
    else:
        print_lines(*(_describe_change(each, chosen) for each in jobs))
        remark("Send them with: termdesk documents --resume" if chosen.retry else "")
    return FOUND if chosen.dry_run else DONE


def _describe_change(job: DocumentJob, chosen: argparse.Namespace) -> str:
    document = f"{job.number}, {Path(job.path).name}, {job.target}"
    if chosen.dry_run:
        return f"Would be removed: {document}" if chosen.remove else f"Would be waiting again: {document}"
    return f"Removed: {document}" if chosen.remove else f"Waiting again: {document}"


def _waiting_jobs(jobs: Sequence[DocumentJob]) -> list[DocumentJob]:
    from termdesk.application.documents.document_translator import DocumentState

    return [each for each in jobs if each.state is DocumentState.WAITING]


async def _choices(cases: LazyUseCases, chosen: argparse.Namespace) -> DocumentChoices:
    """Convert the options. Raises InvalidInput for a glossary that does not fit."""
    from termdesk.application.documents.document_translator import DocumentChoices
    from termdesk.commands.glossaries.glossary_lookup import find_usable
    from termdesk.commands.output import remark
    from termdesk.domain.errors import InvalidInput
    from termdesk.domain.language.language import canonical

    source = canonical(chosen.source) if chosen.source else ""
    targets = tuple(canonical(each) for each in chosen.to)
    glossary = None
    if chosen.glossary:
        offered = await cases.documents.glossaries(source=source, targets=targets)
        glossary = find_usable(offered.glossaries, chosen.glossary)
        if glossary is None:
            known = ", ".join(each.name for each in offered.glossaries)
            remedy = f"These can be used: {known}." if known else offered.reason
            raise InvalidInput(f"“{chosen.glossary}” cannot be used for these languages.", remedy=remedy)
        if without := offered.targets_without(glossary):
            remark(f"“{glossary.name}” has no dictionary for {', '.join(without)}: translated without a glossary.")
    folder = chosen.output.absolute() if chosen.output else None
    if folder is not None and not folder.is_dir():
        raise InvalidInput(f"{folder} is not a folder.", remedy="Create it first.")
    choices = DocumentChoices(targets, source, glossary, folder, chosen.name, chosen.format)
    if chosen.style_rules:
        offer = await cases.documents.styles_by_target(targets=targets)
        return replace(choices, style_rules=find_style_rules(offer, chosen.style_rules))
    return choices


async def _examine_files(cases: LazyUseCases, paths: Sequence[Path]) -> list[DocumentFile]:
    from termdesk.application.documents.document_files import files_in, results_among
    from termdesk.commands.output import remark

    named = [each.absolute() for each in paths]
    found = await asyncio.to_thread(files_in, named)
    earlier = results_among(found, named, await cases.documents.result_paths())
    if earlier:
        names = ", ".join(each.name for each in earlier)
        remark(f"Left out, because they are translations: {names}. Name the files to translate them.")
    return [await cases.documents.examine(each) for each in found if each not in earlier]


async def _finish(cases: LazyUseCases, jobs: Sequence[DocumentJob], *, as_json: bool) -> int:
    """Send and fetch until nothing is left, and print the results of these documents."""
    from termdesk.commands.terminal.cancellation import report_if_cancelled

    documents = cases.documents
    with report_if_cancelled(lambda: _describe_cancellation(cases, jobs)):
        await documents.run()
    return _show(cases, [documents.current(each) for each in jobs], as_json=as_json)


def _describe_cancellation(cases: LazyUseCases, jobs: Sequence[DocumentJob]) -> Iterator[str]:
    for each in map(cases.documents.current, jobs):
        yield f"{Path(each.path).name}, {each.target}: {each.state}"
    yield "Continue with: termdesk documents --resume"


def _show(cases: LazyUseCases, jobs: Sequence[DocumentJob], *, as_json: bool) -> int:
    """Print the states of these documents, and return the exit code."""
    from termdesk.application.documents.document_translator import DocumentState
    from termdesk.commands.output import print_json, print_table, remark

    if as_json:
        print_json({"service": cases.session.full_title, "documents": [*map(_json, jobs)]})
    elif jobs:
        print_table(("Number", "Document", "Into", "State", "Characters", "Translation"), map(_row, jobs))
        remark(*(f"{Path(each.path).name}, {each.target}: {each.reason}" for each in jobs if each.reason))
    else:
        remark("No document was sent.")
    return DONE if all(each.state is DocumentState.SAVED for each in jobs) else FOUND


def _row(job: DocumentJob) -> tuple[str, ...]:
    from termdesk.application.documents.document_translator import DocumentState

    characters = job.estimated if job.billed is None else job.billed
    result = job.result_path if job.state is DocumentState.SAVED else ""
    return f"{job.number}", Path(job.path).name, job.target, job.state.value, f"{characters:,}", result


def _json(job: DocumentJob) -> dict[str, object]:
    return {
        "number": job.number,
        "file": job.path,
        "source_lang": job.source or None,
        "target_lang": job.target,
        "glossary": job.glossary_name or None,
        "state": job.state.value,
        "characters": job.estimated,
        "billed_characters": job.billed,
        "result": job.result_path,
        "reason": job.reason,
    }
