"""One controller for the grid and for the multilingual table: queries are rolled back and repeated in both."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QStyledItemDelegate, QTreeWidgetItem, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from support.view_queries import containing
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.multilingual.open_table import OpenTable
from termdesk.application.glossaries.view.conditions import Condition, Match
from termdesk.application.glossaries.view.facets import Facet
from termdesk.application.glossaries.view.view_query import RowMark, ViewQuery
from termdesk.domain.window_memory import MOST_TABLES, WindowMemory
from termdesk.ui.glossaries.dictionary.grid_edits import GridEdits
from termdesk.ui.glossaries.multilingual.multilingual_bar import MultilingualBar
from termdesk.ui.glossaries.multilingual.multilingual_delegate import MultilingualDelegate
from termdesk.ui.glossaries.multilingual.multilingual_edits import MultilingualEdits
from termdesk.ui.glossaries.multilingual.multilingual_grid import MultilingualGrid
from termdesk.ui.glossaries.sheet.grid_view import GridView
from termdesk.ui.glossaries.sheet.phrase_delegate import PhraseDelegate
from termdesk.ui.glossaries.view.filter_bar import FilterBar
from termdesk.ui.glossaries.view.filter_header import FilterHeader
from termdesk.ui.glossaries.view.query_editor import ViewQueryEditor
from termdesk.ui.glossaries.view.view_controller import QueryParts, TableTexts, ViewController, facets_for
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.widgets.drawn_strips import STRIP_HEIGHT

Opening = Callable[[Sequence[tuple[str, str]]], OpenDictionary]
OpeningMultilingual = Callable[[Mapping[str, Sequence[tuple[str, str]]]], OpenTable]

# A pattern that is slow only with these phrases.
SLOW = "(x+x+)+z"
SLOW_PAIRS = [(f"{'x' * 18}{number}", f"y{number}") for number in range(6_000)]
PAIRS = [("bolt", "برغي"), ("nut", "صامولة"), ("washer", "فلكة")]


@dataclass(frozen=True)
class Viewed:
    """A table with its controller, as on a page."""

    controller: ViewController
    grid: GridView
    edits: Any
    jobs: Jobs
    page: QWidget
    # The key of the sort order, which a test may change.
    keys: list[str]

    @property
    def sources(self) -> list[str]:
        model = self.grid.row_order_model()
        return [str(model.index(row, 0).data(Qt.ItemDataRole.EditRole)) for row in range(model.rowCount())]

    @property
    def is_at_rest(self) -> bool:
        return not self.jobs.running

    def ask(self, query: ViewQuery) -> None:
        self.controller.query_editor.ask(query)


@pytest.fixture(params=["grid", "multilingual"])
def viewing(
    request: pytest.FixtureRequest,
    qtbot: QtBot,
    window: QWidget,
    opening: Opening,
    opening_multilingual: OpeningMultilingual,
    jobs: Jobs,
) -> Iterator[Callable[[Sequence[tuple[str, str]]], Viewed]]:
    """Return a function that shows these pairs in the grid, and as a language of the multilingual table."""
    made: list[Viewed] = []
    keys = ["terms en-ar"]

    def view(pairs: Sequence[tuple[str, str]]) -> Viewed:
        if request.param == "grid":
            table: Any = opening(pairs)
            edits: Any = GridEdits(table)
            grid = GridView(header=FilterHeader)
            bar: Any = FilterBar(ViewQueryEditor(grid))
            delegate: Any = PhraseDelegate(grid)
        else:
            table = opening_multilingual({"ar": pairs, "de": [(pairs[0][0], "Schraube")]})
            edits = MultilingualEdits(table, rename=lambda _row, _text: None)
            grid = MultilingualGrid()
            bar = MultilingualBar(ViewQueryEditor(grid), ["Arabic", "German"], lambda: edits.model.missing)
            delegate = MultilingualDelegate(grid)
        grid.setModel(edits.model)
        grid.setItemDelegate(delegate)
        texts = TableTexts(name="Terms", owner="terms", order_key=lambda: keys[0], any_title="Any phrase")
        parts = QueryParts(table, texts=texts, jobs=jobs, page=grid)
        parts.add_facets(facets_for("en", ["ar"]), parent=grid)
        controller = ViewController(table, grid, bar, parts=parts, texts=texts, jobs=jobs, parent=grid)
        for name in ("filter_row", "facets"):
            bar.add_switch(name, "filter", window.addAction(name))
        # In one window, as on a page, because another window that opens would close the cell.
        page = QWidget()
        qtbot.addWidget(page)
        column = QVBoxLayout(page)
        for widget in (bar, controller.chips, controller.beside(grid), controller.counts):
            column.addWidget(widget)
        page.resize(900, 600)
        page.show()
        made.append(Viewed(controller, grid, edits, jobs, page, keys))
        return made[-1]

    yield view
    for each in made:
        each.controller.close()
        qtbot.waitUntil(lambda each=each: each.is_at_rest)


def wait(qtbot: QtBot, viewed: Viewed) -> None:
    qtbot.waitUntil(lambda: viewed.is_at_rest)


def start_slow_filter(qtbot: QtBot, viewed: Viewed) -> None:
    """Start a slow query, and wait until a worker processes it."""
    controller = viewed.controller
    controller.header.field(0).setText(SLOW)
    controller.header.field(0).choose(Match.PATTERN)
    qtbot.waitUntil(lambda: any(job.key == controller.applying and job.progress.done for job in viewed.jobs.running))


@pytest.mark.slow
def test_a_cancelled_filter_restores_the_former_query(
    qtbot: QtBot, viewing: Callable[[Sequence[tuple[str, str]]], Viewed]
) -> None:
    viewed = viewing(SLOW_PAIRS)
    controller = viewed.controller
    former = containing("x1").with_order(0, descending=True).with_mark(RowMark.CHANGED, False)
    viewed.ask(former)
    wait(qtbot, viewed)
    shown = viewed.sources
    start_slow_filter(qtbot, viewed)
    assert len(controller.chips.chips) == 2

    viewed.jobs.cancel(controller.applying)
    qtbot.waitUntil(lambda: len(controller.chips.chips) == 1)

    assert controller.query_editor.query == former == controller.shown_query
    assert controller.header.field(0).text() == ""
    assert controller.bar.field.text() == "x1"
    assert viewed.sources == shown


@pytest.mark.slow
def test_a_newer_query_is_not_undone_by_the_end_of_the_one_before(
    qtbot: QtBot, viewing: Callable[[Sequence[tuple[str, str]]], Viewed]
) -> None:
    viewed = viewing(SLOW_PAIRS)
    start_slow_filter(qtbot, viewed)
    slow = viewed.controller.query_editor.query

    viewed.ask(containing("x17"))
    wait(qtbot, viewed)

    assert viewed.controller.query_editor.query == containing("x17") == viewed.controller.shown_query
    assert slow != viewed.controller.shown_query
    assert all("x17" in source for source in viewed.sources)


class Drawn(QObject):
    """The tops of the cells that the view draws, by turn of the event loop."""

    def __init__(self, grid: GridView) -> None:
        super().__init__(grid)
        self.turns: list[set[int]] = []
        grid.viewport().installEventFilter(self)
        delegate = grid.itemDelegate()
        assert isinstance(delegate, QStyledItemDelegate)
        draw = delegate.paint

        def paint(painter: Any, option: Any, index: Any) -> None:
            self.turns[-1].add(option.rect.top())
            draw(painter, option, index)

        delegate.paint = paint  # type: ignore[method-assign]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.turns.append(set())
        return super().eventFilter(watched, event)


@pytest.mark.slow
def test_found_rows_are_drawn_in_strips(qtbot: QtBot, viewing: Callable[[Sequence[tuple[str, str]]], Viewed]) -> None:
    viewed = viewing([(f"bolt {number}", f"برغي {number}") for number in range(200)])
    drawn, viewport = Drawn(viewed.grid), viewed.grid.viewport()
    # The page is tall enough for the chips, too: it must not grow.
    viewed.grid.setMinimumHeight(3 * STRIP_HEIGHT)
    viewed.page.resize(900, 7 * STRIP_HEIGHT)
    qtbot.waitUntil(lambda: len(set().union(*drawn.turns)) * viewed.grid.rowHeight(0) > 2 * STRIP_HEIGHT)
    for query in (containing("bolt"), ViewQuery()):
        drawn.turns.clear()
        viewed.ask(query)
        wait(qtbot, viewed)
        # The first chip appears above the grid, or the last one disappears, and then the rows change.
        qtbot.waitUntil(lambda: len(set().union(*drawn.turns)) >= viewport.height() // viewed.grid.rowHeight(0))
        rows = max(len(turn) for turn in drawn.turns)
        assert rows <= STRIP_HEIGHT // viewed.grid.rowHeight(0) + 2


@pytest.mark.slow
def test_found_rows_are_drawn_once_with_their_marks(
    qtbot: QtBot, viewing: Callable[[Sequence[tuple[str, str]]], Viewed]
) -> None:
    viewed = viewing(PAIRS)
    model, marked_at_reset, redrawn = viewed.grid.row_order_model(), list[bool](), list[object]()
    model.modelReset.connect(lambda: marked_at_reset.append(viewed.controller.marks.are_shown))
    model.dataChanged.connect(lambda *cells: redrawn.append(cells))

    viewed.ask(containing("nut"))
    wait(qtbot, viewed)

    assert viewed.sources == ["nut"]
    assert marked_at_reset == [True]
    assert redrawn == []


@pytest.mark.slow
def test_asking_for_the_same_again_is_not_taken_for_cancelling_it(
    qtbot: QtBot, viewing: Callable[[Sequence[tuple[str, str]]], Viewed]
) -> None:
    viewed = viewing(PAIRS)
    viewed.ask(containing("nut"))
    viewed.controller.apply()
    wait(qtbot, viewed)

    assert viewed.controller.query_editor.query == containing("nut") == viewed.controller.shown_query
    assert viewed.sources == ["nut"]


@pytest.mark.slow
def test_what_is_typed_while_a_filter_runs_is_in_its_answer(
    qtbot: QtBot, viewing: Callable[[Sequence[tuple[str, str]]], Viewed]
) -> None:
    viewed = viewing(PAIRS)
    grid = viewed.grid
    grid.go_to(2, 1)
    grid.edit(grid.currentIndex())
    editor = grid.open_editor()
    assert editor is not None
    qtbot.keyClicks(editor, "zzz")

    viewed.ask(containing("zzz"))
    wait(qtbot, viewed)

    assert viewed.sources == ["washer"]
    assert grid.open_editor() is None


@pytest.mark.slow
def test_rows_that_come_while_a_filter_runs_are_in_its_answer(
    qtbot: QtBot, viewing: Callable[[Sequence[tuple[str, str]]], Viewed]
) -> None:
    viewed = viewing([*SLOW_PAIRS[:600], ("xxz", "y")])
    start_slow_filter(qtbot, viewed)

    viewed.edits.insert_row(0)
    wait(qtbot, viewed)

    assert viewed.sources == ["xxz"]
    assert viewed.grid.row_order_model().row_at(0) == 601


@pytest.mark.slow
def test_each_column_has_a_filter_under_its_title(
    qtbot: QtBot, viewing: Callable[[Sequence[tuple[str, str]]], Viewed]
) -> None:
    viewed = viewing(PAIRS)
    header = viewed.controller.header
    header.show_row(True)

    header.field(1).setText("صام")
    qtbot.keyClick(header.field(1), Qt.Key.Key_Return)
    wait(qtbot, viewed)

    assert viewed.sources == ["nut"]
    assert header.field(1).layoutDirection() == Qt.LayoutDirection.RightToLeft
    assert viewed.controller.query_editor.query.conditions == (Condition("صام", 1),)
    assert all(field.isVisible() for field in header.fields_as_seen())


@pytest.mark.slow(keep=1)
def test_facets_are_counted_chosen_and_follow_edits(
    qtbot: QtBot, viewing: Callable[[Sequence[tuple[str, str]]], Viewed]
) -> None:
    viewed = viewing(PAIRS)
    controller = viewed.controller
    controller.show_panel(True)
    wait(qtbot, viewed)
    arabic = value(controller, "Script of the target", "Arabic")
    assert arabic.text(1) == "3"

    viewed.grid.row_order_model().setData(viewed.grid.row_order_model().index(0, 1), "screw")
    qtbot.waitUntil(lambda: value(controller, "Script of the target", "Arabic").text(1) == "2")
    arabic = value(controller, "Script of the target", "Arabic")
    arabic.setCheckState(0, Qt.CheckState.Checked)
    qtbot.waitUntil(lambda: viewed.sources == ["nut", "washer"])

    assert controller.query_editor.query.values(Facet.TARGET_SCRIPT) == {"ARABIC"}
    assert len(controller.chips.chips) == 1


def value(controller: ViewController, facet: str, title: str) -> QTreeWidgetItem:
    tree = controller.panel.tree
    tops = [tree.topLevelItem(position) for position in range(tree.topLevelItemCount())]
    top = next(top for top in tops if top is not None and top.text(0) == facet)
    children = [top.child(position) for position in range(top.childCount())]
    return next(child for child in children if child is not None and child.text(0) == title)


@pytest.mark.slow
def test_the_sort_order_of_another_glossary_with_the_same_languages_means_nothing(
    qtbot: QtBot, viewing: Callable[[Sequence[tuple[str, str]]], Viewed]
) -> None:
    viewed = viewing(PAIRS)
    viewed.controller.remember(WindowMemory(orders={"others en-ar": (0, True), "en-ar": (0, True)}))
    wait(qtbot, viewed)

    assert viewed.sources == ["bolt", "nut", "washer"]


@pytest.mark.slow
def test_a_sort_order_follows_a_table_whose_key_changes(
    qtbot: QtBot, viewing: Callable[[Sequence[tuple[str, str]]], Viewed]
) -> None:
    remembered = WindowMemory()
    viewed = viewing(PAIRS)
    viewed.controller.remember(remembered)
    viewed.ask(ViewQuery().with_order(0, descending=True))
    wait(qtbot, viewed)

    viewed.keys[0] = "published"
    viewed.controller.close()

    assert remembered.orders["published"] == (0, True)


@pytest.mark.slow
def test_a_remembered_order_opens_at_its_first_row(
    qtbot: QtBot, viewing: Callable[[Sequence[tuple[str, str]]], Viewed]
) -> None:
    viewed = viewing(PAIRS)
    viewed.grid.setCurrentIndex(viewed.grid.row_order_model().index(0, 0))
    viewed.controller.remember(WindowMemory(orders={"terms en-ar": (0, True)}))
    wait(qtbot, viewed)

    assert viewed.sources[0] == "washer"
    assert viewed.grid.currentIndex().row() == 0


@pytest.mark.slow
def test_the_current_entry_stays_in_sight_when_one_sorts(
    qtbot: QtBot, viewing: Callable[[Sequence[tuple[str, str]]], Viewed]
) -> None:
    viewed = viewing([(f"term {row:03}", "x") for row in range(400)])
    grid = viewed.grid
    grid.go_to(3, 0)

    viewed.ask(ViewQuery().with_order(0, descending=True))
    wait(qtbot, viewed)

    assert grid.current_cell() == (3, 0)
    assert grid.currentIndex().row() == 396
    assert grid.viewport().rect().intersects(grid.visualRect(grid.currentIndex()))


@pytest.mark.slow
def test_the_oldest_sort_orders_are_forgotten(
    qtbot: QtBot, viewing: Callable[[Sequence[tuple[str, str]]], Viewed]
) -> None:
    remembered = WindowMemory(orders={f"glossary {number} en-ar": (0, True) for number in range(MOST_TABLES)})
    viewed = viewing(PAIRS)
    viewed.controller.remember(remembered)

    viewed.ask(ViewQuery().with_order(1))
    wait(qtbot, viewed)

    assert len(remembered.orders) == MOST_TABLES
    assert "glossary 0 en-ar" not in remembered.orders
    assert remembered.orders["terms en-ar"] == (1, False)
