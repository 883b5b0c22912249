"""The stored texts of translations and improvements: list, open or delete them, or switch storing off."""

from __future__ import annotations

from collections.abc import Awaitable, Collection
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from termdesk.application.progress import run_in_thread
from termdesk.application.session import providers
from termdesk.application.session.session import Session
from termdesk.domain.errors import StorageFailed
from termdesk.domain.progress import Progress
from termdesk.messages.text_messages import TextMessage
from termdesk.storage.text_store import ALL_TEXTS, StoredText, TextChoices, TextFilter, TextStore

if TYPE_CHECKING:
    from termdesk.application.texts.text_files import WrittenTexts

__all__ = ["ALL_TEXTS", "FoundTexts", "StoredText", "TextChoices", "TextFilter", "TextHistory", "service_title"]

# The maximum number of texts in a list. A search finds the others.
MOST_LISTED = 5_000


@dataclass(frozen=True, slots=True)
class FoundTexts:
    """The latest texts that a search found, shortened. `count` is the number of all matches."""

    texts: tuple[StoredText, ...]
    count: int


class TextHistory:
    """Stores texts as far as the settings allow. All methods except `keep` and `keep_whole` raise StorageFailed."""

    def __init__(self, session: Session, store: TextStore) -> None:
        self._session = session
        self._store = store

    @property
    def keeps_texts(self) -> bool:
        """Whether texts are stored, including unfinished ones."""
        return self._session.settings.days_of_texts > 0

    @property
    def days(self) -> int:
        """The number of days that texts are stored, or would be if storing were switched on."""
        return self._session.settings.kept_days

    @property
    def most(self) -> int:
        """The maximum number of stored texts, not counting starred ones; 0 for no limit."""
        return self._session.settings.keep_texts_most

    @property
    def is_choice_made(self) -> bool:
        """Whether the user has decided if texts are stored."""
        return self._session.settings.keep_texts_chosen or not self.keeps_texts

    def set_keeping(self, is_kept: bool, days: int) -> None:
        """Store texts for a number of days from now on, or store none.

        Stored texts stay until they are deleted or expire.
        """
        settings = self._session.settings
        changed = replace(settings, keep_texts_in_history=is_kept, keep_texts_days=days, keep_texts_chosen=True)
        self._session.save_settings(changed)

    def set_most(self, most: int) -> None:
        """Limit the number of stored texts, not counting starred ones. `tidy` deletes the others."""
        self._session.save_settings(replace(self._session.settings, keep_texts_most=most))

    async def keep(self, text: StoredText, *, is_part: bool = False) -> tuple[str, ...]:
        """Store a text if the user allows it. If that fails, return a sentence: the result is already paid for.

        A part of a longer text replaces no other text, whatever limit is set.
        """
        return await self._keep(self._store.add(text), is_limited=not is_part) if self.keeps_texts else ()

    async def keep_whole(self, text: StoredText, parts: Collection[tuple[str, str]]) -> tuple[str, ...]:
        """Store a text that was sent in parts, in place of them, like `keep`. `parts` are texts with their results."""
        return await self._keep(self._store.add_whole(text, parts)) if self.keeps_texts else ()

    async def _keep(self, storing: Awaitable[None], *, is_limited: bool = True) -> tuple[str, ...]:
        try:
            await storing
            if self.most and is_limited:
                await self._store.forget_beyond(self.most)
        except StorageFailed as error:
            return (TextMessage.NOT_KEPT(reason=error.message),)
        return ()

    async def find(self, search: str = "", only: TextFilter = ALL_TEXTS) -> FoundTexts:
        """Return the latest texts of all services, newest first."""
        texts, count = await self._store.find(search.strip(), limit=MOST_LISTED, only=only)
        return FoundTexts(tuple(texts), count)

    async def choices(self) -> TextChoices:
        """Return the values that stored texts can be filtered by."""
        return await self._store.choices()

    async def star(self, texts: Collection[StoredText], is_starred: bool) -> None:
        """Star or unstar texts. No limit deletes starred texts."""
        await self._store.star([each.number for each in texts], is_starred)

    async def export(
        self, path: Path, progress: Progress, search: str = "", only: TextFilter = ALL_TEXTS
    ) -> WrittenTexts:
        """Write all matching texts to a file, in the format of its extension. Return what was written.

        Raises InvalidInput for what the format cannot hold.
        """
        texts = await self._store.find_whole(search.strip(), only)
        from termdesk.application.texts.text_files import write_texts

        return await run_in_thread(progress, write_texts, texts, path)

    async def read(self, text: StoredText) -> StoredText | None:
        """Return a listed text in full; None if it was deleted meanwhile."""
        return await self._store.read(text.number)

    async def count(self) -> int:
        """Return the number of stored texts."""
        return await self._store.count()

    async def count_older_than(self, days: int) -> int:
        """Return the number of texts that are older than a number of days and not starred."""
        return await self._store.count_older_than(days)

    async def count_beyond(self, most: int) -> int:
        """Return the number of texts that a limit of `most` would delete; starred texts stay. 0 means no limit."""
        return await self._store.count_beyond(most) if most else 0

    async def delete(self, texts: Collection[StoredText]) -> None:
        """Delete texts so that no trace of them remains in the file."""
        await self._store.delete([each.number for each in texts])

    async def delete_all(self) -> None:
        """Delete all texts."""
        await self._store.delete_all()

    async def tidy(self) -> None:
        """Delete the texts that exceed the age or the number that the settings allow."""
        await self._store.forget_older_than(self.days)
        if self.most:
            await self._store.forget_beyond(self.most)

    @property
    def file(self) -> str:
        """The path of the file with the texts."""
        return str(self._store.path)

    @property
    def database_file(self) -> str:
        """The path of the program's database, which has the sets of sentences and other data of spot-checks."""
        return str(self._session.folders.data / "termdesk.db")

    @property
    def drafts_file(self) -> str:
        """The path of the file that stores unfinished texts until the next start."""
        return str(self._session.folders.state / "window.json")

    @property
    def service_file(self) -> str:
        """The path of the file in which the local service stores confirmed texts."""
        return str(self._session.folders.data / "service" / "service.sqlite")

    @property
    def documents_folder(self) -> str:
        """The path of the folder in which the local service stores documents."""
        return str(self._session.folders.data / "service" / "documents")

    @property
    def models_folder(self) -> str:
        """The path of the folder with the models."""
        return str(self._session.folders.data / "service" / "models")

    @property
    def logs_folder(self) -> str:
        """The path of the folder with the logs."""
        return str(self._session.folders.state)


def service_title(profile: str) -> str:
    """Return the visible name of a service."""
    return providers.title_of(profile).removeprefix(f"{providers.CUSTOM} ")
