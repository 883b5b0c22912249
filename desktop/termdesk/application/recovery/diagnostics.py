"""The diagnostic bundle: one ZIP file that helps to find a fault, without keys, texts, names and paths."""

from __future__ import annotations

import asyncio
import io
import json
import platform
import re
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path

from termdesk import __version__
from termdesk.application.glossaries.notebook.noted_writes import support_text
from termdesk.application.recovery.log_excerpt import excerpt, harmless, person_and_computer, without_names
from termdesk.application.session.about import describe_engines
from termdesk.application.session.local_engines import Engine
from termdesk.application.session.session import ConnectionState, Session
from termdesk.domain.errors import TermdeskError
from termdesk.domain.settings import Settings
from termdesk.storage.files.atomic_file import atomic_write
from termdesk.storage.files.folders import Folders
from termdesk.storage.records import Records

MOST_CHANGES = 200
# Only the end of each log is included. The whole bundle stays far below the size limit of an e-mail.
MOST_LOG_CHARACTERS = 400_000
_LOGS = ("termdesk.log", "service.log")
_PACKAGES = (
    *("PySide6-Essentials", "qasync", "httpx", "truststore", "msgspec", "SQLAlchemy", "starlette", "uvicorn"),
    *("rapidfuzz", "keyring", "lxml", "sil-thot", "harper-py", "lingotweaker", "ctranslate2", "python-calamine"),
)
# Settings with texts chosen by Termdesk. Of all other texts, the bundle says only whether they are set.
_PLAIN_SETTINGS = frozenset({"theme"})
# Engines whose names contain what the user wrote: names of models, and the address of a server.
_NAMED_BY_USER = re.compile(r"(Trained engine|(?:\S+ )?[Mm]odel|LibreTranslate) .+", re.DOTALL)
# Line lengths fit the dialog that shows this text.
READ_ME = """This bundle helps to find a fault in Termdesk.
It was made on this computer and sent nowhere.

about.txt      versions of the program, its parts and the system
engines.txt    the engines on this computer
settings.json  the settings; of texts, only whether there is one
profiles.json  the kinds of your profiles, no names or addresses
records.json   how many rows each table of the saved work has
changes.tsv    the last 200 changes on services:
               call, status, trace id
termdesk.log   the end of the log
service.log    the end of the log of the service on this computer
crash.txt      where the program was when it crashed last

Keys, texts, paths, and names of glossaries and people are left out.
"""


@dataclass(frozen=True, slots=True)
class BundleFile:
    """One file of the bundle."""

    name: str
    text: str


class Diagnostics:
    """Creates the bundle from these folders.

    `session` has the engines and profiles, `records` the counts and changes. If one is missing, its files say so or
    are left out.
    """

    def __init__(
        self,
        folders: Folders,
        get_settings: Callable[[], Settings],
        *,
        session: Session | None = None,
        records: Records | None = None,
    ) -> None:
        self._folders = folders
        self._get_settings = get_settings
        self._session = session
        self._records = records

    async def collect(self, environment: Mapping[str, str]) -> tuple[BundleFile, ...]:
        """Return the files as they would be saved. `environment` has further facts, such as those about the screens.

        Missing data raises no error; its file says what is missing.
        """
        engines, counts, changes = await self._engines(), await self._counts(), await self._changes()
        return await asyncio.to_thread(self._files, dict(environment), engines, counts, changes)

    def _files(self, environment: Mapping[str, str], engines: str, counts: str, changes: str) -> tuple[BundleFile, ...]:
        names = person_and_computer()
        logs = [BundleFile(name, excerpt(_end_of_log(self._folders.state / name), names)) for name in _LOGS]
        crash = excerpt(_read(self._folders.state / "crash-report.txt"), names)
        files = (
            BundleFile("README.txt", READ_ME),
            BundleFile("about.txt", without_names(_about(environment), names)),
            BundleFile("engines.txt", without_names(engines, names)),
            BundleFile("settings.json", without_names(_plain_settings(self._get_settings()), names)),
            BundleFile("profiles.json", self._plain_profiles()),
            BundleFile("records.json", counts),
            BundleFile("changes.tsv", without_names(changes, names)),
            *logs,
            BundleFile("crash.txt", crash),
        )
        return tuple(each for each in files if each.text.strip())

    def _plain_profiles(self) -> str:
        """Return the properties of the profiles that may explain a fault and identify nobody."""
        if self._session is None:
            return ""
        profiles = [
            {
                "kind": each.provider.name,
                "dialect": each.provider.dialect,
                "has_certificates": bool(each.provider.certificates),
                "has_proxy": bool(each.provider.proxy),
                "has_proxy_user": bool(each.provider.proxy_user),
                "keeps_key": each.keeps_key,
                "day_cap": each.day_cap,
                "is_in_use": each.id == self._session.profile,
            }
            for each in self._session.profiles.all
        ]
        return json.dumps(profiles, indent=1)

    async def _engines(self) -> str:
        if self._session is None or self._session.state is not ConnectionState.READY:
            return "No service is connected."
        if not self._session.provider.is_local:
            return "The service on this computer is not in use."
        try:
            engines = await describe_engines(self._session)
        except TermdeskError as error:
            return type(error).__name__
        return "\n".join("\t".join(_engine_facts(each)) for each in engines)

    async def _counts(self) -> str:
        if self._records is None:
            return "The saved work was not opened."
        try:
            return json.dumps(await self._records.counts(), indent=1)
        except TermdeskError as error:
            return type(error).__name__

    async def _changes(self) -> str:
        if self._records is None:
            return ""
        try:
            return support_text((await self._records.remote_writes.all())[:MOST_CHANGES])
        except TermdeskError as error:
            return type(error).__name__


def _engine_facts(engine: Engine) -> tuple[str, str, str, str, str]:
    """Return what may be told of an engine. The state of one that the user named may repeat the name or an address."""
    name, count = _NAMED_BY_USER.subn(r"\1", engine.name)
    state = "left out" if count else harmless(engine.state)
    return name, engine.serves, engine.version, engine.license, state


def write_bundle(path: Path, files: Sequence[BundleFile]) -> None:
    """Write the bundle as a ZIP file. For a worker. Raises StorageFailed."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as bundle:
        for each in files:
            bundle.writestr(each.name, each.text)
    atomic_write(path, [content.getvalue()])


def _about(environment: Mapping[str, str]) -> str:
    facts = {
        "Termdesk": __version__,
        "Python": platform.python_version(),
        "System": f"{platform.system()} {platform.release()} {platform.machine()}",
        **environment,
        **{name: _version_of(name) for name in _PACKAGES},
    }
    return "\n".join(f"{name}: {fact}" for name, fact in facts.items())


def _version_of(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "not installed"


def _plain_settings(settings: Settings) -> str:
    def plain(name: str, value: object) -> object:
        if not isinstance(value, str) or not value or name in _PLAIN_SETTINGS:
            return value
        return "(set)"

    return json.dumps({name: plain(name, value) for name, value in asdict(settings).items()}, indent=1)


def _end_of_log(path: Path) -> str:
    """Return the newest part of a log, filled up from older log files if there is room."""
    found = _read(path)
    number = 1
    while len(found) < MOST_LOG_CHARACTERS and (older := _read(path.with_name(f"{path.name}.{number}"))):
        found = older + found
        number += 1
    # The first line may be incomplete.
    return found if len(found) <= MOST_LOG_CHARACTERS else found[-MOST_LOG_CHARACTERS:].partition("\n")[2]


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace")
    except OSError:
        return ""
