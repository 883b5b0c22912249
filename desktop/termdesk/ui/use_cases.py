"""What the windows can ask for, as `main` provides it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from termdesk.application.bin import Bin
    from termdesk.application.checks import Checking
    from termdesk.application.exchange import Exchange
    from termdesk.application.glossaries.editing.open_cell import OpenTexts
    from termdesk.application.improving import Improving
    from termdesk.application.languages import LanguageLists
    from termdesk.application.library import Library
    from termdesk.application.library_batches import LibraryBatches
    from termdesk.application.local_engines import LocalEngines
    from termdesk.application.metering import Metering
    from termdesk.application.publishing import Publishing
    from termdesk.application.session import Session
    from termdesk.application.translating import Translating
    from termdesk.application.translation.confirmed_texts import ConfirmedTexts
    from termdesk.application.translation.history import TextHistory
    from termdesk.application.translation.unpublished_edits import UnpublishedEdits


class UseCases(Protocol):
    """Each is made when it is first asked for: most starts need only some of them, and the window opens fast."""

    @property
    def session(self) -> Session: ...

    @property
    def library(self) -> Library: ...

    @property
    def bin(self) -> Bin: ...

    @property
    def batches(self) -> LibraryBatches: ...

    @property
    def exchange(self) -> Exchange: ...

    @property
    def publishing(self) -> Publishing: ...

    @property
    def checking(self) -> Checking: ...

    @property
    def translating(self) -> Translating: ...

    @property
    def unpublished_edits(self) -> UnpublishedEdits: ...

    @property
    def improving(self) -> Improving: ...

    @property
    def open_texts(self) -> OpenTexts: ...

    @property
    def languages(self) -> LanguageLists: ...

    @property
    def texts(self) -> TextHistory: ...

    @property
    def confirmed_texts(self) -> ConfirmedTexts: ...

    @property
    def metering(self) -> Metering: ...

    @property
    def engines(self) -> LocalEngines: ...
