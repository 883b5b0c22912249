"""The folders that glossaries are linked with: compares them, and offers to take over or to write a release."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from termdesk.domain.errors import InvalidInput
from termdesk.messages.release_messages import ReleaseRemedy
from termdesk.ui.folder_watcher import FolderWatcher
from termdesk.ui.glossaries.workspace import PanePart
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.widgets.dialogs import Question, choose_folder, show_dialog
from termdesk.ui.words.lists import list_sentences
from termdesk.ui.words.message_words import localize

if TYPE_CHECKING:
    from termdesk.application.glossaries.releases.watched_folders import FolderLink, FolderLook, FolderStamp
    from termdesk.application.glossaries.summaries import GlossarySummary, LibraryItem
    from termdesk.application.lazy_use_cases import LazyUseCases
    from termdesk.ui.glossaries.releases.release_flow import ReleaseFlow
    from termdesk.ui.glossaries.workspace import Workspace
    from termdesk.ui.shell.jobs import JobProgress


# Stands for the state of a folder that has no release any more.
_EMPTIED = "emptied"


class FolderFlow(PanePart):
    """Never reads from or writes to a folder before the user asks for it.

    Folders are checked when the library is first read, when files in them change, and when the window becomes active. A
    notice is shown once until something changes.
    """

    def __init__(self, pane: Workspace, use_cases: LazyUseCases, *, releases: ReleaseFlow, **shared: Any) -> None:
        super().__init__(pane, use_cases, **shared)
        self._releases = releases
        self._links: list[FolderLink] = []
        # The profile whose folders were checked.
        self._profile: str | None = None
        # The stamp of each folder when it was last checked, by the key of the glossary.
        self._stamps: dict[str, FolderStamp] = {}
        # The glossaries to compare with their folders even if the folders have not changed.
        self._published: set[str] = set()
        # The last notice for each glossary: the digest of a release to take over, or "" for a release to write.
        self._last_notices: dict[str, str] = {}
        # The last damage found, by glossary. The folder may be half written, so damage is reported only if it persists.
        self._doubtful: dict[str, str] = {}
        # The glossaries whose comparison the user requested: a result is always shown.
        self._asked: set[str] = set()
        self.watcher = FolderWatcher(self)
        self.watcher.changed.connect(self.look)
        pane.published.connect(self._on_published)
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication):
            application.applicationStateChanged.connect(self._on_state)

    # When to check

    def note_library(self) -> None:
        """Check all folders of the current service after the library was first read.

        Notices about glossaries that no longer exist are removed.
        """
        profile = self._use_cases.session.profile
        if profile != self._profile:
            self._profile = profile
            for key in [*self._last_notices]:
                self._forget(key)
            self._stamps.clear()
            self.look()
        for key in [each for each in self._last_notices if self._pane.summary(each) is None]:
            # The glossary was deleted, and its link too.
            self._forget(key)

    def look(self) -> None:
        """Start to check the linked folders."""
        self._jobs.start(JobKind.LOOK_AT_FOLDERS, self.tr("Looking at watched folders"), self._look)

    def _on_state(self, state: Qt.ApplicationState) -> None:
        if state == Qt.ApplicationState.ApplicationActive and self._links:
            self.look()

    def _on_published(self, key: str) -> None:
        self._published.add(key)
        if self._links:
            self.look()

    async def _look(self) -> None:
        folders = self._use_cases.watched_folders
        self._links = await folders.links()
        for key in self._last_notices.keys() - {link.glossary_key for link in self._links}:
            self._forget(key)
        watched: set[str] = set()
        for link in self._links:
            stamp = await folders.stamp(link.folder)
            watched |= {str(link.folder), *(str(link.folder / name) for name, _, _ in stamp)}
            await self._look_at(link, stamp)
        self.watcher.watch(watched)

    async def _look_at(self, link: FolderLink, stamp: FolderStamp) -> None:
        key = link.glossary_key
        summary = self._pane.summary(key)
        if summary is None:
            return
        is_edited = key in self._published or (key in self._pane.open_keys and summary.has_changes)
        if not is_edited and self._stamps.get(key) == stamp:
            return
        folders = self._use_cases.watched_folders
        try:
            if not is_edited and not await folders.has_news(link):
                self._stamps[key] = stamp
                if self._last_notices.get(key):
                    self._forget(key, stamp)
                return
            found = await folders.look(link, summary)
        except InvalidInput as error:
            if self._is_settled(key, error.message):
                self._stamps[key] = stamp
                self._tell_problem(link, summary, localize(error.message, error.remedy))
            return
        bundle = found.bundle
        is_doubtful = found.is_emptied or bool(found.unreadable)
        if bundle is not None and found.has_incoming:
            is_doubtful = not bundle.is_verified
        if is_doubtful and not self._is_settled(key, bundle.digest if bundle else _EMPTIED):
            return
        self._stamps[key] = stamp
        self._published.discard(key)
        self._tell(found, summary)

    def _is_settled(self, key: str, state: str) -> bool:
        """Whether the damage is the same as before, or the user asked. Otherwise the folder is checked once more."""
        if key in self._asked or self._doubtful.get(key) == state:
            return True
        self._doubtful[key] = state
        self.watcher.look_again()
        return False

    # Notices

    def _is_news(self, key: str, state: str) -> bool:
        """Return whether this was not reported yet, and remember it as reported."""
        is_news = self._last_notices.get(key) != state
        self._last_notices[key] = state
        return is_news

    def _forget(self, key: str, stamp: FolderStamp | None = None) -> None:
        """Remove an outdated notice about a folder. Without a `stamp` the folder is compared again."""
        self._last_notices.pop(key, None)
        self._notices.end_topic(_topic(key))
        if stamp is None:
            self._stamps.pop(key, None)

    def _tell_problem(self, link: FolderLink, summary: GlossarySummary, words: str) -> None:
        if self._is_news(link.glossary_key, words):
            self._notices.say(
                self.tr("The watched folder of “{name}” cannot be read").format(name=summary.name),
                words,
                kind="warning",
                action=self.tr("Watched folder…"),
                on_action=partial(self._start_asking, summary),
                topic=_topic(link.glossary_key),
            )

    def _tell(self, found: FolderLook, summary: GlossarySummary) -> None:
        from termdesk.ui.glossaries.releases.release_words import findings_words

        key, bundle = summary.key, found.bundle
        if bundle is not None and found.has_incoming:
            if self._is_news(key, bundle.digest):
                words = self.tr("Release {version} of the folder has changes that are not here: {folder}")
                self._notices.say(
                    self.tr("The watched folder of “{name}” has changed").format(name=summary.name),
                    words.format(version=bundle.manifest.version, folder=found.link.folder),
                    action=self.tr("Take over changes…"),
                    on_action=partial(self._start_taking, key),
                    topic=_topic(key),
                )
        elif found.unreadable:
            words = list_sentences((findings_words(found.unreadable), localize(ReleaseRemedy.RESTORE_FILES())))
            self._tell_problem(found.link, summary, words)
        elif found.is_emptied:
            title = self.tr("The watched folder of “{name}” has no release any more").format(name=summary.name)
            self._offer_writing(found, summary, title, state=_EMPTIED)
        elif found.is_changed_locally:
            title = self.tr("“{name}” has changes that its watched folder does not have").format(name=summary.name)
            self._offer_writing(found, summary, title, state="")
        else:
            self._forget(key, self._stamps.get(key))
            if key in self._asked:
                self._say_same(found, summary)
        self._asked.discard(key)

    def _say_same(self, found: FolderLook, summary: GlossarySummary) -> None:
        words = self.tr("Both have the same entries: {folder}").format(folder=found.link.folder)
        self._notices.say(self.tr("Nothing has changed in “{name}”").format(name=summary.name), words, kind="good")

    def _offer_writing(self, found: FolderLook, summary: GlossarySummary, title: str, *, state: str) -> None:
        key = summary.key
        if self._is_news(key, state):
            self._notices.say(
                title,
                str(found.link.folder),
                action=self.tr("Write to the folder…"),
                on_action=partial(self._start_writing, key),
                topic=_topic(key),
            )

    # Taking over and writing

    def _start_taking(self, key: str) -> None:
        self._jobs.start_with_progress(
            JobKind.TAKE_OVER_RELEASE, self.tr("Taking over a release"), partial(self._take, key)
        )

    async def _take(self, key: str, progress: JobProgress) -> None:
        link, summary = await self._use_cases.watched_folders.link_of(key), self._pane.summary(key)
        if link is None or summary is None:
            return
        settled = await self._releases.take_linked(link, summary, progress)
        if settled is not None:
            # Do not report again what the user has just left out. A release that was written meanwhile is news.
            if settled:
                self._last_notices[key] = settled
            self._notices.end_topic(_topic(key))
            self._stamps.pop(key, None)
            self.look()

    def _start_writing(self, key: str) -> None:
        self._jobs.start_with_progress(JobKind.WRITE_RELEASE, self.tr("Writing a release"), partial(self._write, key))

    async def _write(self, key: str, progress: JobProgress) -> None:
        link, summary = await self._use_cases.watched_folders.link_of(key), self._pane.summary(key)
        if link is not None and summary is not None:
            await self._releases.write_linked(link, summary, progress)
            self._forget(key)
            self.look()

    # Linking

    def ask_folder(self, item: LibraryItem) -> None:
        """Ask for a folder to link a glossary with; for a linked one, ask what to do with the link."""
        self._start_asking(item.summary)

    def _start_asking(self, summary: GlossarySummary) -> None:
        self._jobs.start(JobKind.CHOOSE_WATCHED_FOLDER, self.tr("Watched folder"), partial(self._ask_folder, summary))

    async def _ask_folder(self, summary: GlossarySummary) -> None:
        folders = self._use_cases.watched_folders
        link = await folders.link_of(summary.key)
        if link is not None:
            question = Question(
                self._pane,
                self.tr("The watched folder of “{name}”").format(name=summary.name),
                self.tr("{folder} is compared with the glossary. Nothing is changed unasked.").format(
                    folder=link.folder
                ),
                self.tr("Compare now"),
                other=self.tr("Stop watching"),
                window_title=self.tr("Watched folder"),
            )
            if not await show_dialog(question):
                return
            if question.was_other:
                await folders.unlink(summary.key)
                self._notices.say(self.tr("“{name}” is no longer linked with its folder").format(name=summary.name))
        else:
            folder = await choose_folder(
                self._pane,
                self.tr("Choose the folder to compare with “{name}” from now on").format(name=summary.name),
                folder=self._remembered.release_folder,
            )
            if folder is None:
                return
            self._remembered.release_folder = str(folder)
            await folders.link(summary.key, folder)
        self._forget(summary.key)
        self._published.add(summary.key)
        self._asked.add(summary.key)
        self.look()


def _topic(key: str) -> str:
    """Return the topic of notices about a glossary's folder; a new notice replaces the old one."""
    return f"folder:{key}"
