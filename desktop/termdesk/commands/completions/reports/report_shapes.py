"""The shape of a report: keys, types, and how a person reads them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

# A type, None, a tuple of alternatives, a list with its item shape, or a dict of value shapes by key (`str`: any key).
Shape = Any

TEXT_OR_NULL = (str, None)
NUMBER_OR_NULL = (int, None)
SHARE = (float, int, None)
PAIR: dict[Any, Shape] = {"source_lang": str, "target_lang": str}
DIFFERENCE: dict[Any, Shape] = {"added": {str: str}, "changed": {str: {"old": str, "new": str}}, "removed": {str: str}}

_NAMES = {str: "text", int: "number", float: "number", bool: "true or false", None: "null"}


def shape_lines(shape: Shape, indent: int = 0) -> Iterator[str]:
    """Return a shape as lines for people."""
    for key, each in shape.items():
        name = "  " * indent + ("(any)" if key is str else key)
        inner = each[0] if isinstance(each, list | tuple) and isinstance(each[0], dict) else each
        kind = (
            "list of objects" if isinstance(each, list) else "object or null" if isinstance(each, tuple) else "object"
        )
        if isinstance(inner, dict):
            yield f"{name}: {kind}"
            yield from shape_lines(inner, indent + 1)
        elif isinstance(each, list):
            yield f"{name}: list of {_NAMES[each[0]]}"
        elif isinstance(each, tuple):
            yield f"{name}: {' or '.join(dict.fromkeys(_NAMES[one] for one in each))}"
        else:
            yield f"{name}: {_NAMES[each]}"
