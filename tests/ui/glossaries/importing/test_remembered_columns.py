"""Column choices are remembered for a header."""

from __future__ import annotations

from collections.abc import Callable

from termdesk.application.glossaries.importing.file_view import ColumnRole, ColumnUse
from termdesk.application.glossaries.importing.importer import ImportChoices
from termdesk.application.glossaries.importing.preview import ImportPreview
from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.glossaries.importing.remembered_columns import (
    MOST_HEADERS,
    columns_for,
    digest,
    remember_columns,
    texts_of,
    uses_in,
)

Read = Callable[..., ImportPreview]
USES = ((2, ColumnUse(ColumnRole.SOURCE)), (1, ColumnUse(ColumnRole.TARGET)))
TABLE = "en,de,Short\ntrain,Zug,tr\n"


def test_a_choice_is_kept_for_its_header_alone(preview_of: Read) -> None:
    remembered = WindowMemory()

    remember_columns(preview_of("a.csv", TABLE, ImportChoices(columns=(2, 1))), remembered)

    assert columns_for(preview_of("b.csv", TABLE.replace("train", "bus")), remembered) == USES
    assert columns_for(preview_of("c.csv", TABLE.replace("Short", "Long")), remembered) is None
    assert columns_for(preview_of("d.csv", TABLE, ImportChoices(columns=(2, 1))), remembered) is None


def test_roles_and_languages_are_kept_and_damage_is_left_out(preview_of: Read) -> None:
    remembered = WindowMemory()
    uses = ((2, ColumnUse(ColumnRole.TARGET, "fr")), (1, ColumnUse(ColumnRole.NOTE)))
    preview = preview_of("a.csv", TABLE, ImportChoices(uses=uses))
    remember_columns(preview, remembered)
    other = preview_of("b.csv", TABLE)

    assert columns_for(other, remembered) == uses
    remembered.import_uses[digest(other.columns)] = [(2, "no role", ""), (1, "note", "")]
    assert columns_for(other, remembered) == uses[1:]
    remembered.import_uses[digest(other.columns)] = [(7, "note", "")]
    assert columns_for(other, remembered) is None


def test_a_preset_says_for_each_title_what_it_is_used_for() -> None:
    uses = {"Kurz": ColumnUse(ColumnRole.TARGET, "de"), "x": ColumnUse(ColumnRole.IGNORED)}

    assert uses_in(texts_of(uses)) == uses
    assert uses_in({"x": ("no role", "")}) == {}


def test_without_a_choice_or_a_header_nothing_is_kept(preview_of: Read) -> None:
    remembered = WindowMemory()

    remember_columns(preview_of("a.csv", TABLE), remembered)
    remember_columns(preview_of("b.csv", "train,Zug,tr\n", ImportChoices(columns=(2, 1))), remembered)

    assert remembered.import_uses == {}


def test_the_oldest_choices_are_forgotten(preview_of: Read) -> None:
    remembered = WindowMemory(import_uses={str(number): [] for number in range(MOST_HEADERS)})

    remember_columns(preview_of("a.csv", TABLE, ImportChoices(columns=(2, 1))), remembered)

    assert len(remembered.import_uses) == MOST_HEADERS
    assert "0" not in remembered.import_uses
