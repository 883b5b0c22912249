"""What the windows can ask for, as `main` provides it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from termdesk.application.documents.document_translator import DocumentTranslator
    from termdesk.application.glossaries.checks.dictionary_checks import CheckFactory
    from termdesk.application.glossaries.editing.open_cell import OpenTexts
    from termdesk.application.glossaries.exporting.exporter import Exporter
    from termdesk.application.glossaries.importing.importer import Importer
    from termdesk.application.glossaries.library.batches import LibraryBatches
    from termdesk.application.glossaries.library.bin import Bin
    from termdesk.application.glossaries.library.drafts_elsewhere import DraftsElsewhere
    from termdesk.application.glossaries.library.library import Library
    from termdesk.application.glossaries.notebook.write_notebook import WriteNotebook
    from termdesk.application.glossaries.publishing.bulk_publisher import BulkPublisher
    from termdesk.application.glossaries.publishing.publisher import Publisher
    from termdesk.application.glossaries.releases.releases import Releases
    from termdesk.application.glossaries.releases.watched_folders import WatchedFolders
    from termdesk.application.glossaries.transfer.glossary_transfer import GlossaryTransfer
    from termdesk.application.glossaries.versions.dictionary_versions import DictionaryVersions
    from termdesk.application.improvement.improvement import TextImprover
    from termdesk.application.improvement.local_improver import LocalImprover
    from termdesk.application.languages.languages import LanguageLists
    from termdesk.application.languages.pair_tasks import PairTasks
    from termdesk.application.recovery.diagnostics import Diagnostics
    from termdesk.application.session.local_engines import LocalEngines
    from termdesk.application.session.session import Session
    from termdesk.application.spot_check.spot_checks import SpotChecks
    from termdesk.application.texts.confirmed_texts import ConfirmedTexts
    from termdesk.application.texts.history import TextHistory
    from termdesk.application.texts.memory_transfer import MemoryTransfer
    from termdesk.application.translation.translation import TextTranslator
    from termdesk.application.translation.unpublished_edits import UnpublishedEdits
    from termdesk.application.usage.usage_monitor import UsageMonitor


class UseCases(Protocol):
    """Each is made when it is first asked for: most starts need only some of them, and the window opens fast."""

    @property
    def session(self) -> Session:
        """The service in use, and the settings."""

    @property
    def library(self) -> Library:
        """Lists, opens and closes glossaries."""

    @property
    def bin(self) -> Bin:
        """Deleted dictionaries."""

    @property
    def batches(self) -> LibraryBatches:
        """Copies and deletes many at once."""

    @property
    def drafts_elsewhere(self) -> DraftsElsewhere:
        """Lists what belongs to other services, and brings it here."""

    @property
    def transfer(self) -> GlossaryTransfer:
        """From the service in use to another one."""

    @property
    def importer(self) -> Importer:
        """From files to dictionaries."""

    @property
    def exporter(self) -> Exporter:
        """From dictionaries to files."""

    @property
    def publisher(self) -> Publisher:
        """From drafts to the service."""

    @property
    def bulk_publisher(self) -> BulkPublisher:
        """The same for many dictionaries as one, and what was interrupted."""

    @property
    def versions(self) -> DictionaryVersions:
        """Earlier versions of dictionaries."""

    @property
    def releases(self) -> Releases:
        """Glossaries as folders fit for Git."""

    @property
    def watched_folders(self) -> WatchedFolders:
        """Glossaries that are linked with such folders."""

    @property
    def notebook(self) -> WriteNotebook:
        """All changes that services were asked for."""

    @property
    def check_factory(self) -> CheckFactory:
        """Makes the checks of a dictionary."""

    @property
    def translator(self) -> TextTranslator:
        """Texts of the Translate pane."""

    @property
    def documents(self) -> DocumentTranslator:
        """Documents of the Documents pane."""

    @property
    def unpublished_edits(self) -> UnpublishedEdits:
        """Edits that translations ignore."""

    @property
    def spot_checks(self) -> SpotChecks:
        """Glossaries tried on sets of sentences."""

    @property
    def improver(self) -> TextImprover:
        """Texts of the Improve pane."""

    @property
    def local_improver(self) -> LocalImprover:
        """The same on this computer, beside a service that improves no texts."""

    @property
    def open_texts(self) -> OpenTexts:
        """Texts of cells that were open when the program ended."""

    @property
    def pair_tasks(self) -> PairTasks:
        """Says what is possible with two languages."""

    @property
    def languages(self) -> LanguageLists:
        """What the service supports."""

    @property
    def texts(self) -> TextHistory:
        """The history of texts."""

    @property
    def confirmed_texts(self) -> ConfirmedTexts:
        """Translations that the local service learnt."""

    @property
    def memory_transfer(self) -> MemoryTransfer:
        """Copies them to other services and back."""

    @property
    def diagnostics(self) -> Diagnostics:
        """What helps to find a fault, without anything private."""

    @property
    def usage_monitor(self) -> UsageMonitor:
        """What is used up, and what is left."""

    @property
    def engines(self) -> LocalEngines:
        """Engines of the service on this computer."""
