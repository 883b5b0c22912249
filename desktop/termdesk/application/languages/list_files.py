"""Files with the language lists of each service, for offline use, and with the changes found in them."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from termdesk.application.languages.language_changes import MOST_CHANGES, LanguageChange
from termdesk.domain.errors import StorageFailed
from termdesk.domain.language.composition import fold_without_marks
from termdesk.domain.language.language import Language
from termdesk.storage.files.atomic_file import atomic_write
from termdesk.storage.files.folders import Folders

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LanguageList:
    """The languages of one resource, as the service listed them at `fetched_at`.

    `is_stored`: the service does not respond now, and this is its last list. `is_legacy`: it was read through the
    endpoints of an older version of the interface, which report less.
    """

    languages: tuple[Language, ...]
    fetched_at: datetime
    is_stored: bool = False
    is_legacy: bool = False

    @property
    def sources(self) -> list[Language]:
        """The languages to translate from, sorted by name."""
        return sorted((each for each in self.languages if each.usable_as_source), key=by_name)

    @property
    def targets(self) -> list[Language]:
        """The languages to translate or improve into, sorted by name."""
        return sorted((each for each in self.languages if each.usable_as_target), key=by_name)


class ListFiles:
    """A file with lists and a file with changes for each profile. A file that cannot be read counts as empty."""

    def __init__(self, folders: Folders) -> None:
        # Lists are in the cache because they can be read again; changes cannot.
        self._lists = folders.cache / "languages"
        self._changes = folders.data / "languages"

    def lists(self, profile: str) -> dict[str, LanguageList]:
        """Return the stored lists of a service, by resource or `LegacyList`."""
        import msgspec

        try:
            return msgspec.json.decode(_path(self._lists, profile).read_bytes(), type=dict[str, LanguageList])
        except (OSError, ValueError):
            # The file is missing or damaged. It is only a copy.
            return {}

    def changes(self, profile: str) -> list[LanguageChange]:
        """Return the changes of a service, the newest last."""
        import msgspec

        try:
            return msgspec.json.decode(_path(self._changes, profile).read_bytes(), type=list[LanguageChange])
        except FileNotFoundError:
            return []
        except (OSError, ValueError) as error:
            log.warning("The changes of languages cannot be read: %s", error)
            return []

    def keep_lists(self, profile: str, lists: Mapping[str, LanguageList]) -> None:
        """Store the lists of a service."""
        import msgspec

        self._write(_path(self._lists, profile), msgspec.json.encode(lists))

    def add_changes(self, profile: str, changes: Sequence[LanguageChange]) -> None:
        """Append changes of a service. The oldest changes are dropped if there are too many."""
        import msgspec

        kept = [*self.changes(profile), *changes][-MOST_CHANGES:]
        self._write(_path(self._changes, profile), msgspec.json.encode(kept))

    def _write(self, path: Path, content: bytes) -> None:
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            atomic_write(path, [content])
        except (OSError, StorageFailed) as error:
            log.warning("The list of languages is not kept for offline use: %s", error)


def _path(folder: Path, profile: str) -> Path:
    # The name of a profile may contain characters that are not allowed in file names.
    return folder / f"{hashlib.sha256(profile.encode()).hexdigest()[:16]}.json"


def by_name(language: Language) -> str:
    """Return the key that sorts languages by name, ignoring case and accents."""
    return fold_without_marks(language.name)
