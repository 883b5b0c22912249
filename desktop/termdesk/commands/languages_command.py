"""`termdesk languages`: the languages of a service, changes in that list, and the features of a language pair."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from termdesk.commands.arguments import DONE, FOUND, add_pair_option, add_service_options, command_parser
from termdesk.commands.json_parts import pair_json

if TYPE_CHECKING:
    from termdesk.application.languages.language_changes import LanguageChange
    from termdesk.application.languages.legacy_comparison import ComparedLanguage
    from termdesk.application.languages.pair_tasks import TaskAnswer
    from termdesk.application.lazy_use_cases import LazyUseCases
    from termdesk.domain.language.language import Language

_DEFAULT = "translate_text"
_RESOURCES = (_DEFAULT, "translate_document", "glossary", "write", "voice", "style_rules", "translation_memory")
_OLDER = ("text", "glossary")
_TASKS = ("text", "formality", "document", "glossary", "improvement", "spot-check")


def languages_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk languages`."""
    parser = command_parser(
        "languages",
        "List the languages of a service with their features, or tell what is possible with two of them, or what has "
        "changed. The exit code is 1 if no language is found, or if something is not possible.",
    )
    parser.add_argument("words", nargs="*", metavar="WORD", help="list only languages with this name or code")
    parser.add_argument("--for", dest="resource", choices=_RESOURCES, help=f"what they are for (default: {_DEFAULT})")
    add_pair_option(parser, "tell what is possible with this pair")
    parser.add_argument("--task", choices=_TASKS, help="with --pair: only tell whether this is possible")
    parser.add_argument(
        "--changes", action="store_true", help="list what was added, removed or changed since the lists were read first"
    )
    parser.add_argument(
        "--older",
        choices=_OLDER,
        help="compare the present list with that of the older interface; the exit code is 1 if they differ",
    )
    add_service_options(parser)
    return parser


def languages(words: list[str]) -> int:
    """Print languages or the features of a pair, and return the exit code."""
    parser = languages_parser()
    chosen = parser.parse_args(words)
    if chosen.task and not chosen.pair:
        parser.error("--task needs --pair")
    if chosen.pair and (chosen.words or chosen.resource):
        parser.error("--pair asks about two languages; WORD and --for list many")
    if chosen.changes and (chosen.pair or chosen.words):
        parser.error("--changes lists all that changed, or with --for those of one list")
    if chosen.older and (chosen.changes or chosen.pair or chosen.words or chosen.resource):
        parser.error("--older compares one list with the older one, and takes nothing else")
    return asyncio.run(_run(chosen))


async def _run(chosen: argparse.Namespace) -> int:
    # Imported here, because the help does not need it.
    from termdesk.commands.workplace import open_workplace
    from termdesk.domain.key_scope import Scope

    async with open_workplace(chosen, is_reading=True, needs=[Scope.READ_LANGUAGES]) as cases:
        if chosen.changes:
            return await _list_changes(cases, chosen)
        if chosen.older:
            return await _compare_with_older(cases, chosen)
        return await (_tell_pair if chosen.pair else _list)(cases, chosen)


async def _compare_with_older(cases: LazyUseCases, chosen: argparse.Namespace) -> int:
    """Print the languages in which a list differs from that of the older interface."""
    from termdesk.application.languages.languages import LegacyList
    from termdesk.application.languages.legacy_comparison import compare_with_older
    from termdesk.commands.output import print_json, print_table, remark
    from termdesk.domain.errors import InvalidInput

    kind = LegacyList[chosen.older.upper()]
    today, older = await cases.languages.list(kind.resource), await cases.languages.legacy(kind)
    if older is None:
        raise InvalidInput("The service has no such list any more.", remedy="See what changed with --changes.")
    if today.is_stored or older.is_stored:
        moment = min(today.fetched_at, older.fetched_at).astimezone()
        remark(f"The service cannot be asked now. These are its lists of {moment:%Y-%m-%d}.")
    compared = compare_with_older(today.languages, older.languages)
    found = [each for each in compared if each.differs]
    if chosen.json:
        listed_at = min(today.fetched_at, older.fetched_at).isoformat(timespec="seconds")
        report = {"service": cases.session.full_title, "resource": kind.resource.value, "listed_at": listed_at}
        print_json({**report, "count": len(compared), "languages": [*map(_older_json, found)]})
    elif found:
        print_table(("Code", "Language", "Today", "Older list"), map(_older_row, found))
    remark(f"{len(found):,} of {len(compared):,} languages differ.")
    return FOUND if found else DONE


def _older_row(compared: ComparedLanguage) -> tuple[str, ...]:
    return compared.code, compared.name, _describe(compared.today), _describe(compared.older)


def _describe(language: Language | None) -> str:
    """Return what a list says of a language in words."""
    if language is None:
        return "not there"
    sides = (("from", language.usable_as_source), ("into", language.usable_as_target))
    usable = [name for name, is_usable in sides if is_usable]
    return ", ".join([*usable, *(["formality"] if "formality" in language.features else [])])


