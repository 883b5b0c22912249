"""The stored texts of translations and improvements: list, open, delete, or store none."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path

from termdesk.application.progress import run_in_thread
from termdesk.application.session import providers
from termdesk.application.session.session import Session
from termdesk.domain.errors import StorageFailed
from termdesk.domain.progress import Progress
from termdesk.domain.texts import Improve
from termdesk.messages.text_messages import TextMessage
from termdesk.storage.text_store import ALL_TEXTS, StoredText, TextChoices, TextFilter, TextStore

__all__ = ["ALL_TEXTS", "FoundTexts", "StoredText", "TextChoices", "TextFilter", "TextHistory"]
__all__ += ["improvement_of", "service_title"]

# The most texts in a list; a search finds the others.
MOST_LISTED = 5_000
_WRITE = "/v2/write/"


@dataclass(frozen=True, slots=True)
class FoundTexts:
    """The latest texts that a search found, shortened; `count` is the number of all."""

    texts: tuple[StoredText, ...]
    count: int


class TextHistory:
    """Stores texts as far as the settings allow. All methods except `keep` raise StorageFailed."""

    def __init__(self, session: Session, store: TextStore) -> None:
        self._session = session
        self._store = store

    @property
    def keeps_texts(self) -> bool:
        """Whether texts are stored at all, including unfinished ones."""
        return self._session.settings.days_of_texts > 0

    @property
    def days(self) -> int:
        """For how many days texts are stored, or would be."""
        return self._session.settings.kept_days

    @property
    def most(self) -> int:
        """The most texts that stay besides starred ones; 0 for any number."""
        return self._session.settings.keep_texts_most

    @property
    def is_choice_made(self) -> bool:
        """Whether the user has said that texts are stored, or that they are not."""
        return self._session.settings.keep_texts_chosen or not self.keeps_texts

    def set_keeping(self, is_kept: bool, days: int) -> None:
        """Store texts for so many days from now on, or none. Stored texts stay until they are deleted or expire."""
        settings = self._session.settings
        changed = replace(settings, keep_texts_in_history=is_kept, keep_texts_days=days, keep_texts_chosen=True)
        self._session.save_settings(changed)

    def set_most(self, most: int) -> None:
        """Let at most so many texts stay from now on, besides starred ones; `tidy` deletes the others."""
        self._session.save_settings(replace(self._session.settings, keep_texts_most=most))

    async def keep(self, text: StoredText) -> tuple[str, ...]:
        """Store a text if the user allows it. Gives a sentence if that failed: the paid result is shown anyway."""
        if not self.keeps_texts:
            return ()
        try:
            await self._store.add(text)
            if self.most:
                await self._store.forget_beyond(self.most)
        except StorageFailed as error:
            return (TextMessage.NOT_KEPT(reason=error.message),)
        return ()

    async def find(self, search: str = "", only: TextFilter = ALL_TEXTS) -> FoundTexts:
        """The latest texts of all services, newest first."""
        texts, count = await self._store.find(search.strip(), limit=MOST_LISTED, only=only)
        return FoundTexts(tuple(texts), count)

    async def choices(self) -> TextChoices:
        """What the stored texts can be filtered by."""
        return await self._store.choices()

    async def star(self, texts: Collection[StoredText], is_starred: bool) -> None:
        """Star texts, so that no limit deletes them, or take the star away."""
        await self._store.star([each.number for each in texts], is_starred)

    async def export(self, path: Path, progress: Progress, search: str = "", only: TextFilter = ALL_TEXTS) -> int:
        """Write all texts that are found to a file, in the format of its ending; gives their number.

        Raises InvalidInput for what the format cannot hold.
        """
        texts = await self._store.find_whole(search.strip(), only)
        from termdesk.application.texts.text_files import write_texts

        return await run_in_thread(progress, write_texts, texts, path)

    async def read(self, text: StoredText) -> StoredText | None:
        """A listed text in full; None if it was deleted meanwhile."""
        return await self._store.read(text.number)

    async def count(self) -> int:
        """The number of stored texts."""
        return await self._store.count()

    async def count_older_than(self, days: int) -> int:
        """The number of texts that are older than so many days and not starred."""
        return await self._store.count_older_than(days)

    async def count_beyond(self, most: int) -> int:
        """The number of texts besides the latest `most` and the starred ones; 0 stands for any number."""
        return await self._store.count_beyond(most) if most else 0

    async def delete(self, texts: Collection[StoredText]) -> None:
        """Delete texts so that nothing of them remains in the file."""
        await self._store.delete([each.number for each in texts])

    async def delete_all(self) -> None:
        """Delete all texts."""
        await self._store.delete_all()

    async def tidy(self) -> None:
        """Delete the texts that are older or more than the settings allow."""
        await self._store.forget_older_than(self.days)
        if self.most:
            await self._store.forget_beyond(self.most)

    @property
    def file(self) -> str:
        """The file with the texts."""
        return str(self._store.path)

    @property
    def database_file(self) -> str:
        """The program's database, which has sets of sentences and what belongs to spot-checks."""
        return str(self._session.folders.data / "termdesk.db")

    @property
    def drafts_file(self) -> str:
        """The file that keeps unfinished texts between two starts."""
        return str(self._session.folders.state / "window.json")

    @property
    def service_file(self) -> str:
        """The file in which the local service keeps confirmed texts."""
        return str(self._session.folders.data / "service" / "service.sqlite")

    @property
    def documents_folder(self) -> str:
        """The folder in which the local service keeps documents."""
        return str(self._session.folders.data / "service" / "documents")

    @property
    def models_folder(self) -> str:
        """The folder of the models."""
        return str(self._session.folders.data / "service" / "models")

    @property
    def logs_folder(self) -> str:
        """The folder of the logs."""
        return str(self._session.folders.state)


def service_title(profile: str) -> str:
    """The visible name of a service."""
    return providers.title_of(profile).removeprefix(f"{providers.CUSTOM} ")


def improvement_of(text: StoredText) -> Improve | None:
    """How a text was improved; None for a translation."""
    _, found, how = text.call.partition(_WRITE)
    return Improve(how) if found and how in list(Improve) else None
