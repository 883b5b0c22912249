"""How markup is to be read: the interface's parameters of tag handling."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from termdesk.domain.errors import InvalidInput

Kind = Literal["xml", "html"]
Version = Literal["v1", "v2"]


@dataclass(frozen=True, slots=True)
class MarkupOptions:
    """`splitting`, `non_splitting` and `ignored` are names of elements; `version` "v2" wants XML to be well-formed.

    Without `detects_outline` nothing but `splitting` elements ends a sentence. Where `keeps_newlines`, a line
    break in a text is one; else it is a space, as browsers show it.
    """

    version: Version = "v2"
    splitting: frozenset[str] = frozenset()
    non_splitting: frozenset[str] = frozenset()
    ignored: frozenset[str] = frozenset()
    detects_outline: bool = True
    keeps_newlines: bool = False


class MalformedMarkup(InvalidInput):
    """A text is not what its markup says, or more deeply nested than anything real; `message` has the place."""
