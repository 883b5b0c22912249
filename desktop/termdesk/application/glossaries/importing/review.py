"""The review of an import: the rows of the file compared with each dictionary."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from termdesk.application.progress import run_in_thread
from termdesk.domain.entries.changes import Change
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.entries.entry_rules import MAX_NAME_BYTES, utf8_length
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.composition import fold
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.import_comparison import review_of
from termdesk.domain.merging.review import Decision, IncomingRows, InitialDecision, Review, ReviewKind
from termdesk.domain.progress import NoProgress, Progress
from termdesk.formats.read_result import ReadResult, RejectedRow
from termdesk.messages.glossary_messages import EditMessage, EditRemedy
from termdesk.messages.row_messages import RowSentences

if TYPE_CHECKING:
    from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary

_STEP = 4_096


class RejectedRowHandling(StrEnum):
    """What to do with rejected rows, unless the user decides otherwise in the review."""

    KEEP = "keep"  # import them as well as possible, to be corrected in the grid
    LEAVE_OUT = "leave out"  # skip them; `Importer.save_rejected_rows` writes them to a file


@dataclass(frozen=True, slots=True)
class ImportPart:
    """The entries of a file for one pair; of a workbook, the entries of one sheet."""

    pair: LanguagePair
    result: ReadResult
    sheet: str = ""


@dataclass(frozen=True, slots=True)
class PartReview:
    """What an import would do to one dictionary (None: a new one). The user's decisions are in `review`."""

    part: ImportPart
    review: Review
    dictionary: OpenDictionary | None = None
    revision: int = 0

    @property
    def pair(self) -> LanguagePair:
        """The pair of the entries."""
        return self.part.pair

    @property
    def is_sound(self) -> bool:
        """Whether there is nothing to decide: all rows are valid, and the dictionary is new."""
        return self.dictionary is None and self.review.is_sound

    @property
    def needs_decision(self) -> bool:
        """Whether the user has to decide something, or nothing would be imported."""
        return not (self.is_sound or self.review.only_adds)

    @property
    def rejected_rows_left_out(self) -> tuple[RejectedRow, ...]:
        """The rejected rows that the present decisions skip."""
        review = self.review
        items = review.items(ReviewKind.REJECTED)
        rejected_rows = sorted(self.part.result.rejected_rows, key=lambda rejected: rejected.line)
        return tuple(
            rejected
            for rejected, item in zip(rejected_rows, items, strict=True)
            if review.decision(item) == Decision.KEEP
        )


def by_glossary(parts: Sequence[ImportPart]) -> list[list[ImportPart]]:
    """Group the parts that can share a glossary, which has one dictionary for all variants of two languages.

    The first group has the first part of each pair of root languages, the second group the second part, and so on.
    """
    groups: list[list[ImportPart]] = []
    seen: Counter[LanguagePair] = Counter()
    for part in parts:
        position = seen[part.pair.roots]
        seen[part.pair.roots] += 1
        groups += [[]] if position == len(groups) else []
        groups[position].append(part)
    return groups


def name_beside(name: str, group: Sequence[ImportPart], first: Sequence[ImportPart]) -> str:
    """Return the name of a glossary for parts that do not fit into the first one: `Terms (pt-PT, zh-TW)`.

    Shortened to the maximum length of names.
    """
    taken = {part.pair.roots: part.pair for part in first}
    labels = (_label(part, taken[part.pair.roots]) for part in group)
    behind = f" ({', '.join(dict.fromkeys(labels))})"
    behind = behind if utf8_length(behind) < MAX_NAME_BYTES // 2 else f" ({len(group)})"
    room = MAX_NAME_BYTES - utf8_length(behind)
    return name.encode()[:room].decode("utf-8", "ignore") + behind


def _label(part: ImportPart, other: LanguagePair) -> str:
    """Return what distinguishes a part from the first one with the same root languages: its variants, or its sheet."""
    codes = [part.pair.source] if part.pair.source != other.source else []
    codes += [part.pair.target] if part.pair.target != other.target else []
    return "-".join(codes) or part.sheet or str(part.pair)


