"""Draws every pane and dialog into PNG files in all schemes, with the sample that comes with the program."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QSize, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QPushButton, QRadioButton, QWidget

from termdesk import resources
from termdesk.ui.app_controller import AppController
from termdesk.ui.documents.add_documents_dialog import AddDocumentsDialog
from termdesk.ui.pictures.picture_scenes import Scenes
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.status_bar import SECONDS_BEFORE_BAR
from termdesk.ui.widgets import theme
from termdesk.ui.words.wait_words import BUSY, wait_words

SCHEMES = ("light", "dark", "contrast")
SIZE, BROAD_SIZE = QSize(1240, 800), QSize(2000, 800)
# Enough time for icons and the final layout.
SECONDS_TO_SETTLE = 0.15
SECONDS_TO_OPEN = 20.0
IMPORTED = "samples/railway.en-ja.tsv"
DOCUMENT = "samples/school-roof.html"
# Actions that open a dialog about the front dictionary, the chosen glossary, or the whole program.
ASKING = (
    *("new_glossary", "rename_glossary", "copy_glossary", "add_dictionary", "glossary_tags", "pair_matrix"),
    *("delete_glossary", "bin", "replace", "clean", "similar", "go_to_row", "history", "reverse_dictionary"),
    *("versions", "notebook", "engines", "rehearse", "text_history", "diagnostics"),
)


@dataclass(frozen=True, slots=True)
class Album:
    """The output folder, the color schemes to draw, and a function that sees each window before it is drawn.

    Without a folder nothing is written: only `look` is called. `text_size` is added to the system's font size, in
    points. With `only_panes` no dialog is opened.
    """

    folder: Path | None
    schemes: Sequence[str] = SCHEMES
    look: Callable[[QWidget, str], None] = lambda widget, name: None
    text_size: int = 0
    only_panes: bool = False

    async def draw(self, widget: QWidget, name: str) -> None:
        """Draw `widget` as it looks now; write it to NAME.png, and print the path."""
        # Draw it as the user sees it: closing the previous dialog may have left no window active.
        widget.activateWindow()
        await asyncio.sleep(SECONDS_TO_SETTLE)
        self.look(widget, name)
        if self.folder is None:
            return
        path = self.folder / f"{name}.png"
        if widget.grab().save(str(path)):
            sys.stdout.write(f"{path}\n")


async def take_pictures(controller: AppController, album: Album) -> None:
    """Draw every pane and dialog into `album`."""
    if album.folder is not None:
        await asyncio.to_thread(album.folder.mkdir, parents=True, exist_ok=True)
    window = controller.window
    window.resize(SIZE)
    controller.show()
    await album.draw(window, "start")
    await controller.connect_now()
    for scheme in album.schemes:
        theme.apply(_application(), choice=scheme, text_size=album.text_size)
        for position in range(window.pane_count):
            pane = window.pane_at(position)
            window.show_pane(position)
            # Run it as a job: the picture shows a failure as the user would see it.
            await window.jobs.start(JobKind.SHOW_SAMPLE.of(pane.name), pane.title, pane.show_sample)
            await album.draw(window, f"{pane.name}-{scheme}")
        for name, open_dialog in ({} if album.only_panes else _dialogs(controller)).items():
            await _draw_dialog(controller, open_dialog, album, f"{name}-{scheme}")
    if album.only_panes:
        return
    await _draw_work(controller, album)


async def _draw_work(controller: AppController, album: Album) -> None:
    """Draw the Glossaries pane with a full library, and what users do there."""
    window, actions = controller.window, controller.window.window_actions
    window.show_pane(0)
    with TemporaryDirectory(prefix="termdesk-scenes-") as folder:
        scenes = Scenes(controller, Path(folder))
        await scenes.prepare()
        for name, show in (
            ("library-200", scenes.library),
            ("problems-ar", lambda: scenes.violations("ar")),
            ("problems-ja", lambda: scenes.violations("ja")),
            ("multilingual-8", scenes.table),
        ):
            # Eight languages need a wide window.
            window.resize(BROAD_SIZE if name == "multilingual-8" else SIZE)
            await show()
            await _draw_in_both(controller, window, album, name)
        await scenes.show_filtered_table()
        await _draw_in_both(controller, window, album, "multilingual-8-filters")
        scenes.switch_filters()
        window.resize(SIZE)
        for name, make in scenes.publishing_dialogs():
            await _draw_dialog_in_both(controller, partial(_open, make), album, name)
        await _draw_waiting(controller, album)
        await _draw_notices(controller, scenes, album)
        await _draw_documents(controller, album)
        await scenes.violations("ar")
        await _draw_checks(controller, album)
        await scenes.french()
        await scenes.fill_bin()
        await _draw_find_bar(controller, scenes, album)
        await _draw_recent_files(controller, scenes, album)
        for name in ASKING:
            await _draw_dialog_in_both(controller, actions[name].trigger, album, name)
        for name, make in scenes.own_dialogs():
            await _draw_dialog_in_both(controller, partial(_open, make), album, name)
        file = await scenes.file_to_review()
        opening = _DialogWait(_application())
        window.open_files([file])
        order = await opening.wait_for_dialog()
        into_open = order.findChild(QRadioButton, "import_into_open")
        assert isinstance(into_open, QRadioButton)
        into_open.setChecked(True)
        order.accept()
        review = await _DialogWait(_application()).wait_for_dialog()
        await _draw_in_both(controller, review, album, "import-review")
        review.reject()
        await _draw_difference(controller, scenes, album)


@dataclass(frozen=True, slots=True)
class _Busy:
    """A source of waiting calls, as with a busy service."""

    status: int = BUSY
    seconds_left: float = 12.0


async def _draw_waiting(controller: AppController, album: Album) -> None:
    """Draw a job that waits for a busy service, with the countdown in the status bar."""
    window = controller.window
    window.status.jobs.explain_waits(lambda: wait_words([_Busy()]))
    title = QCoreApplication.translate("PublishFlow", "Publishing")
    window.jobs.start(JobKind.PUBLISH, title, partial(asyncio.sleep, SECONDS_TO_OPEN))
    await asyncio.sleep(SECONDS_BEFORE_BAR + SECONDS_TO_SETTLE)
    await _draw_schemes(window, album, "waiting")
    window.jobs.cancel(JobKind.PUBLISH)
    await _at_rest(controller)
    window.status.jobs.explain_waits(lambda: wait_words(controller.use_cases.session.pauses))


async def _draw_notices(controller: AppController, scenes: Scenes, album: Album) -> None:
    """Draw the notices about copies that were used, and about preferences that were changed outside the window."""
    scenes.tell_changes_outside()
    await _draw_in_both(controller, controller.window, album, "notices")
    controller.window.notices.clear()


async def _draw_documents(controller: AppController, album: Album) -> None:
    """Draw the dialog for documents while it waits for the glossaries of a service, then with the cost."""
    window = controller.window
    opening = _DialogWait(_application())
    window.pane_named("documents").open_files([resources.path(DOCUMENT)])
    dialog = await opening.wait_for_dialog()
    assert isinstance(dialog, AddDocumentsDialog)
    dialog.targets.choose([])
    dialog.targets.choose(["es"])
    title = QCoreApplication.translate("AddDocumentsDialog", "Looking for glossaries")
    window.jobs.start(JobKind.CHOOSE_DOCUMENT_GLOSSARY, title, partial(asyncio.sleep, SECONDS_TO_OPEN))
    await _wait_until(dialog.glossary_reason.isVisible)
    await _draw_schemes(dialog, album, "add_documents-waiting")
    window.jobs.cancel(JobKind.CHOOSE_DOCUMENT_GLOSSARY)
    dialog.targets.choose([])
    dialog.targets.choose(["es"])
    # Without installed pairs, this computer offers no language, so there is no cost either.
    if dialog.targets.chosen:
        await _wait_until(dialog.accept_button.isEnabled)
        await _draw_schemes(dialog, album, "add_documents-cost")
    dialog.reject()
    await _at_rest(controller)


async def _wait_until(is_so: Callable[[], bool]) -> None:
    """Wait for something that has no signal."""
    async with asyncio.timeout(SECONDS_TO_OPEN):
        while not is_so():  # noqa: ASYNC110
            await asyncio.sleep(SECONDS_TO_SETTLE)


async def _draw_find_bar(controller: AppController, scenes: Scenes, album: Album) -> None:
    """Draw the find bar."""
    bar = scenes.find("water")
    await _draw_in_both(controller, controller.window, album, "find-bar")
    bar.leave()


async def _draw_recent_files(controller: AppController, scenes: Scenes, album: Album) -> None:
    """Draw the menu of recently imported files."""
    menu = scenes.recent_files()
    menu.popup(controller.window.mapToGlobal(QPoint(80, 60)))
    await _draw_in_both(controller, menu, album, "recent-files")
    menu.close()
    menu.deleteLater()


async def _draw_checks(controller: AppController, album: Album) -> None:
    """Draw the list of findings, and the dialogs that it opens."""
    controller.window.window_actions["check"].trigger()
    await _draw_in_both(controller, controller.window, album, "findings")
    for name in ("findings_choose_kinds", "findings_rules"):
        button = controller.window.findChild(QPushButton, name)
        assert button is not None
        await _draw_dialog_in_both(controller, button.click, album, name)


async def _draw_difference(controller: AppController, scenes: Scenes, album: Album) -> None:
    """Draw the publishing dialog of a published and edited dictionary, then its earlier versions and changes."""
    publish = controller.window.window_actions["publish"].trigger
    opening = _DialogWait(_application())
    publish()
    (await opening.wait_for_dialog()).accept()
    await _at_rest(controller)
    await scenes.keep_version()
    scenes.edit()
    for name, filled in {"versions": "versions_counts", "notebook": "notebook_changes"}.items():
        action = controller.window.window_actions[name]
        await _draw_dialog_in_both(controller, action.trigger, album, name, filled=filled)
    await _draw_dialog_in_both(controller, publish, album, "difference")


async def _draw_dialog_in_both(
    controller: AppController, open_dialog: Callable[[], object], album: Album, name: str, *, filled: str = ""
) -> None:
    """Draw a dialog in all schemes. `filled` names a label that has a text once the dialog shows its data."""
    opening = _DialogWait(_application())
    open_dialog()
    dialog = await opening.wait_for_dialog()
    if filled:
        label = dialog.findChild(QLabel, filled)
        assert label is not None
        await _wait_until(lambda: bool(label.text()))
    await _draw_in_both(controller, dialog, album, name)
    dialog.reject()
    await _at_rest(controller)


async def _draw_in_both(controller: AppController, widget: QWidget, album: Album, name: str) -> None:
    if not isinstance(widget, QDialog):
        await _at_rest(controller)
    await _draw_schemes(widget, album, name)


async def _draw_schemes(widget: QWidget, album: Album, name: str) -> None:
    # Start with the current scheme: each change restyles all windows.
    for scheme in sorted(album.schemes, key=lambda scheme: scheme != theme.choice()):
        theme.apply(_application(), choice=scheme, text_size=album.text_size)
        await album.draw(widget, f"{name}-{scheme}")


async def _at_rest(controller: AppController) -> None:
    """Wait until no job runs."""
    jobs = controller.window.jobs
    async with asyncio.timeout(SECONDS_TO_OPEN):
        while tasks := [job.task for job in jobs.running]:
            await asyncio.wait(tasks)
            await asyncio.sleep(0)


def _dialogs(controller: AppController) -> dict[str, Callable[[], object]]:
    """Return the functions that open each dialog, by the name of its picture."""
    window = controller.window
    actions = window.window_actions
    window.show_pane(0)
    return {
        "import": lambda: window.open_files([resources.path(IMPORTED)]),
        "add_documents": lambda: window.pane_named("documents").open_files([resources.path(DOCUMENT)]),
        "publish": actions["publish"].trigger,
        "connect": actions["connect"].trigger,
        "profiles": actions["profiles"].trigger,
        "preferences": actions["preferences"].trigger,
        "shortcuts": actions["shortcuts"].trigger,
        "about": actions["about"].trigger,
        "help": actions["help"].trigger,
    }


async def _draw_dialog(controller: AppController, open_dialog: Callable[[], object], album: Album, name: str) -> None:
    opening = _DialogWait(_application())
    open_dialog()
    dialog = await opening.wait_for_dialog()
    # The job that opened it waits for its answer. All others must end: they count what documents cost, for example.
    jobs = controller.window.jobs
    await _wait_until(lambda: len(jobs.running) <= 1)
    await album.draw(dialog, name)
    dialog.reject()


def _open(make: Callable[[], QDialog]) -> None:
    dialog = make()
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()


class _DialogWait(QObject):
    """Waits for the next dialog. A job opens it after reading from the service."""

    def __init__(self, app: QApplication) -> None:
        super().__init__()
        self.dialog: asyncio.Future[QDialog] = asyncio.get_running_loop().create_future()
        self._app = app
        app.installEventFilter(self)

    async def wait_for_dialog(self) -> QDialog:
        async with asyncio.timeout(SECONDS_TO_OPEN):
            return await self.dialog

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # The class is compared because `event.type()` takes longer, and this sees every event of the program.
        if type(event) is QShowEvent and isinstance(watched, QDialog) and not self.dialog.done():
            self._app.removeEventFilter(self)
            self.dialog.set_result(watched)
        return False


def _application() -> QApplication:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    return app
