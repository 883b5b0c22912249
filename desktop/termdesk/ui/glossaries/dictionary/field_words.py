"""The titles of the further fields of an entry: definition, part of speech and so on."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from termdesk.domain.entries import term_fields as names
from termdesk.domain.entries.entry_detail import EntryDetail


def further_details(detail: EntryDetail) -> list[tuple[str, str]]:
    """Return title and text of each further field of an entry, in the UI language and in a fixed order."""
    return [(_field_title(name), text) for name, text in detail.fields]


def _field_title(name: str) -> str:
    titles = {
        names.DEFINITION: _tr("Definition"),
        names.CONTEXT: _tr("Context"),
        names.PART_OF_SPEECH: _tr("Part of speech"),
        names.GENDER: _tr("Gender"),
        names.TERM_TYPE: _tr("Term type"),
        names.SOURCE: _tr("Term source"),
        names.SUBSET: _tr("Subset"),
    }
    own = name.removeprefix(names.OF_SOURCE)
    title = titles.get(own, own)
    return title if own == name else _tr("{title} of the source term").format(title=title)


def _tr(text: str) -> str:
    return QCoreApplication.translate("FieldWords", text)
