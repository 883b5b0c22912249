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

    Column numbers are those of the table: 0 is the source phrase. A condition with the column None is met by any
    phrase. If `languages` is not empty (targets, counted from 0), only these and the source phrase are considered,
    except by conditions on a single column. If `sort_column` is None, rows are in file order.
    """

    conditions: tuple[Condition, ...] = ()
    choices: tuple[Choice, ...] = ()
    only: frozenset[RowMark] = frozenset()
    languages: frozenset[int] = frozenset()
    sort_column: int | None = None
    descending: bool = False

    @property
    def is_everything(self) -> bool:
        """Whether all rows are shown in file order."""
        return not self.is_filtered and self.sort_column is None

    @property
    def is_filtered(self) -> bool:
        """Whether rows may be hidden."""
        return bool(self.conditions or self.choices or self.only)

    def condition(self, column: int | None) -> Condition:
        """Return the condition on one column (None: on any phrase). If there is none, return one that hides nothing."""
        return next((each for each in self.conditions if each.column == column), Condition(column=column))

    def with_condition(self, condition: Condition) -> ViewQuery:
        """Return the query with this condition for its column."""
        others = [each for each in self.conditions if each.column != condition.column]
        chosen = [*others, condition] if condition.asks else others
        # The condition on any phrase comes first, then the others by column. So equal queries are equal values.
        chosen.sort(key=lambda each: -1 if each.column is None else each.column)
        return replace(self, conditions=tuple(chosen))

    def values(self, facet: Facet) -> frozenset[str]:
        """Return the chosen values of a facet. If none is chosen, the facet does not filter."""
        return next((choice.values for choice in self.choices if choice.facet is facet), frozenset())

    def with_values(self, facet: Facet, values: frozenset[str]) -> ViewQuery:
        """Return the query with these values of a facet chosen."""
        choices = [choice for choice in self.choices if choice.facet is not facet]
        if values:
            choices.append(Choice(facet, values))
        return replace(self, choices=tuple(sorted(choices, key=lambda choice: choice.facet)))

    def with_mark(self, mark: RowMark, is_on: bool) -> ViewQuery:
        """Return the query with a mark switched on (only rows with the mark are shown) or off."""
        return replace(self, only=self.only | {mark} if is_on else self.only - {mark})

    def in_languages(self, languages: frozenset[int]) -> ViewQuery:
        """Return the query limited to these languages; an empty set means all."""
        return replace(self, languages=languages)

    def find_chosen_languages(self, count: int) -> list[int]:
        """Return the numbers of the languages to consider; all of `count` if none was chosen."""
        return sorted(self.languages) or list(range(count))

    def with_order(self, column: int | None, *, descending: bool = False) -> ViewQuery:
        """Return the query with another order."""
        return replace(self, sort_column=column, descending=descending)

    def without_filters(self) -> ViewQuery:
        """Return the query without filters, in the same order."""
        return ViewQuery(sort_column=self.sort_column, descending=self.descending)
