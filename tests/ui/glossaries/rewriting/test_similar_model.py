"""Clusters of similar entries: one entry of each stays, and the selected others are changed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QModelIndex, Qt
from pytestqt.modeltest import ModelTester

from termdesk.application.glossaries.checks.similar_entries import Similar
from termdesk.ui.glossaries.rewriting.similar_model import OTHER, PHRASE, ROW, STAYS, SimilarModel

Role = Qt.ItemDataRole
CHECKED, UNCHECKED, PARTLY = Qt.CheckState.Checked, Qt.CheckState.Unchecked, Qt.CheckState.PartiallyChecked
PHRASES = ["e-mail", "tree", "E-Mail", "trees", "email"]
CLUSTERS = [[0, 2, 4], [1, 3]]


def model_of(clusters: list[list[int]]) -> SimilarModel:
    model = SimilarModel(("en", "ar"), ("Source", "Target"), row_number=lambda row: row + 100)
    others = ["بريد", "شجرة", "بريد", "أشجار", "بريد"]
    similar = Similar(column=0, revision=1, clusters=clusters, phrases=PHRASES, others=others, compared=5)
    model.show_found(similar, ("en", "ar"), ("Source", "Target"))
    return model


@pytest.fixture
def model(qapp: object) -> SimilarModel:
    return model_of(CLUSTERS)


def member(model: SimilarModel, cluster: int, position: int, column: int = PHRASE) -> QModelIndex:
    return model.index(position, column, model.index(cluster, 0))


def tick(model: SimilarModel, index: QModelIndex, state: Qt.CheckState) -> bool:
    return model.setData(index, state, Role.CheckStateRole)


def test_the_tree_keeps_qts_rules(model: SimilarModel, qtmodeltester: ModelTester) -> None:
    qtmodeltester.check(model)
    model.tick_all(True)
    qtmodeltester.check(model)


def test_the_first_stays_and_nothing_is_ticked_at_first(model: SimilarModel) -> None:
    assert model.choices() == {}
    assert [member(model, 0, position, STAYS).data() for position in range(3)] == ["stays", "", ""]
    assert model.index(0, PHRASE).data(Role.CheckStateRole) == UNCHECKED


def test_a_tick_of_the_cluster_takes_all_but_what_stays(model: SimilarModel) -> None:
    tick(model, model.index(0, 0), CHECKED)
    assert model.choices() == {0: [2, 4]}
    tick(model, member(model, 0, 1), UNCHECKED)
    assert model.index(0, PHRASE).data(Role.CheckStateRole) == PARTLY

    model.keep(member(model, 0, 2))

    # The entry that stayed before was selected with the others, so now it is changed like them.
    assert model.choices() == {4: [0]}
    assert model.index(0, PHRASE).data() == "email"


def test_what_stays_cannot_be_left_out(model: SimilarModel) -> None:
    assert not tick(model, member(model, 1, 0), CHECKED)
    assert not tick(model, member(model, 1, 0), UNCHECKED)
    assert member(model, 1, 0).data(Role.CheckStateRole) == CHECKED


def test_a_row_is_told_by_the_number_that_the_user_sees(model: SimilarModel) -> None:
    assert member(model, 1, 1, ROW).data() == "104"
    assert model.row_of(member(model, 1, 1)) == 3
    assert "row 104" in member(model, 1, 1).data(Role.AccessibleTextRole)
    assert model.row_of(model.index(1, 0)) is None
    assert model.row_of(QModelIndex()) is None


def test_a_cluster_says_how_many_it_has(model: SimilarModel) -> None:
    assert model.index(1, OTHER).data().startswith("2 entries")


def test_phrases_of_the_other_language_begin_on_its_side(model: SimilarModel) -> None:
    sides = [member(model, 0, 0, column).data(Role.TextAlignmentRole) for column in (PHRASE, OTHER)]

    assert not Qt.AlignmentFlag(sides[0]) & Qt.AlignmentFlag.AlignRight
    assert Qt.AlignmentFlag(sides[1]) & Qt.AlignmentFlag.AlignRight


@given(st.lists(st.tuples(st.sampled_from(["keep", "tick", "untick"]), st.integers(0, 1), st.integers(0, 2))))
def test_whatever_is_ticked_what_stays_is_never_settled(qapp: object, steps: list[tuple[str, int, int]]) -> None:
    model = model_of(CLUSTERS)
    for step, cluster, position in steps:
        index = member(model, cluster, min(position, len(CLUSTERS[cluster]) - 1))
        if step == "keep":
            model.keep(index)
        else:
            tick(model, index, CHECKED if step == "tick" else UNCHECKED)

    for kept, rows in model.choices().items():
        [cluster_rows] = [each for each in CLUSTERS if kept in each]
        assert kept not in rows
        assert set(rows) < set(cluster_rows)
