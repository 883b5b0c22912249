"""All use cases of the program, for a window or for the command line."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from termdesk.application.glossaries.notebook.write_notebook import WriteNotebook
from termdesk.application.session.local_only_guard import LocalOnlyGuard
from termdesk.application.session.session import Session
from termdesk.domain.event import Event
from termdesk.storage.records import Records

if TYPE_CHECKING:
    from termdesk.application.documents.document_translator import DocumentTranslator
    from termdesk.application.glossaries.checks.check_choices import CheckChoices
    from termdesk.application.glossaries.checks.dictionary_checks import CheckFactory
    from termdesk.application.glossaries.editing.open_cell import OpenTexts
    from termdesk.application.glossaries.exporting.exporter import Exporter
    from termdesk.application.glossaries.importing.importer import Importer
    from termdesk.application.glossaries.library.batches import LibraryBatches
    from termdesk.application.glossaries.library.bin import Bin
    from termdesk.application.glossaries.library.drafts_elsewhere import DraftsElsewhere
    from termdesk.application.glossaries.library.last_copies import CopyingLibrary, CopyUsed, LastCopies
    from termdesk.application.glossaries.library.library import Library
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
    from termdesk.application.spot_check.spot_checks import SpotChecks
    from termdesk.application.texts.confirmed_texts import ConfirmedTexts
    from termdesk.application.texts.history import TextHistory
    from termdesk.application.texts.memory_transfer import MemoryTransfer
    from termdesk.application.translation.translation import TextTranslator
    from termdesk.application.translation.unpublished_edits import UnpublishedEdits
    from termdesk.application.usage.cost_gate import CostGate
    from termdesk.application.usage.usage_ledger import UsageLedger
    from termdesk.application.usage.usage_monitor import UsageMonitor


class LazyUseCases:
    """All use cases. Each is created on first access, which also imports its module."""

    def __init__(self, session: Session, records: Records) -> None:
        self.session = session
        self._records = records
        LocalOnlyGuard(session, records.local_only)
        # The notebook must record the first call already.
        self.notebook = WriteNotebook(session.clients, records)
        # Emitted with each last copy that is used because the service cannot be reached.
        self.copy_used: CopyUsed = Event()

    async def close(self) -> None:
        """Wait until pending records are stored.

        Call it after the session has stopped and before the records close.
        """
        if "spot_checks" in self.__dict__:
            await self.spot_checks.close()
        if "local_improver" in self.__dict__:
            await self.local_improver.close()
        await self._ledger.close()
        await self.notebook.close()

    @cached_property
    def library(self) -> Library:
        """Lists, opens, renames and deletes glossaries."""
        from termdesk.application.glossaries.library.library import Library

        return Library(self.session, self._records)

    @cached_property
    def last_copies(self) -> LastCopies:
        """Reads what this computer still has of glossaries while the service cannot be reached."""
        from termdesk.application.glossaries.library.last_copies import LastCopies

        return LastCopies(self.library, self.copy_used)

    @cached_property
    def copying_library(self) -> CopyingLibrary:
        """Reads entries of the library; the last copies while the service cannot be reached."""
        from termdesk.application.glossaries.library.last_copies import CopyingLibrary

        return CopyingLibrary(self.library, self.last_copies)

    @cached_property
    def bin(self) -> Bin:
        """Restores deleted glossaries."""
        from termdesk.application.glossaries.library.bin import Bin

        return Bin(self.session, self._records, self.library)

    @cached_property
    def batches(self) -> LibraryBatches:
        """Copies and deletes many glossaries at once."""
        from termdesk.application.glossaries.library.batches import LibraryBatches

        return LibraryBatches(self.library, self.copying_library)

    @cached_property
    def drafts_elsewhere(self) -> DraftsElsewhere:
        """Copies and moves glossaries between services."""
        from termdesk.application.glossaries.library.drafts_elsewhere import DraftsElsewhere

        return DraftsElsewhere(self.session, self._records, self._learn_lock)

    async def _learn_lock(self, profile: str, glossary_id: str) -> None:
        """Take over the lock of a glossary from the service on this computer, which is started for that if needed.

        Raises LocalServiceFailed and ServiceError.
        """
        from termdesk.application.session.other_service import other_service
        from termdesk.application.session.shared_locks import learn_lock

        if profile == self.session.profiles.local.id:
            async with other_service(self.session, self.session.profiles.local.provider) as local:
                await learn_lock(await local.api(), profile, glossary_id, self._records.local_only)

    @cached_property
    def transfer(self) -> GlossaryTransfer:
        """Copies and moves glossaries to other services."""
        from termdesk.application.glossaries.transfer.glossary_transfer import GlossaryTransfer

        return GlossaryTransfer(self.session, self._records, self.library)

    @cached_property
    def importer(self) -> Importer:
        """Reads files and imports them into dictionaries."""
        from termdesk.application.glossaries.importing.importer import Importer

        return Importer(self.library)

    @cached_property
    def exporter(self) -> Exporter:
        """Writes dictionaries to files."""
        from termdesk.application.glossaries.exporting.exporter import Exporter

        return Exporter(self.copying_library)

    @cached_property
    def publisher(self) -> Publisher:
        """Publishes dictionaries, and completes interrupted publishing."""
        from termdesk.application.glossaries.publishing.publisher import Publisher

        return Publisher(self.session, self._records, self.languages)

    @cached_property
    def bulk_publisher(self) -> BulkPublisher:
        """Publishes many dictionaries in one run, and resumes interrupted runs."""
        from termdesk.application.glossaries.library.draft_opener import LibraryDrafts
        from termdesk.application.glossaries.publishing.bulk_publisher import BulkPublisher

        return BulkPublisher(self.session, self._records, self.publisher, LibraryDrafts(self.library))

    @cached_property
    def versions(self) -> DictionaryVersions:
        """Lists and restores earlier versions of dictionaries."""
        from termdesk.application.glossaries.versions.dictionary_versions import DictionaryVersions

        return DictionaryVersions(self.session, self._records)

    @cached_property
    def releases(self) -> Releases:
        """Writes releases of glossaries to folders, and compares them."""
        from termdesk.application.glossaries.releases.releases import Releases

        return Releases(self.copying_library)

    @cached_property
    def watched_folders(self) -> WatchedFolders:
        """Compares glossaries with the folders that they are linked to."""
        from termdesk.application.glossaries.releases.watched_folders import WatchedFolders

        return WatchedFolders(self.session, self._records, self.releases)

    @cached_property
    def check_choices(self) -> CheckChoices:
        """What the user decided about checks."""
        from termdesk.application.glossaries.checks.check_choices import CheckChoices

        return CheckChoices(self._records)

    @cached_property
    def check_factory(self) -> CheckFactory:
        """Creates the checks of open dictionaries."""
        from termdesk.application.glossaries.checks.dictionary_checks import CheckFactory

        return CheckFactory(self.copying_library, self._records)

    @cached_property
    def translator(self) -> TextTranslator:
        """Translates texts."""
        from termdesk.application.translation.term_marks import TermMarks
        from termdesk.application.translation.translation import TextTranslator

        return TextTranslator(self.session, self.languages, TermMarks(self.session), self._ledger)

    @cached_property
    def documents(self) -> DocumentTranslator:
        """Translates documents."""
        from termdesk.application.documents.document_translator import DocumentTranslator

        return DocumentTranslator(self.session, self._records.document_jobs, self.languages, self._ledger)

    @cached_property
    def unpublished_edits(self) -> UnpublishedEdits:
        """Counts unpublished edits, which translations do not use."""
        from termdesk.application.translation.unpublished_edits import UnpublishedEdits

        return UnpublishedEdits(self.library)

    @cached_property
    def spot_checks(self) -> SpotChecks:
        """Tests glossaries with sets of sentences."""
        from termdesk.application.spot_check.spot_checks import SpotChecks

        return SpotChecks(self.session, self._records, self.library, self._ledger, self.languages)

    @cached_property
    def improver(self) -> TextImprover:
        """Corrects and rephrases texts."""
        from termdesk.application.improvement.improvement import TextImprover

        return TextImprover(self.session, self.languages, self._ledger)

    @cached_property
    def local_improver(self) -> LocalImprover:
        """Improves texts on this computer if the service in use does not offer it."""
        from termdesk.application.improvement.local_improver import LocalImprover

        return LocalImprover(self.session, self._records.history, self.texts)

    @property
    def open_texts(self) -> OpenTexts:
        """Saves the text of a cell while it is being edited."""
        return self._records.open_texts

    @cached_property
    def pair_tasks(self) -> PairTasks:
        """Tells which tasks are possible with two languages."""
        from termdesk.application.languages.pair_tasks import PairTasks

        return PairTasks(self.session, self.languages)

    @cached_property
    def languages(self) -> LanguageLists:
        """Lists the languages of the service."""
        from termdesk.application.languages.languages import LanguageLists

        return LanguageLists(self.session)

    @cached_property
    def texts(self) -> TextHistory:
        """Stores translated and improved texts."""
        from termdesk.application.texts.history import TextHistory

        return TextHistory(self.session, self._records.texts)

    @cached_property
    def memory_transfer(self) -> MemoryTransfer:
        """Copies confirmed translations to other services and back."""
        from termdesk.application.texts.memory_transfer import MemoryTransfer

        return MemoryTransfer(self.session)

    @cached_property
    def confirmed_texts(self) -> ConfirmedTexts:
        """Lists the translations that the user confirmed for the local service."""
        from termdesk.application.texts.confirmed_texts import ConfirmedTexts

        return ConfirmedTexts(self.session)

    @cached_property
    def usage_monitor(self) -> UsageMonitor:
        """Monitors the usage of the service."""
        from termdesk.application.usage.usage_monitor import UsageMonitor

        return UsageMonitor(self.session, self._records.history, self._cost_gate)

    @cached_property
    def diagnostics(self) -> Diagnostics:
        """Creates the diagnostic bundle."""
        from termdesk.application.recovery.diagnostics import Diagnostics

        session = self.session
        return Diagnostics(session.folders, lambda: session.settings, session=session, records=self._records)

    @cached_property
    def engines(self) -> LocalEngines:
        """Manages the engines of this computer."""
        from termdesk.application.session.local_engines import LocalEngines

        return LocalEngines(self.session)

    @cached_property
    def _ledger(self) -> UsageLedger:
        from termdesk.application.usage.usage_ledger import UsageLedger

        return UsageLedger(self.session, self._records.history, self.texts, gate=self._cost_gate)

    @cached_property
    def _cost_gate(self) -> CostGate:
        from termdesk.application.usage.cost_gate import CostGate

        return CostGate(self.session, self._records.history)
