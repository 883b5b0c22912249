"""The differences between two versions, row by row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import Qt

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import Difference
from termdesk.ui.glossaries.difference.difference_model import AFTER, BEFORE, SIGN, SOURCE, DifferenceModel
from termdesk.ui.glossaries.sheet.item_roles import LANGUAGE_ROLE
from termdesk.ui.widgets.plain import tooltip

EN_DE, EN_AR = LanguagePair("en", "de"), LanguagePair("en", "ar")
CHANGE = Difference({"a": "A"}, {"b": ("B", "C")}, {"d": "D"})
Role = Qt.ItemDataRole


def model_of(change: Difference, pair: LanguagePair) -> DifferenceModel:
    return DifferenceModel(change, pair, before="Before", after="After")


def test_the_model_keeps_qts_rules(qtmodeltester: Any) -> None:
    model = model_of(CHANGE, EN_DE)

    qtmodeltester.check(model)


def test_removed_phrases_stand_first_and_no_row_speaks_by_color_alone(qapp: object) -> None:
    model = model_of(Difference({"a": "A"}, {"b": ("B", "C")}, {"d": "D"}), EN_DE)

    rows = [[model.index(row, column).data() for column in range(4)] for row in range(model.rowCount())]

    assert rows == [["−", "d", "D", ""], ["~", "b", "B", "C"], ["+", "a", "", "A"]]
    assert model.index(1, 0).data(Qt.ItemDataRole.AccessibleTextRole) == "changed: b, from B to C"


def test_each_kind_of_change_has_a_color_of_its_own(qapp: object) -> None:
    model = model_of(CHANGE, EN_DE)

    assert len({model.index(row, 0).data(Role.BackgroundRole).name() for row in range(3)}) == 3


def test_what_is_cut_off_is_shown_whole_by_its_tooltip(qapp: object) -> None:
    model = model_of(Difference({}, {"b": ("B (Note: <signed>)", "B")}, {}), EN_DE)

    assert model.index(0, BEFORE).data(Role.ToolTipRole) == tooltip("B (Note: <signed>)")
    assert model.index(0, SIGN).data(Role.ToolTipRole) is None


def test_titles_and_phrases_are_aligned_for_their_language(qapp: object) -> None:
    model = model_of(CHANGE, EN_AR)
    horizontal = Qt.Orientation.Horizontal

    languages = [model.headerData(column, horizontal, LANGUAGE_ROLE) for column in range(4)]

    assert languages == [None, "en", "ar", "ar"]
    for column in (SIGN, SOURCE, AFTER):
        side = model.index(0, column).data(Role.TextAlignmentRole)
        assert side == model.headerData(column, horizontal, Role.TextAlignmentRole)
    assert model.index(0, AFTER).data(Role.TextAlignmentRole) & Qt.AlignmentFlag.AlignRight


def test_hidden_characters_are_seen(qapp: object) -> None:
    model = model_of(Difference({"a": "two\nlines"}, {}, {}), EN_DE)

    assert "\n" not in model.index(0, AFTER).data()


@pytest.mark.parametrize(("removed", "changed", "added"), [(0, 0, 0), (3, 0, 1), (0, 2, 0)])
def test_a_change_without_one_kind_has_no_rows_of_it(qapp: object, removed: int, changed: int, added: int) -> None:
    change = Difference(
        {f"a{number}": "x" for number in range(added)},
        {f"c{number}": ("x", "y") for number in range(changed)},
        {f"r{number}": "x" for number in range(removed)},
    )

    model = model_of(change, EN_DE)
    signs = "".join(model.index(row, SIGN).data() for row in range(model.rowCount()))

    assert signs == "−" * removed + "~" * changed + "+" * added


def test_the_columns_carry_the_names_of_the_versions_and_rows_know_their_source(qapp: object) -> None:
    model = model_of(CHANGE, EN_DE)

    heads = [model.headerData(column, Qt.Orientation.Horizontal) for column in range(4)]

    assert heads == ["", "Source", "Before", "After"]
    assert model.sources(0, 2) == ["d", "b", "a"]


def test_of_a_long_difference_only_the_phrases_that_are_shown_are_read(qapp: object) -> None:
    rows, read = 50_000, list[str]()

    class Noted(dict[str, str]):
        def __iter__(self) -> Iterator[str]:
            for each in super().__iter__():
                read.append(each)
                yield each

    model = model_of(Difference(Noted((f"word {row}", "Wort") for row in range(rows)), {}, {}), EN_DE)
    assert model.rowCount() == rows
    assert read == []

    assert model.index(5, SOURCE).data() == "word 5"
    assert len(read) < rows // 10
    assert model.index(rows - 1, SOURCE).data() == f"word {rows - 1}"
    assert model.sources(3, 4) == ["word 3", "word 4"]
