"""`termdesk spot-check`: test a glossary with a sentence set, without a window.

Exit codes: 0 done, 1 done and the adherence is below the baseline or the threshold or could not be compared with them,
2 not done.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.application.spot_check.sampler import Sample
from termdesk.application.spot_check.sentence_files import ENDINGS as FILE_ENDINGS
from termdesk.application.spot_check.sides import ComparedSides
from termdesk.application.spot_check.spot_check_report import ENDINGS, as_record
from termdesk.application.spot_check.spot_check_result import SpotCheckRequest, SpotCheckResult
from termdesk.application.spot_check.spot_checks import SpotChecks
from termdesk.commands.arguments import DONE, FOUND, add_pair_option, add_service_options, command_parser
from termdesk.commands.consent import check_consent, tell_cost
from termdesk.commands.glossaries.glossary_lookup import find_glossary, find_row, to_root_pair
from termdesk.commands.output import print_json, print_lines, remark
from termdesk.commands.terminal.cancellation import report_if_cancelled
from termdesk.commands.texts.style_choice import add_style_option, find_style_rules
from termdesk.commands.workplace import open_workplace
from termdesk.domain.errors import InvalidInput
from termdesk.domain.key_scope import Scope
from termdesk.domain.pluralize import pluralize
from termdesk.domain.spot_check.adherence import FAILED, Adherence, EntryAdherence
from termdesk.domain.spot_check.judgments import EntryState
from termdesk.domain.spot_check.sentence_set import SentenceSet


def spot_check(words: list[str]) -> int:
    """Test a glossary with a set, print the result, and return the exit code."""
    chosen = spot_check_parser().parse_args(words)
    for path in chosen.report:
        if path.suffix.lower() not in ENDINGS:
            raise InvalidInput(
                f"{path.name} has no ending of a report.", remedy=f"These are written: {', '.join(ENDINGS)}."
            )
    return asyncio.run(_run(chosen))


def spot_check_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk spot-check`."""
    parser = command_parser(
        "spot-check",
        "Translate the sentences of a saved set or of a file without and with a glossary, and tell which terms were "
        "used. The exit code is 1 if the adherence is below the threshold, or below that of the set's baseline. It is "
        "also 1 if there is a threshold or a baseline, but no term whose use can be decided, and if the baseline was "
        "made with another glossary.",
    )
    parser.add_argument(
        "set",
        metavar="SET",
        help=f"name of a sentence set, as the Spot-check pane lists it, or a file: {', '.join(FILE_ENDINGS)}",
    )
    add_pair_option(parser, "languages of the sentences of a file; needed if the glossary has several dictionaries")
    parser.add_argument("--glossary", metavar="NAME", required=True, help="name or id of a glossary")
    parser.add_argument("--draft", action="store_true", help="compare the published version with the draft instead")
    add_style_option(parser)
    parser.add_argument(
        "--sample",
        type=_whole_number,
        metavar="CHARACTERS",
        help="check only the fewest sentences in which as many terms as possible occur, at most this many characters; "
        "with --draft, only the terms that it changes count",
    )
    parser.add_argument("--threshold", type=_percent, metavar="PERCENT", help="the adherence that is expected")
    parser.add_argument("--set-baseline", action="store_true", help="compare later runs of the set with this one")
    parser.add_argument("--fresh", action="store_true", help="translate also what was translated before")
    parser.add_argument("--dry-run", action="store_true", help="only tell how many characters would be sent")
    parser.add_argument("--yes", action="store_true", help="send also what the window would ask about before")
    parser.add_argument(
        "--report",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help=f"write a report as well; its ending decides: {', '.join(ENDINGS)}; may be given again",
    )
    add_service_options(parser)
    return parser


def _whole_number(typed: str) -> int:
    if not typed.isdecimal() or not int(typed):
        raise argparse.ArgumentTypeError(f"{typed} is not a number of characters")
    return int(typed)


def _percent(typed: str) -> float:
    try:
        percent = float(typed.removesuffix("%"))
    except ValueError:
        percent = -1.0
    if not 0 <= percent <= 100:
        raise argparse.ArgumentTypeError(f"{typed} is not a number from 0 to 100")
    if 0 < percent <= 1 and not typed.endswith("%"):
        # A share taken for a percentage would be a threshold that every run passes.
        raise argparse.ArgumentTypeError(f"{typed} can mean two things: write {percent * 100:g} or {typed}%")
    return percent / 100


