"""Rules for the keys of actions: none that type text, and none that menus, AltGr or input methods need."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeySequence

from termdesk.ui.shell.actions import SPECS, Actions, Spec

_Modifier = Qt.KeyboardModifier
# Key codes from here on have no character.
_FIRST_WITHOUT_CHARACTER = 0x01000000
_MOVING = frozenset(
    {
        Qt.Key.Key_Tab,
        Qt.Key.Key_Backtab,
        Qt.Key.Key_Return,
        Qt.Key.Key_Enter,
        Qt.Key.Key_Escape,
        Qt.Key.Key_Backspace,
        Qt.Key.Key_Up,
        Qt.Key.Key_Down,
        Qt.Key.Key_Left,
        Qt.Key.Key_Right,
        Qt.Key.Key_Home,
        Qt.Key.Key_End,
        Qt.Key.Key_PageUp,
        Qt.Key.Key_PageDown,
    }
)
# Text panes and the Glossaries pane are never in front at the same time.
_OF_TEXTS, _OF_GLOSSARIES = "Text", frozenset({"Edit", "Glossary"})


def key_conflict(keys: QKeySequence) -> str:
    """Return why these keys are unsuitable for any action; empty if they are suitable."""
    if keys.isEmpty():
        return _tr("Press the new keys.")
    pressed = keys[0]  # type: ignore[index]  # the stubs of PySide 6.11 leave it out
    key, held = pressed.key(), pressed.keyboardModifiers() & ~_Modifier.KeypadModifier
    has_control = bool(held & (_Modifier.ControlModifier | _Modifier.MetaModifier))
    is_letter = key < _FIRST_WITHOUT_CHARACTER
    if key == Qt.Key.Key_Space:
        return _tr("Space types a space, and with Ctrl or Shift it switches input methods.")
    if is_letter and held & _Modifier.AltModifier:
        return _tr("Alt with a letter opens menus, and with Ctrl it types letters on many keyboards.")
    if not has_control and (is_letter or (key in _MOVING and not held & _Modifier.AltModifier)):
        return _tr("This key is needed for typing and moving. Combine it with Ctrl.")
    return ""


def holder(actions: Actions, name: str, keys: QKeySequence) -> str | None:
    """Return the other action that uses these keys in the same panes; None if they are free."""
    local = next(spec for spec in SPECS if spec.name == name)
    for spec in SPECS:
        if spec.name != name and keys in actions[spec.name].shortcuts() and not _are_apart(local, spec):
            return spec.name
    return None


def _are_apart(one: Spec, other: Spec) -> bool:
    menus = {one.menu, other.menu}
    return _OF_TEXTS in menus and bool(menus & _OF_GLOSSARIES)


def _tr(text: str) -> str:
    return QCoreApplication.translate("KeyRules", text)