def _older_json(compared: ComparedLanguage) -> dict[str, object]:
    sides = (("today", compared.today), ("older", compared.older))
    return {
        "lang": compared.code,
        "name": compared.name,
        **{
            name: None
            if each is None
            else {
                "usable_as_source": each.usable_as_source,
                "usable_as_target": each.usable_as_target,
                "formality": "formality" in each.features,
            }
            for name, each in sides
        },
    }


async def _list_changes(cases: LazyUseCases, chosen: argparse.Namespace) -> int:
    """Fetch the current lists, and print all changes found so far."""
    from termdesk.commands.output import print_json, print_table, remark

    lists = [*(await cases.languages.all()).lists.values()]
    stored = [each.fetched_at for each in lists if each.is_stored]
    if stored:
        remark(f"The service cannot be asked now. These are the changes until {max(stored).astimezone():%Y-%m-%d}.")
    found = [each for each in await cases.languages.changes() if chosen.resource in (None, each.resource)]
    if chosen.json:
        print_json({"service": cases.session.full_title, "changes": [*map(_change_json, found)]})
    elif found:
        print_table(("Found", "List", "Code", "Language", "Change"), map(_change_row, found))
    else:
        remark("Nothing has changed since the lists were read first.")
    return DONE


def _change_row(change: LanguageChange) -> tuple[str, ...]:
    what = " ".join(filter(None, (change.kind.value, change.feature)))
    statuses = f": {change.before or 'none'} → {change.after or 'none'}" if change.before or change.after else ""
    return f"{change.found_at.astimezone():%Y-%m-%d}", change.resource, change.code, change.name, f"{what}{statuses}"


def _change_json(change: LanguageChange) -> dict[str, object]:
    return {
        "resource": change.resource,
        "lang": change.code,
        "name": change.name,
        "change": change.kind.value,
        "feature": change.feature or None,
        "before": change.before or None,
        "after": change.after or None,
        "since": change.since.isoformat(timespec="seconds"),
        "found_at": change.found_at.isoformat(timespec="seconds"),
    }


async def _list(cases: LazyUseCases, chosen: argparse.Namespace) -> int:
    from termdesk.application.languages.language_search import read_names, search
    from termdesk.commands.output import print_json, print_table, remark
    from termdesk.domain.language.language import Resource

    resource = Resource(chosen.resource or _DEFAULT)
    listed = await cases.languages.list(resource)
    words = " ".join(chosen.words)
    names = await asyncio.to_thread(read_names, [each.code for each in listed.languages])
    found = search(listed.languages, words, names)
    if listed.is_stored:
        remark(f"The service cannot be asked now. This is its list of {listed.fetched_at.astimezone():%Y-%m-%d}.")
    if chosen.json:
        report = {
            "service": cases.session.full_title,
            "resource": resource.value,
            "listed_at": listed.fetched_at.isoformat(timespec="seconds"),
            "is_stored": listed.is_stored,
            "languages": [{**_json(each), "own_name": names.own.get(each.code, "")} for each in found],
        }
        print_json(report)
    elif found:
        print_table(("Code", "Language", "Own name", "From", "Into", "Features"), _rows(found, names.own))
    else:
        called = f" is called “{words}”" if words else ""
        remark(f"No language{called} in the list for {resource.value}. Option --for chooses another list.")
    return DONE if found else FOUND


def _rows(found: Sequence[Language], own: Mapping[str, str]) -> list[tuple[str, ...]]:
    return [
        (
            each.code,
            each.name,
            own.get(each.code, ""),
            "yes" if each.usable_as_source else "",
            "yes" if each.usable_as_target else "",
            ", ".join(name if status == "stable" else f"{name} ({status})" for name, status in each.features.items()),
        )
        for each in found
    ]


def _json(language: Language) -> dict[str, object]:
    return {
        "lang": language.code,
        "name": language.name,
        "usable_as_source": language.usable_as_source,
        "usable_as_target": language.usable_as_target,
        "status": language.status,
        "features": language.features,
    }


async def _tell_pair(cases: LazyUseCases, chosen: argparse.Namespace) -> int:
    from termdesk.commands.output import print_json, print_table, remark
    from termdesk.domain.language.language import LanguagePair

    pair = LanguagePair(*chosen.pair)
    found = await cases.pair_tasks.answers(pair)
    answers = [each for each in found.tasks if chosen.task in (None, each.task.value)]
    if stored_at := found.stored_at:
        remark(f"The service cannot be asked now. The answers are from its lists of {stored_at.astimezone():%Y-%m-%d}.")
    if chosen.json:
        report = {
            "service": cases.session.full_title,
            **pair_json(pair),
            "listed_at": stored_at.isoformat(timespec="seconds") if stored_at else None,
            "tasks": [
                {"task": each.task.value, "is_possible": each.is_possible, "reason": each.reason, "remedy": each.remedy}
                for each in answers
            ],
        }
        print_json(report)
    else:
        print_table((f"{pair}", "Possible", "Why not"), [*map(_answer_row, answers)])
    return DONE if all(each.is_possible for each in answers) else FOUND


def _answer_row(answer: TaskAnswer) -> tuple[str, ...]:
    possible = {True: "yes", False: "no", None: "not known"}[answer.is_possible]
    return answer.task.value, possible, f"{answer.reason} {answer.remedy}".strip()
