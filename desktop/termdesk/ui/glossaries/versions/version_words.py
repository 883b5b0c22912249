"""How versions are called."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from termdesk.application.glossaries.versions.dictionary_versions import DictionaryVersion, VersionOrigin
from termdesk.ui.words.numbers import format_date_and_time


def origin_words(version: DictionaryVersion, versions: Sequence[DictionaryVersion]) -> str:
    """How a version came about; `versions` are all that are known, the latest first."""
    match version.origin:
        case VersionOrigin.KEPT:
            return version.name or _tr("Kept here")
        case VersionOrigin.PUBLISHED:
            return _tr("Published from here")
    first = next(each for each in reversed(versions) if each.pair == version.pair)
    return _tr("Read from the service") if version == first else _tr("Changed on the service by others")


def version_title(version: DictionaryVersion, versions: Sequence[DictionaryVersion]) -> str:
    """Moment and origin, for a list to choose from."""
    return _tr("{moment} · {origin}").format(
        moment=format_date_and_time(version.made_at), origin=origin_words(version, versions)
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("VersionWords", text)
