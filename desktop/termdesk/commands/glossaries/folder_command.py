"""`termdesk glossary folder`: the watched folders of glossaries: list, link, compare, pull and push."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
from collections.abc import Sequence
from pathlib import Path

from termdesk.application.glossaries.releases.watched_folders import FolderLink, FolderLook, is_news
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.commands.arguments import DONE, FOUND, NOT_DONE, add_service_options, command_parser, count_of
from termdesk.commands.glossaries.glossary_lookup import find_glossary
from termdesk.commands.glossaries.release_commands import (
    changes_json,
    check_former,
    check_incoming_removals,
    show_changes,
    take_records,
    tell_lock,
)
from termdesk.commands.json_parts import glossary_json, pair_json
from termdesk.commands.output import print_json, print_lines, print_table, remark
from termdesk.commands.terminal.cancellation import report_if_cancelled
from termdesk.commands.workplace import open_workplace
from termdesk.domain.errors import InvalidInput, TermdeskError
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.term_records import TermRecord


def folder_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk glossary folder`."""
    parser = command_parser(
        "glossary folder",
        "Without NAME, list the watched folders, with the exit code 1 if one has changed. With NAME, compare a "
        "glossary with its folder, with the exit code 1 if anything differs; or watch a folder, take over what is "
        "new in it, or write a release into it.",
    )
    add_service_options(parser)
    parser.add_argument("name", nargs="?", metavar="NAME", help="name or id of a glossary")
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument("--link", type=Path, metavar="DIR", help="watch this folder; it must exist")
    ways.add_argument("--unlink", action="store_true", help="stop watching; the folder stays as it is")
    ways.add_argument("--pull", action="store_true", help="take over what the folder has and the glossary has not")
    ways.add_argument("--push", action="store_true", help="write the glossary into the folder as a release")
    parser.add_argument(
        "--conflicts", choices=("here", "folder"), help="with --pull: which side wins where both changed a phrase"
    )
    parser.add_argument(
        "--allow-removals", type=count_of, metavar="N", help="with --pull: allow the removal of up to N entries"
    )
    parser.add_argument("--version", metavar="TEXT", help="with --push: version of the release (default: the next one)")
    parser.add_argument("--notes", default="", metavar="TEXT", help="with --push: notes for this release")
    parser.add_argument(
        "--overwrite", action="store_true", help="with --push: replace a release that is damaged or has other changes"
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="only tell what would change; the exit code is 1 if anything would"
    )
    return parser


def folder(words: list[str]) -> int:
    """List, link, compare, pull or push, and return the exit code."""
    parser = folder_parser()
    chosen = parser.parse_args(words)
    if not chosen.name and (_is_writing(chosen) or chosen.dry_run):
        parser.error("NAME says which glossary")
    if chosen.dry_run and not _is_writing(chosen):
        parser.error("--dry-run is for what changes something")
    return asyncio.run(_run(chosen))


def _is_writing(chosen: argparse.Namespace) -> bool:
    return bool(chosen.link or chosen.unlink or chosen.pull or chosen.push)


async def _run(chosen: argparse.Namespace) -> int:
    async with open_workplace(chosen, is_reading=chosen.dry_run or not _is_writing(chosen)) as cases:
        summaries = await cases.library.read_known_summaries()
        if not chosen.name:
            return await _list(cases, summaries, as_json=chosen.json)
        summary = find_glossary(summaries, chosen.name)
        if chosen.link:
            return await _link(cases, summary, chosen)
        link = await cases.watched_folders.link_of(summary.key)
        if link is None:
            raise InvalidInput(
                f"“{summary.name}” has no watched folder.",
                remedy="Choose one with: termdesk glossary folder NAME --link DIR",
            )
        if chosen.unlink:
            return await _unlink(cases, summary, link, chosen)
        if chosen.push:
            return await _push(cases, summary, link, chosen)
        found = await cases.watched_folders.look(link, summary, learns=False)
        return await (_pull if chosen.pull else _compare)(cases, summary, found, chosen)


# Links


