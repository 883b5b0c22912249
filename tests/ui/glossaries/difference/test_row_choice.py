"""Rows are selected and left out, singly or together."""

from __future__ import annotations

from PySide6.QtCore import Qt

from termdesk.ui.glossaries.difference.row_choice import RowChoice


def test_all_rows_are_chosen_until_some_are_left_out(qapp: object) -> None:
    choice = RowChoice(["a", "b"])
    reported: list[Qt.CheckState | None] = []
    choice.changed.connect(lambda: reported.append(choice.state))
    assert (choice.chosen, choice.state) == ({"a", "b"}, Qt.CheckState.Checked)

    choice.choose(["a"], is_on=False)
    assert (choice.chosen, choice.left_out, choice.is_chosen("a")) == ({"b"}, {"a"}, False)
    assert choice.has_any
    choice.choose_all(is_on=False)
    assert not choice.has_any
    choice.choose(["b"], is_on=True)
    choice.choose_all(is_on=True)

    assert reported == [
        Qt.CheckState.PartiallyChecked,
        Qt.CheckState.Unchecked,
        Qt.CheckState.PartiallyChecked,
        Qt.CheckState.Checked,
    ]
    assert RowChoice([]).state is None
    assert not RowChoice([]).has_any
