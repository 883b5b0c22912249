"""The main window: a rail of panes, notices above them, the status bar below."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TypeGuard

from PySide6.QtCore import QByteArray, QEvent, QSize, Qt, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QMainWindow,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from termdesk.application.file_uses import FileUse
from termdesk.domain.errors import TermdeskError
from termdesk.domain.key_scope import Scope
from termdesk.domain.profile import ProfileColor
from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.keyboard.regions import go_round, mark_region
from termdesk.ui.keyboard.tab_order import previous_in_tab_order
from termdesk.ui.profiles.limits_strip import LimitsStrip
from termdesk.ui.profiles.profile_mark import profile_button, show_on_button
from termdesk.ui.shell.actions import PANE_ACTIONS, Actions
from termdesk.ui.shell.fault_injection_strip import FaultInjectionStrip
from termdesk.ui.shell.file_router import FileRouter
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.shell.notices import Notices
from termdesk.ui.shell.pane import Pane, Undoable
from termdesk.ui.shell.status_bar import StatusBar
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.plain import set_tooltip
from termdesk.ui.words.failure_words import explain
from termdesk.ui.words.lists import add_in_parentheses, list_sentences

RAIL_MARGIN = 6
ICON_SIDE = 24
# The space around a button of the rail, inside and outside of it.
ROOM_OF_BUTTON = 18
FIRST_SIZE = QSize(1180, 760)


class MainWindow(QMainWindow):
    """Holds the panes. Asks each of them before closing, then emits `closed`."""

    closed = Signal()

    def __init__(self, remembered: WindowMemory) -> None:
        super().__init__()
        self.setObjectName("main_window")
        self.setWindowTitle("Termdesk")
        self.setWindowIcon(theme.program_icon())
        self.setAcceptDrops(True)
        self._remembered = remembered
        self.notices = Notices()
        self.fault_injection = FaultInjectionStrip()
        self.limits = LimitsStrip()
        self._key_limits: Mapping[Scope, str] = {}
        self._limits_found_on = ""
        self.jobs = Jobs(self.notices, self)
        self.files = FileRouter(self, self._show_and_return, jobs=self.jobs, notices=self.notices)
        self.window_actions = Actions(self)
        # The history that Edit › Undo works on: that of the front pane.
        self._undo_history: Undoable | None = None
        self._makers: list[tuple[str, Callable[[], Pane]]] = []
        self._built: dict[str, Pane] = {}
        self._may_close = False
        self.rail = Rail()
        self.stack = QStackedWidget()
        self.stack.setObjectName("panes")
        self.status = StatusBar(self.jobs)
        self._lay_out()
        self._bind()
        self.rail.chosen.connect(self.show_pane)

    def _lay_out(self) -> None:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.fault_injection)
        column.addWidget(self.limits)
        column.addWidget(self.notices)
        column.addWidget(self.stack, 1)
        self.notices.show_toasts_over(page)
        center = QWidget()
        line = QHBoxLayout(center)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(0)
        line.addWidget(self.rail)
        line.addWidget(page, 1)
        self.setCentralWidget(center)
        self.status.usage_asked.connect(self._on_usage)
        self.setStatusBar(self.status)
        self.window_actions.fill(self.menuBar())
        self.menuBar().setObjectName("menu_bar")
        self.profile = profile_button("profile_of_window")
        # Tab reaches the equivalent button in the status bar instead.
        self.profile.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.profile.clicked.connect(self.status.profiles_asked)
        self.menuBar().setCornerWidget(self.profile)

    def _bind(self) -> None:
        handlers: dict[str, Callable[[], object]] = {
            "quit": self.close,
            "next_region": lambda: self._step_region(1),
            "previous_region": lambda: self._step_region(-1),
            "next_pane": lambda: self._step_pane(1),
            "previous_pane": lambda: self._step_pane(-1),
            "undo": self._undo,
            "redo": self._redo,
        }
        for position, name in enumerate(PANE_ACTIONS):
            handlers[name] = partial(self.show_pane, position)
        self.window_actions.bind(self, handlers)
        self._show_undo()

    def _undo(self) -> None:
        self._finish_editing()
        if self._undo_history is not None:
            self._undo_history.undo()

    def _redo(self) -> None:
        self._finish_editing()
        if self._undo_history is not None:
            self._undo_history.redo()

    def _finish_editing(self) -> None:
        for pane in self.panes:
            pane.finish_editing()

    def _show_undo(self) -> None:
        history = self._undo_history
        can_undo, can_redo = (history.can_undo, history.can_redo) if history is not None else (False, False)
        self.window_actions.allow(self, {"undo": can_undo}, self.tr("There is nothing to undo."))
        self.window_actions.allow(self, {"redo": can_redo}, self.tr("There is nothing to redo."))
        for name, words, with_step, step in (
            ("undo", self.tr("Undo"), self.tr("Undo “{step}”"), history.undo_text if history is not None else ""),
            ("redo", self.tr("Redo"), self.tr("Redo “{step}”"), history.redo_text if history is not None else ""),
        ):
            self.window_actions[name].setText(with_step.format(step=step) if step else words)

    def show_profile(self, name: str, color: ProfileColor) -> None:
        """Show the name and color of the profile at the top and in the status bar."""
        show_on_button(self.profile, name, color)
        self.status.show_profile(name, color)

    def show_key_limits(self, limits: Mapping[Scope, str], found_on: str) -> None:
        """Disable what the key in use does not allow. `limits` has a sentence for each missing scope.

        `found_on` is the ISO 8601 date on which the limits were found.
        """
        self._key_limits, self._limits_found_on = limits, found_on
        for pane in self.panes:
            pane.show_key_limits(limits)
        self._show_limits()

    def _show_limits(self) -> None:
        limits = self.pane.key_limits if self.pane is not None else {}
        self.limits.show_limits(limits.values(), self._limits_found_on)

    # Panes

    def add_pane(self, name: str, title: str, make: Callable[[], Pane]) -> None:
        """Add a pane. `make` builds it when it is first shown, so that the window opens fast."""
        self._makers.append((name, make))
        self.rail.add(name, title, name, key=f"Ctrl+{len(self._makers)}")

    @property
    def panes(self) -> list[Pane]:
        """The panes that have been built so far."""
        return list(self._built.values())

    @property
    def pane_count(self) -> int:
        """The number of panes on the rail, built or not."""
        return len(self._makers)

    def pane_at(self, position: int) -> Pane:
        """Return a pane by its index on the rail. Build it if necessary."""
        name, make = self._makers[position]
        if name not in self._built:
            pane = self._built[name] = make()
            pane.setAccessibleName(pane.title)
            pane.reach_changed.connect(self._show_limits)
            pane.show_key_limits(self._key_limits)
            self.stack.addWidget(pane)
        return self._built[name]

    def pane_named(self, name: str) -> Pane:
        """Return a pane by name. Build it if necessary. Raises ValueError for an unknown name."""
        return self.pane_at(self._position_of(name))

    def is_built(self, name: str) -> bool:
        """Return whether the pane has been built."""
        return name in self._built

    def _position_of(self, name: str) -> int:
        return [each for each, _ in self._makers].index(name)

    def show_pane(self, position: int) -> None:
        """Bring a pane to the front by its index. Do nothing if there is no such pane."""
        if not 0 <= position < self.pane_count:
            return
        pane = self.pane_at(position)
        before = pane.focusWidget()
        if self.stack.currentWidget() is not pane:
            self.notices.leave_pane()
        self.stack.setCurrentWidget(pane)
        self.rail.choose(position)
        self.window_actions.bring_to_front(pane)
        self.use_undo_history_of(pane)
        self._show_limits()
        # Qt itself would focus the first field, or nothing right after the start. The last focused widget may be gone.
        focus = before if before is not None and before.isVisible() else pane.first_focus()
        if focus is not None:
            focus.setFocus()
        pane.refresh_when_shown()

    def show_pane_named(self, name: str) -> None:
        """Bring a pane to the front by its name."""
        self.show_pane(self._position_of(name))

    @property
    def pane(self) -> Pane | None:
        """The pane in front; None before the first one is shown."""
        current = self.stack.currentWidget()
        return current if isinstance(current, Pane) else None

    def use_undo_history_of(self, pane: Pane) -> None:
        """Let Edit › Undo work on the edits of this pane."""
        before, self._undo_history = self._undo_history, pane.undo_history()
        if before is not self._undo_history:
            if before is not None and isValid(before):
                before.changed.disconnect(self._show_undo)
            if self._undo_history is not None:
                self._undo_history.changed.connect(self._show_undo)
        self._show_undo()

    def _on_usage(self) -> None:
        self.show_pane(self._position_of("usage"))

    def _step_pane(self, step: int) -> None:
        self.show_pane((self.rail.position + step) % max(1, self.pane_count))

    def _step_region(self, step: int) -> None:
        self._finish_editing()
        self._put_status_last()
        go_round(self, step=step)

    # Files

    def open_files(self, paths: Sequence[Path]) -> None:
        """Open files of the command line, or recent ones: glossaries first, then documents."""
        self.files.open_files(paths, FileUse.GLOSSARY)

    def _drop_files(self, paths: Sequence[Path]) -> None:
        """Open files that were dropped on the pane in front."""
        self.files.open_files(paths, self.pane.file_use if self.pane is not None else None)

    def _show_and_return(self, name: str) -> Pane:
        self.show_pane_named(name)
        return self.pane_named(name)

    # Memory between runs

    def restore(self) -> None:
        """Restore the geometry of the window and the front pane."""
        if not self.restoreGeometry(QByteArray.fromBase64(self._remembered.geometry.encode())):
            self.resize(FIRST_SIZE.boundedTo(self.screen().availableSize()))
        position = self._remembered.pane
        self.show_pane(position if position < self.pane_count else 0)

    def remember(self) -> None:
        """Store the geometry and the front pane for `restore` in a later run."""
        self._remembered.geometry = bytes(self.saveGeometry().toBase64().data()).decode()
        self._remembered.pane = self.rail.position

    @property
    def is_closing(self) -> bool:
        """Whether the panes are being asked if the window may close."""
        return self.jobs.is_running(JobKind.CLOSE_WINDOW)

    # Qt overrides

    def event(self, event: QEvent) -> bool:
        # A call from Python keeps the GIL, so workers do not compute while the window is drawn. If Qt called its own
        # method, it would wait for them before each override, which takes ten times as long as the drawing.
        return super().event(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._may_close:
            event.accept()
            return
        event.ignore()
        if not self.is_closing:
            self.jobs.start(
                JobKind.CLOSE_WINDOW, self.tr("Closing"), self._close_when_allowed, on_failure=self._offer_to_close
            )

    async def _close_when_allowed(self) -> None:
        if await self.may_close():
            self.close_now()

    async def may_close(self) -> bool:
        """Let each pane save unfinished work. Return whether all of them agree to close. Raises StorageFailed."""
        for pane in self.panes:
            if not await pane.may_close():
                return False
        return True

    def _offer_to_close(self, error: TermdeskError) -> None:
        """Offer to close anyway, because a full disk must not keep the window open forever."""
        message = explain(error)
        self.notices.say(
            message.title,
            list_sentences((message.cause, message.next_step)),
            kind="error",
            action=self.tr("Close anyway"),
            on_action=self.close_now,
        )

    def close_now(self) -> None:
        """Close without asking. Edits are already on disk, and are drafts at the next start."""
        if self._may_close:
            # The window is closing or deleted already: the end of the program may call this twice.
            return
        self.remember()
        self._may_close = True
        self.close()
        self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Keys arrive here that no widget used, including those of disabled actions.
        super().keyPressEvent(event)
        focused, held = self.focusWidget(), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not held and _is_pressed_by_enter(focused):
            # Outside dialogs, Qt presses buttons with the space bar only.
            event.accept()
            focused.click()
            return
        if (found := self.window_actions.why_not(QKeySequence(event.keyCombination()))) is not None:
            event.accept()
            self.notices.hint(*found)

    def focusNextPrevChild(self, forward: bool) -> bool:
        self._put_status_last()
        return super().focusNextPrevChild(forward)

    def _put_status_last(self) -> None:
        """Move the status bar to the end of the tab order: panes are built after it, but come before it."""
        for widget in self.status.tab_order():
            QWidget.setTabOrder(previous_in_tab_order(self), widget)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _find_dropped_files(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self._drop_files(_find_dropped_files(event))


def _is_pressed_by_enter(widget: QWidget | None) -> TypeGuard[QPushButton | QToolButton]:
    return isinstance(widget, QPushButton | QToolButton) and widget.isEnabled() and widget.menu() is None


def _find_dropped_files(event: QDropEvent) -> list[Path]:
    return [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]


class Rail(QWidget):
    """The panes as large buttons along the side."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("rail")
        mark_region(self)
        self.setAccessibleName(self.tr("Panes"))
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        self._group.idClicked.connect(self.chosen)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(RAIL_MARGIN, 8, RAIL_MARGIN, 8)
        self._column.setSpacing(4)
        self._column.addStretch(1)

    def add(self, name: str, title: str, icon: str, *, key: str) -> None:
        """Add a button for the next pane. Its tooltip shows `key`."""
        button = QToolButton()
        button.setObjectName(f"rail_{name}")
        button.setText(title)
        button.setIcon(theme.icon(icon, tint="muted", tint_on="checked_text"))
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        button.setCheckable(True)
        button.setAccessibleName(title)
        set_tooltip(button, add_in_parentheses(title, key))
        button.setSizePolicy(button.sizePolicy().Policy.Expanding, button.sizePolicy().Policy.Maximum)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._group.addButton(button, len(self._group.buttons()))
        self._column.insertWidget(self._column.count() - 1, button)
        self._fit()

    @property
    def position(self) -> int:
        """The index of the front pane."""
        return max(0, self._group.checkedId())

    def choose(self, position: int) -> None:
        """Mark the button of a pane, without showing the pane."""
        button = self._group.button(position)
        if button is not None:
            button.setChecked(True)
            mark_region(self, first=button)
            # Qt lets Tab reach only the button that had the focus last, so F6 would return to that one.
            for each in self._group.buttons():
                each.setFocusPolicy(Qt.FocusPolicy.TabFocus if each is button else Qt.FocusPolicy.NoFocus)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        buttons = self._group.buttons()
        is_low = bool(buttons) and self.height() < self._column.count() * ROOM_OF_BUTTON + sum(
            each.minimumHeight() for each in buttons
        )
        if is_low != bool(self.property("is_low")):
            self.setProperty("is_low", is_low)
            for button in buttons:
                button.style().unpolish(button)
                button.style().polish(button)

    def _fit(self) -> None:
        """Fit the width to the widest title in bold, so that choosing a pane does not change it."""
        for button in self._group.buttons():
            button.setIconSize(QSize(theme.scale_length(ICON_SIDE), theme.scale_length(ICON_SIDE)))
            # The height that icon and title need without padding, which is given up on a low screen.
            button.setMinimumHeight(theme.scale_length(ICON_SIDE) + QFontMetrics(self.font()).height() + 10)
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        measure = QFontMetrics(font)
        widest = max((measure.horizontalAdvance(each.text()) for each in self._group.buttons()), default=0)
        self.setFixedWidth(widest + 2 * (RAIL_MARGIN + 6))
