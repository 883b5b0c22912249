"""The dialog that lists all keys. They can be copied and changed."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QKeySequenceEdit, QLineEdit, QWidget

from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.shell.actions import Actions
from termdesk.ui.shell.key_rules import holder, key_conflict
from termdesk.ui.widgets.dialogs import Question
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_buttons import add_clear_button, dialog_button
from termdesk.ui.widgets.plain_table import PlainTable
from termdesk.ui.widgets.selections import choose_alone


class KeysDialog(Question):
    """A table of menu, action and keys. Changes take effect immediately, and can be reset one by one or all at once."""

    def __init__(self, parent: QWidget, actions: Actions, remembered: WindowMemory) -> None:
        super().__init__(parent, self.tr("Keys"), "", self.tr("Close"))
        self.setObjectName("keys_dialog")
        self.resize(640, 680)
        self._actions = actions
        self._remembered = remembered
        self._names: list[str] = []
        self.search = QLineEdit()
        self.search.setObjectName("keys_search")
        self.search.setAccessibleName(self.tr("Find an action or a key"))
        self.search.setPlaceholderText(self.tr("Find an action or a key"))
        add_clear_button(self.search)
        self.table = PlainTable(
            "keys_table",
            self.tr("Keys of all actions"),
            headings=[self.tr("Menu"), self.tr("Action"), self.tr("Keys")],
            rows=[],
            stretch=1,
        )
        self.insert(self.search)
        self.insert(self.table)
        self.insert(self._fields())
        self.words = PlainLabel("", wraps=True, tone="muted")
        self.words.setObjectName("keys_words")
        self.insert(self.words)
        self._add_buttons()
        self._connect()
        self._show_actions()
        self.search.setFocus()

    def _fields(self) -> QWidget:
        self.field = QKeySequenceEdit()
        self.field.setObjectName("keys_field")
        self.field.setAccessibleName(self.tr("Keys of the selected action"))
        self.field.setMaximumSequenceLength(1)
        add_clear_button(self.field)
        self.give = dialog_button("keys_give", self.tr("Use these keys"))
        self.take = dialog_button("keys_take", self.tr("No keys"))
        self.usual = dialog_button("keys_usual", self.tr("Default keys"))
        box = QWidget()
        line = QHBoxLayout(box)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.field, 1)
        for button in (self.give, self.take, self.usual):
            line.addWidget(button)
        return box

    def _add_buttons(self) -> None:
        self.copy = dialog_button("keys_copy", self.tr("Copy as a table"))
        self.all_usual = dialog_button("keys_all_usual", self.tr("Reset all keys"))
        for button in (self.copy, self.all_usual):
            self.buttons.addButton(button, self.buttons.ButtonRole.ResetRole)
        self.buttons.button(self.buttons.StandardButton.Cancel).hide()

    def _connect(self) -> None:
        self.search.textChanged.connect(lambda _text: self._show_actions())
        self.table.itemSelectionChanged.connect(self._on_chosen)
        self.field.keySequenceChanged.connect(lambda _keys: self._judge())
        self.give.clicked.connect(self._on_give)
        self.take.clicked.connect(lambda: self._change([]))
        self.usual.clicked.connect(self._on_usual)
        self.all_usual.clicked.connect(self._on_all_usual)
        self.copy.clicked.connect(self._on_copy)

    # Display

    def _show_actions(self) -> None:
        searched = self.search.text().casefold()
        chosen = self.chosen_name()
        rows = [row for row in self._actions.sheet() if searched in " ".join(row[1:]).casefold()]
        self._names = [name for name, *_ in rows]
        self.table.show_rows([texts for _, *texts in rows])
        if chosen in self._names:
            choose_alone(self.table, self.table.model().index(self._names.index(chosen), 0))
        elif rows:
            choose_alone(self.table, self.table.model().index(0, 0))
        self._on_chosen()

    def chosen_name(self) -> str:
        """The name of the chosen action; empty if none is."""
        row = self.table.currentRow()
        return self._names[row] if 0 <= row < len(self._names) else ""

    def _on_chosen(self) -> None:
        name = self.chosen_name()
        keys = self._actions[name].shortcuts() if name else []
        self.field.setKeySequence(keys[0] if keys else QKeySequence())
        for widget in (self.field, self.take, self.usual):
            widget.setEnabled(bool(name))
        self.take.setEnabled(bool(keys))
        self.usual.setEnabled(bool(name) and self._actions.has_own_keys(name))
        self.all_usual.setEnabled(bool(self._actions.own_keys()))
        self._judge()

    def _judge(self) -> None:
        """Show whether the keys in the field are suitable, and which action has them now."""
        name, keys = self.chosen_name(), self.field.keySequence()
        is_new = bool(name) and keys not in self._actions[name].shortcuts()
        words = key_conflict(keys) if is_new else ""
        other = holder(self._actions, name, keys) if is_new and not words else None
        self.give.setEnabled(is_new and not words)
        self.words.set_tone("problem" if words and not keys.isEmpty() else "warning" if other else "muted")
        if other:
            words = self.tr("These keys belong to “{action}”. It will lose them.").format(
                action=self._actions.title(other)
            )
        self.words.setText(words)

    # Changes

    def _on_give(self) -> None:
        name, keys = self.chosen_name(), self.field.keySequence()
        other = holder(self._actions, name, keys)
        if other is not None:
            left = [each for each in self._actions[other].shortcuts() if each != keys]
            self._actions.give_keys(other, left)
        self._change([keys])

    def _on_usual(self) -> None:
        self._actions.give_usual_keys(self.chosen_name())
        self._keep()

    def _on_all_usual(self) -> None:
        for name in self._actions.own_keys():
            self._actions.give_usual_keys(name)
        self._keep()

    def _change(self, keys: list[QKeySequence]) -> None:
        self._actions.give_keys(self.chosen_name(), keys)
        self._keep()

    def _keep(self) -> None:
        self._remembered.own_keys = self._actions.own_keys()
        self._show_actions()

    def _on_copy(self) -> None:
        """Copy all rows as tab-separated text, for a spreadsheet or a message."""
        QGuiApplication.clipboard().setText("".join("\t".join(row[1:]) + "\n" for row in self._actions.sheet()))
        self.words.set_tone("good")
        self.words.setText(self.tr("Copied."))
