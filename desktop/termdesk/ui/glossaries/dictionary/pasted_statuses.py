"""Unknown statuses in a block of cells that is pasted, and the question how to handle them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from termdesk.application.progress import run_in_thread
from termdesk.domain.entries.entry_rules import shorten_phrase
from termdesk.domain.errors import InvalidInput
from termdesk.domain.progress import NoProgress
from termdesk.ui.glossaries.dictionary.status_words import status_of_word
from termdesk.ui.widgets.dialogs import confirm
from termdesk.ui.words.lists import list_sentences
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.numbers import format_number

# At most this many rows are named; the others are counted.
MOST_NAMED = 3

Block = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class UnknownStatuses:
    """The rows of a block (from 0) whose words are not a known status. `remedy` lists the known statuses."""

    words: dict[int, str]
    remedy: str = ""


def find_unknown(block: Block, position: int) -> UnknownStatuses:
    """Find the unknown statuses in column `position` of a block."""
    # Cached by word: a block of half a million rows has only a handful of different words.
    remedies: dict[str, str] = {}
    words: dict[int, str] = {}
    for row, texts in enumerate(block):
        word = texts[position] if position < len(texts) else ""
        if word not in remedies:
            remedies[word] = _remedy(word)
        if remedies[word]:
            words[row] = word
    return UnknownStatuses(words, next(filter(None, remedies.values()), ""))


async def settle_statuses(parent: QWidget, block: Block, position: int) -> Block | None:
    """Return a block with known statuses only, after asking the user about unknown ones; None if the user cancels."""
    unknown = await run_in_thread(NoProgress(), lambda _progress: find_unknown(block, position))
    if not unknown.words:
        return block
    title = _tr("%Ln rows have a status that does not exist", "", len(unknown.words))
    if not await confirm(parent, title, _tr("Leave these statuses empty"), text=_describe_unknown(unknown)):
        return None
    return await run_in_thread(NoProgress(), lambda _progress: _empty_cells(block, position, unknown.words))


def _describe_unknown(unknown: UnknownStatuses) -> str:
    words = _tr("In row {row} of what you paste it is “{word}”.")
    named = list(unknown.words.items())[:MOST_NAMED]
    sentences = [words.format(row=format_number(row + 1), word=shorten_phrase(word)) for row, word in named]
    if len(unknown.words) > MOST_NAMED:
        sentences.append(_tr("%Ln more rows have one.", "", len(unknown.words) - MOST_NAMED))
    return list_sentences((*sentences, unknown.remedy))


def _empty_cells(block: Block, position: int, rows: dict[int, str]) -> Block:
    return [
        [*texts[:position], "", *texts[position + 1 :]] if row in rows else texts for row, texts in enumerate(block)
    ]


def _remedy(word: str) -> str:
    """Return what to write instead of a word; empty if it is a known status."""
    try:
        status_of_word(word)
    except InvalidInput as refused:
        return localize(refused.remedy)
    return ""


def _tr(text: str, comment: str = "", n: int = -1) -> str:
    return QCoreApplication.translate("PastedStatuses", text, comment, n)
