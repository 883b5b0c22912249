"""The notice that preferences were changed outside the window, and what applies when."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from termdesk.domain.settings import Settings, engine_options, visible_fields
from termdesk.ui.shell.notices import Notices
from termdesk.ui.words.lists import list_names, list_sentences
from termdesk.ui.words.message_words import localize

_TOPIC = "changed_settings"


def tell_changed_settings(notices: Notices, before: Settings, after: Settings) -> None:
    """Say which preferences another program has changed, and whether the service on this computer restarts for them.

    Nothing is said if it changed only what the preferences do not show.
    """
    changed = [each for each in visible_fields() if getattr(before, each.name) != getattr(after, each.name)]
    if not changed:
        return
    names = list_names(localize(each.metadata["title"]) for each in changed)
    sentences = [_tr("Changed: {names}. This applies from now on.").format(names=names)]
    if engine_options(before) != engine_options(after):
        sentences.append(_tr("The service on this computer restarts for it if it runs."))
    notices.say(
        _tr("Preferences were changed outside this window"),
        list_sentences(sentences),
        topic=_TOPIC,
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("SettingsNotice", text)
