"""`termdesk preferences`: list, read and change the preferences of the program."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from termdesk.commands.arguments import DONE, FOUND, add_service_options, command_parser

if TYPE_CHECKING:
    from termdesk.domain.settings import Settings

_ON, _OFF = ("yes", "on", "true"), ("no", "off", "false")


def preferences_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk preferences`."""
    parser = command_parser(
        "preferences",
        "List the preferences of the program, print the value of one, or change it. An open window applies the change "
        "at once, and says so; for another server or terms only, the service on this computer restarts.",
    )
    parser.add_argument("name", nargs="?", metavar="NAME", help="a preference, as the list names it")
    parser.add_argument("value", nargs="?", metavar="VALUE", help="its new value: a text, a number, or yes or no")
    parser.add_argument("--reset", action="store_true", help="give NAME its default value, or without NAME all of them")
    parser.add_argument("--yes", action="store_true", help="reset all without asking")
    parser.add_argument(
        "--dry-run", action="store_true", help="only tell what would change; the exit code is 1 if anything would"
    )
    add_service_options(parser)
    return parser


def preferences(words: list[str]) -> int:
    """List, read or change preferences, and return the exit code."""
    parser = preferences_parser()
    chosen = parser.parse_args(words)
    if chosen.reset and chosen.value is not None:
        parser.error("--reset gives the default value, and takes no VALUE")
    if chosen.dry_run and not _is_writing(chosen):
        parser.error("--dry-run is for VALUE and --reset")
    return asyncio.run(_run(chosen))


def _is_writing(chosen: argparse.Namespace) -> bool:
    return bool(chosen.reset) or chosen.value is not None


async def _run(chosen: argparse.Namespace) -> int:
    # Imported here, because the help does not need it.
    from termdesk.commands.workplace import open_workplace

    is_writing = _is_writing(chosen) and not chosen.dry_run
    # Preferences are not in the database, which an open window uses.
    async with open_workplace(chosen, is_reading=True, connects=False) as cases:
        before = cases.session.settings
        shown = _find_fields(chosen.name)
        after = _change_settings(before, shown, chosen) if _is_writing(chosen) else before
        changed = [each for each in shown if getattr(before, each.name) != getattr(after, each.name)]
        if is_writing and changed:
            if chosen.reset and not chosen.name:
                _check_agreed(changed, is_given=chosen.yes)
            cases.session.save_settings(after)
    _tell(after, shown, changed, chosen)
    return FOUND if chosen.dry_run and changed else DONE


def _find_fields(name: str | None) -> list[Any]:
    """Return the preference with this name, or all. Raises InvalidInput if there is none."""
    from termdesk.domain.errors import InvalidInput
    from termdesk.domain.settings import visible_fields

    found = [each for each in visible_fields() if name in (None, each.name)]
    if not found:
        known = ", ".join(each.name for each in visible_fields())
        raise InvalidInput(f"There is no preference “{name}”.", remedy=f"Use one of: {known}.")
    return found


def _change_settings(before: Settings, shown: Sequence[Any], chosen: argparse.Namespace) -> Settings:
    """Return the settings with the new value, or with default values. Raises InvalidInput for a wrong value."""
    from dataclasses import replace

    if chosen.reset:
        return replace(before, **{each.name: each.default for each in shown})
    [field] = shown
    changed: dict[str, Any] = {field.name: _parse_value(field, chosen.value)}
    return replace(before, **changed)


def _parse_value(field: Any, typed: str) -> object:
    from termdesk.domain.errors import InvalidInput

    choices = field.metadata["choices"]
    if choices:
        if typed in choices:
            return typed
        expected = f"one of: {', '.join(choices)}"
    elif isinstance(field.default, bool):
        if typed.casefold() in _ON + _OFF:
            return typed.casefold() in _ON
        expected = "yes or no"
    elif isinstance(field.default, int):
        least, most = field.metadata["range"]
        if typed.removeprefix("-").isdecimal() and least <= int(typed) <= most:
            return int(typed)
        expected = f"a number from {least:,} to {most:,}"
    else:
        return typed
    raise InvalidInput(
        f"“{typed}” is not a value of {field.name}. Nothing was changed.", remedy=f"It takes {expected}."
    )


def _check_agreed(changed: Sequence[Any], *, is_given: bool) -> None:
    """Raise InvalidInput unless the user agrees to reset these preferences."""
    from termdesk.commands.consent import check_agreed

    check_agreed(f"Reset {', '.join(each.name for each in changed)}?", "Nothing was changed.", is_given=is_given)


def _tell(after: Settings, shown: Sequence[Any], changed: Sequence[Any], chosen: argparse.Namespace) -> None:
    from termdesk.commands.output import print_json, print_lines, print_table, remark

    is_done = bool(changed) and not chosen.dry_run
    if chosen.json:
        print_json({"preferences": [_json(each, after) for each in shown], "is_done": is_done})
    elif _is_writing(chosen):
        for each in changed:
            value = _describe_value(getattr(after, each.name))
            print_lines(f"Would set {each.name} to {value}" if chosen.dry_run else f"Set {each.name} to {value}")
        remark("" if changed else "Nothing changes: these are the present values.")
    elif chosen.name:
        print_lines(_describe_value(getattr(after, chosen.name)))
    else:
        rows = [(each.name, _describe_value(getattr(after, each.name)), str(each.metadata["title"])) for each in shown]
        print_table(("Name", "Value", "Preference"), rows)


def _describe_value(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else f"{value}"


def _json(field: Any, settings: Settings) -> dict[str, object]:
    return {
        "name": field.name,
        "title": str(field.metadata["title"]),
        "help": str(field.metadata["help"]),
        "value": getattr(settings, field.name),
        "default": field.default,
        "choices": [*field.metadata["choices"]],
        "range": [*(field.metadata["range"] or ())],
    }
