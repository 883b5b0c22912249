"""Saved choices for the columns of tables, by header and as named presets, reused in later imports."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from termdesk.application.glossaries.importing.column_choices import Uses
from termdesk.application.glossaries.importing.file_view import ColumnRole, ColumnUse, ImportChoices
from termdesk.application.glossaries.importing.preview import ImportPreview
from termdesk.domain.window_memory import WindowMemory

# Older choices are dropped: nobody has more kinds of tables than this.
MOST_HEADERS = 100
MOST_WORDS = 200
# By preset name: the role and the language for each title.
Presets: TypeAlias = dict[str, dict[str, tuple[str, str]]]


def columns_for(preview: ImportPreview, remembered: WindowMemory) -> Uses | None:
    """Return the saved column uses for this header; None if there are none or the preview already has them."""
    kept = remembered.import_uses.get(digest(preview.columns)) if preview.has_header else None
    if not kept or max(position for position, _, _ in kept) >= len(preview.columns):
        return None
    uses = tuple((position, use) for position, role, language in kept if (use := _use(role, language)))
    return None if dict(uses) == preview.choices.all_uses else uses


def remember_columns(preview: ImportPreview, remembered: WindowMemory) -> None:
    """Save the user's choices for the header of this file, if there are any."""
    if not (preview.has_header and preview.choices.all_uses):
        return
    kept = remembered.import_uses
    key = digest(preview.columns)
    kept.pop(key, None)
    kept[key] = [(position, use.role.value, use.language) for position, use in preview.choices.all_uses.items()]
    for oldest in list(kept)[:-MOST_HEADERS]:
        del kept[oldest]


def read_remembered_words(remembered: WindowMemory) -> ImportChoices:
    """Return the saved meanings of status words and termbase fields."""
    roles = set(ColumnRole)
    return ImportChoices(
        statuses=tuple(remembered.import_statuses.items()),
        fields=tuple((name, ColumnRole(role)) for name, role in remembered.import_fields.items() if role in roles),
    )


def remember_words(preview: ImportPreview, remembered: WindowMemory) -> None:
    """Save these choices for the words and fields of this file; other saved choices are kept."""
    statuses = {word.casefold() for word, _ in preview.file.unknown_statuses}
    _keep(remembered.import_statuses, statuses, dict(preview.choices.statuses))
    fields = {name for name, _ in preview.file.other_fields}
    _keep(remembered.import_fields, fields, {name: role.value for name, role in preview.choices.fields})


def _keep(kept: dict[str, str], words: Iterable[str], chosen: Mapping[str, str]) -> None:
    for word in words:
        kept.pop(word, None)
        if word in chosen:
            kept[word] = chosen[word]
    for oldest in list(kept)[:-MOST_WORDS]:
        del kept[oldest]


def uses_in(preset: Mapping[str, tuple[str, str]]) -> dict[str, ColumnUse]:
    """Return the use that a preset defines for each title; unknown roles are skipped."""
    return {title: use for title, (role, language) in preset.items() if (use := _use(role, language))}


def texts_of(uses: Mapping[str, ColumnUse]) -> dict[str, tuple[str, str]]:
    """Return a preset with the use of each title."""
    return {str(title): (use.role.value, use.language) for title, use in uses.items()}


def digest(titles: Sequence[str]) -> str:
    """Return a short hash of a header. The titles themselves are not stored, because they may be confidential."""
    return hashlib.sha256("\x1f".join(titles).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _use(role: str, language: str) -> ColumnUse | None:
    return ColumnUse(ColumnRole(role), language) if role in list(ColumnRole) else None
