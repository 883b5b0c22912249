"""Finds neural models in a folder: their kind, their languages, or why they cannot be used."""

from __future__ import annotations

import re
import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import msgspec

from termdesk.domain.language.language import LanguagePair, canonical
from termdesk.messages.engine_messages import EngineFact
from termdesk.service.engines.errors import EngineFailed, reason_of

ARGOS = ".argosmodel"
# Packages in use have 50 to 300 MB. A package that is larger than this when unpacked is not a model.
MAX_UNPACKED = 4 * 1024**3

_FIREFOX_MODEL = re.compile(r"model\.([a-z]{2})([a-z]{2})\..*bin")
_FOLDER_NAME = re.compile(r"([a-z]{2,3})[-_]([a-z]{2,3}(?:-[a-z]{2,4})?)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Model:
    """A model that can be probed. `name` is that of its folder or package."""

    name: str
    kind: Literal["ctranslate2", "firefox"]
    pair: LanguagePair
    folder: Path
    version: str = ""


@dataclass(frozen=True, slots=True)
class Unusable:
    """A file or folder that looks like a model but is not usable."""

    name: str
    failure: str


class _ArgosPackage(msgspec.Struct):
    from_code: str
    to_code: str
    package_version: str = ""


def models_in(folder: Path) -> Iterator[Model | Unusable]:
    """Return the models of a folder; Argos packages are unpacked beside the package file first."""
    if not folder.is_dir():
        return
    for package in sorted(folder.glob(f"*{ARGOS}")):
        if not package.with_suffix("").exists():
            try:
                _unpack(package)
            except (OSError, zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError) as error:
                yield Unusable(package.name, EngineFact.NOT_UNPACKED(reason=reason_of(error)))
            except EngineFailed as error:
                yield Unusable(package.name, error.message)
    for each in sorted(folder.iterdir()):
        if each.is_dir() and not each.name.startswith("."):
            found = _model_in(each)
            if found is not None:
                yield found


def _model_in(folder: Path) -> Model | Unusable | None:
    """Return the model in one folder; None if the folder holds no model."""
    firefox = [match for path in folder.glob("model.*.bin") if (match := _FIREFOX_MODEL.fullmatch(path.name))]
    if firefox:
        pair = LanguagePair(canonical(firefox[0].group(1)), canonical(firefox[0].group(2)))
        return Model(folder.name, "firefox", pair, folder)
    if not ((folder / "model.bin").exists() or (folder / "model" / "model.bin").exists()):
        return None
    if not any((folder / name).exists() for name in ("sentencepiece.model", "source.spm")):
        return Unusable(folder.name, EngineFact.NO_VOCABULARY())
    return _ctranslate2(folder)


def _ctranslate2(folder: Path) -> Model | Unusable:
    description = folder / "metadata.json"
    if description.exists():
        try:
            package = msgspec.json.decode(description.read_bytes(), type=_ArgosPackage)
        except (OSError, msgspec.DecodeError) as error:
            return Unusable(folder.name, EngineFact.UNREADABLE_DESCRIPTION(reason=f"metadata.json: {reason_of(error)}"))
        pair = LanguagePair(canonical(package.from_code), canonical(package.to_code))
        return Model(folder.name, "ctranslate2", pair, folder, package.package_version)
    match = _FOLDER_NAME.search(folder.name)
    if match is None:
        return Unusable(folder.name, EngineFact.UNKNOWN_LANGUAGES())
    return Model(folder.name, "ctranslate2", LanguagePair(canonical(match[1]), canonical(match[2])), folder)


def _unpack(package: Path) -> None:
    """Unpack a package completely or not at all, with one rename. The single folder inside it becomes the model's
    folder. Raises EngineFailed if the content cannot be a model.
    """
    with zipfile.ZipFile(package) as archive, tempfile.TemporaryDirectory(dir=package.parent, prefix=".") as scratch:
        if sum(each.file_size for each in archive.infolist()) > MAX_UNPACKED:
            raise EngineFailed(EngineFact.TOO_LARGE())
        archive.extractall(scratch)
        inside = [each for each in Path(scratch).iterdir() if each.is_dir()]
        if len(inside) != 1:
            raise EngineFailed(EngineFact.NOT_ONE_FOLDER())
        shutil.move(inside[0], package.with_suffix(""))
