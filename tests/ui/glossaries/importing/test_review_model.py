"""The rows of an import as a table: decisions reach the review, and the table is updated."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from termdesk.application.glossaries.importing.review import incoming_rows_of
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.import_comparison import review_of
from termdesk.domain.merging.review import Decision, InitialDecision, Review, ReviewKind, possible
from termdesk.formats.read_result import ReadResult, RejectedRow
from termdesk.ui.glossaries.importing.review_model import DECISION, DECISIONS_ROLE, LINE, PRESENT, REASON, ReviewModel
from termdesk.ui.glossaries.sheet.item_roles import LANGUAGE_ROLE

EN_AR = LanguagePair("en", "ar")
HERE_ENTRIES = Entries.of([("tree", "شجرة"), ("house", "بيت"), ("sea", "بحر")])
FAULT = RejectedRow(4, 4, 0, "The row has 1 column.", "Put both in one line.", b"no tab", ("no tab", ""))
FILE = ReadResult(
    Entries.of([("tree", "شجر"), ("house", "بيت"), ("river", "نهر"), ("sun", "شمس"), ("sun", "الشمس"), ("sun", "شمس")]),
    [1, 2, 3, 5, 6, 7],
    (FAULT,),
)
CHANGED, SAME, NEW, REJECTED, CLASH = range(5)
Role = Qt.ItemDataRole


@pytest.fixture
def review() -> Review:
    made = review_of(HERE_ENTRIES, incoming_rows_of(FILE))
    made.decide_by(InitialDecision.KEEP)
    return made


@pytest.fixture
def model(qapp: object, review: Review) -> ReviewModel:
    return ReviewModel(review, EN_AR)


def reported(model: ReviewModel, row: int, column: int) -> str:
    return str(model.index(row, column).data())


def test_the_model_keeps_the_rules_of_qt(model: ReviewModel, review: Review) -> None:
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)

    model.show_items(review.items(ReviewKind.CLASH))
    model.decide_rows([0], Decision.TAKE)

    assert tester.model() is model
    assert model.rowCount() == 2


def test_a_decision_in_a_cell_is_one_of_the_review(model: ReviewModel, review: Review) -> None:
    decided: list[bool] = []
    model.decided.connect(lambda: decided.append(True))
    before = reported(model, CHANGED, DECISION)

    assert model.setData(model.index(CHANGED, DECISION), int(Decision.TAKE))
    assert not model.setData(model.index(CHANGED, PRESENT), int(Decision.TAKE))

    assert review.decision(CHANGED) == Decision.TAKE
    assert reported(model, CHANGED, DECISION) != before
    assert decided == [True]


def test_shown_rows_are_decided_by_their_place_in_the_list(model: ReviewModel, review: Review) -> None:
    model.show_items([REJECTED, NEW])

    model.decide_rows([1], Decision.KEEP)
    assert (review.decision(NEW), review.decision(REJECTED)) == (Decision.KEEP, Decision.TAKE)
    model.decide_shown(Decision.KEEP)

    assert review.decision(REJECTED) == Decision.KEEP
    assert review.decision(CLASH) == Decision.BOTH, "it is not shown"


def test_deciding_on_a_kind_reaches_rows_that_are_not_shown(model: ReviewModel, review: Review) -> None:
    model.show_items([NEW])

    model.decide_kind(ReviewKind.CHANGED, Decision.BOTH)

    assert review.decision(CHANGED) == Decision.BOTH


def test_a_row_offers_what_its_kind_allows(model: ReviewModel, review: Review) -> None:
    for row in range(len(review)):
        offered = model.index(row, DECISION).data(DECISIONS_ROLE)

        assert [decision for decision, _ in offered] == list(possible(review.kind(row)))
        assert len({words for _, words in offered}) == len(offered)
        assert reported(model, row, DECISION) in {words for _, words in offered}


def test_only_the_decision_can_be_edited(model: ReviewModel) -> None:
    editable = [bool(model.index(0, column).flags() & Qt.ItemFlag.ItemIsEditable) for column in range(8)]

    assert [column for column, is_so in enumerate(editable) if is_so] == [DECISION]


def test_a_repeated_row_says_where_the_first_one_is(model: ReviewModel, review: Review) -> None:
    [twin] = [row for row in range(len(review)) if review.twin(row) is not None]

    assert reported(model, twin, REASON).endswith("5")
    assert reported(model, REJECTED, REASON).startswith("The row has 1 column.")
    assert reported(model, NEW, REASON) == ""


def test_a_row_of_the_dictionary_alone_has_no_line(model: ReviewModel, review: Review) -> None:
    assert reported(model, review.items(ReviewKind.ONLY_LOCAL)[0], LINE) == ""
    assert reported(model, CHANGED, LINE) == "1"


def test_phrases_are_aligned_for_their_language(model: ReviewModel) -> None:
    assert model.headerData(PRESENT, Qt.Orientation.Horizontal, LANGUAGE_ROLE) == "ar"
    assert model.index(0, PRESENT).data(Role.TextAlignmentRole) & Qt.AlignmentFlag.AlignRight


def test_a_row_speaks_its_kind_its_phrases_and_its_decision(model: ReviewModel) -> None:
    spoken = str(model.index(CHANGED, 0).data(Role.AccessibleTextRole))

    assert all(words in spoken for words in ("tree", "شجرة", "شجر", reported(model, CHANGED, DECISION)))


def test_another_review_replaces_all_rows(model: ReviewModel) -> None:
    model.show_items([NEW])
    calm = review_of(HERE_ENTRIES, incoming_rows_of(ReadResult(Entries.of([("sun", "Sonne")]), [1])))

    model.show_review(calm, LanguagePair("en", "de"))

    assert model.review is calm
    assert model.rowCount() == len(calm)
    assert model.headerData(PRESENT, Qt.Orientation.Horizontal, LANGUAGE_ROLE) == "de"
