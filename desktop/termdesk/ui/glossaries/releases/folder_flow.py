"""Folders that glossaries are linked with: looks at them, and offers to take over or to write."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from termdesk.domain.errors import InvalidInput
from termdesk.ui.glossaries.releases.folder_watcher import FolderWatcher
from termdesk.ui.glossaries.workspace import PanePart
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.widgets.dialogs import Question, answered, choose_folder
from termdesk.ui.words.message_words import localize

if TYPE_CHECKING:
    from termdesk.application.glossaries.releases.watched_folders import FolderLink, FolderLook, FolderStamp
    from termdesk.application.glossaries.summaries import GlossarySummary, Place
    from termdesk.ui.glossaries.releases.release_flow import ReleaseFlow
    from termdesk.ui.glossaries.workspace import Workspace
    from termdesk.ui.shell.jobs import JobProgress
    from termdesk.ui.shell.use_cases import UseCases


class FolderFlow(PanePart):
    """Nothing is read into a glossary or written into a folder before the user asks for it.

    Folders are looked at when the library is first read, when files in them change, and when the window comes to the
    front. What was told once is not told again until it changes.
    """

    def __init__(self, pane: Workspace, use_cases: UseCases, *, releases: ReleaseFlow, **shared: Any) -> None:
        super().__init__(pane, use_cases, **shared)
        self._releases = releases
        self._links: list[FolderLink] = []
        # The profile whose folders were looked at.
        self._profile: str | None = None
        # What a folder was like when it was last looked at, by the key of the glossary.
        self._stamps: dict[str, FolderStamp] = {}
        # The glossaries to compare with their folders, whether or not the folders have changed.
        self._published: set[str] = set()
        # What was told last of each glossary: the digest of a release to take over, or "" for a release to write.
        self._told: dict[str, str] = {}
        # What is damaged, as it was found last: it may be half written, so it is told when it stays so.
        self._doubtful: dict[str, str] = {}
        # The glossaries whose comparison the user asked for, who wants an answer in any case.
        self._asked: set[str] = set()
        self.watcher = FolderWatcher(self)
        self.watcher.changed.connect(self.look)
        pane.published.connect(self._on_published)
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication):
            application.applicationStateChanged.connect(self._on_state)

    # When to look

    def note_library(self) -> None:
        """The library was read. The first time, look at all folders of the service in use.

        What was told of glossaries that are gone is taken back.
        """
        profile = self._use_cases.session.profile
        if profile != self._profile:
            self._profile = profile
            for key in [*self._told]:
                self._forget(key)
            self._stamps.clear()
            self.look()
        for key in [each for each in self._told if self._pane.summary(each) is None]:
            # It was deleted, and its link with it.
            self._forget(key)

    def look(self) -> None:
        """Start to look at the linked folders."""
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
        for key in self._told.keys() - {link.glossary_key for link in self._links}:
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
                if self._told.get(key):
                    self._forget(key, stamp)
                return
            found = await folders.look(link, summary)
        except InvalidInput as error:
            if self._is_settled(key, error.message):
                self._stamps[key] = stamp
                self._tell_problem(link, summary, localize(error.message, error.remedy))
            return
        bundle = found.bundle
        is_doubtful = bundle is not None and found.has_incoming and not bundle.is_verified
        if bundle is not None and is_doubtful and not self._is_settled(key, bundle.digest):
            return
        self._stamps[key] = stamp
        self._published.discard(key)
        self._tell(found, summary)

    def _is_settled(self, key: str, state: str) -> bool:
        """Whether the damage is the same as a moment ago, or the user asked. Otherwise it is looked at once more."""
        if key in self._asked or self._doubtful.get(key) == state:
            return True
        self._doubtful[key] = state
        self.watcher.look_again()
        return False

    # Telling

    def _is_news(self, key: str, state: str) -> bool:
        """Whether this was not told yet."""
        is_news = self._told.get(key) != state
        self._told[key] = state
        return is_news

    def _forget(self, key: str, stamp: FolderStamp | None = None) -> None:
        """Remove an outdated notice about a folder. Without a `stamp` the folder is compared again."""
        self._told.pop(key, None)
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
        elif found.is_changed_here:
            self._offer_writing(found, summary)
        else:
            self._forget(key, self._stamps.get(key))
            if key in self._asked:
                self._say_same(found, summary)
        self._asked.discard(key)

    def _say_same(self, found: FolderLook, summary: GlossarySummary) -> None:
        words = self.tr("Both have the same entries: {folder}").format(folder=found.link.folder)
        self._notices.say(self.tr("Nothing has changed in “{name}”").format(name=summary.name), words, kind="good")

    def _offer_writing(self, found: FolderLook, summary: GlossarySummary) -> None:
        key = summary.key
        if self._is_news(key, ""):
            self._notices.say(
                self.tr("“{name}” has changes that its watched folder does not have").format(name=summary.name),
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
        if await self._releases.take_linked(link, summary, progress):
            # What was left out is not told again: the user has just seen it.
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

    def ask_folder(self, place: Place) -> None:
        """Ask which folder a glossary is to be linked with; of a linked one, what is to become of the link."""
        self._start_asking(place.summary)

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
            if not await answered(question):
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
    """What is told of the folder of a glossary replaces what was told before."""
    return f"folder:{key}"
