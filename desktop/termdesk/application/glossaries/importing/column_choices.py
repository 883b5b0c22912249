"""What follows for the other columns of a file when the user chooses what one is used for."""

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


def shown_uses(file: FileView, *, wants_several: bool) -> tuple[ColumnUse, ...]:
    """The use of each column. Only one target is used unless the user chose several dictionaries."""
    return tuple(
        use if use.role is not ColumnRole.TARGET or wants_several or place == file.phrase_columns[1] else IGNORED
        for place, use in enumerate(file.uses)
    )


def choose_use(
    file: FileView,
    choices: ImportChoices,
    place: int,
    use: ColumnUse,
    *,
    pair: LanguagePair | None = None,
    wants_several: bool = False,
) -> ImportChoices:
    """The choices with another use for the column at a place, which stands first.

    There is one source: a target that becomes the source changes places with it. Targets of several languages stand
    beside each other, and make several dictionaries; `lacks_language` says where one is still to be named. `pair` is
    the one that the user sees.
    """
    changed = {place: use}
    if ColumnRole.NOTE not in file.roles:
        # Of a term base one source and one target are chosen, and languages are left out; the rest follows.
        kept = {
            at: each
            for at, each in choices.all_uses.items()
            if at != place and (each.role is not use.role or use.role is ColumnRole.IGNORED)
        }
        return _with_uses(choices, {**changed, **kept})
    if lacks_language(file, choices):
        # The pair is none of these targets'.
        pair = None
    shown = shown_uses(file, wants_several=wants_several)
    source, target = file.phrase_columns
    if use.role is ColumnRole.SOURCE and place != source:
        is_swap = shown[place].role is ColumnRole.TARGET
        changed[source] = ColumnUse(ColumnRole.TARGET, file.uses[source].language) if is_swap else IGNORED
    elif use.role is ColumnRole.TARGET and place == source:
        changed[target] = ColumnUse(ColumnRole.SOURCE, file.uses[target].language)
    elif use.role is ColumnRole.TARGET:
        changed |= _other_targets(file, place, use, pair, choices.all_uses, wants_several=wants_several)
    return _with_uses(choices, {**changed, **{at: each for at, each in choices.all_uses.items() if at not in changed}})


def lacks_language(file: FileView, choices: ImportChoices) -> bool:
    """Whether the user chose several targets and one of them has no language."""
    targets = [place for place, use in choices.uses if use.role is ColumnRole.TARGET]
    return len(targets) > 1 and not all(file.uses[place].language for place in targets)


def can_swap_languages(file: FileView) -> bool:
    """Whether the titles of two columns tell the languages of all phrases, which may be in the wrong order."""
    phrases = [use for use in file.uses if use.role in PHRASE_ROLES]
    return ColumnRole.NOTE in file.roles and len({use.language for use in phrases if use.language}) == len(phrases) == 2


def swap_languages(file: FileView, choices: ImportChoices) -> ImportChoices:
    """The choices with each of both columns in the language of the other one; the first column is the source."""
    first, second = sorted(file.phrase_columns)
    pair = LanguagePair(file.uses[second].language, file.uses[first].language)
    swapped = {first: ColumnUse(ColumnRole.SOURCE, pair.source), second: ColumnUse(ColumnRole.TARGET, pair.target)}
    return replace(_with_uses(choices, {**choices.all_uses, **swapped}), pair=pair)


def uses_by_title(file: FileView, uses: Mapping[str, ColumnUse]) -> Uses:
    """The columns of a file whose titles have a use, with that."""
    return tuple((place, uses[title]) for place, title in enumerate(file.columns) if title in uses)


def named_uses(file: FileView, *, wants_several: bool) -> dict[str, ColumnUse]:
    """What the columns are used for, by their titles; of several with the same title the first counts."""
    uses: dict[str, ColumnUse] = {}
    for title, use in zip(file.columns, shown_uses(file, wants_several=wants_several), strict=True):
        uses.setdefault(title, use)
    return uses


def _other_targets(
    file: FileView,
    place: int,
    use: ColumnUse,
    pair: LanguagePair | None,
    chosen: Container[int],
    *,
    wants_several: bool,
) -> dict[int, ColumnUse]:
    """What becomes of the other targets when a column becomes one."""
    target = file.phrase_columns[1]
    language = use.language or language_of_title(file.columns[place]) or ""
    changed = {}
    for at, each in enumerate(file.uses):
        if at == place or each.role is not ColumnRole.TARGET:
            continue
        known = each.language or (pair.target if pair and at == target else "")
        if language and language == known:
            changed[at] = IGNORED
        elif at == target:
            # If neither language is known, the new one wins.
            changed[at] = ColumnUse(ColumnRole.TARGET, known) if known else IGNORED
        elif not wants_several and at not in chosen:
            changed[at] = IGNORED
    return changed


def _with_uses(choices: ImportChoices, uses: Mapping[int, ColumnUse]) -> ImportChoices:
    return replace(choices, columns=None, uses=tuple(uses.items()))
