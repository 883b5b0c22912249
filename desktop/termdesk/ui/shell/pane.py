"""What every pane is to the main window."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar, Protocol

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtWidgets import QPushButton, QWidget

from termdesk.domain.key_scope import Scope
from termdesk.ui.keyboard.regions import mark_region
from termdesk.ui.shell.actions import Actions
from termdesk.ui.widgets.plain import set_tooltip


class Undoable(Protocol):
    """The steps of the data that is edited, for Edit › Undo and Redo. A QObject; `changed` when the steps change."""

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
        """What the next undo takes back, for the menu; empty for nothing."""

    @property
    def redo_text(self) -> str:
        """What the next redo does again; empty for nothing."""

    def undo(self) -> None:
        """Undo one step."""

    def redo(self) -> None:
        """Do the last undone step again."""


class Pane(QWidget):
    """A page of the main window.

    Subclasses set `name`, `title` and `icon_name`, and bind what they do to the window's actions with `bind`.
    """

    name = ""
    title = ""
    icon_name = ""
    # The name of the pane that is asked first whether it takes files that are dropped on this one.
    files_go_to = ""
    # What the pane needs of the key, with the actions that need it.
    needed_scopes: ClassVar[Mapping[Scope, tuple[str, ...]]] = {}
    # Sent when `key_limits` have changed.
    reach_changed = Signal()

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(f"pane_{self.name}")
        mark_region(self)
        self.window_actions = actions
        # What the key in use may not do of what the pane needs, in sentences.
        self.key_limits: dict[Scope, str] = {}

    def bind(self, handlers: dict[str, Callable[[], object]]) -> None:
        """Let actions call these while this pane is shown."""
        self.window_actions.bind(self, handlers)

    def allow(self, reason: str = "", /, **allowed: bool) -> None:
        """Say which of the bound actions make sense at the moment, and of the others, why they do not."""
        self.window_actions.allow(self, allowed, reason)

    def show_key_limits(self, limits: Mapping[Scope, str]) -> None:
        """Keep the actions from being started that need what the key may not do; the others come back."""
        limits = {scope: words for scope, words in limits.items() if scope in self.needed_scopes}
        if limits != self.key_limits:
            self.key_limits = limits
            self.window_actions.withhold(self, self.withheld)
            self.reach_changed.emit()

    @property
    def withheld(self) -> dict[str, str]:
        """The actions that the key in use is known not to allow, each with the reason."""
        return {name: words for scope, words in self.key_limits.items() for name in self.needed_scopes[scope]}

    def limit_button(self, button: QPushButton, action: str, *, is_allowed: bool) -> None:
        """Enable a button of an action if it makes sense and the key allows it; its tooltip tells if not."""
        reason = self.withheld.get(action, "")
        button.setEnabled(is_allowed and not reason)
        set_tooltip(button, reason)

    def first_focus(self) -> QWidget:
        """Where the keyboard goes when the pane comes to the front for the first time; later, where it was."""
        return self

    def shown(self) -> None:
        """The pane has come to the front; the place to read what may have changed."""

    def service_changed(self) -> None:
        """Another service took over, or this one is connected now; the place to read it."""

    def usage_changed(self) -> None:
        """The number of characters left was read again."""

    def finish_editing(self) -> None:
        """Commit the text that is being typed. Called before undo, which would otherwise skip it."""

    def undo_history(self) -> Undoable | None:
        """The steps that Edit › Undo works on; None where nothing can be edited."""
        return None

    def takes_files(self, _paths: Sequence[Path]) -> bool:
        """Whether these files can be opened here."""
        return False

    def open_files(self, paths: Sequence[Path]) -> None:
        """Files were dropped, or given on the command line."""

    async def may_close(self) -> bool:
        """Asked before the window closes; False keeps it open. What is unsaved must be on disk afterwards."""
        return True

    async def show_sample(self) -> None:
        """Fill the pane with the sample that comes with the program, for pictures."""
