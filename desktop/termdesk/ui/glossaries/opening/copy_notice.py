"""The notice that a dictionary was opened from a copy, because the service cannot be reached."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from termdesk.ui.shell.notices import Notices
from termdesk.ui.words.lists import list_sentences
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.numbers import format_date_and_time

if TYPE_CHECKING:
    from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary

_TOPIC = "copy"


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


def _tr(text: str) -> str:
    return QCoreApplication.translate("CopyNotice", text)
