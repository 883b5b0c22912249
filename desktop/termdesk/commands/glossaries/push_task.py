"""What pushing a file would change: the file, its dictionary, and the comparison of both."""

from __future__ import annotations

import argparse
import asyncio
from dataclasses import dataclass, replace
from pathlib import Path

from termdesk.application.failures import OFFLINE
from termdesk.application.glossaries.importing.file_view import FileView, ImportChoices
from termdesk.application.glossaries.publishing.file_plan import FilePlan, find_known_base, has_only_edits_of, plan_file
from termdesk.application.glossaries.publishing.remote_reader import read_dictionary
from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.progress import run_in_thread
from termdesk.client.entries_wire import BodySizes
from termdesk.client.wire_dialect import WireDialect
from termdesk.commands.file_reader import read_file, reading_choices
from termdesk.commands.glossaries.dictionary_access import as_of_json, find_readable, read_published
from termdesk.commands.glossaries.draft_push import FROM_SERVICE
from termdesk.commands.glossaries.glossary_lookup import find_glossaries, find_glossary, find_row, to_root_pair
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.pluralize import pluralize
from termdesk.domain.progress import NoProgress
from termdesk.storage.files.pulled_files import PulledFiles

# Origin of the base version, from which the edits in a file started. `INTERRUPTED`: it is that of the draft of an
# interrupted push of the file.
GIVEN, NOTED, INTERRUPTED = "file", "pull", "draft"


@dataclass(frozen=True, slots=True)
class PushTask:
    """A file, its dictionary, and what pushing it would change. Without `summary`, the glossary is new.

    `base` is the origin of the base version: `GIVEN`, `NOTED`, `INTERRUPTED`, or empty if the base is unknown. `as_of`
    is the time of the copy that the file was compared with; None if it was compared with the service. `is_continued`:
    an earlier push of the file was interrupted, and the draft has only its edits.
    """

    path: Path
    name: str
    pair: LanguagePair
    entries: Entries
    summary: GlossarySummary | None
    plan: FilePlan
    base: str
    pulled: PulledFiles
    as_of: str | None = None
    is_continued: bool = False

    @property
    def is_new(self) -> bool:
        """Whether the service does not have this dictionary yet."""
        return self.plan.remote is None

    def note_sent(self) -> None:
        """Remember what is about to be sent. For a worker thread. A pipe is never edited, so it has no base."""
        if self.path.is_file():
            self.pulled.note_sent(self.path, self.name, self.pair, self.entries.copy_published_part())

    @property
    def row(self) -> DictionarySummary | None:
        """The dictionary in the library; None if it is not there."""
        return self.summary.row(self.pair) if self.summary is not None else None


async def plan_push(cases: LazyUseCases, chosen: argparse.Namespace, *, takes_copy: bool = False) -> PushTask:
    """Read the file and the service, and compare them.

    With `takes_copy`, the last copy on this computer is enough if the service cannot be reached, which is said.
    """
    summary = await (find_readable(cases, chosen.name) if takes_copy else _find_target(cases, chosen))
    pair, entries = await asyncio.to_thread(_read, chosen)
    if summary is not None and (pair is None or not chosen.create):
        pair = find_row(summary, pair).pair.roots
    if pair is None:
        raise InvalidInput("The file does not tell its languages.", remedy="Add --pair, such as --pair en-de.")
    name = summary.name if summary is not None else chosen.name
    if violation := await cases.languages.pair_violation(pair):
        raise InvalidInput(violation, remedy="Choose another pair or another service.")
    base, base_from = None, ""
    pulled = PulledFiles(cases.session.folders.data, cases.session.profile)
    row = summary.row(pair) if summary is not None else None
    remote, as_of = await _read_remote(cases, summary, pair, takes_copy=takes_copy)
    # If the service has nothing, a base is not needed, because everything in the file is new.
    if summary is not None and remote is not None and chosen.base is not None:
        base, base_from = await asyncio.to_thread(_read_base, chosen, pair), GIVEN
    elif summary is not None and remote is not None:
        base = await asyncio.to_thread(_read_noted, pulled, chosen.file, summary, pair, remote)
        base_from = NOTED if base is not None else ""
    before = None
    if remote is not None and summary is not None and row is not None:
        before = await _find_interrupted(cases, summary, row, pulled, chosen.file, entries)
    if base is None and before is not None:
        base, base_from = before, INTERRUPTED
    takes_remote = chosen.conflicts == FROM_SERVICE if chosen.conflicts else None
    plan = await run_in_thread(
        NoProgress(),
        plan_file,
        entries,
        name=name,
        pair=pair,
        base=base,
        remote=remote,
        sizes=await _body_sizes(cases, takes_copy=takes_copy),
        takes_remote=takes_remote,
        creates_glossary=summary is None or summary.glossary_id is None,
        merge_keeps_targets=await cases.publisher.merge_keeps_targets(),
    )
    return PushTask(chosen.file, name, pair, entries, summary, plan, base_from, pulled, as_of, before is not None)


