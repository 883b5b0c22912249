"""Keeps the program alive when an override of a Qt method raises an error.

WORKAROUND: PySide 6.11 on Python 3.11 ends the process when an override (`keyPressEvent`, `data`, `eventFilter`, …)
raises an error from C code, such as that of `list.index`. Python 3.11 creates the exception object of such an error
only when Python code catches it, but PySide expects the object. Since Python 3.12 the object always exists.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import FunctionType
from typing import Any

from PySide6.QtCore import QObject


def guard_qt_overrides() -> None:
    """Make every class that is later derived from a Qt class catch and re-raise the errors of its overrides."""

    def init_subclass(cls: type, /, **options: Any) -> None:
        super(QObject, cls).__init_subclass__(**options)  # type: ignore[misc]
        _guard_overrides(cls)

    QObject.__init_subclass__ = classmethod(init_subclass)  # type: ignore[assignment]


def _guard_overrides(cls: type) -> None:
    for name, member in list(vars(cls).items()):
        if isinstance(member, FunctionType) and not name.startswith("__") and _is_of_qt(cls, name):
            setattr(cls, name, _guard(member))


def _is_of_qt(cls: type, name: str) -> bool:
    return any(name in vars(base) for base in cls.__mro__ if base.__module__.startswith("PySide6."))


def _guard(override: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(override)
    def call(*arguments: Any, **options: Any) -> Any:
        try:
            return override(*arguments, **options)
        except BaseException:
            # Catching the error has created the exception object.
            raise

    return call
