"""The engines of the service on this computer: what they are, how much they hold, and models added to them."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from termdesk.application.progress import run_in_thread
from termdesk.application.session import Session
from termdesk.domain.errors import InvalidInput, StorageFailed
from termdesk.domain.progress import Progress

PACKAGE = ".argosmodel"


@dataclass(frozen=True, slots=True)
class Engine:
    """An engine as the service describes it; `state` is `ready`, or says why it is not."""

    name: str
    serves: str
    version: str
    licence: str
    state: str
    resident_bytes: int


class LocalEngines:
    """What can be done with engines here. Raises InvalidInput where another service is in use."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @property
    def is_local(self) -> bool:
        """Whether the service on this computer is the one in use."""
        return self._session.provider.is_local

    @property
    def folder(self) -> Path:
        """Where models lie."""
        return self._session.folders.data / "service" / "models"

    async def read(self) -> list[Engine]:
        api = await self._session.api()
        return [
            Engine(
                str(each.get("name", "")),
                str(each.get("serves", "")),
                str(each.get("version", "")),
                str(each.get("licence", "")),
                str(each.get("state", "")),
                size if isinstance(size := each.get("resident_bytes", 0), int) else 0,
            )
            for each in await api.local.engines()
        ]

    async def look_again(self) -> list[Engine]:
        """Have the service try what is new, and read what it found."""
        api = await self._session.api()
        await api.local.look_for_engines()
        return await self.read()

    async def add_models(self, paths: Sequence[Path], progress: Progress) -> list[Engine]:
        """Copy models into the folder, whole or not at all, and have the service try them.

        Raises InvalidInput for what is no model or is there already, StorageFailed where copying fails.
        """
        for path in paths:
            await run_in_thread(progress, _copy, path, self.folder)
        return await self.look_again()

    async def make_folder(self) -> Path:
        """The folder, made where it is missing, for who wants to look into it."""
        await asyncio.to_thread(self.folder.mkdir, parents=True, exist_ok=True)
        return self.folder


def _copy(progress: Progress, path: Path, folder: Path) -> None:
    if not (path.is_dir() or path.suffix == PACKAGE):
        raise InvalidInput(
            f"{path.name} is no model.",
            remedy=f"Choose an Argos package ({PACKAGE}), or the folder of a CTranslate2 or Firefox model.",
        )
    target = folder / path.name
    if target.exists():
        raise InvalidInput(f"There is a model {path.name} already.", remedy="Delete it from the folder first.")
    scratch = folder / f".{path.name}.part"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _copy_bytes(progress, path, scratch)
        scratch.rename(target)
    except OSError as error:
        raise StorageFailed(
            f"{path.name} could not be copied: {error.strerror}.", path=str(target), remedy="Look for room on the disk."
        ) from error
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
        scratch.unlink(missing_ok=True)


def _copy_bytes(progress: Progress, path: Path, target: Path) -> None:
    files = [path] if path.is_file() else sorted(each for each in path.rglob("*") if each.is_file())
    total, done = sum(each.stat().st_size for each in files), 0
    for each in files:
        place = target if path.is_file() else target / each.relative_to(path)
        place.parent.mkdir(parents=True, exist_ok=True)
        with each.open("rb") as source, place.open("wb") as copy:
            while piece := source.read(4 * 1024 * 1024):
                copy.write(piece)
                done += len(piece)
                progress.step(done, total)
