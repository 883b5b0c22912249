"""`termdesk history`: list, search, export, star and delete the texts that were translated or improved."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from termdesk.commands.arguments import DONE, FOUND, add_pair_option, add_service_options, command_parser, count_of
from termdesk.commands.texts.text_retention import (
    add_retention_options,
    apply_retention,
    changes_retention,
    is_about_retention,
)

if TYPE_CHECKING:
    from termdesk.application.lazy_use_cases import LazyUseCases
    from termdesk.application.texts.history import StoredText, TextFilter

_WORKS = ("translate", "rephrase", "correct")
_WRITING = ("star", "unstar", "delete")
# What is printed for each text that was changed, and in a dry run.
_CHANGED = {
    "star": ("Starred: {text}", "Would be starred: {text}"),
    "unstar": ("Without a star: {text}", "Would be without a star: {text}"),
    "delete": ("Deleted: {text}", "Would be deleted: {text}"),
}


def history_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk history`."""
    parser = command_parser(
        "history",
        "List the texts that were translated or improved on this computer, the latest first, or export, star or delete "
        "them, or change how long and how many are kept. Deleted texts leave no trace in the file. The exit code is 1 "
        "if no text is found.",
    )
    parser.add_argument("words", nargs="*", metavar="WORD", help="only texts with these words, also of languages")
    parser.add_argument("--work", choices=_WORKS, help="only translations or improvements of this kind")
    add_pair_option(parser, "only texts of these two languages")
    parser.add_argument("--glossary", metavar="NAME", help="only texts with this glossary; an empty text: with none")
    parser.add_argument("--starred", action="store_true", help="only texts with a star")
    parser.add_argument("--show", type=count_of, metavar="NUMBER", help="show this text whole")
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="OUT",
        help="write the texts to a file: .tsv, .xlsx, or .tmx (translations)",
    )
    parser.add_argument("--force", action="store_true", help="overwrite OUT if it exists")
    for name, help_text in zip(
        _WRITING, ("keep these texts, whatever the limits", "take the star away", "delete"), strict=True
    ):
        parser.add_argument(f"--{name}", type=count_of, nargs="+", metavar="NUMBER", help=help_text)
    parser.add_argument("--delete-all", action="store_true", help="delete all texts, also those with a star")
    add_retention_options(parser)
    parser.add_argument("--yes", action="store_true", help="delete without asking")
    parser.add_argument(
        "--dry-run",
        action="store_true",
        help="only tell what would change or be deleted; the exit code is 1 if anything would",
    )
    add_service_options(parser)
    return parser


def history(words: list[str]) -> int:
    """List, export, star or delete texts, and return the exit code."""
    parser = history_parser()
    chosen = parser.parse_args(words)
    ways = [chosen.show is not None, chosen.output is not None, chosen.delete_all]
    ways += [getattr(chosen, name) is not None for name in _WRITING]
    ways.append(is_about_retention(chosen))
    if sum(ways) > 1:
        parser.error("choose one of --show, -o, --star, --unstar, --delete, --delete-all and --keep")
    if chosen.keep_none and (chosen.keep_days is not None or chosen.keep_most is not None):
        parser.error("--keep-none takes no days and no number")
    if chosen.dry_run and not _is_writing(chosen):
        parser.error("--dry-run is for --star, --unstar, --delete and --keep")
    return asyncio.run(_run(chosen))


def _is_writing(chosen: argparse.Namespace) -> bool:
    is_changing_texts = bool(chosen.delete_all) or any(getattr(chosen, name) is not None for name in _WRITING)
    return is_changing_texts or changes_retention(chosen)


async def _run(chosen: argparse.Namespace) -> int:
    # Imported here, because the help does not need it.
    from termdesk.commands.workplace import open_workplace

    is_reading = not _is_writing(chosen) or chosen.dry_run
    async with open_workplace(chosen, is_reading=is_reading, connects=False) as cases:
        if is_about_retention(chosen):
            return await apply_retention(cases, chosen)
        if chosen.output is not None:
            return await _export(cases, chosen)
        if chosen.delete_all:
            return await _delete_all(cases, chosen)
        if _is_writing(chosen):
            return await _change(cases, chosen)
        if chosen.show is not None:
            return _show_whole(await _text(cases, chosen.show), as_json=chosen.json)
        return await _list(cases, chosen)


async def _only(cases: LazyUseCases, chosen: argparse.Namespace) -> TextFilter:
    """Convert the options to a filter. Languages match by their roots."""
    from termdesk.application.texts.history import TextFilter
    from termdesk.domain.language.language import LanguagePair

    choices = await cases.texts.choices()
    languages = None
    if chosen.pair:
        pair = LanguagePair(*chosen.pair)
        known = [each for each in choices.languages if LanguagePair(*each).roots == pair.roots]
        # Prefer the exact pair. An unknown pair stays in the filter, so that nothing is found.
        languages = next((each for each in known if LanguagePair(*each) == pair), (known or [tuple(chosen.pair)])[0])
    call = None
    if chosen.work:
        call = next((each for each in choices.calls if each.rpartition("/")[2] == chosen.work), chosen.work)
    return TextFilter(call, languages, chosen.glossary, True if chosen.starred else None)


async def _list(cases: LazyUseCases, chosen: argparse.Namespace) -> int:
    from termdesk.commands.output import print_json, print_table, remark

    found = await cases.texts.find(" ".join(chosen.words), await _only(cases, chosen))
    texts = found.texts
    if chosen.json:
        # Programs get whole texts.
        whole = [read for each in texts if (read := await cases.texts.read(each)) is not None]
        print_json({"texts": [*map(_json, whole)], "count": found.count})
    elif texts:
        print_table(("Number", "Made", "Languages", "Text", "Result", ""), map(_row, texts))
        if found.count > len(texts):
            remark(f"These are the latest {len(texts):,} of {found.count:,}. Search for others with WORD.")
    else:
        remark(_no_text_words(cases))
    return DONE if texts else FOUND


