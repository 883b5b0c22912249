"""The states of glossaries in words: an icon, a word, and an explanation."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cache

from PySide6.QtCore import QCoreApplication

from termdesk.application.glossaries.summaries import GlossarySummary, LibraryItem, SyncStatus, find_namesake
from termdesk.ui.words.lists import add_title
from termdesk.ui.words.numbers import format_date


@dataclass(frozen=True, slots=True)
class StateWords:
    """`ground` and `ink` are theme colors; a state that needs no attention has no `ground`."""

    icon: str
    word: str
    sentence: str
    ink: str = "badge_text"
    ground: str = "badge"


@cache
def state_words(state: SyncStatus) -> StateWords:
    """The icon and the words for a state."""
    match state:
        case SyncStatus.FAILED:
            return StateWords(
                "error",
                _tr("failed"),
                _tr("The service refused the last publication. Your edits are still here."),
                "problem",
                "problem_background",
            )
        case SyncStatus.UNCLEAR:
            return StateWords(
                "warning",
                _tr("unclear"),
                _tr("The last publication was interrupted. Publish again to complete it."),
                "warning",
                "warning_background",
            )
        case SyncStatus.GONE:
            return StateWords(
                "remove",
                _tr("gone"),
                _tr("It is no longer on the service. You can publish your copy again."),
                "warning",
                "warning_background",
            )
        case SyncStatus.CHANGED:
            return StateWords(
                "changed",
                _tr("changed there"),
                _tr("It was changed on the service since Termdesk last read it."),
                "warning",
                "warning_background",
            )
        case SyncStatus.EDITED:
            return StateWords("edit", _tr("edited"), _tr("Published, with newer edits here."))
        case SyncStatus.DRAFT:
            return StateWords("draft", _tr("draft"), _tr("Only on this computer until it is published."))
    return StateWords(
        "check",
        _tr("published"),
        _tr("On the service, without edits here. Open it to see whether it was changed elsewhere."),
        "muted",
        "",
    )


def item_sentence(item: LibraryItem) -> str:
    """Return the explanation of the state of a row."""
    if item.copied_at is None or item.state is not SyncStatus.PUBLISHED:
        return state_words(item.state).sentence
    return _tr("The service cannot be asked now. You can read and edit this copy, and publish the edits later.")


def copy_word(moment: datetime) -> str:
    """Return the label of a dictionary of which only a copy is listed."""
    return _tr("copy of {date}").format(date=format_date(moment.astimezone()))


def locked_word() -> str:
    """Return the label of a glossary that is locked to this computer."""
    return _tr("stays on this computer")


def legend() -> str:
    """Return all states with their explanations, one per line."""
    return "\n".join(add_title(state_words(state).word, state_words(state).sentence) for state in SyncStatus)


def namesake_words(summaries: Iterable[GlossarySummary], name: str, *, key: str = "") -> str:
    """Return a warning if another glossary has this name. `key` is the glossary itself. Empty if no other has it."""
    if (found := find_namesake(summaries, name, key=key)) is None:
        return ""
    return _tr("A glossary “{name}” exists already. Choose another name to tell them apart.").format(name=found.name)


def _tr(text: str) -> str:
    return QCoreApplication.translate("StateWords", text)
