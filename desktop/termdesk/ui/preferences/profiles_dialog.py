"""The dialog File › Profiles: lists all profiles, and creates, edits, copies and deletes them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from termdesk.application.session.profiles import Profiles
from termdesk.domain.profile import Profile
from termdesk.ui.profiles.profile_mark import color_title, profile_icon
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.dialogs import confirm
from termdesk.ui.widgets.plain import PlainLabel, set_tooltip
from termdesk.ui.widgets.plain_buttons import text_button
from termdesk.ui.words.lists import list_facts
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.service_words import provider_address, provider_title


@dataclass(frozen=True, slots=True)
class ProfileOrders:
    """Callbacks of the dialog. `edit` gets None for a new profile; `remove` deletes a profile and its key."""

    edit: Callable[[QWidget, Profile | None], Awaitable[Profile | None]]
    remove: Callable[[Profile], Awaitable[None]]
    # The id of the profile in use in this window.
    in_use: Callable[[], str]
    # Whether another window shows the profile with this id.
    is_elsewhere: Callable[[str], bool]


class ProfilesDialog(QDialog):
    """The list of profiles, with buttons for the chosen one."""

    # Both are emitted with the id of a profile: to switch to it, or to open a window with it.
    use_asked = Signal(str)
    window_asked = Signal(str)

    def __init__(self, parent: QWidget, profiles: Profiles, orders: ProfileOrders, jobs: Jobs) -> None:
        super().__init__(parent)
        self.setObjectName("profiles")
        self.setWindowTitle(self.tr("Profiles"))
        self.setMinimumSize(600, 420)
        self._profiles, self._orders, self._jobs = profiles, orders, jobs
        self.list = QListWidget()
        self.list.setObjectName("profiles_list")
        self.list.setAccessibleName(self.tr("Profiles"))
        self.list.currentRowChanged.connect(lambda _row: self._show_possible())
        self.list.itemActivated.connect(lambda _item: self._on_use())
        self._make_buttons()
        self.result_label = PlainLabel(tone="muted", wraps=True)
        self.result_label.setObjectName("profiles_result")
        self._lay_out()
        unsubscribe = profiles.changed.subscribe(self._show)
        self.finished.connect(lambda _result: unsubscribe())
        for keys, slot in (
            (Qt.Key.Key_Delete, self._on_delete),
            (Qt.Key.Key_F2, partial(self._start_edit, is_new=False)),
            (Qt.Modifier.ALT | Qt.Key.Key_Up, partial(self._move, -1)),
            (Qt.Modifier.ALT | Qt.Key.Key_Down, partial(self._move, 1)),
        ):
            QShortcut(QKeySequence(keys), self).activated.connect(slot)
        self._show(orders.in_use())

    def _make_buttons(self) -> None:
        self.use = text_button("profiles_use", self.tr("Connect"))
        self.window_button = text_button("profiles_window", self.tr("Open in a new window"))
        self.new = text_button("profiles_new", self.tr("New…"))
        self.edit = text_button("profiles_edit", self.tr("Edit…"))
        self.duplicate = text_button("profiles_duplicate", self.tr("Duplicate"))
        self.delete = text_button("profiles_delete", self.tr("Delete…"))
        self.up = text_button("profiles_up", self.tr("Move up"))
        self.down = text_button("profiles_down", self.tr("Move down"))
        for button, slot in (
            (self.use, self._on_use),
            (self.window_button, self._on_window),
            (self.new, partial(self._start_edit, is_new=True)),
            (self.edit, partial(self._start_edit, is_new=False)),
            (self.duplicate, self._on_duplicate),
            (self.delete, self._on_delete),
            (self.up, partial(self._move, -1)),
            (self.down, partial(self._move, 1)),
        ):
            button.clicked.connect(lambda _checked=False, slot=slot: slot())

    def _lay_out(self) -> None:
        heading = PlainLabel(self.tr("Profiles"))
        theme.make_heading(heading)
        buttons = QVBoxLayout()
        for button in (self.use, self.window_button, self.new, self.edit, self.duplicate, self.delete):
            buttons.addWidget(button)
        buttons.addSpacing(8)
        buttons.addWidget(self.up)
        buttons.addWidget(self.down)
        buttons.addStretch(1)
        line = QHBoxLayout()
        line.setSpacing(12)
        line.addWidget(self.list, 1)
        line.addLayout(buttons)
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 20, 20, 16)
        column.setSpacing(12)
        column.addWidget(heading)
        column.addLayout(line, 1)
        column.addWidget(self.result_label)
        column.addWidget(close)

    @property
    def chosen(self) -> Profile | None:
        """The profile in the chosen row."""
        item = self.list.currentItem()
        return self._profiles.get(item.data(Qt.ItemDataRole.UserRole)) if item is not None else None

    def _show(self, chosen: str = "") -> None:
        was = self.list.currentItem()
        chosen = chosen or (was.data(Qt.ItemDataRole.UserRole) if was is not None else "")
        row = max(0, self.list.currentRow())
        self.list.clear()
        for profile in self._profiles.all:
            item = QListWidgetItem(profile_icon(profile.color), self._words(profile))
            item.setData(Qt.ItemDataRole.UserRole, profile.id)
            self.list.addItem(item)
        ids = [each.id for each in self._profiles.all]
        self.list.setCurrentRow(ids.index(chosen) if chosen in ids else min(row, len(ids) - 1))
        self._show_possible()

    def _words(self, profile: Profile) -> str:
        is_used = profile.id == self._orders.in_use()
        color = color_title(profile.color) if profile.color else ""
        facts = (
            provider_title(profile.provider),
            provider_address(profile.provider),
            color,
            self.tr("in use") if is_used else "",
        )
        return list_facts(facts)

    def _show_possible(self) -> None:
        profile = self.chosen
        is_used = profile is not None and profile.id == self._orders.in_use()
        is_local = profile is not None and profile.provider.is_local
        used_here = self.tr("This window uses this profile.")
        is_elsewhere = profile is not None and self._orders.is_elsewhere(profile.id)
        used_elsewhere = self.tr("Another window uses this profile. Close it first.")
        self._allow(self.use, not is_used, used_here)
        self._allow(self.window_button, not is_used, used_here)
        self._allow(self.edit, not is_elsewhere, used_elsewhere)
        self._allow(
            self.delete,
            not (is_used or is_local or is_elsewhere),
            self.tr("The profile of this computer stays.")
            if is_local
            else (used_elsewhere if is_elsewhere else used_here),
        )
        self._allow(self.duplicate, not is_local, self.tr("There can be only one profile for this computer."))
        last = self.list.count() - 1
        self._allow(self.up, self.list.currentRow() > 0, self.tr("This profile is the first one."))
        self._allow(self.down, self.list.currentRow() < last, self.tr("This profile is the last one."))

    def _allow(self, button: QWidget, is_allowed: bool, reason: str) -> None:
        button.setEnabled(is_allowed)
        set_tooltip(button, "" if is_allowed else reason)
        button.setAccessibleDescription("" if is_allowed else reason)

    def _on_use(self) -> None:
        if self.chosen is not None and self.use.isEnabled():
            profile_id = self.chosen.id
            self.accept()
            self.use_asked.emit(profile_id)

    def _on_window(self) -> None:
        if self.chosen is not None:
            profile_id = self.chosen.id
            self.accept()
            self.window_asked.emit(profile_id)

    def _start_edit(self, *, is_new: bool) -> None:
        if not is_new and not self.edit.isEnabled():
            return
        profile = None if is_new else self.chosen
        title = self.tr("New profile") if is_new else self.tr("Editing a profile")
        self._start(title, partial(self._edit, profile))

    async def _edit(self, profile: Profile | None) -> None:
        saved = await self._orders.edit(self, profile)
        if saved is not None:
            self._show(saved.id)
            self._say(self.tr("“{name}” is saved.").format(name=provider_title(saved.provider)))

    def _on_duplicate(self) -> None:
        self._start(self.tr("Duplicating a profile"), self._duplicate)

    async def _duplicate(self) -> None:
        if self.chosen is not None:
            copy = self._profiles.duplicate(self.chosen.id)
            self._show(copy.id)
            self._say(self.tr("“{name}” has no key yet.").format(name=provider_title(copy.provider)))

    def _on_delete(self) -> None:
        if self.delete.isEnabled():
            self._start(self.tr("Deleting a profile"), self._delete)

    async def _delete(self) -> None:
        profile = self.chosen
        if profile is None:
            return
        title = provider_title(profile.provider)
        sure = await confirm(
            self,
            self.tr("Delete the profile “{name}”?").format(name=title),
            self.tr("Delete"),
            text=self.tr(
                "Its key is removed from this computer. The service still accepts the key. Drafts and history stay: "
                "a new profile with the same address can have them again."
            ),
            is_dangerous=True,
        )
        if sure:
            await self._orders.remove(profile)
            self._say(self.tr("“{name}” is deleted.").format(name=title))

    def _move(self, by: int) -> None:
        self._start(self.tr("Moving a profile"), partial(self._move_chosen, by))

    async def _move_chosen(self, by: int) -> None:
        if self.chosen is not None:
            self._profiles.move(self.chosen.id, by)

    def _start(self, title: str, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self._jobs.start(
            JobKind.SAVE_PROFILE,
            title,
            work,
            on_failure=lambda error: self._say(localize(error.message, error.remedy), tone="problem"),
        )

    def _say(self, words: str, *, tone: str = "muted") -> None:
        self.result_label.setText(words)
        self.result_label.set_tone(tone)
