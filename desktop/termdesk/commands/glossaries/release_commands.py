"""`termdesk glossary release` and `take-over`: write a glossary as a folder for Git, and import one."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.releases.releases import Bundle, DictionaryChanges, IncomingChanges, ReleasePlan
from termdesk.application.glossaries.releases.watched_folders import TakenStep
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.commands.arguments import DONE, FOUND, NOT_DONE, add_service_options, command_parser, count_of
from termdesk.commands.consent import check_removals
from termdesk.commands.glossaries.dictionary_access import find_readable, open_dictionary
from termdesk.commands.glossaries.glossary_lookup import find_glossaries, find_glossary
from termdesk.commands.json_parts import pair_json
from termdesk.commands.output import print_json, print_lines, remark
from termdesk.commands.terminal.cancellation import report_if_cancelled
from termdesk.commands.workplace import open_workplace
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput, StorageFailed
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import removes_much
from termdesk.domain.merging.term_records import TermRecord
from termdesk.domain.pluralize import pluralize
from termdesk.formats.bundles.changes_file import change_lines


def release_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk glossary release`."""
    parser = command_parser(
        "glossary release",
        "Write a glossary as a release into a folder, as this computer has it: with edits that are not published, "
        "status, domain and notes. Other files in the folder stay. A release in the folder that is damaged, or whose "
        "entries would be changed or removed, is replaced only with --overwrite; in a watched folder, only changes of "
        "others count. Without a glossary, termdesk bundle write makes a release of files.",
    )
    add_service_options(parser)
    parser.add_argument("name", metavar="NAME", help="name or id of a glossary")
    parser.add_argument("dir", type=Path, metavar="DIR", help="folder of the release; it must exist")
    parser.add_argument("--version", metavar="TEXT", help="version of the release (default: the next one)")
    parser.add_argument("--notes", default="", metavar="TEXT", help="notes for this release")
    parser.add_argument(
        "--overwrite", action="store_true", help="replace a release that is damaged or has other entries"
    )
    _add_dry_run(parser)
    return parser


