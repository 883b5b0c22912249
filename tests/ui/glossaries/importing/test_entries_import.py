"""The order in which files are imported, and which of them share a new glossary."""

from __future__ import annotations

from collections.abc import Callable

from termdesk.application.glossaries.importing.importer import ImportPreview
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.importing.entries_import import order_groups
from termdesk.ui.glossaries.importing.import_order import ImportOrder

EN_DE = LanguagePair("en", "de")


def test_new_glossaries_come_last_and_those_of_one_name_together(preview_of: Callable[..., ImportPreview]) -> None:
    preview = preview_of("a.en-de.tsv", "train\tZug\n")
    new = [ImportOrder(preview, True, name, EN_DE) for name in ("Rail", "Law", "RAIL")]
    other = ImportOrder(preview, False, "", EN_DE, glossary="key")
    opened = ImportOrder(preview, False, "", EN_DE)

    groups = order_groups([new[0], other, new[1], opened, new[2]])

    assert [[id(each) for each in group] for group in groups] == [
        [id(opened)],
        [id(other)],
        [id(new[0]), id(new[2])],
        [id(new[1])],
    ]
