"""The words for versions: their titles, contents, and differences."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from termdesk.application.glossaries.versions.dictionary_versions import (
    DictionaryVersion,
    VersionOrigin,
    is_by_others,
)
from termdesk.domain.merging.difference import Difference
from termdesk.domain.merging.row_difference import RowDifference
from termdesk.domain.progress import Progress
from termdesk.ui.glossaries.dictionary.term_words import terms_words
from termdesk.ui.words.numbers import format_date_and_time, format_exact_moment


def origin_words(version: DictionaryVersion, versions: Sequence[DictionaryVersion]) -> str:
    """Return how a version was created; `versions` are all known ones, the latest first."""
    match version.origin:
        case VersionOrigin.KEPT:
            return version.name or _tr("Kept here")
        case VersionOrigin.PUBLISHED:
            return _tr("Published from here")
        case VersionOrigin.BEFORE:
            return _tr("Before changes made elsewhere")
    return _tr("Changed elsewhere") if is_by_others(version, versions) else _tr("Read from the service")


def moment_words(version: DictionaryVersion, versions: Sequence[DictionaryVersion]) -> str:
    """Return when a version was created; with seconds if another one of the same pair has the same minute."""
    minute = _minute(version)
    others = (each for each in versions if each.pair == version.pair and each.number != version.number)
    is_shared = any(_minute(each) == minute for each in others)
    return format_exact_moment(version.made_at) if is_shared else format_date_and_time(version.made_at)


def version_title(version: DictionaryVersion, versions: Sequence[DictionaryVersion]) -> str:
    """Return time and origin, for a list to choose from."""
    return _tr("{moment} · {origin}").format(
        moment=moment_words(version, versions), origin=origin_words(version, versions)
    )


def details_words(version: DictionaryVersion) -> str:
    """Return whether a version includes status, domain, notes and the order of rows, for its row in the list."""
    return _tr("Yes") if version.is_whole else _tr("No")


def limit_words(version: DictionaryVersion, *, is_restored: bool, is_whole: bool) -> str:
    """Return what a version, or a comparison with it, leaves out; empty if nothing.

    `is_whole` if details are compared.
    """
    if not version.is_whole and is_restored:
        return _tr(
            "This version has no status, domain or notes. The entries that you have now keep theirs; entries that are "
            "added again have none."
        )
    return "" if is_whole else _tr("Only source and target are compared.")


def restore_obstacle(*, has_version: bool, is_present: bool, change: RowDifference | None) -> str:
    """Return why a version cannot be restored and what to do; empty if it can.

    `is_present` if it is compared with the present entries. `change` is the comparison, None until it is known.
    """
    if not has_version:
        return _tr("Choose a version first.")
    if not is_present:
        return _tr("To restore this version, compare it with the present entries.")
    if change is None:
        return _tr("What restoring this version changes is not known yet.")
    return _tr("There is nothing to restore: both have the same entries.") if change.is_empty else ""


def rows_obstacle(*, has_chosen: bool) -> str:
    """Return why single rows of a version that can be restored cannot be; empty if they can."""
    return "" if has_chosen else _tr("Select the rows to restore in the comparison first.")


def row_difference_words(_progress: Progress, change: RowDifference) -> Difference:
    """Return a difference with the words of each side. Runs in a worker thread."""
    return Difference(
        {source: terms_words(terms) for source, terms in change.added.items()},
        {source: (terms_words(before), terms_words(after)) for source, (before, after) in change.changed.items()},
        {source: terms_words(terms) for source, terms in change.removed.items()},
    )


def _minute(version: DictionaryVersion) -> int:
    return int(version.made_at.timestamp() // 60)


def _tr(text: str) -> str:
    return QCoreApplication.translate("VersionWords", text)
