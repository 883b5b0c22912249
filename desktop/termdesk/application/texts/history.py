"""The texts that were translated and improved, as the user may look through them, open, delete, or not keep them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from termdesk.application.session import providers
from termdesk.application.session.session import Session
from termdesk.domain.errors import StorageFailed
from termdesk.domain.texts import Improve
from termdesk.storage.text_store import StoredText, TextStore

__all__ = ["FoundTexts", "StoredText", "TextHistory", "improvement_of", "service_title"]

# A list of more lines is looked through with a search.
MOST_LISTED = 5_000
_WRITE = "/v2/write/"


@dataclass(frozen=True, slots=True)
class FoundTexts:
    """The latest texts that a search found, with their beginnings only; `count` is how many there are in all."""

    texts: tuple[StoredText, ...]
    count: int


class TextHistory:
    """Keeps texts where the settings allow it. All but `keep` raise StorageFailed."""

    def __init__(self, session: Session, store: TextStore) -> None:
        self._session = session
        self._store = store

    @property
    def keeps_texts(self) -> bool:
        """Whether texts are kept at all, unfinished ones included."""
        return self._session.settings.days_of_texts > 0

    @property
    def days(self) -> int:
        """How many days texts are kept, or would be."""
        return self._session.settings.kept_days

    def set_keeping(self, is_kept: bool, days: int) -> None:
        """Keep texts for so many days from now on, or none. What is stored stays until it is deleted or too old."""
        settings = self._session.settings
        self._session.save_settings(replace(settings, keep_texts_in_history=is_kept, keep_texts_days=days))

    async def keep(self, text: StoredText) -> tuple[str, ...]:
        """Keep a text if the user wants it. A sentence where that failed: the result was paid for and is shown."""
        if not self.keeps_texts:
            return ()
        try:
            await self._store.add(text)
        except StorageFailed as error:
            return (f"This text was not kept in the history: {error.message}",)
        return ()

    async def find(self, sought: str = "") -> FoundTexts:
        """The latest texts of all services, newest first."""
        texts, count = await self._store.find(sought.strip(), limit=MOST_LISTED)
        return FoundTexts(tuple(texts), count)

    async def read(self, text: StoredText) -> StoredText | None:
        """A listed text as a whole; None where it was deleted meanwhile."""
        return await self._store.read(text.number)

    async def count(self) -> int:
        return await self._store.count()

    async def count_older_than(self, days: int) -> int:
        return await self._store.count_older_than(days)

    async def delete(self, texts: Collection[StoredText]) -> None:
        """Delete texts so that nothing of them stays in the file."""
        await self._store.delete([each.number for each in texts])

    async def delete_all(self) -> None:
        await self._store.delete_all()

    async def tidy(self) -> None:
        """Delete what is older than the settings say."""
        await self._store.forget_older_than(self.days)

    @property
    def file(self) -> str:
        """Where the texts are."""
        return str(self._store.path)

    @property
    def drafts_file(self) -> str:
        """Where unfinished texts are kept from one start to the next."""
        return str(self._session.folders.state / "window.json")

    @property
    def service_file(self) -> str:
        """Where the service on this computer keeps what was confirmed."""
        return str(self._session.folders.data / "service" / "service.sqlite")

    @property
    def documents_folder(self) -> str:
        return str(self._session.folders.data / "service" / "documents")

    @property
    def models_folder(self) -> str:
        return str(self._session.folders.data / "service" / "models")

    @property
    def logs_folder(self) -> str:
        return str(self._session.folders.state)


def service_title(profile: str) -> str:
    """A service as the user reads it."""
    return providers.title_of(profile).removeprefix(f"{providers.CUSTOM} ")


def improvement_of(text: StoredText) -> Improve | None:
    """How a text was improved; None for a translation."""
    _, found, how = text.call.partition(_WRITE)
    return Improve(how) if found and how in list(Improve) else None
