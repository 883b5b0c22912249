"""What a table shows: filter, sort and facet choices as one immutable value, from the widgets to the worker."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from termdesk.application.glossaries.view.conditions import Condition
from termdesk.application.glossaries.view.facets import Choice, Facet


class RowMark(StrEnum):
    """Properties of rows that can be shown alone."""

    INCOMPLETE = "incomplete"
    CHANGED = "changed"
    FORBIDDEN = "forbidden"
    VIOLATION = "violation"


@dataclass(frozen=True, slots=True)
class ViewQuery:
    """Which rows a table shows, and in which order: those that meet all conditions, choices and marks.

    Columns are those of the table: 0 is the source phrase, and a condition with the column None is met by any phrase.
    Where `languages` are named (targets, counted from 0), everything but conditions on a column is asked of these and
    of the source phrase. `sort_column` None is the order of the file.
    """

    conditions: tuple[Condition, ...] = ()
    choices: tuple[Choice, ...] = ()
    only: frozenset[RowMark] = frozenset()
    languages: frozenset[int] = frozenset()
    sort_column: int | None = None
    descending: bool = False

    @property
    def is_everything(self) -> bool:
        """Whether all rows are shown in the order of the file."""
        return not self.is_filtered and self.sort_column is None

    @property
    def is_filtered(self) -> bool:
        """Whether rows are left out."""
        return bool(self.conditions or self.choices or self.only)

    def condition(self, column: int | None) -> Condition:
        """The condition on one column (None: on any phrase); one that leaves nothing out where there is none."""
        return next((each for each in self.conditions if each.column == column), Condition(column=column))

    def with_condition(self, condition: Condition) -> ViewQuery:
        """The same with this condition for its column."""
        others = [each for each in self.conditions if each.column != condition.column]
        chosen = [*others, condition] if condition.asks else others
        # The general one first, then in the order of the columns: equal queries are equal values.
        chosen.sort(key=lambda each: -1 if each.column is None else each.column)
        return replace(self, conditions=tuple(chosen))

    def values(self, facet: Facet) -> frozenset[str]:
        """The chosen values of a facet; none means that it does not filter."""
        return next((choice.values for choice in self.choices if choice.facet is facet), frozenset())

    def with_values(self, facet: Facet, values: frozenset[str]) -> ViewQuery:
        """The same with these values of a facet chosen."""
        choices = [choice for choice in self.choices if choice.facet is not facet]
        if values:
            choices.append(Choice(facet, values))
        return replace(self, choices=tuple(sorted(choices, key=lambda choice: choice.facet)))

    def with_mark(self, mark: RowMark, is_on: bool) -> ViewQuery:
        """The same, showing only rows with this mark, or also the others."""
        return replace(self, only=self.only | {mark} if is_on else self.only - {mark})

    def in_languages(self, languages: frozenset[int]) -> ViewQuery:
        """The same, asked of these languages; none stands for all."""
        return replace(self, languages=languages)

    def chosen_languages(self, count: int) -> list[int]:
        """The languages to look at, by number; all of `count` if none was chosen."""
        return sorted(self.languages) or list(range(count))

    def sorted_by(self, column: int | None, *, descending: bool = False) -> ViewQuery:
        """The same rows in another order."""
        return replace(self, sort_column=column, descending=descending)

    def without_filters(self) -> ViewQuery:
        """All rows, in the same order."""
        return ViewQuery(sort_column=self.sort_column, descending=self.descending)
