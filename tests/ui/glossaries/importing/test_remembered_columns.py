"""Columns that were chosen for a header."""

from __future__ import annotations

from collections.abc import Callable

from termdesk.application.glossaries.importing.importer import ImportChoices
from termdesk.application.glossaries.importing.preview import ImportPreview
from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.glossaries.importing.remembered_columns import MOST_HEADERS, columns_for, remember_columns

Read = Callable[..., ImportPreview]
TABLE = "en,de,Short\ntrain,Zug,tr\n"


def test_a_choice_is_kept_for_its_header_alone(preview_of: Read) -> None:
    remembered = WindowMemory()

    remember_columns(preview_of("a.csv", TABLE, ImportChoices(columns=(2, 1))), remembered)

    assert columns_for(preview_of("b.csv", TABLE.replace("train", "bus")), remembered) == (2, 1)
    assert columns_for(preview_of("c.csv", TABLE.replace("Short", "Long")), remembered) is None
    assert columns_for(preview_of("d.csv", TABLE, ImportChoices(columns=(2, 1))), remembered) is None


def test_without_a_choice_or_a_header_nothing_is_kept(preview_of: Read) -> None:
    remembered = WindowMemory()

    remember_columns(preview_of("a.csv", TABLE), remembered)
    remember_columns(preview_of("b.csv", "train,Zug,tr\n", ImportChoices(columns=(2, 1))), remembered)

    assert remembered.import_columns == {}


def test_the_oldest_choices_are_forgotten(preview_of: Read) -> None:
    remembered = WindowMemory(import_columns={str(number): (0, 1) for number in range(MOST_HEADERS)})

    remember_columns(preview_of("a.csv", TABLE, ImportChoices(columns=(2, 1))), remembered)

    assert len(remembered.import_columns) == MOST_HEADERS
    assert "0" not in remembered.import_columns
