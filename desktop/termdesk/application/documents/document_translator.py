"""Translate documents, a few at a time, and fetch the translations, also after a restart."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from termdesk.application.completion import complete
from termdesk.application.documents.document_fetcher import DocumentFetcher
from termdesk.application.documents.document_files import (
    DocumentFile,
    FileVersion,
    examine,
    least_billed,
    name_result,
    names_in,
    version_of,
)
from termdesk.application.documents.document_glossaries import DocumentGlossaries, find_document_glossaries
from termdesk.application.documents.document_sender import MOST_UPLOADS, DocumentSender, SendGate
from termdesk.application.languages.languages import LanguageLists
from termdesk.application.languages.list_files import LanguageList
from termdesk.application.session.session import Session
from termdesk.application.translation.memory_lookup import MemoryOffer, MemoryUse, find_memories_by_target
from termdesk.application.translation.style_lookup import StyleOffer, StyleRules, find_styles_by_target
from termdesk.application.usage.usage_ledger import Entry, UsageLedger
from termdesk.client.errors import QuotaExceeded
from termdesk.domain.errors import InvalidInput
from termdesk.domain.event import Event
from termdesk.domain.glossary import find_fitting
from termdesk.domain.language.language import LanguagePair, Resource
from termdesk.domain.progress import NoProgress, Progress
from termdesk.messages.document_messages import DocumentMessage, DocumentRemedy
from termdesk.storage.documents.document_jobs import DocumentJob, DocumentJobs, DocumentState, OpenDocuments

if TYPE_CHECKING:
    from termdesk.client.api import ApiClient
    from termdesk.domain.glossary import Glossary

__all__ = ["DocumentChoices", "DocumentJob", "DocumentState", "DocumentTranslator", "OpenDocuments"]

# Services refuse more documents while this many wait to be fetched.
MOST_AT_SERVICE = 5
# Seconds between status requests. The local service responds at once.
SECONDS_BETWEEN_LOOKS, SECONDS_BETWEEN_LOCAL_LOOKS = 5.0, 0.5
# States that still need work, but no decision by the user.
_OPEN = frozenset({DocumentState.WAITING, DocumentState.TRANSLATING})


@dataclass(frozen=True, slots=True)
class DocumentChoices:
    """The user's choices for documents. `folder` None saves each result next to its original; see `name_result`.

    The glossary is used for the targets that it has a dictionary for. `output_format` applies to the documents that
    support it. `memories` and `style_rules` are by target.
    """

    targets: tuple[str, ...]
    source: str = ""
    glossary: Glossary | None = None
    folder: Path | None = None
    pattern: str = ""
    output_format: str = ""
    memories: Mapping[str, MemoryUse] = field(default_factory=dict)
    style_rules: Mapping[str, StyleRules] = field(default_factory=dict)

    def glossary_for(self, target: str) -> Glossary | None:
        """Return the glossary if it has a dictionary for a target. The service refuses any other."""
        pair = LanguagePair(self.source, target)
        return next(iter(find_fitting([self.glossary], pair)), None) if self.glossary is not None else None


class DocumentTranslator:
    """The use case of the Documents pane. `changed` is emitted when `jobs` have changed.

    Each document is stored on disk before it is sent, and its id as soon as the service returns one. So a restart
    continues where the last run ended, and no document is sent twice unless the user asks for it.
    """

    def __init__(
        self,
        session: Session,
        records: DocumentJobs,
        languages: LanguageLists,
        ledger: UsageLedger,
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._session = session
        self._records = records
        self._languages = languages
        self._ledger = ledger
        self.cost_gate = ledger.gate
        self._sleep = sleep
        self._jobs: dict[int, DocumentJob] = {}
        self._profile = ""
        # The versions of the files whose cost is known, by document.
        self._counted: dict[int, FileVersion] = {}
        self._fetcher = DocumentFetcher(self, ledger, self.own_folder)
        self._sender = DocumentSender(self, ledger)
        self.changed = Event[[]]()

    @property
    def jobs(self) -> tuple[DocumentJob, ...]:
        """The documents of the service in use, in the order in which they were added."""
        return tuple(self._jobs.values())

    @property
    def has_open(self) -> bool:
        """Whether a document waits to be sent or fetched."""
        return any(job.state in _OPEN for job in self._jobs.values())

    @property
    def profile_names(self) -> dict[str, str]:
        """The names of all profiles, by profile id."""
        return self._session.profiles.names

    @property
    def own_folder(self) -> Path:
        """The program's folder for translations that cannot be saved elsewhere. Created when it is first needed."""
        return self._session.folders.data / "documents"

    async def load(self) -> None:
        """Read the documents of the service in use.

        Documents that were being sent when the program ended become UNCLEAR.
        """
        profile = self._session.profile
        if profile == self._profile:
            return
        jobs = await self._records.all(profile)
        self._profile, self._jobs = profile, {job.number: job for job in jobs}
        for job in jobs:
            if job.state is DocumentState.SENDING:
                await self.keep(job, state=DocumentState.UNCLEAR)
        self.changed.emit()

    async def open_documents(self, *, elsewhere: bool = False) -> list[OpenDocuments]:
        """Return the unfinished documents of each service. With `elsewhere`, skip the service in use."""
        found = await self._records.open_by_profile()
        return [each for each in found if not elsewhere or each.profile != self._session.profile]

    def find_listed(self, files: Sequence[DocumentFile], choices: DocumentChoices) -> list[DocumentFile]:
        """Return the files that are on the list already with one of these languages, and its glossary and format.

        They would be translated and billed once more. Documents that failed do not count.
        """
        listed = {
            (job.path, job.target, job.glossary_id, job.output_format)
            for job in self.jobs
            if not job.state.is_repeatable or job.state is DocumentState.UNCLEAR
        }

        def is_listed(file: DocumentFile, target: str) -> bool:
            glossary = choices.glossary_for(target)
            glossary_id = glossary.glossary_id if glossary else ""
            return (str(file.path), target, glossary_id, file.output_format(choices.output_format)) in listed

        return [file for file in files if any(is_listed(file, target) for target in choices.targets)]

    async def result_paths(self) -> set[str]:
        """Return the files that have, or will have, the translations of the listed documents. Raises StorageFailed."""
        await self.load()
        return {job.result_path for job in self.jobs if job.result_path}

    async def languages(self) -> LanguageList:
        """Return the languages of document translation. Raises TermdeskError if they were never listed."""
        return await self._languages.list(Resource.TRANSLATE_DOCUMENT)

    async def glossaries(self, *, source: str, targets: Sequence[str]) -> DocumentGlossaries:
        """Return the glossaries that support at least one of these directions, or the reason why there are none."""
        return await find_document_glossaries(self._session, self._languages, source=source or None, targets=targets)

    async def memories_by_target(self, *, source: str | None, targets: Sequence[str]) -> MemoryOffer:
        """Return the translation memories that the service has for each target. Never raises."""
        return await find_memories_by_target(self._session, self._languages, source=source, targets=targets)

    async def styles_by_target(self, *, targets: Sequence[str]) -> StyleOffer:
        """Return the style rules that the service has for each target. Never raises."""
        return await find_styles_by_target(self._session, self._languages, targets=targets)

    async def examine(self, path: Path) -> DocumentFile:
        """Examine a file before it is sent: whether the service accepts it, and what it costs."""
        return await examine(path, is_local=self._session.provider.is_local, is_free=self._session.tier == "free")

    # The list of documents

    async def add(self, files: Sequence[DocumentFile], choices: DocumentChoices) -> list[DocumentJob]:
        """Add files to the list, once for each target language. `run` sends them.

        Raises InvalidInput for contradictory choices and for a cost that exceeds a cap, and StorageFailed.
        """
        if not choices.targets:
            raise InvalidInput(DocumentMessage.NO_TARGET(), remedy=DocumentRemedy.CHOOSE_TARGET())
        if choices.glossary is not None and not choices.source:
            raise InvalidInput(DocumentMessage.GLOSSARY_NEEDS_SOURCE(), remedy=DocumentRemedy.CHOOSE_SOURCE())
        translatable = [each for each in files if each.can_be_translated]
        await self.cost_gate.check(least_billed(translatable, choices.targets))
        planned = await asyncio.to_thread(self._plan_jobs, translatable, choices, await self.result_paths())
        added = await self._records.add(planned)
        self._jobs |= {job.number: job for job in added}
        versions = {str(file.path): file.version for file in translatable}
        self._counted |= {job.number: versions[job.path] for job in added}
        self.changed.emit()
        return added

    def _plan_jobs(
        self, files: Sequence[DocumentFile], choices: DocumentChoices, results: set[str]
    ) -> list[DocumentJob]:
        taken: dict[Path, set[str]] = {}
        planned = []
        for file in files:
            folder = choices.folder or file.path.parent
            if folder not in taken:
                of_jobs = {Path(each).name.casefold() for each in results if Path(each).parent == folder}
                taken[folder] = of_jobs | names_in(folder)
            for target in choices.targets:
                name = name_result(
                    choices.pattern,
                    file.path,
                    source=choices.source,
                    target=target,
                    taken=taken[folder],
                    output_format=file.output_format(choices.output_format),
                )
                glossary = choices.glossary_for(target)
                memory, style_rules = choices.memories.get(target), choices.style_rules.get(target)
                planned.append(
                    DocumentJob(
                        self._profile,
                        str(file.path),
                        choices.source,
                        target,
                        str(folder / name),
                        glossary_id=glossary.glossary_id if glossary else "",
                        glossary_name=glossary.name if glossary else "",
                        estimated=file.least_billed(target),
                        output_format=file.output_format(choices.output_format),
                        memory_id=memory.memory_id if memory else "",
                        memory_threshold=memory.threshold if memory else 0,
                        style_id=style_rules.style_id if style_rules else "",
                    )
                )
        return planned

    async def remove(self, jobs: Sequence[DocumentJob]) -> None:
        """Remove documents from the list, except those that are being sent. Results on disk remain."""
        sending = DocumentState.SENDING
        removed = [job for job in jobs if self.current(job).state is not sending and not self._sender.is_sending(job)]
        await self._records.remove(removed)
        for job in removed:
            self._jobs.pop(job.number, None)
            self._counted.pop(job.number, None)
            self._fetcher.forget(job)
            self._ledger.leave(Entry(job.profile, job.ledger_number))
        self.changed.emit()

    async def retry(self, jobs: Sequence[DocumentJob]) -> None:
        """Queue failed documents again. Documents that the service had already accepted are billed again.

        Raises InvalidInput if the cost exceeds a cap.
        """
        repeated = [await self._estimate_again(job) for job in jobs if job.state.is_repeatable]
        await self.cost_gate.check(sum(job.estimated for job in repeated))
        for job in repeated:
            await self.keep(
                job,
                state=DocumentState.WAITING,
                document_id="",
                document_key="",
                ledger_number=None,
                billed=None,
                reason="",
            )

    async def _estimate_again(self, job: DocumentJob) -> DocumentJob:
        """Return a document with the cost of its file as it is now: the user may have corrected it."""
        file = await self.examine(Path(job.path))
        self._counted[job.number] = file.version
        return replace(job, estimated=file.least_billed(job.target)) if file.can_be_translated else job

    async def estimate_changed(self, job: DocumentJob) -> DocumentJob:
        """Return a document with the cost of its file as it is now, if the file was edited since it was counted.

        After a restart, it is counted in any case.
        """
        if await asyncio.to_thread(version_of, Path(job.path)) == self._counted.get(job.number):
            return job
        return await self.keep(await self._estimate_again(job))

    # Sending and fetching

    async def run(self, progress: Progress | None = None, *, sends: bool = True) -> None:
        """Send waiting documents and fetch finished ones until nothing is left. Cancelling stops sending.

        Without `sends`, only fetch what the service already has. A run serves one service: if the user switches to
        another one, its documents wait for a run of their own.

        Raises TermdeskError if every document is affected. The list then shows the state of each one, and the next
        `run` continues from there.
        """
        await self.load()
        profile, progress = self._profile, progress or NoProgress()
        # Documents that finished in earlier runs do not count.
        total, refusal = self._count_open(sends), None
        gate = SendGate()
        uploads: set[asyncio.Task[None]] = set()
        try:
            while (left := self._count_open(sends)) or uploads:
                progress.step(total - left, total)
                api = await self._session.api()
                if not self._session.profile == self._profile == profile:
                    raise InvalidInput(DocumentMessage.CHANGED_SERVICE())
                while sends and (job := self._next()):
                    uploads.add(self._sender.start(api, job, gate))
                if await self._look(api):
                    continue
                try:
                    await self._wait(uploads)
                except (InvalidInput, QuotaExceeded) as error:
                    # Stop sending, but still fetch what is at the service: it is already paid for.
                    refusal, sends = error, False
        finally:
            gate.close()
        if refusal is not None:
            raise refusal

    def _count_open(self, sends: bool) -> int:
        states = _OPEN if sends else {DocumentState.TRANSLATING}
        return sum(job.state in states or (sends and self._sender.is_sending(job)) for job in self.jobs)

    def _next(self) -> DocumentJob | None:
        """Return the document to send next; None if no more may be sent at the moment."""
        waiting = (job for job in self.jobs if job.state is DocumentState.WAITING and not self._sender.is_sending(job))
        at_service = sum(job.state is DocumentState.TRANSLATING for job in self.jobs)
        has_room = self._sender.count < MOST_UPLOADS and self._sender.count + at_service < MOST_AT_SERVICE
        return next(waiting, None) if has_room else None

    async def _wait(self, uploads: set[asyncio.Task[None]]) -> None:
        """Wait until an upload ends or the next status request is due. Raises what an upload raised."""
        is_local = self._session.provider.is_local
        seconds = SECONDS_BETWEEN_LOCAL_LOOKS if is_local else SECONDS_BETWEEN_LOOKS
        pause = asyncio.ensure_future(self._sleep(seconds))
        try:
            await asyncio.wait({pause, *uploads}, return_when=asyncio.FIRST_COMPLETED)
            if pause.done():
                await pause
        finally:
            pause.cancel()
        for task in [each for each in uploads if each.done()]:
            uploads.remove(task)
            await task

    async def _look(self, api: ApiClient) -> bool:
        """Ask for the status of every document at the service, and fetch those that are ready.

        Return whether at least one was settled.
        """
        before = self._count_open(sends=False)
        for job in [each for each in self.jobs if each.state is DocumentState.TRANSLATING]:
            # A service delivers a translation only once, so finish the download even if the caller is cancelled.
            await complete(self._fetcher.fetch(api, job))
        return self._count_open(sends=False) < before

    def current(self, job: DocumentJob) -> DocumentJob:
        """Return the present state of the document, or `job` itself if it is no longer on the list."""
        return self._jobs.get(job.number, job)

    async def keep(self, job: DocumentJob, **changes: object) -> DocumentJob:
        """Store the changed fields of a document. If the user removed it meanwhile, the list stays without it."""
        changed = replace(job, **changes)  # type: ignore[arg-type]  # the names of its fields, with their types
        await self._records.update(changed)
        if job.number in self._jobs:
            self._jobs[job.number] = changed
            self.changed.emit()
        return changed