async def _run(chosen: argparse.Namespace) -> int:
    async with _open_spot_checks(chosen) as checks:
        glossary = find_glossary(await checks.glossaries(), chosen.glossary)
        sentence_set = await _find_set(checks, chosen, glossary)
        sides = ComparedSides.DRAFT if chosen.draft else ComparedSides.GLOSSARY
        request = SpotCheckRequest(sentence_set, glossary, sides, chosen.fresh)
        if chosen.style_rules:
            target = sentence_set.pair.target
            offer = await checks.styles_by_target(targets=[target])
            request = replace(request, style_rules=find_style_rules(offer, chosen.style_rules)[target])
        sample = await _take_sample(checks, request, chosen.sample) if chosen.sample else None
        if sample is not None:
            request = replace(request, sentence_set=_set_of_sample(sentence_set, sample))
        plan = await checks.plan(request)
        if chosen.dry_run:
            await tell_cost(checks.cost_gate, await checks.cost_gate.estimate(plan.characters), as_json=chosen.json)
            return DONE
        if plan.is_billed:
            sent = pluralize(plan.characters, "1 character is sent", "{count} characters are sent")
            remark(f"{sent} to a service that bills them.")
            check_consent(await checks.cost_gate.estimate(plan.characters), is_given=chosen.yes)
        with report_if_cancelled(lambda: ["What was sent may be billed. Stored translations are not sent again."]):
            result = await checks.run(plan)
        unmeasured = _describe_missing_share(result, chosen.threshold)
        below = _describe_shortfall(result, chosen.threshold)
        result = replace(result, notes=(*result.notes, *unmeasured, *below))
        remark(*result.notes, *(result.baseline.notes if result.baseline else ()))
        if chosen.json:
            print_json({**as_record(result), "sample": _sample_record(sample)})
        else:
            print_lines(*_sample_lines(sample), *_summary(result))
        for path in chosen.report:
            await checks.save_report(result, path)
        if chosen.set_baseline:
            await checks.choose_baseline(result)
    # A new baseline replaces one of another glossary, which then matters no longer.
    is_other = result.baseline is not None and not result.baseline.is_compared and not chosen.set_baseline
    is_found = below or unmeasured or is_other
    return FOUND if is_found else DONE


@asynccontextmanager
async def _open_spot_checks(chosen: argparse.Namespace) -> AsyncIterator[SpotChecks]:
    """Yield the spot-checks of the chosen service.

    Raises DatabaseInUse if a window is open, except for a dry run.
    """
    needs = (Scope.TRANSLATE_TEXT, Scope.READ_GLOSSARIES, *((Scope.WRITE_GLOSSARIES,) if chosen.draft else ()))
    async with open_workplace(chosen, is_reading=chosen.dry_run, needs=needs) as cases:
        try:
            if not chosen.dry_run:
                await cases.spot_checks.tidy()
            yield cases.spot_checks
        finally:
            # Also delete what was uploaded for a failed run.
            await cases.spot_checks.close()


async def _find_set(checks: SpotChecks, chosen: argparse.Namespace, glossary: GlossarySummary) -> SentenceSet:
    """Return the saved set with this name, else the sentences of the file with this name."""
    sets = await checks.sets()
    found = next((each for each in sets if each.name == chosen.set), None)
    if found is not None:
        return found
    if (path := _file_named(chosen.set)) is not None:
        return await _read_set(checks, path, chosen, glossary)
    known = ", ".join(each.name for each in sets)
    remedy = f"Use one of: {known}." if known else "Make one in the Spot-check pane."
    raise InvalidInput(f"There is no sentence set “{chosen.set}”.", remedy=f"{remedy} Or name a file with sentences.")


def _file_named(name: str) -> Path | None:
    path = Path(name)
    return path.resolve() if path.is_file() else None


async def _read_set(
    checks: SpotChecks, path: Path, chosen: argparse.Namespace, glossary: GlossarySummary
) -> SentenceSet:
    """Return the sentences of a file as a set that is not saved. Raises UnreadableFile and InvalidInput."""
    if path.suffix.lower() not in checks.sentence_endings:
        raise InvalidInput(
            f"{path.name} has no ending of a file with sentences.",
            remedy=f"These are read: {', '.join(checks.sentence_endings)}.",
        )
    pair = find_row(glossary, to_root_pair(chosen.pair)).pair
    # The path identifies the baseline of a file, separate from those of saved sets and other files.
    read = await checks.read_sentences(path, pair)
    remark(*read.notes)
    return SentenceSet(f"file:{path}", path.name, pair, read.sentences)


