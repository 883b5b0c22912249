"""`termdesk bundle`: check, compare and write releases of glossaries, which are folders for Git."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from termdesk.commands.arguments import DONE, EXIT_CODES, FOUND, NOT_DONE, HelpFormatter, command_parser
from termdesk.commands.examples import examples_of
from termdesk.commands.json_parts import pair_json
from termdesk.commands.output import print_json, print_lines, remark
from termdesk.domain.pluralize import pluralize
from termdesk.domain.progress import NoProgress
from termdesk.formats.bundles.bundle_reader import Bundle, BundleFinding, read_bundle
from termdesk.formats.bundles.changes_file import DictionaryChanges, change_lines

if TYPE_CHECKING:
    from termdesk.application.glossaries.importing.file_view import ImportChoices
    from termdesk.domain.entries.entries import Entries
    from termdesk.domain.language.language import LanguagePair
    from termdesk.formats.read_result import ReadResult


def bundle_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk bundle`."""
    parser = command_parser(
        "bundle",
        "Releases of a glossary: folders fit for Git, with a TSV for each dictionary, details of entries, hashes and a "
        "list of changes.",
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_check(_inner_parser(commands, "check", "check every file of a release against its hash"))
    _add_diff(_inner_parser(commands, "diff", "list what differs between two releases"))
    _add_write(_inner_parser(commands, "write", "write glossary files as a release"))
    return parser


def _inner_parser(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], name: str, help: str
) -> argparse.ArgumentParser:
    epilog = f"{examples_of(f'bundle {name}')}\n\n{EXIT_CODES}"
    return commands.add_parser(name, help=help, epilog=epilog, formatter_class=HelpFormatter)


def bundle(words: list[str]) -> int:
    """Run the command and return the exit code."""
    chosen = bundle_parser().parse_args(words)
    run: Callable[[argparse.Namespace], int] = chosen.run
    return run(chosen)


# Checking


def _add_check(parser: argparse.ArgumentParser) -> None:
    parser.description = "Check every file of a release against its hash. The exit code is 1 if a file is not what the "
    parser.description += "release contained, 2 if there is no release that can be read."
    parser.add_argument("folder", type=Path, metavar="DIR", help="folder of the release")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.set_defaults(run=_check)


def _check(chosen: argparse.Namespace) -> int:
    found = read_bundle(chosen.folder)
    if chosen.json:
        print_json(_json(found))
    else:
        print_lines(*_finding_lines(chosen.folder, found.findings), _summary(found))
    return DONE if found.is_verified else FOUND


def _finding_lines(folder: Path, findings: Sequence[BundleFinding]) -> list[str]:
    return [f"{folder / each.file}: {each.message}" for each in findings]


def _json(found: Bundle) -> dict[str, object]:
    manifest = found.manifest
    return {
        "glossary": manifest.glossary,
        "version": manifest.version,
        "date": manifest.date,
        "is_verified": found.is_verified,
        "dictionaries": [
            {"source_lang": each.source_lang, "target_lang": each.target_lang, "entry_count": each.entry_count}
            for each in manifest.dictionaries
        ],
        "problems": [{"file": each.file, "message": str(each.message)} for each in found.findings],
    }


def _summary(found: Bundle) -> str:
    manifest = found.manifest
    entries = sum(each.entry_count for each in manifest.dictionaries)
    counts = pluralize(entries, "1 entry", "{count} entries")
    state = "as it was released" if found.is_verified else "not as it was released"
    return f"“{manifest.glossary}” {manifest.version} of {manifest.date}, {counts}: {state}."


# Comparing


def _add_diff(parser: argparse.ArgumentParser) -> None:
    parser.description = "List what differs between two releases of a glossary. The exit code is 1 if something does."
    parser.add_argument("before", type=Path, metavar="BEFORE", help="folder of the first release")
    parser.add_argument("after", type=Path, metavar="AFTER", help="folder of the other release")
    parser.add_argument("--json", action="store_true", help="print the source phrases that differ as JSON")
    parser.set_defaults(run=_diff)


def _diff(chosen: argparse.Namespace) -> int:
    from termdesk.application.glossaries.releases.releases import compare_dictionaries, records_of

    before, after = read_bundle(chosen.before), read_bundle(chosen.after)
    is_readable = _tell_unreadable(chosen.before, before) & _tell_unreadable(chosen.after, after)
    if not is_readable:
        return NOT_DONE
    changes = compare_dictionaries(NoProgress(), records_of(before), records_of(after))
    if chosen.json:
        print_json({"dictionaries": [*map(_changes_json, changes)]})
    else:
        _show(changes)
    return FOUND if any(each.difference.count for each in changes) else DONE


def _show(changes: Sequence[DictionaryChanges]) -> None:
    for each in changes:
        print_lines(*change_lines(each))


def _changes_json(changes: DictionaryChanges) -> dict[str, object]:
    """Return the source phrases that differ in a dictionary."""
    found = changes.difference
    return {
        **pair_json(changes.pair),
        "added": [*found.added],
        "changed": [*found.changed],
        "removed": [*found.removed],
    }


