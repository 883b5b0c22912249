"""Decode and encode the window's memory as JSON values. A value that does not fit its field is ignored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any, get_type_hints

import msgspec

from termdesk.domain.window_memory import QtState, WindowMemory

_TYPES = get_type_hints(WindowMemory, include_extras=True)
# Names under which earlier versions stored a field.
_FORMER_NAMES = {
    "wide_widths": "multilingual_widths",
    "wide_hidden": "multilingual_hidden",
    "wide_order": "multilingual_order",
}
# Fields of earlier versions that are now part of the profiles.
_MOVED = {"recent_services", "service_titles"}


def decode_memory(found: Mapping[str, Any]) -> tuple[WindowMemory, list[str]]:
    """Return the memory with the values that fit, and the names of the fields whose values do not.

    Earlier versions stored the state of a splitter under its own name, beside the other fields.
    """
    memory = WindowMemory()
    splitters: dict[str, str] = {}
    wrong: list[str] = []
    for stored_name, value in found.items():
        name = _FORMER_NAMES.get(stored_name, stored_name)
        if name in _MOVED or (name in _TYPES and value is None):
            continue
        try:
            fitting = msgspec.convert(value, _TYPES.get(name, QtState))
        except (msgspec.ValidationError, OverflowError):
            wrong.append(name)
            continue
        if name in _TYPES:
            setattr(memory, name, fitting)
        else:
            splitters[name] = fitting
    memory.splitters = splitters | memory.splitters
    return memory, wrong


def encode_memory(memory: WindowMemory) -> dict[str, Any]:
    """Return the fields that differ from their defaults, as JSON values."""
    usual = asdict(WindowMemory())
    return {name: value for name, value in asdict(memory).items() if value != usual[name]}


def copy_memory(source: WindowMemory, target: WindowMemory) -> None:
    """Set every field of `target` to its value in `source`."""
    for each in fields(WindowMemory):
        setattr(target, each.name, getattr(source, each.name))
