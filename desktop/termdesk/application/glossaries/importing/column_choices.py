"""How the uses of the other columns change when the user chooses the use of one column."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import replace

from termdesk.application.glossaries.importing.file_view import (
    PHRASE_ROLES,
    ColumnRole,
    ColumnUse,
    FileView,
    ImportChoices,
)
from termdesk.domain.language.language import LanguagePair
from termdesk.formats.column_roles import language_of_title

IGNORED = ColumnUse(ColumnRole.IGNORED)
Uses = tuple[tuple[int, ColumnUse], ...]


def find_shown_uses(file: FileView, *, wants_several: bool) -> tuple[ColumnUse, ...]:
    """Return the use of each column. Only one target is used unless the user chose several dictionaries."""
    return tuple(
        use if use.role is not ColumnRole.TARGET or wants_several or position == file.phrase_columns[1] else IGNORED
        for position, use in enumerate(file.uses)
    )


def choose_use(
    file: FileView,
    choices: ImportChoices,
    position: int,
    use: ColumnUse,
    *,
    pair: LanguagePair | None = None,
    wants_several: bool = False,
) -> ImportChoices:
    """Return the choices after the column at `position` gets another use. That column comes first in the result.

    There is only one source: if a target becomes the source, the old source becomes a target. Targets of different
    languages make several dictionaries; `lacks_language` tells whether a language is still missing. `pair` is the pair
    shown to the user.
    """
    changed = {position: use}
    if ColumnRole.NOTE not in file.roles:
        # In a term base, the user chooses one source and one target, and may ignore languages. Nothing else changes.
        kept = {
            at: each
            for at, each in choices.all_uses.items()
            if at != position and (each.role is not use.role or use.role is ColumnRole.IGNORED)
        }
        return _with_uses(choices, {**changed, **kept})
    if lacks_language(file, choices):
        # The pair does not apply to any of these targets.
        pair = None
    shown = find_shown_uses(file, wants_several=wants_several)
    source, target = file.phrase_columns
    if use.role is ColumnRole.SOURCE and position != source:
        is_swap = shown[position].role is ColumnRole.TARGET
        changed[source] = ColumnUse(ColumnRole.TARGET, file.uses[source].language) if is_swap else IGNORED
    elif use.role is ColumnRole.TARGET and position == source:
        changed[target] = ColumnUse(ColumnRole.SOURCE, file.uses[target].language)
    elif use.role is ColumnRole.TARGET:
        changed |= _other_targets(file, position, use, pair, choices.all_uses, wants_several=wants_several)
    return _with_uses(choices, {**changed, **{at: each for at, each in choices.all_uses.items() if at not in changed}})


def lacks_language(file: FileView, choices: ImportChoices) -> bool:
    """Return whether the user chose several targets and one of them has no language."""
    targets = [position for position, use in choices.uses if use.role is ColumnRole.TARGET]
    return len(targets) > 1 and not all(file.uses[position].language for position in targets)


def can_swap_languages(file: FileView) -> bool:
    """Return whether the titles of two columns name the languages of all phrases, which may be in the wrong order."""
    phrases = [use for use in file.uses if use.role in PHRASE_ROLES]
    return ColumnRole.NOTE in file.roles and len({use.language for use in phrases if use.language}) == len(phrases) == 2


def swap_languages(file: FileView, choices: ImportChoices) -> ImportChoices:
    """Return the choices with the languages of the two columns exchanged. The first column is the source."""
    first, second = sorted(file.phrase_columns)
    pair = LanguagePair(file.uses[second].language, file.uses[first].language)
    swapped = {first: ColumnUse(ColumnRole.SOURCE, pair.source), second: ColumnUse(ColumnRole.TARGET, pair.target)}
    return replace(_with_uses(choices, {**choices.all_uses, **swapped}), pair=pair)


def is_untitled_table(file: FileView) -> bool:
    """Return whether the columns of a file have no titles, so that only their texts tell the languages."""
    return ColumnRole.NOTE in file.roles and not file.has_header and len(file.columns) > 1


def swap_columns(file: FileView, choices: ImportChoices, pair: LanguagePair) -> ImportChoices:
    """Return the choices with the columns of source and target exchanged. The languages stay those of `pair`."""
    source, target = file.phrase_columns
    swapped = {target: ColumnUse(ColumnRole.SOURCE, pair.source), source: ColumnUse(ColumnRole.TARGET, pair.target)}
    return replace(_with_uses(choices, {**choices.all_uses, **swapped}), pair=pair)


def uses_by_title(file: FileView, uses: Mapping[str, ColumnUse]) -> Uses:
    """Return the position and use of each column whose title is in `uses`."""
    return tuple((position, uses[title]) for position, title in enumerate(file.columns) if title in uses)


def find_named_uses(file: FileView, *, wants_several: bool) -> dict[str, ColumnUse]:
    """Return the use of each column by its title. Of several columns with one title, the first counts."""
    uses: dict[str, ColumnUse] = {}
    for title, use in zip(file.columns, find_shown_uses(file, wants_several=wants_several), strict=True):
        uses.setdefault(title, use)
    return uses


def _other_targets(
    file: FileView,
    position: int,
    use: ColumnUse,
    pair: LanguagePair | None,
    chosen: Container[int],
    *,
    wants_several: bool,
) -> dict[int, ColumnUse]:
    """Return the new uses of the other targets after the column at `position` becomes a target."""
    target = file.phrase_columns[1]
    language = use.language or language_of_title(file.columns[position]) or ""
    changed = {}
    for at, each in enumerate(file.uses):
        if at == position or each.role is not ColumnRole.TARGET:
            continue
        known = each.language or (pair.target if pair and at == target else "")
        if language and language == known:
            changed[at] = IGNORED
        elif at == target:
            # If neither language is known, the newly chosen column wins.
            changed[at] = ColumnUse(ColumnRole.TARGET, known) if known else IGNORED
        elif not wants_several and at not in chosen:
            changed[at] = IGNORED
    return changed


def _with_uses(choices: ImportChoices, uses: Mapping[int, ColumnUse]) -> ImportChoices:
    return replace(choices, columns=None, uses=tuple(uses.items()))
