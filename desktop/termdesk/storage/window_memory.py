"""What a window remembers, as one typed value: each field is what it must be, or as if it had never been kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta

# More than any screen or column has; larger numbers come from damage, and Qt cannot hold them.
Small = Annotated[int, Meta(ge=-100_000, le=100_000)]
Share = Annotated[float, Meta(ge=0, le=100_000)]
# Text of Qt's own, base64: where a window or a splitter stood.
Place = Annotated[str, Meta(pattern="^[A-Za-z0-9+/=]*$")]
Named = dict[str, str]


class LibraryMemory(msgspec.Struct):
    """What is open, chosen and on top in the library; a line is its key and its pair."""

    open: list[str] = []
    chosen: list[str] = []
    top: list[str] = []


class ColumnMemory(msgspec.Struct):
    """How wide the columns of the grid are, which are hidden, and in which order they stand."""

    shares: dict[str, Share] = {}
    hidden: list[str] = []
    order: list[str] = []


class WindowMemory(msgspec.Struct, omit_defaults=True):
    """All that is remembered, by name; None and empty where nothing is.

    `places` are those of splitters, by their object names.
    """

    geometry: Place | None = None
    pane: Annotated[int, Meta(ge=0, le=100)] | None = None
    own_keys: dict[str, list[str]] | None = None
    folder: str | None = None
    library: LibraryMemory | None = None
    new_source: str | None = None
    new_target: str | None = None
    export_many_format: str | None = None
    orders: dict[str, tuple[Small, bool]] | None = None
    filter_row: bool | None = None
    facets: bool | None = None
    grid_columns: ColumnMemory | None = None
    grid_zoom: Small | None = None
    grid_shows_hidden: bool | None = None
    multilingual_details: bool | None = None
    multilingual_widths: dict[str, Small] | None = None
    multilingual_hidden: list[str] | None = None
    multilingual_order: list[str] | None = None
    translate_text: str | None = None
    translate_context: str | None = None
    translate_source_language: str | None = None
    translate_target_language: str | None = None
    translate_glossaries: dict[str, Named] | None = None
    improve_text: str | None = None
    improve_language: str | None = None


_TYPES = {field.name: field.type for field in msgspec.structs.fields(WindowMemory)}
# Names under which earlier versions stored a field.
_FORMER_NAMES = {
    "wide_widths": "multilingual_widths",
    "wide_hidden": "multilingual_hidden",
    "wide_order": "multilingual_order",
}
# Names of splitters are those of their widgets, which are not known here.
_OTHERS = Place


def decoded(found: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The values that are what they must be; and the names of those that are not."""
    fitting: dict[str, Any] = {}
    wrong: list[str] = []
    for stored_name, value in found.items():
        name = _FORMER_NAMES.get(stored_name, stored_name)
        if name in _TYPES and value is None:
            continue
        try:
            msgspec.convert(value, _TYPES.get(name, _OTHERS))
            fitting[name] = value
        except (msgspec.ValidationError, OverflowError):
            wrong.append(name)
    return fitting, wrong
