"""What one dictionary and a table of several have in common for those who edit them and show them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from termdesk.application.glossaries.editing.bulk_change import Appearing
from termdesk.application.glossaries.editing.undo_steps import StepMark
from termdesk.domain.progress import Progress


class Countable(Protocol):
    """A change, of whatever kind."""

    @property
    def count(self) -> int: ...


E = TypeVar("E")
C = TypeVar("C", bound=Countable)
E_contra = TypeVar("E_contra", contravariant=True)
C_co = TypeVar("C_co", covariant=True)


class Steps(Protocol[E_contra, C_co]):
    """The named steps that undo and redo walk along."""

    @property
    def done(self) -> int: ...

    @property
    def titles(self) -> list[str]: ...

    def next(self, title: str) -> StepMark: ...

    def change(self, place: int, entries: E_contra, /) -> C_co: ...

    def is_large(self, place: int) -> bool: ...


class OpenSheet(Protocol[E, C]):
    """Entries `E` that are open for changes `C`: `OpenDictionary` with one dictionary, `OpenTable` with several."""

    @property
    def entries(self) -> E: ...

    @property
    def steps(self) -> Steps[E, C]: ...

    @property
    def name(self) -> str: ...

    @property
    def revision(self) -> int: ...

    @property
    def is_busy(self) -> bool: ...

    @property
    def has_unpublished_edits(self) -> bool: ...

    async def is_as_published(self, progress: Progress = ...) -> bool: ...

    def apply(self, change: C, step: StepMark | None = None) -> C: ...

    async def apply_bulk_change(
        self,
        made: Callable[[E], C],
        step: StepMark | None = None,
        *,
        appearing: Appearing[C] = ...,
        progress: Progress = ...,
    ) -> C | None: ...
