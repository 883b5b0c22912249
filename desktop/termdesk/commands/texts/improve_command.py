"""`termdesk improve`: correct or rephrase a text in its language."""

from __future__ import annotations

import argparse
import asyncio
from typing import TYPE_CHECKING

from termdesk.commands.arguments import DONE, FOUND, add_service_options, command_parser
from termdesk.commands.streams import print_result
from termdesk.commands.texts.text_input import add_text_options, read_text

if TYPE_CHECKING:
    from termdesk.application.improvement.improvement import ImprovementResult, ImproveRequest, TextImprover
    from termdesk.application.lazy_use_cases import LazyUseCases
    from termdesk.domain.glossary import Glossary


def improve_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk improve`."""
    parser = command_parser(
        "improve",
        "Correct or rephrase a text. The exit code is 1 if a change touches a term of the protected glossary.",
    )
    add_text_options(parser)
    parser.add_argument("--language", required=True, metavar="CODE", help="language of the text, such as en-US")
    parser.add_argument("--correct", action="store_true", help="only correct mistakes (default: rephrase)")
    parser.add_argument("--convert", metavar="CODE", help="write it in another variant, such as en-GB, pt-PT or de-CH")
    parser.add_argument("--style", metavar="NAME", help="writing style, such as business; prefer_business if possible")
    parser.add_argument("--tone", metavar="NAME", help="tone, such as friendly; prefer_friendly if possible")
    parser.add_argument("--protect", metavar="NAME", help="name or id of a glossary whose terms must stay")
    parser.add_argument("--changes", action="store_true", help="list what was changed on standard error")
    add_service_options(parser)
    return parser


def improve(words: list[str]) -> int:
    """Improve a text, print it, and return the exit code."""
    chosen = improve_parser().parse_args(words)
    return asyncio.run(_run(chosen, read_text(chosen.text)))


async def _run(chosen: argparse.Namespace, text: str) -> int:
    # Imported only if there is a text to improve; the help does not need it.
    from termdesk.commands.consent import check_consent, tell_cost
    from termdesk.commands.terminal.cancellation import report_if_cancelled
    from termdesk.commands.workplace import open_workplace
    from termdesk.domain.key_scope import Scope

    request, is_swiss = _request(chosen, text)
    needs = (*(() if is_swiss else (Scope.IMPROVE,)), *((Scope.READ_GLOSSARIES,) if chosen.protect else ()))
    async with open_workplace(chosen, is_reading=chosen.dry_run, needs=needs) as cases:
        improver = cases.improver
        estimate = await improver.cost_gate.estimate(0 if is_swiss else improver.cost(request))
        if chosen.dry_run:
            await tell_cost(improver.cost_gate, estimate, as_json=chosen.json)
            return DONE
        protected = await _find_guard(cases, chosen.protect, request.target) if chosen.protect else None
        if is_swiss:
            result = improver.swiss_spelling(text, request.target)
            result = await improver.guard(result, protected) if protected else result
        else:
            if chosen.convert:
                await _check_variant(improver, request.target)
            check_consent(estimate, is_given=chosen.yes)
            with report_if_cancelled(lambda: ["What was sent may be billed."]):
                result = await improver.improve(request, protected=protected)
    return tell_result(result, as_json=chosen.json, tells_changes=chosen.changes)


def _request(chosen: argparse.Namespace, text: str) -> tuple[ImproveRequest, bool]:
    """Return the request, and whether it only needs Swiss spelling, for which nothing is sent.

    Raises InvalidInput if the text cannot be converted to the variant.
    """
    from termdesk.application.improvement.improvement import SWISS_GERMAN, ImproveRequest
    from termdesk.domain.errors import InvalidInput
    from termdesk.domain.language.language import canonical, root
    from termdesk.domain.texts import Improve

    language = canonical(chosen.language)
    how = Improve.CORRECT if chosen.correct or chosen.convert else Improve.REPHRASE
    if not chosen.convert:
        return ImproveRequest(text, language, how, chosen.style, chosen.tone), False
    variant = canonical(chosen.convert)
    if root(variant) != root(language) or variant == language:
        raise InvalidInput(
            f"A text in {language} cannot be converted to {variant}.",
            remedy="Give another variant of the same language. To translate a text, use translate.",
        )
    is_swiss = variant == SWISS_GERMAN
    return ImproveRequest(text, language if is_swiss else variant, how, chosen.style, chosen.tone), is_swiss


async def _check_variant(improver: TextImprover, variant: str) -> None:
    from termdesk.domain.errors import InvalidInput
    from termdesk.domain.language.language import root

    known = [each.code for each in await improver.languages() if root(each.code) == root(variant)]
    if variant not in known:
        remedy = f"It offers {', '.join(known)}." if known else "Use another service."
        raise InvalidInput(f"The service does not write {variant}.", remedy=remedy)


async def _find_guard(cases: LazyUseCases, name: str, language: str) -> Glossary:
    from termdesk.commands.glossaries.glossary_lookup import find_usable
    from termdesk.domain.errors import InvalidInput

    glossaries = await cases.improver.list_guards(language)
    found = find_usable(glossaries, name)
    if found is None:
        known = ", ".join(f"{each.name} ({each.glossary_id})" for each in glossaries)
        message = f"0 glossaries with terms in {language} are called “{name}”."
        raise InvalidInput(message, remedy=f"Give the name or id of one: {known}." if known else "There are none.")
    return found


def tell_result(result: ImprovementResult, *, as_json: bool, tells_changes: bool) -> int:
    """Print an improved text and return the exit code."""
    from termdesk.commands.output import print_json, remark

    if as_json:
        print_json(_json(result))
    else:
        print_result(result.text)
        remark(*(f"“{each['old']}” → “{each['new']}”" for each in _changes(result) if tells_changes))
        remark(*(f"A change touches the term “{each.term}”." for each in result.endangered), *result.notes)
    return FOUND if result.endangered else DONE


def _changes(result: ImprovementResult) -> list[dict[str, str]]:
    before, after = result.request.text, result.text
    pairs = [
        (before[each.before_start : each.before_end], after[each.after_start : each.after_end])
        for each in result.chunks
    ]
    return [{"old": old, "new": new} for old, new in pairs if old != new]


def _json(result: ImprovementResult) -> dict[str, object]:
    return {
        "text": result.text,
        "language": result.target,
        "characters": result.estimated,
        "engines": [*result.report.engines],
        "is_unchanged": result.is_unchanged,
        "is_only_corrected": result.is_only_corrected,
        "changes": _changes(result),
        "touched_terms": [each.term for each in result.endangered],
        "notes": [*result.notes],
    }
