"""A translation that the service delivers only once is not lost if the program is killed during the download."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from support.proof.dying_program import DyingProgram, dying_program
from support.services.document_service import DocumentService
from termdesk.application.documents.document_translator import DocumentState, DocumentTranslator
from termdesk.application.languages.languages import LanguageLists
from termdesk.application.session.session import Session
from termdesk.application.usage.usage_ledger import UsageLedger
from termdesk.domain.provider import Provider
from termdesk.storage.records import Records

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(os.name != "posix", reason="the program is ended by a signal"),
]

NewSession = Callable[[Path], Session]
# More than one chunk of the connection.
RESULT = b"translated " * 100_000

# The killed program: everything for one document, up to the moment that is tested.
PROGRAM = """
import asyncio, os, signal
# What is imported at the first request.
import anyio._backends._asyncio, certifi, httpcore, httpx
from pathlib import Path
from termdesk.application.documents.document_translator import DocumentChoices, DocumentTranslator
from termdesk.application.languages.languages import LanguageLists
from termdesk.application.session.session import Session
from termdesk.application.usage.usage_ledger import UsageLedger
from termdesk.domain.provider import Provider
from termdesk.storage.documents.result_file import ResultFile
from termdesk.storage.files.folders import Folders
from termdesk.storage.keys import KeyStore
from termdesk.storage.records import Records
from termdesk.storage.settings.settings_store import SettingsStore

write, link = ResultFile._write, os.link

def die(): os.kill(os.getpid(), signal.SIGKILL)
def write_and_die(self, *given): write(self, *given); die()
def link_and_die(*given): link(*given); die()

async def translate(url, folder):
    folders = Folders.under(folder / "state")
    session = Session(folders, SettingsStore(folders).settings, KeyStore(find_backend=lambda: None))
    await session.use(Provider("custom", url), "a-good-key-0001")
    async with Records(folder / "termdesk.db") as records:
        ledger = UsageLedger(session, records.history)
        use = DocumentTranslator(session, records.document_jobs, LanguageLists(session), ledger)
        await use.add([await use.examine(folder / "a.txt")], DocumentChoices(("es",), "en"))
        await use.run()

def run(url, folder, moment):
    if moment == "first bytes": ResultFile._write = write_and_die
    if moment == "last byte": os.link = lambda *given: die()
    if moment == "name": os.link = link_and_die
    asyncio.run(translate(url, Path(folder)))
    return 0
"""


@pytest.fixture(scope="module")
def program() -> Iterator[DyingProgram]:
    with dying_program(PROGRAM) as run:
        yield run


async def killed(program: DyingProgram, service: DocumentService, folder: Path, moment: str) -> None:
    (folder / "a.txt").write_text("The house is big.", "utf-8")
    service.result = RESULT
    code = await asyncio.to_thread(program, url=service.url, folder=str(folder), moment=moment)
    assert code == -signal.SIGKILL
    assert service.downloads == 1


async def state_after_restart(service: DocumentService, folder: Path, new_session: NewSession) -> DocumentState:
    session = new_session(folder / "state")
    await session.use(Provider("custom", service.url), "a-good-key-0001")
    async with Records(folder / "termdesk.db") as records:
        ledger = UsageLedger(session, records.history)
        use = DocumentTranslator(session, records.document_jobs, LanguageLists(session), ledger)
        await use.run()
        await session.stop()
        await ledger.close()
        [job] = use.jobs
    return job.state


def texts(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if path.suffix in (".txt", ".part")}


@pytest.mark.parametrize("moment", ["last byte", "name"])
async def test_what_arrived_is_kept_though_the_program_was_killed_and_the_service_has_forgotten_it(
    program: DyingProgram, tmp_path: Path, new_session: NewSession, moment: str
) -> None:
    async with DocumentService() as service:
        await killed(program, service, tmp_path, moment)
        service.is_forgetful = True

        assert await state_after_restart(service, tmp_path, new_session) is DocumentState.SAVED

    assert texts(tmp_path) == {"a.txt", "a.es.txt"}
    assert (tmp_path / "a.es.txt").read_bytes() == RESULT
    assert len(service.uploads) == 1


@pytest.mark.slow
@pytest.mark.parametrize(("is_forgetful", "state"), [(True, DocumentState.LOST), (False, DocumentState.SAVED)])
async def test_half_a_translation_is_never_taken_for_the_whole(
    program: DyingProgram, tmp_path: Path, new_session: NewSession, is_forgetful: bool, state: DocumentState
) -> None:
    async with DocumentService() as service:
        await killed(program, service, tmp_path, "first bytes")
        service.is_forgetful = is_forgetful

        assert await state_after_restart(service, tmp_path, new_session) is state

    assert texts(tmp_path) == ({"a.txt"} if is_forgetful else {"a.txt", "a.es.txt"})
    assert is_forgetful or (tmp_path / "a.es.txt").read_bytes() == RESULT
