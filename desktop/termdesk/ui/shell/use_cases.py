"""The use cases of the windows, as `main` provides them."""

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
    """Each use case is created on first access: most starts need only some of them, and the window opens faster."""

    @property
    def session(self) -> Session:
        """The service in use, and the settings."""

    @property
    def library(self) -> Library:
        """Lists, opens and closes glossaries."""

    @property
    def bin(self) -> Bin:
        """Deleted dictionaries, which can be restored."""

    @property
    def batches(self) -> LibraryBatches:
        """Copies and deletes several glossaries or dictionaries at once."""

    @property
    def drafts_elsewhere(self) -> DraftsElsewhere:
        """Lists what belongs to other services, and moves it here."""

    @property
    def transfer(self) -> GlossaryTransfer:
        """Transfers glossaries from the service in use to another one."""

    @property
    def importer(self) -> Importer:
        """Imports files into dictionaries."""

    @property
    def exporter(self) -> Exporter:
        """Exports dictionaries to files."""

    @property
    def publisher(self) -> Publisher:
        """Publishes drafts to the service."""

    @property
    def bulk_publisher(self) -> BulkPublisher:
        """Publishes many dictionaries at once, and resumes interrupted publishing."""

    @property
    def versions(self) -> DictionaryVersions:
        """Earlier versions of dictionaries."""

    @property
    def releases(self) -> Releases:
        """Releases of glossaries, as folders for Git."""

    @property
    def watched_folders(self) -> WatchedFolders:
        """Glossaries that are linked to release folders."""

    @property
    def notebook(self) -> WriteNotebook:
        """The log of all changes that were requested from services."""

    @property
    def check_factory(self) -> CheckFactory:
        """Creates the checks of a dictionary."""

    @property
    def translator(self) -> TextTranslator:
        """Translates the texts of the Translate pane."""

    @property
    def documents(self) -> DocumentTranslator:
        """Translates the documents of the Documents pane."""

    @property
    def unpublished_edits(self) -> UnpublishedEdits:
        """Unpublished edits, which translations ignore."""

    @property
    def spot_checks(self) -> SpotChecks:
        """Checks glossaries with sets of sentences."""

    @property
    def improver(self) -> TextImprover:
        """Improves the texts of the Improve pane."""

    @property
    def local_improver(self) -> LocalImprover:
        """Improves texts on this computer if the service in use improves none."""

    @property
    def open_texts(self) -> OpenTexts:
        """Cell texts that were still being edited when the program ended."""

    @property
    def pair_tasks(self) -> PairTasks:
        """The tasks that are possible with two languages."""

    @property
    def languages(self) -> LanguageLists:
        """The languages that the service supports."""

    @property
    def texts(self) -> TextHistory:
        """The history of texts."""

    @property
    def confirmed_texts(self) -> ConfirmedTexts:
        """Translations that the user confirmed, stored by the local service."""

    @property
    def memory_transfer(self) -> MemoryTransfer:
        """Copies confirmed translations to other services and back."""

    @property
    def diagnostics(self) -> Diagnostics:
        """Diagnostic information without private data."""

    @property
    def usage_monitor(self) -> UsageMonitor:
        """How much is used, and how much is left."""

    @property
    def engines(self) -> LocalEngines:
        """The engines of the local service."""
