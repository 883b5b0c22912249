"""What the windows can ask for, as `main` provides it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from termdesk.application.glossaries.checks.dictionary_checks import CheckFactory
    from termdesk.application.glossaries.editing.open_cell import OpenTexts
    from termdesk.application.glossaries.exporting.exporter import Exporter
    from termdesk.application.glossaries.importing.importer import Importer
    from termdesk.application.glossaries.library.batches import LibraryBatches
    from termdesk.application.glossaries.library.bin import Bin
    from termdesk.application.glossaries.library.library import Library
    from termdesk.application.glossaries.publishing.publisher import Publisher
    from termdesk.application.improvement.improvement import TextImprover
    from termdesk.application.languages.languages import LanguageLists
    from termdesk.application.session.local_engines import LocalEngines
    from termdesk.application.session.session import Session
    from termdesk.application.texts.confirmed_texts import ConfirmedTexts
    from termdesk.application.texts.history import TextHistory
    from termdesk.application.translation.translation import TextTranslator
    from termdesk.application.translation.unpublished_edits import UnpublishedEdits
    from termdesk.application.usage.usage_monitor import UsageMonitor


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
    def importer(self) -> Importer: ...

    @property
    def exporter(self) -> Exporter: ...

    @property
    def publisher(self) -> Publisher: ...

    @property
    def check_factory(self) -> CheckFactory: ...

    @property
    def translator(self) -> TextTranslator: ...

    @property
    def unpublished_edits(self) -> UnpublishedEdits: ...

    @property
    def improver(self) -> TextImprover: ...

    @property
    def open_texts(self) -> OpenTexts: ...

    @property
    def languages(self) -> LanguageLists: ...

    @property
    def texts(self) -> TextHistory: ...

    @property
    def confirmed_texts(self) -> ConfirmedTexts: ...

    @property
    def usage_monitor(self) -> UsageMonitor: ...

    @property
    def engines(self) -> LocalEngines: ...
