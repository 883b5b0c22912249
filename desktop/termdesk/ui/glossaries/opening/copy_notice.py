"""The notice that a dictionary was opened from a copy, because the service cannot be reached."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from termdesk.ui.shell.notices import Notices
from termdesk.ui.words.lists import list_sentences
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.numbers import format_date_and_time

if TYPE_CHECKING:
    from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
    from termdesk.application.glossaries.library.stored_copies import HeldEntries
    from termdesk.application.glossaries.summaries import DictionarySummary

_TOPIC = "copy"
_USED_TOPIC = "used_copies"


def tell_copies(notices: Notices, dictionaries: Iterable[OpenDictionary]) -> None:
    """Say that some of these dictionaries were opened from a copy, and of when the oldest is."""
    copies = [each.last_copy for each in dictionaries if each.last_copy is not None]
    if not copies:
        notices.end_topic(_TOPIC)
        return
    moment = format_date_and_time(min(each.as_of for each in copies).astimezone())
    then = _tr("You can edit it. Publishing compares your edits with what the service has then.")
    notices.say(
        _tr("This is the copy of {moment} on this computer").format(moment=moment),
        list_sentences((localize(copies[0].reason), then)),
        kind="warning",
        topic=_TOPIC,
        stays=False,
    )


class UsedCopiesNotice:
    """The notice that copies were used instead of what the service has, for example in an exported file."""

    def __init__(self, notices: Notices) -> None:
        self._notices = notices
        self._oldest: datetime | None = None

    def note(self, _row: DictionarySummary, held: HeldEntries) -> None:
        """Say that a copy was used, and of when the oldest is of all that were used since `end`."""
        if held.as_of is None:
            return
        self._oldest = min(self._oldest or held.as_of, held.as_of)
        words = _tr("The oldest copy is of {moment}.")
        moment = format_date_and_time(self._oldest.astimezone())
        self._notices.say(
            _tr("The last copies on this computer were used"),
            list_sentences((localize(held.reason), words.format(moment=moment))),
            kind="warning",
            topic=_USED_TOPIC,
        )

    def end(self) -> None:
        """The service can be asked again: later copies get a notice of their own."""
        self._oldest = None


def _tr(text: str) -> str:
    return QCoreApplication.translate("CopyNotice", text)