def _tell_unreadable(folder: Path, found: Bundle) -> bool:
    """Print why dictionaries cannot be compared. Return whether all can be compared."""
    unreadable = [each for each in found.findings if each.is_unreadable]
    remark(*_finding_lines(folder, unreadable))
    return not unreadable


# Writing


def _add_write(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Write glossary files as a release into a folder. What the files contain replaces what the folder has; other "
        "files in the folder stay. The exit code is 1 if rows of the files were left out."
    )
    parser.add_argument("folder", type=Path, metavar="DIR", help="folder of the release")
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="glossary file, or a pipe")
    parser.add_argument("--source-lang", metavar="CODE", help="source language of files that name none")
    parser.add_argument("--target-lang", metavar="CODE", help="target language of files that name none")
    parser.add_argument("--name", help="name of the glossary (default: that of the release in DIR, else of the file)")
    parser.add_argument("--version", help="version of the release (default: the next one)")
    parser.add_argument("--notes", default="", help="notes for this release")
    parser.add_argument("--encoding", help="encoding of text files that are neither UTF-8 nor UTF-16")
    parser.add_argument("--json", action="store_true", help="print the source phrases that change as JSON")
    parser.add_argument("--dry-run", action="store_true", help="list what would change, and write nothing")
    parser.set_defaults(run=_write)


def _write(chosen: argparse.Namespace) -> int:
    from termdesk.application.glossaries.importing.file_view import ImportChoices
    from termdesk.application.glossaries.releases.releases import plan_release, write_release
    from termdesk.commands.file_reader import pair_from_options
    from termdesk.domain.errors import InvalidInput

    entries, left_out = _read_files(chosen.files, ImportChoices(encoding=chosen.encoding), pair_from_options(chosen))
    file_name = chosen.files[0].name.partition(".")[0]
    plan = plan_release(NoProgress(), chosen.name or file_name, chosen.folder, entries, may_be_new=True)
    if (former := plan.former) is not None:
        plan = replace(plan, name=chosen.name or former.manifest.glossary)
        remark(*_finding_lines(chosen.folder, former.findings))
    elif not chosen.name and chosen.files[0].is_fifo() and not chosen.files[0].suffix:
        # The shell's name of a pipe: /dev/fd/63, /dev/stdin.
        raise InvalidInput(f"{chosen.files[0]} has no name for the glossary.", remedy="Add --name.")
    if not chosen.json:
        _show(plan.changes)
    remark(pluralize(left_out, "1 row is not an entry.", "{count} rows are not entries.") if left_out else "")
    version, is_done = chosen.version or plan.version, not (plan.is_unchanged or chosen.dry_run)
    if plan.is_unchanged:
        remark("The folder has exactly these entries. There is nothing to write.")
    elif is_done:
        chosen.folder.mkdir(parents=True, exist_ok=True)
        summary = _summary(write_release(NoProgress(), plan, version, chosen.notes))
        (remark if chosen.json else print_lines)(summary)
    if chosen.json:
        report = {"glossary": plan.name, "version": version, "dictionaries": [*map(_changes_json, plan.changes)]}
        print_json({**report, "left_out": left_out, "is_done": is_done})
    return FOUND if left_out else DONE


def _read_files(
    paths: Sequence[Path], choices: ImportChoices, asked: LanguagePair | None
) -> tuple[dict[LanguagePair, Entries], int]:
    """Return the entries of all files by pair, and the number of rejected rows. Raises InvalidInput, UnreadableFile."""
    from termdesk.commands.file_reader import reread
    from termdesk.domain.errors import InvalidInput

    entries: dict[LanguagePair, Entries] = {}
    left_out = 0
    for path in paths:
        with reread(path) as readable:
            results = _read_file(readable, choices, asked)
        if not results:
            remedy = "Name it like parts.en-de.tsv, or add --source-lang and --target-lang."
            raise InvalidInput(f"{path} does not name its languages.", remedy=remedy)
        for pair, part in results.items():
            if pair.roots in entries:
                raise InvalidInput(
                    f"{path} contains {pair}, and so does another file.", remedy="Leave one of them out."
                )
            entries[pair.roots] = part.entries
            left_out += len(part.rejected_rows)
    return entries, left_out


def _read_file(path: Path, choices: ImportChoices, asked: LanguagePair | None) -> dict[LanguagePair, ReadResult]:
    """Return the content of a file by pair.

    If the file does not name its languages, they are `asked`; without `asked` the result is empty.
    """
    from termdesk.application.glossaries.importing.import_files import read_pairs
    from termdesk.commands.file_reader import read_file

    view, result = read_file(path, choices)
    if not view.pair:
        return {asked: read_file(path, replace(choices, pair=asked))[1]} if asked else {}
    if len(view.pairs) > 1:
        several = read_pairs(NoProgress(), path, choices, view.pairs)
        return {each.pair: part for each, part in zip(view.pairs, several, strict=True)}
    return {view.pair: result}