def take_over_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk glossary take-over`."""
    parser = command_parser(
        "glossary take-over",
        "Take over a release into a glossary on this computer, as one undo step for each dictionary; what was here "
        "stays as a version. A glossary that is not there is made as drafts. Dictionaries that the release does not "
        "have stay as they are. A damaged release is refused.",
    )
    add_service_options(parser)
    parser.add_argument("dir", type=Path, metavar="DIR", help="folder of the release")
    parser.add_argument(
        "name", nargs="?", metavar="NAME", help="name or id of a glossary (default: that of the release)"
    )
    parser.add_argument("--allow-removals", type=count_of, metavar="N", help="allow the removal of up to N entries")
    _add_dry_run(parser)
    return parser


def _add_dry_run(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--dry-run", action="store_true", help="only tell what would change; the exit code is 1 if anything would"
    )


def release(words: list[str]) -> int:
    """Write a release and return the exit code."""
    return asyncio.run(_release(release_parser().parse_args(words)))


def take_over(words: list[str]) -> int:
    """Import a release and return the exit code."""
    return asyncio.run(_take_over(take_over_parser().parse_args(words)))


async def _release(chosen: argparse.Namespace) -> int:
    async with open_workplace(chosen, is_reading=True) as cases:
        summary = await find_readable(cases, chosen.name)
        plan = await _plan(cases, summary, chosen)
        version, is_written = chosen.version or plan.version, False
        show_changes(plan.changes, as_json=chosen.json)
        if plan.is_unchanged:
            remark("The folder has exactly these entries. There is nothing to write.")
        elif not chosen.dry_run:
            written = await cases.releases.write(plan, version, chosen.notes)
            is_written = True
            # While a window is open, nothing can be stored here. The window notices the release itself.
            with contextlib.suppress(StorageFailed):
                await cases.watched_folders.note_common(summary.key, written)
        if chosen.json:
            print_json(_json(summary.name, version, plan.changes, is_done=is_written))
        elif is_written:
            print_lines(f"Release {version} of “{summary.name}” is written to {plan.folder}.")
    return FOUND if chosen.dry_run and not plan.is_unchanged else DONE


async def _plan(cases: LazyUseCases, summary: GlossarySummary, chosen: argparse.Namespace) -> ReleasePlan:
    """Plan the release. Raises InvalidInput if it would replace entries that others may have released."""
    folder = chosen.dir.absolute()
    link = await cases.watched_folders.link_of(summary.key)
    if chosen.overwrite or link is None or link.folder != folder:
        plan = await cases.releases.plan(summary, folder)
        replaced = sum(len(each.changed) + len(each.removed) for each in plan.differences)
        if plan.former is not None and replaced and not chosen.overwrite:
            one = "1 entry of release {version} in {folder} would be changed or removed. Nothing was written."
            many = "{count} entries of release {version} in {folder} would be changed or removed. Nothing was written."
            raise InvalidInput(
                pluralize(replaced, one, many, version=plan.former.manifest.version, folder=folder),
                remedy="Take it over first, or watch the folder with termdesk glossary folder NAME --link DIR, "
                "or replace it with --overwrite.",
            )
    else:
        plan = await cases.watched_folders.plan(link, summary, learns=False)
    if not chosen.overwrite:
        check_former(plan)
    return plan


def check_former(plan: ReleasePlan) -> None:
    """Raise InvalidInput if the release in the folder is damaged, because others may have edited its files."""
    if plan.former is not None and not plan.former.is_verified:
        remark(*(f"{plan.folder / each.file}: {each.message}" for each in plan.former.findings))
        raise InvalidInput(
            "The release in the folder is damaged. Nothing was written.",
            remedy="Restore its files, for example with Git, or replace it with --overwrite.",
        )


async def _take_over(chosen: argparse.Namespace) -> int:
    async with open_workplace(chosen, is_reading=chosen.dry_run) as cases:
        bundle = await cases.releases.read(chosen.dir.absolute())
        remark(*(f"{chosen.dir / each.file}: {each.message}" for each in bundle.findings))
        if not bundle.is_verified:
            return _refuse(bundle, as_json=chosen.json)
        name = chosen.name or bundle.manifest.glossary
        summary = _target(await cases.library.read_known_summaries(), name)
        incoming = await cases.releases.compare(bundle, summary)
        changes = [each.changes for each in incoming]
        due = {each.pair: each.records() for each in incoming if not each.is_empty}
        show_changes(changes, as_json=chosen.json)
        if due and not chosen.dry_run:
            check_incoming_removals(incoming, chosen.allow_removals, name)
            with report_if_cancelled(lambda: ["Perhaps not all dictionaries are taken over. Run the command again."]):
                await take_records(cases, summary, name, due, is_local_only=bundle.manifest.is_local_only)
        tell_lock(bundle, summary, name)
        if chosen.json:
            is_taken = bool(due) and not chosen.dry_run
            print_json(_json(name, bundle.manifest.version, changes, is_done=is_taken))
        else:
            _tell(name, bundle, incoming, is_dry=chosen.dry_run)
    return FOUND if chosen.dry_run and due else DONE


def check_incoming_removals(incoming: Iterable[IncomingChanges], allowed: int | None, name: str) -> None:
    """Raise InvalidInput for a large removal that the user did not allow, as the window asks for its number."""
    changes = [each.changes for each in incoming]
    removed, known = sum(len(each.difference.removed) for each in changes), sum(len(each.before) for each in changes)
    if removes_much(removed, published_count=known):
        check_removals(removed, allowed, where=f"from “{name}” on this computer")


def _refuse(bundle: Bundle, *, as_json: bool) -> int:
    if as_json:
        raise InvalidInput("The release is damaged. Nothing was taken over.", remedy="See: termdesk bundle check DIR")
    remark(f"Release {bundle.manifest.version} is damaged. Nothing was taken over.")
    return NOT_DONE


def _target(summaries: Sequence[GlossarySummary], name: str) -> GlossarySummary | None:
    """Return the glossary with this name or id; None for a new one. Raises InvalidInput if there is more than one."""
    return find_glossary(summaries, name) if find_glossaries(summaries, name) else None


async def take_records(
    cases: LazyUseCases,
    summary: GlossarySummary | None,
    name: str,
    due: Mapping[LanguagePair, dict[str, TermRecord]],
    *,
    is_local_only: bool = False,
) -> dict[LanguagePair, TakenStep]:
    """Add these records to the dictionaries of a glossary, or to new dictionaries. Return the undo steps.

    A dictionary without records keeps its entries; its step only settles conflicts.

    With `is_local_only`, a new glossary is locked from the start.
    """
    steps: dict[LanguagePair, TakenStep] = {}
    for pair, records in due.items():
        if summary is not None and summary.row(pair) is not None:
            if (step := await _change(cases, summary, pair, records)) is not None:
                steps[pair.roots] = step
            continue
        if not records:
            continue
        entries = Entries()
        entries.apply(await cases.releases.change_into(entries, records))
        if summary is not None:
            made = await cases.library.add_dictionary(summary, pair, entries)
        else:
            made = await cases.library.new(name, pair, entries, is_local_only=is_local_only)
            summary = GlossarySummary(made.draft.glossary_key, None, made.draft.glossary_name)
        await cases.library.close(made)
    return steps


def tell_lock(bundle: Bundle, summary: GlossarySummary | None, name: str) -> None:
    """Say what becomes of the lock of a release whose glossary is kept on the computer of its author."""
    if not bundle.manifest.is_local_only or (summary is not None and summary.is_local_only):
        return
    if summary is None:
        remark(
            "The glossary of this release is kept on the computer of its author. A new one made from it is locked, too."
        )
    else:
        remark(
            f"The glossary of this release is kept on the computer of its author, but “{name}” is not locked.",
            "To keep it on this computer, lock it with: termdesk glossary lock NAME",
        )


async def _change(
    cases: LazyUseCases, summary: GlossarySummary, pair: LanguagePair, records: dict[str, TermRecord]
) -> TakenStep | None:
    row = summary.row(pair)
    if row is not None and row.draft_id is not None:
        # Open the draft without the service.
        dictionary = await cases.library.open_draft(row.draft_id)
        try:
            return await _apply(cases, dictionary, records)
        finally:
            await cases.library.close(dictionary)
    async with open_dictionary(cases, summary, pair) as dictionary:
        return await _apply(cases, dictionary, records)


async def _apply(cases: LazyUseCases, dictionary: OpenDictionary, records: dict[str, TermRecord]) -> TakenStep | None:
    await dictionary.keep_version()
    change = await cases.releases.change_into(dictionary.entries, records)
    revision = dictionary.revision
    await dictionary.take(change, "Release taken over", may_be_empty=not records)
    moment = dictionary.step_since(revision)
    return TakenStep(dictionary.draft.draft_id, moment) if moment is not None else None


def show_changes(changes: Sequence[DictionaryChanges], *, as_json: bool) -> None:
    """Print what changes in each dictionary, unless the result is JSON."""
    if not as_json:
        for each in changes:
            print_lines(*change_lines(each))


def _tell(name: str, bundle: Bundle, incoming: Sequence[IncomingChanges], *, is_dry: bool) -> None:
    if all(each.is_empty for each in incoming):
        remark("The release has nothing that is not here.")
    elif not is_dry:
        print_lines(f"Release {bundle.manifest.version} is taken over into “{name}”.")
        remark("Publish it with: termdesk glossary push NAME --draft")


def _json(name: str, version: str, changes: Sequence[DictionaryChanges], *, is_done: bool) -> dict[str, object]:
    return {"glossary": name, "version": version, "dictionaries": changes_json(changes), "is_done": is_done}


def changes_json(changes: Sequence[DictionaryChanges]) -> list[dict[str, object]]:
    """Return the numbers of changes in each dictionary as JSON."""
    return [
        {
            **pair_json(each.pair),
            "added": len(each.difference.added),
            "changed": len(each.difference.changed),
            "removed": len(each.difference.removed),
        }
        for each in changes
    ]
