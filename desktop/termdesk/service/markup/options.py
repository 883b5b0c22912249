"""Options for parsing markup: the interface's parameters of tag handling."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from termdesk.domain.errors import InvalidInput

Kind = Literal["xml", "html"]
Version = Literal["v1", "v2"]


@dataclass(frozen=True, slots=True)
class MarkupOptions:
    """`splitting`, `non_splitting` and `ignored` are element names; `version` "v2" requires well-formed XML.

    Without `detects_outline`, only `splitting` elements end a sentence. With `keeps_newlines`, line breaks in texts are
    kept; otherwise they count as spaces, as in browsers. With `divides_items`, equal elements side by side in a text of
    XML are items, and an empty one between two letters is a line break: both end a sentence.
    """

    version: Version = "v2"
    splitting: frozenset[str] = frozenset()
    non_splitting: frozenset[str] = frozenset()
    ignored: frozenset[str] = frozenset()
    detects_outline: bool = True
    keeps_newlines: bool = False
    divides_items: bool = False


class MalformedMarkup(InvalidInput):
    """A text is not valid markup, or is nested more deeply than any real document; `message` has the position."""


class NotWellFormed(MalformedMarkup):
    """A text is not well-formed XML; `message` is what is wrong and where, without a beginning of its own."""
