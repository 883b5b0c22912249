"""The interface that an open dictionary and a multilingual table share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from termdesk.application.glossaries.editing.bulk_change import AroundChange
from termdesk.application.glossaries.editing.undo_steps import StepMark
from termdesk.domain.progress import Progress


class Countable(Protocol):
    """A change of any kind."""

    @property
    def count(self) -> int:
        """The number of cells and rows that it touches."""


E = TypeVar("E")
C = TypeVar("C", bound=Countable)
E_contra = TypeVar("E_contra", contravariant=True)
C_co = TypeVar("C_co", covariant=True)


class Steps(Protocol[E_contra, C_co]):
    """The undo and redo steps with their titles."""

    @property
    def done(self) -> int:
        """The number of steps that can be undone."""

    @property
    def titles(self) -> list[str]:
        """The titles of all steps, those to undo and those to redo."""

    def next(self, title: str, *, may_be_empty: bool = False) -> StepMark:
        """Return the mark of a new step. `may_be_empty`: also of a change that touches nothing."""

    def change(self, position: int, entries: E_contra, /) -> C_co:
        """Return the next change of a step: its undo if it is done, else its redo."""

    def is_large(self, position: int) -> bool:
        """Return whether a step should run in a worker."""


class OpenSheet(Protocol[E, C]):
    """An open sheet with entries of type `E` and changes of type `C`: `OpenDictionary` or `OpenTable`."""

    @property
    def entries(self) -> E:
        """The present entries."""

    @property
    def steps(self) -> Steps[E, C]:
        """The undo and redo steps."""

    @property
    def name(self) -> str:
        """The name of the glossary."""

    @property
    def revision(self) -> int:
        """A number that increases with every change."""

    @property
    def is_busy(self) -> bool:
        """Whether a bulk change is being computed."""

    @property
    def has_unpublished_edits(self) -> bool:
        """Whether there are edits that the service does not have, as far as known. Fast."""

    async def is_as_published(self, progress: Progress = ...) -> bool:
        """Return whether the service, as far as known, has exactly these entries. Compared in a worker."""

    def apply(self, change: C, step: StepMark | None = None) -> C:
        """Apply a change and return its inverse. Raises InvalidInput if the sheet is closed or busy."""

    async def apply_bulk_change(
        self,
        made: Callable[[E], C],
        step: StepMark | None = None,
        *,
        around_change: AroundChange[C] = ...,
        progress: Progress = ...,
    ) -> C | None:
        """Compute a change of many rows in a worker and apply it. Return it; None if it changes nothing."""