async def _take_sample(checks: SpotChecks, request: SpotCheckRequest, budget: int) -> Sample:
    """Return the fewest sentences of the set in which the terms occur."""
    only_changed = request.comparison is ComparedSides.DRAFT
    return await checks.sample(request, request.sentence_set.sentences, only_changed=only_changed, budget=budget)


def _set_of_sample(sentence_set: SentenceSet, sample: Sample) -> SentenceSet:
    """Return a set of the sampled sentences. It has a baseline of its own, because it has other sentences."""
    return replace(sentence_set, set_id=f"sample:{sentence_set.set_id}", sentences=sample.sentences)


def _sample_record(sample: Sample | None) -> dict[str, Any] | None:
    if sample is None:
        return None
    return {
        "characters": sample.characters,
        "terms": sample.terms,
        "covered": sample.covered,
        "never_seen": list(sample.never_seen),
        "beyond_budget": list(sample.beyond_budget),
    }


def _sample_lines(sample: Sample | None) -> list[str]:
    if sample is None:
        return []
    sentences = pluralize(len(sample.sentences), "1 sentence shows", "{count} sentences show")
    return [
        f"Sample: {sentences} {sample.covered:,} of {sample.terms:,} terms",
        *(f"in no sentence: {term}" for term in sample.never_seen),
        *(f"only with more characters: {term}" for term in sample.beyond_budget),
    ]


def _describe_shortfall(result: SpotCheckResult, threshold: float | None) -> list[str]:
    """Return what the adherence is below; empty if nothing was measured, or nothing is expected."""
    share, baseline = result.adherence.share, result.baseline
    before = baseline.share if baseline and baseline.is_compared else None
    expected = {"the threshold": threshold, "that of the baseline": before}
    if share is None:
        return []
    # As many digits as show the difference: 89.96% is no 90.0%.
    return [
        f"The adherence of {share:.2%} is below {name}, {least:.2%}."
        for name, least in expected.items()
        if least is not None and share < least
    ]


def _describe_missing_share(result: SpotCheckResult, threshold: float | None) -> list[str]:
    """Return why the adherence cannot be compared with the threshold or the baseline; empty if it can be."""
    adherence = result.adherence
    has_baseline = result.baseline is not None and result.baseline.is_compared
    bounds = {"threshold": threshold is not None, "baseline": has_baseline}
    expected = [f"the {name}" for name, is_given in bounds.items() if is_given]
    if adherence.share is not None or not expected:
        return []
    if adherence.undecided:
        reason = f"{_count_undecided(adherence)}."
        remedy = "Say in the Spot-check pane whether the terms are right, or add sentences with other terms."
    else:
        reason = "No sentence contains a term of the glossary."
        remedy = "Add sentences with its terms, or use another glossary."
    return [f"The adherence cannot be compared with {' and '.join(expected)}: nothing was measured. {reason} {remedy}"]


def _count_undecided(adherence: Adherence) -> str:
    return pluralize(
        adherence.undecided,
        "1 term was found, but whether it was used cannot be decided",
        "{count} terms were found, but whether they were used cannot be decided",
    )


def _summary(result: SpotCheckResult) -> list[str]:
    adherence = result.adherence
    doubtful = [each for each in adherence.entries if each.state in FAILED or each.state is EntryState.UNDECIDED]
    if adherence.share is None:
        share = _count_undecided(adherence) if adherence.undecided else "no term seen"
    else:
        share = f"{adherence.share:.1%}"
    lines = [
        f"Adherence: {share} ({adherence.fulfilled:,} of {adherence.decided:,})",
        *(f"{each.state.value}: {each.source} → {each.target}{_position(each)}" for each in doubtful),
    ]
    if result.baseline is not None and result.baseline.is_compared:
        worse = [each for each in result.baseline.moves if each.is_worse]
        before = "nothing measured" if result.baseline.share is None else f"{result.baseline.share:.1%}"
        lines.append(f"Baseline: {before}; entries that became worse: {len(worse):,}")
    return lines


def _position(entry: EntryAdherence) -> str:
    found = entry.worst_occurrence
    return f" (sentence {found.sentence + 1:,})" if found else ""
