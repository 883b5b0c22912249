"""How long and how many texts are kept, in `termdesk history`: tell it, or change it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from termdesk.commands.arguments import DONE, FOUND, count_of

if TYPE_CHECKING:
    from termdesk.application.lazy_use_cases import LazyUseCases

_MOST_DAYS = 3650


def add_retention_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that tell or change which texts are kept."""
    parser.add_argument("--keeping", action="store_true", help="tell how long texts are kept, and how many")
    parser.add_argument(
        "--keep-days",
        type=_days,
        metavar="DAYS",
        help="keep texts for this many days from now on; older ones are deleted, but for those with a star",
    )
    parser.add_argument(
        "--keep-most",
        type=count_of,
        metavar="COUNT",
        help="keep at most so many texts besides those with a star; 0: any number",
    )
    parser.add_argument(
        "--keep-none", action="store_true", help="keep no texts from now on; those that are kept stay until they expire"
    )


def is_about_retention(chosen: argparse.Namespace) -> bool:
    """Return whether the options tell or change which texts are kept."""
    return bool(chosen.keeping) or changes_retention(chosen)


def changes_retention(chosen: argparse.Namespace) -> bool:
    """Return whether the options change which texts are kept."""
    return chosen.keep_days is not None or chosen.keep_most is not None or bool(chosen.keep_none)


async def apply_retention(cases: LazyUseCases, chosen: argparse.Namespace) -> int:
    """Tell or change how long texts are kept, and how many. Return the exit code.

    Raises InvalidInput unless the user agrees to delete texts.
    """
    from termdesk.commands.consent import check_agreed
    from termdesk.commands.output import print_lines

    texts = cases.texts
    before = (texts.keeps_texts, texts.days, texts.most)
    days = texts.days if chosen.keep_days is None else chosen.keep_days
    most = texts.most if chosen.keep_most is None else chosen.keep_most
    after = (not chosen.keep_none and (texts.keeps_texts or chosen.keep_days is not None), days, most)
    # Both limits delete the oldest texts first, so that the larger number contains the other.
    older = await texts.count_older_than(days) if days != texts.days else 0
    lost = max(older, await texts.count_beyond(most) if most != texts.most else 0)
    is_done = after != before and not chosen.dry_run
    if is_done:
        if lost:
            check_agreed(f"Delete {_count_in_words(lost)} permanently?", "Nothing was changed.", is_given=chosen.yes)
        if chosen.keep_days is not None or chosen.keep_none:
            texts.set_keeping(after[0], days)
        texts.set_most(most)
        if lost:
            await texts.tidy()
    if chosen.dry_run and after != before and not chosen.json:
        print_lines("Without --dry-run:")
    _tell(after, lost, chosen, is_done=is_done)
    return FOUND if chosen.dry_run and after != before else DONE


def _tell(kept: tuple[bool, int, int], lost: int, chosen: argparse.Namespace, *, is_done: bool) -> None:
    from termdesk.commands.output import print_json, print_lines
    from termdesk.domain.pluralize import pluralize

    is_kept, days, most = kept
    if chosen.json:
        print_json({"keeps_texts": is_kept, "days": days, "most": most, "count": lost, "is_done": is_done})
        return
    if not is_kept:
        print_lines("New texts are not kept.")
    else:
        age = pluralize(days, "1 day", "{count} days")
        if most:
            print_lines(f"Texts are kept for {age}, at most {most:,} besides starred ones.")
        else:
            print_lines(f"Texts are kept for {age}, any number besides starred ones.")
    if lost:
        print_lines(f"Deleted {_count_in_words(lost)}." if is_done else f"Would delete {_count_in_words(lost)}.")


def _count_in_words(count: int) -> str:
    from termdesk.domain.pluralize import pluralize

    return pluralize(count, "1 text", "{count} texts")


def _days(typed: str) -> int:
    """Parse a number of days from 1 on."""
    if not typed.isdecimal() or not 1 <= int(typed) <= _MOST_DAYS:
        raise argparse.ArgumentTypeError(f"{typed} is not a number of days from 1 to {_MOST_DAYS}")
    return int(typed)
