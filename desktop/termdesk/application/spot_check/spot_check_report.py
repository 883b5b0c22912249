"""Write the result of a spot-check as HTML, XLSX or JSON, for people without Termdesk and for other programs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

from termdesk.application.spot_check.sides import SideKind
from termdesk.application.spot_check.spot_check_result import SentenceResult, SpotCheckResult
from termdesk.application.spot_check.term_reason import explain_entry, explain_occurrence
from termdesk.domain.language.language import LanguagePair, is_right_to_left
from termdesk.domain.pluralize import pluralize
from termdesk.domain.progress import Progress
from termdesk.domain.similarity.text_diff import DiffKind
from termdesk.domain.spot_check.judgments import EntryState
from termdesk.formats.spreadsheets.workbooks import workbook_content
from termdesk.formats.spreadsheets.xlsx_writer import SheetTable
from termdesk.storage.files.atomic_file import atomic_write

ENDINGS = (".html", ".xlsx", ".json")
_STYLE = (
    "body{font:15px/1.45 system-ui,sans-serif;margin:2em auto;max-width:70em;padding:0 1em}"
    "table{border-collapse:collapse;width:100%;margin:1em 0}"
    "th,td{border:1px solid #bbb;padding:.35em .6em;text-align:start;vertical-align:top}"
    "ins{background:#dff3e5}del{background:#fbe1de}.failed{font-weight:600}"
)
_SENTENCE_TITLES = ("Sentence", "Before", "After", "Terms missed", "Verdict")
_TERM_TITLES = ("Source", "Target", "State", "Used", "Occurrences", "State before", "Reason")
# The columns of "Used" and "Occurrences".
_TERM_COUNTS = frozenset({3, 4})
_FACT_TITLES = ("Fact", "Value")
_MOVE_TITLES = ("Source", "Target", "In the baseline", "In this run")


def write_report(progress: Progress, result: SpotCheckResult, path: Path) -> None:
    """Write a report in the format of the file extension, replacing an existing file. For a worker.

    Raises StorageFailed, and InvalidInput for a text that a spreadsheet cannot hold.
    """
    ending = path.suffix.lower()
    if ending == ".xlsx":
        content = workbook_content(list(_sheets(result)), progress)
    else:
        text = report_json(result) if ending == ".json" else report_html(result)
        content = iter([text.encode(errors="backslashreplace")])
    atomic_write(path, content, is_private=False)


def report_json(result: SpotCheckResult) -> str:
    """Return the result as indented JSON."""
    return json.dumps(as_record(result), indent=1, ensure_ascii=False)


def as_record(result: SpotCheckResult) -> dict[str, Any]:
    """Return the result as values for JSON. Sentences are numbered from 1."""
    request, adherence, before = result.request, result.adherence, result.adherence_before.states
    return {
        "set": request.sentence_set.name,
        "client": request.sentence_set.client,
        "glossary": request.glossary.name,
        "style_rules": request.style_rules.name if request.style_rules else None,
        "source_lang": request.sentence_set.pair.source,
        "target_lang": request.sentence_set.pair.target,
        "before": result.before.kind.value,
        "after": result.after.kind.value,
        "adherence": adherence.share,
        "fulfilled": adherence.fulfilled,
        "decided": adherence.decided,
        "entries_by_state": {state.value: adherence.count(state) for state in EntryState},
        "characters": {"estimated": result.estimated, "billed": result.billed},
        "baseline": _baseline_record(result),
        "sentences": [_sentence_record(number, each) for number, each in enumerate(result.sentences, 1)],
        "entries": [
            {
                "source": each.source,
                "target": each.target,
                "state": each.state.value,
                "state_before": before.get(each.pair),
                "used": each.fulfilled,
                "reason": explain_entry(each, result),
                "occurrences": [
                    {
                        "sentence": found.sentence + 1,
                        "state": found.state.value,
                        "found_as": found.use.hit.exactness.value,
                        "reason": explain_occurrence(found, result.sentences[found.sentence].after),
                        "uncertain": found.is_uncertain,
                        "verdict": found.verdict,
                    }
                    for found in each.occurrences
                ],
            }
            for each in adherence.entries
        ],
        "notes": list(map(str, result.notes)),
    }


def _sentence_record(number: int, sentence: SentenceResult) -> dict[str, Any]:
    return {
        "number": number,
        "text": sentence.text,
        "before": sentence.before,
        "after": sentence.after,
        "in_baseline": sentence.former,
        "verdict": sentence.verdict,
    }


def _baseline_record(result: SpotCheckResult) -> dict[str, Any] | None:
    baseline = result.baseline
    if baseline is None:
        return None
    moves = [
        {"source": each.source, "target": each.target, "before": each.before, "after": each.after}
        for each in baseline.moves
    ]
    choices = baseline.choices
    return {
        "made_at": baseline.made_at.isoformat(),
        "glossary": choices.glossary_name if choices else None,
        "style_rules": (choices.style_rules or None) if choices else None,
        "is_compared": baseline.is_compared,
        "adherence": baseline.share,
        "moved": moves,
        "notes": list(map(str, baseline.notes)),
    }


# What HTML and XLSX say of the whole run

_SIDE_WORDS = {
    SideKind.NONE: "without the glossary",
    SideKind.PUBLISHED: "with the published glossary",
    SideKind.DRAFT: "with the draft",
}


def _facts(result: SpotCheckResult) -> Iterator[tuple[str, str]]:
    request, adherence = result.request, result.adherence
    if request.sentence_set.client:
        yield "Client", request.sentence_set.client
    yield "Glossary", f"{request.glossary.name}, {request.sentence_set.pair}"
    if request.style_rules:
        yield "Style rules", request.style_rules.name
    yield "Compared", f"{_SIDE_WORDS[result.before.kind]} and {_SIDE_WORDS[result.after.kind]}"
    yield "Adherence", f"{_percent(adherence.share)} ({adherence.fulfilled} of {adherence.decided})"
    yield "Sentences", f"{len(result.sentences):,}, {_count_differing(result.changed_count)}"
    # Services may not report what they bill.
    billed = "not reported" if result.billed is None else f"{result.billed:,}"
    use = "billed" if result.is_billed else "counted on this computer, not billed"
    yield "Characters", f"{result.estimated:,} estimated, {billed} {use}"
    if (baseline := result.baseline) is not None:
        yield "Baseline", f"{_percent(baseline.share)}, made on {baseline.made_at:%Y-%m-%d}"
        if baseline.is_compared:
            others = sum(each.former is not None for each in result.sentences)
            moves = pluralize(len(baseline.moves), "1 entry moved", "{count} entries moved")
            yield "Entries since the baseline", moves
            yield "Sentences since the baseline", _count_differing(others)


def _count_differing(count: int) -> str:
    return pluralize(count, "1 is translated differently", "{count} are translated differently")


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{share:.0%}"


# XLSX


def _sheets(result: SpotCheckResult) -> Iterator[SheetTable]:
    source, target = result.request.sentence_set.pair.source, result.request.sentence_set.pair.target
    facts = [("Set", result.request.sentence_set.name), *_facts(result), *(("Note", note) for note in _notes(result))]
    yield SheetTable("Overview", _FACT_TITLES, ("", ""), facts)
    rows = list(map(_sentence_row, result.sentences))
    yield SheetTable("Sentences", _SENTENCE_TITLES, (source, target, target, "", ""), rows)
    languages = (source, target, "", "", "", "", "")
    yield SheetTable("Terms", _TERM_TITLES, languages, list(_term_rows(result)), numbers=_TERM_COUNTS)
    if result.baseline is not None and result.baseline.is_compared:
        yield SheetTable("Since the baseline", _MOVE_TITLES, (source, target, "", ""), list(_move_rows(result)))


def _notes(result: SpotCheckResult) -> tuple[str, ...]:
    return (*map(str, result.notes), *map(str, result.baseline.notes if result.baseline else ()))


def _sentence_row(sentence: SentenceResult) -> tuple[str, ...]:
    missed = "; ".join(f"{use.hit.source} → {use.hit.target}" for use in sentence.missed)
    return sentence.text, sentence.before, sentence.after, missed, sentence.verdict or ""


def _term_rows(result: SpotCheckResult) -> Iterator[tuple[str, ...]]:
    before = result.adherence_before.states
    for each in result.adherence.entries:
        counts = f"{each.fulfilled}", f"{len(each.occurrences)}"
        reason = explain_entry(each, result) or ""
        yield each.source, each.target, each.state.value, *counts, before.get(each.pair, ""), reason


def _move_rows(result: SpotCheckResult) -> Iterator[tuple[str, ...]]:
    for each in result.baseline.moves if result.baseline else ():
        yield each.source, each.target, each.before or "", each.after or ""


# HTML


def report_html(result: SpotCheckResult) -> str:
    """Return the result as one page without scripts and without content from the network."""
    request, adherence = result.request, result.adherence
    title = f"Spot-check: {request.sentence_set.name}"
    facts = [f"{name}: {value}" for name, value in _facts(result)]
    seen = [row for row, each in zip(_term_rows(result), adherence.entries, strict=True) if each.occurrences]
    unseen = pluralize(
        adherence.count(EntryState.NEVER_SEEN), "1 entry is in no sentence.", "{count} entries are in no sentence."
    )
    parts = [
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{escape(title)}</title><style>{_STYLE}</style>",
        f"<h1>{escape(title)}</h1><p>{'<br>'.join(map(escape, facts))}</p>",
        *(f"<p>{escape(note)}</p>" for note in result.notes),
        f"<h2>Terms</h2><p>{unseen}</p>",
        *_html_table(_TERM_TITLES, [_html_entry(row, request.sentence_set.pair) for row in seen]),
        "<h2>Sentences</h2>",
        *_html_table(_SENTENCE_TITLES, [_html_sentence(each, result) for each in result.sentences]),
    ]
    if result.baseline is not None:
        rows = [_html_entry(row, request.sentence_set.pair) for row in _move_rows(result)]
        parts += ["<h2>Since the baseline</h2>", *(f"<p>{escape(note)}</p>" for note in result.baseline.notes)]
        if rows:
            parts += _html_table(_MOVE_TITLES, rows)
        elif result.baseline.is_compared:
            parts.append("<p>No entry has moved.</p>")
    return "\n".join(parts) + "\n"


def _html_entry(row: tuple[str, ...], pair: LanguagePair) -> list[str]:
    """Return the table cells of an entry. Its source and target come first."""
    source, target, *rest = map(escape, row)
    return [_in_language(source, pair.source), _in_language(target, pair.target), *rest]


def _html_sentence(sentence: SentenceResult, result: SpotCheckResult) -> list[str]:
    """Return the table cells of a sentence. Removed and added words are marked in its translations."""
    pair = result.request.sentence_set.pair
    text, _, _, missed, verdict = map(escape, _sentence_row(sentence))
    before, after = [], []
    for each in sentence.chunks:
        old = escape(sentence.before[each.before_start : each.before_end])
        new = escape(sentence.after[each.after_start : each.after_end])
        is_same = each.kind is DiffKind.EQUAL
        before.append(old if is_same or not old else f"<del>{old}</del>")
        after.append(new if is_same or not new else f"<ins>{new}</ins>")
    return [
        _in_language(text, pair.source),
        _in_language("".join(before), pair.target),
        _in_language("".join(after), pair.target),
        f"<span class=failed>{missed}</span>" if missed else "",
        verdict,
    ]


def _in_language(html: str, code: str) -> str:
    direction = "rtl" if is_right_to_left(code) else "ltr"
    return f'<div lang="{escape(code)}" dir={direction}>{html}</div>'


def _html_table(titles: tuple[str, ...], rows: list[list[str]]) -> Iterator[str]:
    """Yield the lines of a table. The cells are HTML already."""
    yield f"<table><tr>{''.join(f'<th>{escape(title)}' for title in titles)}</tr>"
    for row in rows:
        yield f"<tr>{''.join(f'<td>{cell}' for cell in row)}</tr>"
    yield "</table>"
