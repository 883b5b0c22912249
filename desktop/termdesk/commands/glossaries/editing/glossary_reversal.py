"""`termdesk glossary reverse`: make the dictionary of the opposite direction."""

from __future__ import annotations

import argparse
import asyncio

from termdesk.application.progress import run_in_thread
from termdesk.commands.arguments import DONE, FOUND, add_pair_option, add_service_options, command_parser
from termdesk.commands.glossaries.dictionary_access import find_readable
from termdesk.commands.glossaries.glossary_lookup import find_row, to_root_pair
from termdesk.commands.json_parts import glossary_json, pair_json
from termdesk.commands.output import MOST_LISTED, print_json, print_lines, remark
from termdesk.commands.workplace import open_workplace
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.reversal import Clash, Reversal, reverse
from termdesk.domain.pluralize import pluralize
from termdesk.domain.progress import NoProgress


def reverse_dictionary_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk glossary reverse`."""
    parser = command_parser(
        "glossary reverse",
        "Make the reverse dictionary in the same glossary on this computer, such as de-en from en-de. A target of "
        "several sources can have one of them only: the first, or the one of --choose. The exit code is 1 if a choice "
        "was made for you, or with --dry-run.",
    )
    add_service_options(parser)
    parser.add_argument("name", metavar="NAME", help="name or id of a glossary")
    add_pair_option(parser, "dictionary to reverse (default: the only one)")
    parser.add_argument(
        "--choose",
        nargs=2,
        action="append",
        default=[],
        metavar=("PHRASE", "BECOMES"),
        help="a phrase with several translations, and the one that it gets; can be repeated",
    )
    parser.add_argument("--dry-run", action="store_true", help="only tell what the reverse dictionary would have")
    return parser


def reverse_dictionary(words: list[str]) -> int:
    """Make the reverse dictionary and return the exit code."""
    return asyncio.run(_run(reverse_dictionary_parser().parse_args(words)))


async def _run(chosen: argparse.Namespace) -> int:
    async with open_workplace(chosen, is_reading=chosen.dry_run) as cases:
        summary = await find_readable(cases, chosen.name)
        row = find_row(summary, to_root_pair(chosen.pair))
        entries, pair = await cases.copying_library.entries(summary, row), row.pair.reverse
        reversal = await run_in_thread(NoProgress(), lambda _progress: reverse(entries))
        settled = _check_choices(reversal, chosen.choose)
        undecided = [each for each in reversal.clashes if each.phrase not in settled]
        if summary.row(pair) is not None:
            raise InvalidInput(
                f"“{summary.name}” already has a dictionary {pair}. Nothing was created.",
                remedy="Compare both with: termdesk glossary check NAME --compare",
            )
        if not reversal.candidates:
            raise InvalidInput(
                f"“{summary.name}”, {row.pair}, has no entry that can be reversed.",
                remedy="Every row is empty on one side or forbidden.",
            )
        if not chosen.dry_run:
            made = await run_in_thread(NoProgress(), lambda _progress: reversal.entries(settled))
            await cases.library.close(await cases.library.add_dictionary(summary, pair, made))
    if chosen.json:
        report = _json(reversal, settled, pair)
        print_json({**glossary_json(summary), **report, "is_done": not chosen.dry_run})
    else:
        _tell(reversal, undecided, name=f"{summary.name}, {pair}", is_dry=chosen.dry_run)
    return FOUND if undecided or chosen.dry_run else DONE


def _check_choices(reversal: Reversal, choices: list[tuple[str, str]]) -> dict[str, str]:
    """Return the chosen candidate of each phrase. Raises InvalidInput for a choice that does not exist."""
    for phrase, candidate in choices:
        known = reversal.candidates.get(phrase, ())
        if candidate not in known:
            raise InvalidInput(
                f"“{phrase}” cannot become “{candidate}”. Nothing was created.",
                remedy=f"It can become {', '.join(known)}." if known else "No entry has it as its target.",
            )
    return dict(choices)


def _tell(reversal: Reversal, undecided: list[Clash], *, name: str, is_dry: bool) -> None:
    for clash in undecided[:MOST_LISTED]:
        first, *others = clash.candidates
        print_lines(f"! {clash.phrase} → {first} (instead of: {', '.join(others)})")
    if len(undecided) > MOST_LISTED:
        print_lines(f"! … and {len(undecided) - MOST_LISTED:,} more")
    if undecided:
        remark("These phrases have several translations, and get the first. Choose with --choose PHRASE BECOMES.")
    for count, one, many in (
        (
            reversal.incomplete_rows,
            "1 row with an empty side is left out.",
            "{count} rows with an empty side are left out.",
        ),
        (reversal.forbidden_rows, "1 forbidden entry is left out.", "{count} forbidden entries are left out."),
    ):
        remark(pluralize(count, one, many) if count else "")
    count = len(reversal.candidates)
    if is_dry:
        print_lines(pluralize(count, "{name} would have 1 entry.", "{name} would have {count} entries.", name=name))
    else:
        print_lines(pluralize(count, "{name} has 1 entry.", "{name} has {count} entries.", name=name))
        remark("Publish it with: termdesk glossary push NAME --draft")


def _json(reversal: Reversal, settled: dict[str, str], pair: LanguagePair) -> dict[str, object]:
    clashes = [
        {
            "phrase": each.phrase,
            "becomes": settled.get(each.phrase, each.candidates[0]),
            "candidates": [*each.candidates],
            "is_chosen": each.phrase in settled,
        }
        for each in reversal.clashes
    ]
    return {
        **pair_json(pair),
        "entries": len(reversal.candidates),
        "clashes": clashes,
        "incomplete_rows": reversal.incomplete_rows,
        "forbidden_rows": reversal.forbidden_rows,
    }
