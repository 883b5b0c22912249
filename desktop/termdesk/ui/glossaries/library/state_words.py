"""The states of glossaries in words: an icon, a word, and an explanation."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from PySide6.QtCore import QCoreApplication

from termdesk.application.glossaries.summaries import SyncStatus


@dataclass(frozen=True, slots=True)
class StateWords:
    """`ground` and `ink` are colours of the theme; a state that asks for nothing has no ground."""

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
                _tr("The last publishing was refused. The edits are still here."),
                "problem",
                "problem_background",
            )
        case SyncStatus.UNCLEAR:
            return StateWords(
                "warning",
                _tr("unclear"),
                _tr("The last publishing was cut off. Publish again to find out what came of it."),
                "warning",
                "warning_background",
            )
        case SyncStatus.GONE:
            return StateWords(
                "remove",
                _tr("gone"),
                _tr("It was on the service and is there no more. What is here can be published again."),
                "warning",
                "warning_background",
            )
        case SyncStatus.CHANGED:
            return StateWords(
                "changed",
                _tr("changed there"),
                _tr("The service holds something else than what was last seen here."),
                "warning",
                "warning_background",
            )
        case SyncStatus.EDITED:
            return StateWords("edit", _tr("edited"), _tr("Published, and edited here since."))
        case SyncStatus.DRAFT:
            return StateWords("draft", _tr("draft"), _tr("Only on this computer until it is published."))
    return StateWords(
        "check",
        _tr("published"),
        _tr("On the service, with no edits here. Whether others changed it shows when it is opened, or by its count."),
        "muted",
        "",
    )


def legend() -> str:
    """All states with their meaning, one per line."""
    return "\n".join(f"{state_words(state).word}: {state_words(state).sentence}" for state in SyncStatus)


def _tr(text: str) -> str:
    return QCoreApplication.translate("StateWords", text)
