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
    """The named steps of undo and redo."""

    @property
    def done(self) -> int:
        """The number of steps that are done and can be undone."""

    @property
    def titles(self) -> list[str]:
        """The titles of all steps, done and undone."""

    def next(self, title: str) -> StepMark:
        """The mark of a new step."""

    def change(self, place: int, entries: E_contra, /) -> C_co:
        """The change that a step does next: its undo if it is done, else its redo."""

    def is_large(self, place: int) -> bool:
        """Whether a step should run in a worker."""


class OpenSheet(Protocol[E, C]):
    """Entries `E` that are open for changes `C`: one dictionary (`OpenDictionary`) or several (`OpenTable`)."""

    @property
    def entries(self) -> E:
        """The entries as they are now."""

    @property
    def steps(self) -> Steps[E, C]:
        """The steps of undo and redo."""

    @property
    def name(self) -> str:
        """The name of the glossary."""

    @property
    def revision(self) -> int:
        """A number that grows with every change."""

    @property
    def is_busy(self) -> bool:
        """Whether a bulk change is being computed."""

    @property
    def has_unpublished_edits(self) -> bool:
        """Whether there are edits that are not on the service, as far as known. Quick to ask."""

    async def is_as_published(self, progress: Progress = ...) -> bool:
        """Whether the service, as far as known, holds exactly what is here. Compared in a worker."""

    def apply(self, change: C, step: StepMark | None = None) -> C:
        """Apply a change and give its inverse. Raises InvalidInput if the sheet is closed or busy."""

    async def apply_bulk_change(
        self,
        made: Callable[[E], C],
        step: StepMark | None = None,
        *,
        appearing: AroundChange[C] = ...,
        progress: Progress = ...,
    ) -> C | None:
        """Compute a change of many rows in a worker and apply it; None if it changes nothing."""