def _no_text_words(cases: LazyUseCases) -> str:
    if not cases.texts.keeps_texts:
        return "No text is found. Texts are not kept: File › Preferences, or termdesk history --keep-days DAYS."
    return "No text is found."


async def _text(cases: LazyUseCases, number: int) -> StoredText:
    """Return a text in full. Raises InvalidInput if there is none with this number."""
    from termdesk.application.texts.history import StoredText
    from termdesk.domain.errors import InvalidInput

    text = await cases.texts.read(StoredText("", "", "", "", "", "", number=number))
    if text is None:
        raise InvalidInput(f"No text has the number {number}.", remedy="See the numbers with: termdesk history")
    return text


def _show_whole(text: StoredText, *, as_json: bool) -> int:
    from termdesk.commands.output import print_json, print_lines

    if as_json:
        print_json({"texts": [_json(text)], "count": 1})
    else:
        print_lines(*text.source.splitlines(), "", *text.result.splitlines())
    return DONE


async def _export(cases: LazyUseCases, chosen: argparse.Namespace) -> int:
    from termdesk.application.texts.text_files import ENDINGS
    from termdesk.commands.output import check_free, print_json, print_lines, remark
    from termdesk.domain.errors import InvalidInput
    from termdesk.domain.pluralize import pluralize
    from termdesk.domain.progress import NoProgress

    output = chosen.output
    if output.suffix.lower() not in ENDINGS:
        raise InvalidInput(f"{output} has no ending of a format.", remedy=f"These are written: {', '.join(ENDINGS)}.")
    check_free(output, is_forced=chosen.force)
    words, only = " ".join(chosen.words), await _only(cases, chosen)
    written = await cases.texts.export(output, NoProgress(), words, only)
    count = written.count
    remark(*written.notes)
    if chosen.json:
        print_json({"file": str(output), "count": count})
    else:
        print_lines(pluralize(count, "1 text written to {path}.", "{count} texts written to {path}.", path=output))
    return DONE if count else FOUND


async def _change(cases: LazyUseCases, chosen: argparse.Namespace) -> int:
    """Star or delete the texts with these numbers."""
    name = next(each for each in _WRITING if getattr(chosen, each) is not None)
    texts = [await _text(cases, number) for number in dict.fromkeys(getattr(chosen, name))]
    if not chosen.dry_run:
        if name == "delete":
            _check_deletion(len(texts), is_given=chosen.yes)
            await cases.texts.delete(texts)
        else:
            await cases.texts.star(texts, name == "star")
            texts = [await _text(cases, each.number) for each in texts]
    return _tell_changed(texts, name, chosen)


async def _delete_all(cases: LazyUseCases, chosen: argparse.Namespace) -> int:
    from termdesk.commands.output import print_json, print_lines
    from termdesk.domain.pluralize import pluralize

    count = await cases.texts.count()
    if not chosen.dry_run:
        _check_deletion(count, is_given=chosen.yes)
        await cases.texts.delete_all()
    if chosen.json:
        print_json({"texts": [], "count": count, "is_done": not chosen.dry_run})
    else:
        counted = pluralize(count, "1 text", "{count} texts")
        print_lines(f"Would delete {counted}." if chosen.dry_run else f"Deleted {counted}.")
    return FOUND if chosen.dry_run and count else DONE


def _check_deletion(count: int, *, is_given: bool) -> None:
    """Raise InvalidInput unless the user agrees to delete texts without a trace."""
    from termdesk.commands.consent import check_agreed
    from termdesk.domain.pluralize import pluralize

    texts = pluralize(count, "1 text", "{count} texts")
    check_agreed(f"Delete {texts} permanently?", "Nothing was deleted.", is_given=is_given)


def _tell_changed(texts: Sequence[StoredText], name: str, chosen: argparse.Namespace) -> int:
    from termdesk.commands.output import print_json, print_lines

    if chosen.json:
        print_json({"texts": [*map(_json, texts)], "count": len(texts), "is_done": not chosen.dry_run})
    else:
        done, would_be = _CHANGED[name]
        line = would_be if chosen.dry_run else done
        print_lines(*(line.format(text=f"{each.number}, {_short(each.source)}") for each in texts))
    return FOUND if chosen.dry_run else DONE


def _row(text: StoredText) -> tuple[str, ...]:
    made = f"{text.made_at.astimezone():%Y-%m-%d %H:%M}" if text.made_at else ""
    languages = f"{text.source_language or '?'} → {text.target_language}"
    return f"{text.number}", made, languages, _short(text.source), _short(text.result), "★" if text.is_starred else ""


def _short(text: str) -> str:
    """Return the beginning of a text in one line."""
    line = " ".join(text.split())
    return line if len(line) <= _WIDEST else f"{line[: _WIDEST - 1]}…"


_WIDEST = 40


def _json(text: StoredText) -> dict[str, object]:
    return {
        "number": text.number,
        "made_at": text.made_at.isoformat(timespec="seconds") if text.made_at else None,
        "profile": text.profile,
        "work": text.call.rpartition("/")[2],
        "source_lang": text.source_language or None,
        "target_lang": text.target_language,
        "text": text.source,
        "result": text.result,
        "glossary": text.glossary or None,
        "engines": [*text.engines],
        "is_starred": text.is_starred,
    }
