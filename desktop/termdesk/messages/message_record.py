"""Messages as plain data, so that a reason stored today is shown later in the interface language of then."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from termdesk.messages.message import Message, MessageKind, Value

_PACKAGE = "termdesk.messages."


def encode_message(text: str) -> Any:
    """Return a text as data for JSON: plain text as it is, a message with its kind and values."""
    if not isinstance(text, Message):
        return text
    kind = type(text.kind)
    module = kind.__module__.removeprefix(_PACKAGE)
    values = {name: _encode_value(each) for name, each in text.values.items()}
    return {
        "kind": [module, kind.__name__, text.kind.name],
        "number": text.number,
        "values": values,
        "words": str(text),
    }


def decode_message(data: Any) -> str:
    """Return the text that `encode_message` encoded.

    If this version of the program does not know the message any more, return its English words.
    """
    if not isinstance(data, dict):
        return data if isinstance(data, str) else ""
    try:
        module, kind, member = data["kind"]
        # Only names inside the package: the data comes from a file.
        found = getattr(import_module(f"{_PACKAGE}{module}"), kind)[member] if module.isidentifier() else None
        values = {name: _decode_value(each) for name, each in data["values"].items()}
        if isinstance(found, MessageKind):
            return found(data["number"], **values)
    except (ImportError, AttributeError, LookupError, TypeError, ValueError):
        pass
    words = data.get("words", "")
    return words if isinstance(words, str) else ""


def _encode_value(value: Value) -> Any:
    if isinstance(value, str):
        return encode_message(value)
    return value if isinstance(value, int) else [_encode_value(each) for each in value]


def _decode_value(data: Any) -> Value:
    if isinstance(data, int):
        return data
    if isinstance(data, Sequence) and not isinstance(data, str):
        return [decode_message(each) if isinstance(each, str | dict) else each for each in data]
    return decode_message(data)
