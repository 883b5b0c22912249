"""`termdesk translate`: translate a text into one or several languages."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from termdesk.commands.arguments import DONE, FOUND, add_service_options, codes, command_parser
from termdesk.commands.streams import print_result
from termdesk.commands.texts.style_choice import add_style_option, find_style_rules
from termdesk.commands.texts.text_input import add_text_options, read_text

if TYPE_CHECKING:
    from termdesk.application.lazy_use_cases import LazyUseCases
    from termdesk.application.translation.several_targets import TargetRow
    from termdesk.application.translation.style_lookup import StyleRules
    from termdesk.application.translation.translation import TranslateRequest
    from termdesk.domain.glossary import Glossary

_FORMALITIES = ("default", "more", "less", "prefer_more", "prefer_less")


def translate_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk translate`."""
    parser = command_parser(
        "translate",
        "Translate a text. The exit code is 1 if a term of the glossary was missed, a language failed, or the text came"
        " back untranslated.",
    )
    add_text_options(parser)
    parser.add_argument("--to", type=codes, required=True, metavar="CODE[,CODE]", help="languages to translate into")
    parser.add_argument("--from", dest="source", metavar="CODE", help="language of the text (default: detected)")
    parser.add_argument("--glossary", metavar="NAME", help="name or id of a glossary; it needs --from")
    add_style_option(parser)
    parser.add_argument("--formality", choices=_FORMALITIES, help="how formal the translation is")
    parser.add_argument("--context", default="", metavar="TEXT", help="text around it; not translated, and not billed")
    parser.add_argument("--markup", choices=("html", "xml"), help="keep tags of this kind as they are")
    add_service_options(parser)
    return parser


def translate(words: list[str]) -> int:
    """Translate a text, print the translations, and return the exit code."""
    chosen = translate_parser().parse_args(words)
    return asyncio.run(_run(chosen, read_text(chosen.text)))


async def _run(chosen: argparse.Namespace, text: str) -> int:
    # Imported only if there is a text to translate; the help does not need it.
    from termdesk.application.translation.several_targets import SeveralTargets
    from termdesk.commands.consent import check_consent, tell_cost
    from termdesk.commands.output import print_json
    from termdesk.commands.terminal.cancellation import report_if_cancelled
    from termdesk.commands.workplace import open_workplace
    from termdesk.domain.key_scope import Scope
    from termdesk.domain.progress import NoProgress

    needs = (Scope.TRANSLATE_TEXT, *((Scope.READ_GLOSSARIES,) if chosen.glossary else ()))
    async with open_workplace(chosen, is_reading=chosen.dry_run, needs=needs) as cases:
        targets = SeveralTargets(cases.translator)
        targets.plan(await _requests(cases, chosen, text))
        gate = cases.translator.cost_gate
        estimate = await gate.estimate(targets.characters_due())
        if chosen.dry_run:
            await tell_cost(gate, estimate, as_json=chosen.json)
            return DONE
        check_consent(estimate, is_given=chosen.yes)
        with report_if_cancelled(lambda: _report_cancellation(targets.rows, as_json=chosen.json)):
            await targets.translate(NoProgress())
    rows = targets.rows
    if all(row.failure is not None for row in rows) and (failure := rows[0].failure) is not None:
        raise failure
    if chosen.json:
        print_json({"translations": [*map(_json, rows)]})
    else:
        _tell(rows, has_titles=len(rows) > 1)
    return DONE if all(map(_is_clean, rows)) else FOUND


def _is_clean(row: TargetRow) -> bool:
    result = row.result
    return result is not None and not row.failure and not result.missed and not result.is_untranslated


async def _requests(cases: LazyUseCases, chosen: argparse.Namespace, text: str) -> list[TranslateRequest]:
    from termdesk.application.translation.translation import TranslateRequest
    from termdesk.domain.language.language import canonical

    source = canonical(chosen.source) if chosen.source else None
    targets = [canonical(each) for each in chosen.to]
    glossaries = await _glossaries(cases, chosen.glossary, source, targets) if chosen.glossary else {}
    styles: Mapping[str, StyleRules] = {}
    if chosen.style_rules:
        styles = find_style_rules(await cases.translator.styles_by_target(targets=targets), chosen.style_rules)
    return [
        TranslateRequest(
            text,
            target,
            source,
            glossaries.get(target),
            context=chosen.context,
            formality=chosen.formality,
            style_rules=styles.get(target),
            markup=chosen.markup,
        )
        for target in targets
    ]


async def _glossaries(
    cases: LazyUseCases, name: str, source: str | None, targets: Sequence[str]
) -> dict[str, Glossary]:
    """Return the glossary for each language.

    Raises InvalidInput, before anything is sent, if it does not fit one of them.
    """
    from termdesk.commands.glossaries.glossary_lookup import find_usable
    from termdesk.domain.errors import InvalidInput

    found: dict[str, Glossary] = {}
    for target, choice in (await cases.translator.glossaries_by_target(source=source, targets=targets)).items():
        named = find_usable(choice.glossaries, name)
        if named is None:
            known = ", ".join(each.name for each in choice.glossaries)
            remedy = f"These can be used: {known}." if known else choice.reason
            raise InvalidInput(
                f"“{name}” cannot be used for {source or 'a detected language'} → {target}.", remedy=remedy
            )
        found[target] = named
    return found


def _tell(rows: Sequence[TargetRow], *, has_titles: bool) -> None:
    """Print the translations, below their language if `has_titles`."""
    from termdesk.commands.output import failure_line, remark

    for row in rows:
        if has_titles and row.result is not None:
            print_result(f"{row.target}:")
        if row.result is not None:
            print_result(row.result.text)
            missed = ", ".join(f"{each.hit.source} → {each.hit.target}" for each in row.result.missed)
            remark(f"{row.target}: missed {missed}" if missed else "", *row.result.notes)
        if row.failure is not None:
            remark(f"{row.target}: {failure_line(row.failure)}")


def _report_cancellation(rows: Sequence[TargetRow], *, as_json: bool) -> list[str]:
    """Print finished translations, because they were billed, and name the missing ones."""
    done = [row for row in rows if row.result is not None]
    if as_json and done:
        from termdesk.commands.output import print_json

        print_json({"translations": [*map(_json, done)]})
    elif done:
        _tell(done, has_titles=len(rows) > 1)
    missing = ", ".join(row.target for row in rows if row.result is None)
    return [f"Not translated: {missing}. What was sent may be billed."]


def _json(row: TargetRow) -> dict[str, object]:
    from termdesk.commands.output import failure_line

    result, failure = row.result, row.failure
    return {
        "target_lang": row.target,
        "source_lang": (row.request.source or result.detected_source) if result else row.request.source,
        "text": result.text if result else None,
        "glossary": row.request.glossary.name if row.request.glossary else None,
        "style_rules": row.request.style_rules.name if row.request.style_rules else None,
        "characters": result.estimated if result else 0,
        "billed_characters": result.billed if result else None,
        "engines": [*result.report.engines] if result else [],
        "terms": [
            {
                "source": each.hit.source,
                "target": each.hit.target,
                "state": each.state.value,
                "found_as": each.hit.exactness.value,
                "instead": each.instead or None,
                "uncertain": each.is_uncertain,
            }
            for each in (result.terms if result else ())
        ],
        "notes": [*result.notes] if result else [],
        "error": failure_line(failure) if failure else None,
    }