async def _list(cases: LazyUseCases, summaries: Sequence[GlossarySummary], *, as_json: bool) -> int:
    names = {each.key: each.name for each in summaries}
    rows = list[tuple[str, FolderLink, str, str]]()
    for link in await cases.watched_folders.links():
        if link.glossary_key in names:
            rows.append((names[link.glossary_key], link, *await _state(cases, link)))
    if as_json:
        folders = [
            {"glossary": name, "id": link.glossary_key, "folder": str(link.folder), "state": state, "reason": reason}
            for name, link, state, reason in rows
        ]
        print_json({"folders": folders})
    elif rows:
        print_table(("Glossary", "Folder", "State"), [(name, str(link.folder), state) for name, link, state, _ in rows])
        remark(*(f"{name}: {reason}" for name, _, _, reason in rows if reason))
    else:
        remark("No folder is watched.")
    return DONE if all(state == "unchanged" for *_, state, _ in rows) else FOUND


async def _state(cases: LazyUseCases, link: FolderLink) -> tuple[str, str]:
    """Return the state of a folder in a word, and the reason if it cannot be read."""
    try:
        bundle = await cases.releases.find(link.folder)
    except InvalidInput as error:
        return "unreadable", f"{error.message} {error.remedy}".rstrip()
    if not is_news(link, bundle):
        return "unchanged", ""
    return ("changed", "") if bundle is not None else ("emptied", f"{link.folder} has no release any more.")


async def _link(cases: LazyUseCases, summary: GlossarySummary, chosen: argparse.Namespace) -> int:
    path = chosen.link.absolute()
    if not path.is_dir():
        raise InvalidInput(f"{path} is not a folder.", remedy="Create it first.")
    if not chosen.dry_run:
        await cases.watched_folders.link(summary.key, path)
        await _learn_common(cases, summary)
    return _tell_link(summary, path, chosen)


async def _learn_common(cases: LazyUseCases, summary: GlossarySummary) -> None:
    """Record if a folder that was just linked has the same entries as its glossary, as the window does.

    Otherwise, whatever others change in the folder later would be a conflict.
    """
    link = await cases.watched_folders.link_of(summary.key)
    # What prevents comparing them now is told when they are compared.
    with contextlib.suppress(TermdeskError):
        if link is not None:
            await cases.watched_folders.look(link, summary)


async def _unlink(cases: LazyUseCases, summary: GlossarySummary, link: FolderLink, chosen: argparse.Namespace) -> int:
    if not chosen.dry_run:
        await cases.watched_folders.unlink(summary.key)
    return _tell_link(summary, link.folder, chosen)


def _tell_link(summary: GlossarySummary, path: Path, chosen: argparse.Namespace) -> int:
    if chosen.json:
        report = {**glossary_json(summary), "folder": str(path)}
        print_json({**report, "is_watched": bool(chosen.link), "is_done": not chosen.dry_run})
    else:
        print_lines(_link_line(f"{path}, “{summary.name}”", chosen))
    return FOUND if chosen.dry_run else DONE


def _link_line(folder: str, chosen: argparse.Namespace) -> str:
    if chosen.dry_run:
        return f"Would be watched: {folder}" if chosen.link else f"Would no longer be watched: {folder}"
    return f"Watched from now on: {folder}" if chosen.link else f"No longer watched: {folder}"


# Comparing and pulling


async def _compare(
    _cases: LazyUseCases, summary: GlossarySummary, found: FolderLook, chosen: argparse.Namespace
) -> int:
    _show(found, chosen)
    if found.is_emptied:
        remark("The folder has no release any more. Restore its files, for example with Git, or write one with --push.")
    elif found.is_changed_locally:
        remark("The glossary has changes that the folder does not have. Write them with --push.")
    remark(*(f"{found.link.folder / each.file}: {each.message}" for each in found.unreadable))
    is_same = not (found.has_incoming or found.is_changed_locally or found.is_emptied or found.unreadable)
    if found.has_incoming:
        remark("The folder has changes that the glossary does not have. Take them over with --pull.")
    elif is_same and not chosen.json:
        print_lines("Both have the same entries.")
    if chosen.json:
        print_json(_json(summary, found, is_done=False))
    return DONE if is_same else FOUND