async def _find_target(cases: LazyUseCases, chosen: argparse.Namespace) -> GlossarySummary | None:
    """Return the glossary to push into; None if it is to be created."""
    summaries = await cases.library.summaries()
    exists = bool(find_glossaries(summaries, chosen.name))
    if not exists and chosen.create is False:
        raise InvalidInput(f"There is no glossary “{chosen.name}”.", remedy="Add --create to create it.")
    return find_glossary(summaries, chosen.name) if exists or not chosen.create else None


async def _read_remote(
    cases: LazyUseCases, summary: GlossarySummary | None, pair: LanguagePair, *, takes_copy: bool
) -> tuple[Entries | None, str | None]:
    """Return the entries of the service, and of when they are if they are the last copy.

    The entries are None if it has no such dictionary.
    """
    row = summary.row(pair) if summary is not None else None
    if takes_copy and summary is not None and row is not None and row.is_on_service:
        held = await read_published(cases, summary, row)
        return (held.entries, as_of_json(held)) if held is not None else (None, None)
    if summary is None or summary.glossary_id is None:
        return None, None
    return (await read_dictionary(await cases.session.api(), summary.glossary_id, pair)).entries, None


async def _body_sizes(cases: LazyUseCases, *, takes_copy: bool) -> BodySizes:
    """Return the sizes of bodies; with `takes_copy`, if it cannot be reached, as the profile says they are written."""
    try:
        return (await cases.session.api()).glossaries.body_sizes
    except OFFLINE:
        if not takes_copy:
            raise
        return BodySizes(WireDialect(cases.session.provider.dialect))


async def _find_interrupted(
    cases: LazyUseCases,
    summary: GlossarySummary,
    row: DictionarySummary,
    pulled: PulledFiles,
    path: Path,
    entries: Entries,
) -> Entries | None:
    """Return what the service had before a push of this file that was interrupted.

    None if there was none, or if the draft has other edits, too.
    """
    if not (row.has_changes and row.is_on_service):
        return None
    sent = await asyncio.to_thread(pulled.read_sent, path, summary.name, row.pair.roots)
    if sent is None or (held := await cases.library.copies.find_published(summary, row)) is None:
        return None
    local = (await cases.library.read(summary, row.pair)).copy_published_part()
    is_its_own = await run_in_thread(
        NoProgress(), has_only_edits_of, base=held.entries, local=local, versions=(entries.copy_published_part(), sent)
    )
    return held.entries if is_its_own else None


def _read_noted(
    pulled: PulledFiles, path: Path, summary: GlossarySummary, pair: LanguagePair, remote: Entries
) -> Entries | None:
    """Return what a file held when it was last pulled or pushed, even if nobody waited for the end of the push."""
    base, sent = pulled.base_of(path, summary.key, pair), pulled.read_sent(path, summary.name, pair)
    return base if sent is None else find_known_base(base, sent=sent, remote=remote)


def _read(chosen: argparse.Namespace) -> tuple[LanguagePair | None, Entries]:
    """Return the requested pair, or that of the file, and the entries. Raises InvalidInput for unreadable rows."""
    pair = to_root_pair(chosen.pair)
    if pair is not None and not chosen.source_lang:
        chosen.source_lang, chosen.target_lang = chosen.pair
    # A file that does not name its languages has the requested ones.
    view, entries = _read_whole(chosen.paths[chosen.file], reading_choices(chosen))
    return pair or (view.pair.roots if view.pair else None), entries


def _read_base(chosen: argparse.Namespace, pair: LanguagePair) -> Entries:
    """Return the entries of the base version. Raises InvalidInput for unreadable rows, and for another pair."""
    choices = reading_choices(chosen)
    path = chosen.paths[chosen.base]
    view, entries = _read_whole(path, replace(choices, pair=None))
    if view.pair and view.pair.roots != pair:
        if pair not in [each.pair.roots for each in view.pairs]:
            raise InvalidInput(
                f"{chosen.base.name} contains {view.pair}, not {pair}.",
                remedy="Give --base an earlier version of the file.",
            )
        _, entries = _read_whole(path, replace(choices, pair=pair))
    return entries.copy_published_part()


def _read_whole(path: Path, choices: ImportChoices) -> tuple[FileView, Entries]:
    """Read a file completely. Raises InvalidInput if a row cannot be read."""
    view, result = read_file(path, choices)
    if result.rejected_rows:
        first = result.rejected_rows[0]
        count = pluralize(len(result.rejected_rows), "1 line", "{count} lines")
        raise InvalidInput(
            f"{count} of {path.name} cannot be read; the first is line {first.line}: {first.reason}",
            remedy=f"Without them their entries would be removed. See all with: termdesk check {path}",
        )
    return view, result.entries