async def compare_part(
    part: ImportPart,
    dictionary: OpenDictionary | None,
    *,
    existing: InitialDecision = InitialDecision.KEEP,
    handling: RejectedRowHandling = RejectedRowHandling.KEEP,
    progress: Progress = NoProgress(),
) -> PartReview:
    """Compare entries with a dictionary (None: with no entries). `existing` sets the initial decisions."""
    local = dictionary.entries.copy() if dictionary is not None else Entries()
    revision = dictionary.revision if dictionary is not None else 0
    rejected = Decision.TAKE if handling is RejectedRowHandling.KEEP else Decision.KEEP

    def compare(_progress: Progress) -> Review:
        review = review_of(local, incoming_rows_of(part.result))
        review.decide_by(existing, rejected=rejected)
        return review

    return PartReview(part, await run_in_thread(progress, compare), dictionary, revision)


def import_change(
    _progress: Progress, here: Entries, _pair: LanguagePair, *, result: ReadResult, existing: InitialDecision
) -> Change:
    """Return the change that imports the rows of a file by the initial decisions, without the rejected ones.

    Its `count` is 0 if nothing changes. For a worker.
    """
    review = review_of(here, incoming_rows_of(result))
    review.decide_by(existing, rejected=Decision.KEEP)
    return review.change()


async def change_of(part: PartReview, progress: Progress = NoProgress()) -> Change:
    """Return the change that applies the decisions. Apply it at once. Its `count` is 0 if nothing changes.

    Raises InvalidInput if the dictionary was edited after the comparison.
    """
    change = await run_in_thread(progress, lambda _progress: part.review.change())
    if part.dictionary is not None and part.dictionary.revision != part.revision:
        raise InvalidInput(EditMessage.EDITED_MEANWHILE(), remedy=EditRemedy.IMPORT_AGAIN())
    return change


async def new_entries(part: PartReview, progress: Progress = NoProgress()) -> Entries:
    """Return the entries of a new dictionary according to the decisions, in the order of the file."""
    if part.is_sound:
        return part.part.result.entries.copy()

    def fill(_progress: Progress) -> Entries:
        entries = Entries()
        entries.apply(part.review.change())
        return entries

    return await run_in_thread(progress, fill)


async def items_with(
    review: Review, items: Sequence[int], text: str, progress: Progress = NoProgress()
) -> Sequence[int]:
    """Return the items that contain a text in the source or in either target, ignoring case."""
    search = fold(text)

    def look(progress: Progress) -> Sequence[int]:
        found = array("l")
        for number, item in enumerate(items):
            if number % _STEP == 0:
                progress.step(number, len(items))
            texts = review.source(item), review.local_target(item), review.target_in_file(item)
            if search in fold("\n".join(texts)):
                found.append(item)
        return found

    return await run_in_thread(progress, look)


def incoming_rows_of(result: ReadResult) -> IncomingRows:
    """Return all rows of a file as columns, with rejected rows at their original places."""
    entries = result.entries
    if not result.rejected_rows:
        return IncomingRows(entries.sources, entries.targets, result.lines, entries.details)
    rows: list[tuple[int, int, RejectedRow | None]] = [(line, row, None) for row, line in enumerate(result.lines)]
    rows += [(rejected.line, -1, rejected) for rejected in result.rejected_rows]
    rows.sort(key=lambda each: each[0])
    reasons: dict[int, str] = {}
    details: dict[int, EntryDetail] = {}
    pairs: list[tuple[str, str]] = []
    for item, (_, row, rejected) in enumerate(rows):
        if rejected is not None:
            reasons[item] = RowSentences.BOTH(reason=rejected.reason, remedy=rejected.remedy)
            pairs.append(rejected.salvaged)
            continue
        pairs.append(entries[row])
        if not (detail := entries.detail(row)).is_empty:
            details[item] = detail
    lines = [line for line, _, _ in rows]
    return IncomingRows([source for source, _ in pairs], [target for _, target in pairs], lines, details, reasons)


def write_rejected_lines(rejected_rows: Iterable[RejectedRow], encoding: str = "utf-8") -> Iterable[bytes]:
    """Return the content of a tab-separated file of the rejected rows: line, reason, and the original bytes.

    Encoded like the imported file, because the original bytes are.
    """
    mark = "\ufeff" if encoding.startswith("utf-16") or encoding == "utf-8-sig" else ""
    codec = {"utf-16": "utf-16-le", "utf-32": "utf-32-le", "utf-8-sig": "utf-8"}.get(encoding, encoding)
    yield (mark + "line\treason\toriginal\n").encode(codec)
    for rejected in rejected_rows:
        yield f"{rejected.line}\t{rejected.reason}\t".encode(codec, "replace")
        yield (
            rejected.original if isinstance(rejected.original, bytes) else rejected.original.encode(codec, "replace")
        )
        yield "\n".encode(codec)