async def _pull(cases: LazyUseCases, summary: GlossarySummary, found: FolderLook, chosen: argparse.Namespace) -> int:
    bundle = found.bundle
    if bundle is not None and not bundle.is_verified:
        raise InvalidInput("The release is damaged. Nothing was taken over.", remedy="See: termdesk bundle check DIR")
    _show(found, chosen)
    conflicts = [each for one in found.incoming for each in one.conflicts]
    is_blocked = bool(conflicts) and not chosen.conflicts
    is_done = bundle is not None and found.has_incoming and not (is_blocked or chosen.dry_run)
    due = dict[LanguagePair, dict[str, TermRecord]]()
    if is_blocked:
        remark("Both sides changed these phrases. Choose with --conflicts here or --conflicts folder.")
    elif bundle is not None and is_done:
        wins = [each.source for each in conflicts] if chosen.conflicts == "folder" else []
        due = {each.pair: each.records(remote_sources=wins) for each in found.incoming if not each.is_empty}
        check_incoming_removals(found.incoming, chosen.allow_removals, summary.name)
        with report_if_cancelled(lambda: ["Perhaps not all dictionaries are taken over. Run the command again."]):
            steps = await take_records(cases, summary, summary.name, due)
            await cases.watched_folders.note_taken(found.link, bundle, {}, steps)
        tell_lock(bundle, summary, summary.name)
    if chosen.json:
        print_json(_json(summary, found, is_done=is_done))
    elif is_done and bundle is not None:
        print_lines(f"Release {bundle.manifest.version} is taken over into “{summary.name}”.")
        if any(due.values()):
            remark("Publish it with: termdesk glossary push NAME --draft")
        else:
            remark(
                "Your version was kept in all conflicts, so no entry changed.",
                "Take this back with: termdesk glossary undo NAME",
            )
    elif not found.has_incoming:
        remark(_describe_nothing(found))
    if is_blocked:
        return NOT_DONE
    return FOUND if chosen.dry_run and found.has_incoming else DONE


def _describe_nothing(found: FolderLook) -> str:
    if found.is_emptied:
        return "The folder has no release any more. Nothing was taken over."
    return "The folder has no release yet." if found.bundle is None else "The folder has nothing that is not here."


def _show(found: FolderLook, chosen: argparse.Namespace) -> None:
    show_changes([each.changes for each in found.incoming if not each.is_empty], as_json=chosen.json)
    if not chosen.json:
        for one in found.incoming:
            for each in one.conflicts:
                sides = (f"“{record.target or ''}”" for record in (each.local, each.remote, each.base))
                print_lines("! {}: {} here, {} in the folder, {} before".format(each.source, *sides))


# Pushing


async def _push(cases: LazyUseCases, summary: GlossarySummary, link: FolderLink, chosen: argparse.Namespace) -> int:
    if chosen.overwrite:
        plan = await cases.releases.plan(summary, link.folder)
    else:
        plan = await cases.watched_folders.plan(link, summary, learns=False)
        check_former(plan)
    version = chosen.version or plan.version
    show_changes(plan.changes, as_json=chosen.json)
    is_done = not (plan.is_unchanged or chosen.dry_run)
    if is_done:
        written = await cases.releases.write(plan, version, chosen.notes)
        await cases.watched_folders.note_common(summary.key, written)
    if chosen.json:
        dictionaries = changes_json(plan.changes)
        report = {**glossary_json(summary), "folder": str(link.folder), "version": version}
        print_json({**report, "dictionaries": dictionaries, "is_done": is_done})
    elif is_done:
        print_lines(f"Release {version} of “{summary.name}” is written to {plan.folder}.")
    elif plan.is_unchanged:
        remark("The folder has exactly these entries. There is nothing to write.")
    return FOUND if chosen.dry_run and not plan.is_unchanged else DONE


def _json(summary: GlossarySummary, found: FolderLook, *, is_done: bool) -> dict[str, object]:
    conflicts = [
        {
            **pair_json(one.pair),
            "source": each.source,
            "here": each.local.target,
            "folder": each.remote.target,
            "before": each.base.target,
        }
        for one in found.incoming
        for each in one.conflicts
    ]
    return {
        **glossary_json(summary),
        "folder": str(found.link.folder),
        "version": found.bundle.manifest.version if found.bundle else None,
        "is_changed_here": found.is_changed_locally,
        "is_emptied": found.is_emptied,
        "dictionaries": changes_json([each.changes for each in found.incoming]),
        "conflicts": conflicts,
        "is_done": is_done,
    }
