"""The interface between the main window and its panes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar, Protocol

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtWidgets import QPushButton, QWidget

from termdesk.application.file_uses import FileUse
from termdesk.domain.key_scope import Scope
from termdesk.ui.keyboard.regions import mark_region
from termdesk.ui.shell.actions import Actions
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.widgets.plain import set_tooltip


class Undoable(Protocol):
    """The undo history of edited data, for Edit › Undo and Redo.

    A QObject that emits `changed` when its steps change.
    """

    @property
    def changed(self) -> SignalInstance:
        """Sent when the steps or their texts change."""

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo."""

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone step to do again."""

    @property
    def undo_text(self) -> str:
        """The text of the next undo step for the menu; empty if there is none."""

    @property
    def redo_text(self) -> str:
        """The text of the next redo step; empty if there is none."""

    def undo(self) -> None:
        """Undo one step."""

    def redo(self) -> None:
        """Redo the last undone step."""


class Pane(QWidget):
    """A page of the main window.

    Subclasses set `name`, `title` and `icon_name`, and connect their methods to the window's actions with `bind`.
    """

    name = ""
    title = ""
    icon_name = ""
    # What a file that is dropped on the pane is used for, if its content allows several uses. None: nothing is usual.
    file_use: ClassVar[FileUse | None] = None
    # The jobs during which the pane cannot open files: starting them again would close a dialog, or lose files.
    file_jobs: ClassVar[tuple[JobKind, ...]] = ()
    # The scopes that the pane needs, each with the actions that depend on it.
    needed_scopes: ClassVar[Mapping[Scope, tuple[str, ...]]] = {}
    # Emitted when `key_limits` has changed.
    reach_changed = Signal()

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(f"pane_{self.name}")
        mark_region(self)
        self.window_actions = actions
        # A sentence for each scope that the pane needs and the key in use lacks.
        self.key_limits: dict[Scope, str] = {}

    def bind(self, handlers: dict[str, Callable[[], object]]) -> None:
        """Let actions call these handlers while this pane is in front."""
        self.window_actions.bind(self, handlers)

    def allow(self, reason: str = "", /, **allowed: bool) -> None:
        """Set which of the bound actions are possible now. `reason` explains why the others are not."""
        self.window_actions.allow(self, allowed, reason)

    def show_key_limits(self, limits: Mapping[Scope, str]) -> None:
        """Disable the actions that need a missing scope, and enable the others again."""
        limits = {scope: words for scope, words in limits.items() if scope in self.needed_scopes}
        if limits != self.key_limits:
            self.key_limits = limits
            self.window_actions.withhold(self, self.withheld)
            self.reach_changed.emit()

    @property
    def withheld(self) -> dict[str, str]:
        """The actions that the key in use does not allow, each with the reason."""
        return {name: words for scope, words in self.key_limits.items() for name in self.needed_scopes[scope]}

    def limit_button(self, button: QPushButton, action: str, *, is_allowed: bool) -> None:
        """Enable the button of an action if it is possible and the key allows it.

        Otherwise the tooltip has the reason.
        """
        reason = self.withheld.get(action, "")
        button.setEnabled(is_allowed and not reason)
        set_tooltip(button, reason)

    def first_focus(self) -> QWidget:
        """Return the widget to focus when the pane is first shown. Later, the last focused widget gets the focus."""
        return self

    def refresh_when_shown(self) -> None:
        """Read what may have changed. Called when the pane comes to the front."""

    def service_changed(self) -> None:
        """Called when another service takes over, or this one is connected. Panes read its data here."""

    def usage_changed(self) -> None:
        """Called when the remaining number of characters has been read again."""

    def finish_editing(self) -> None:
        """Commit the text that is being typed. Called before undo, which would otherwise skip it."""

    def undo_history(self) -> Undoable | None:
        """Return the history for Edit › Undo; None if nothing can be edited."""
        return None

    def open_files(self, paths: Sequence[Path]) -> None:
        """Open files and folders that belong to this pane. The use of each was decided before (`FileRouter`)."""

    async def may_close(self) -> bool:
        """Save what is unsaved, and return whether the window may close."""
        return True

    async def show_sample(self) -> None:
        """Fill the pane with the sample that comes with the program, for pictures."""
