"""No job touches a page that may be closed: what comes after `detach`, or of a page that no argument is, asks first."""

from __future__ import annotations

import ast

import pytest

from support.files.source_trees import PACKAGE, nodes_of, trees_of

TREES = trees_of(PACKAGE / "ui")
# Where pages are kept that others may close while a job waits.
HOLDERS = {"page", "other", "front"}
PAGES = {"DictionaryPage", "MultilingualPage", "SheetPage"}


class Jobs(ast.NodeVisitor):
    """Follows one coroutine from above. A page is known to be open from a look at it to the next `await`."""

    def __init__(self, function: ast.AsyncFunctionDef) -> None:
        self.faults: list[int] = []
        arguments = [*function.args.args, *function.args.kwonlyargs]
        # Cancelled with the job while it belongs to them.
        self.own = {each.arg for each in arguments if _names(each.annotation) & PAGES}
        self.pages = set(self.own)
        self.is_detached = False
        self.open_now: set[str] = set()
        for statement in function.body:
            self.visit(statement)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        """Another coroutine, followed by itself."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Called at another time."""

    def visit_Lambda(self, node: ast.Lambda) -> None:
        """Called at another time."""

    def visit_Await(self, node: ast.Await) -> None:
        self.generic_visit(node)
        self.open_now.clear()

    def visit_Call(self, node: ast.Call) -> None:
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "detach":
            self.is_detached = True

    def visit_If(self, node: ast.If) -> None:
        self.visit(node.test)
        before, looked_at = set(self.open_now), _looked_at(node.test)
        is_reversed = isinstance(node.test, ast.UnaryOp) or _compares_with_none(node.test, ast.Is)
        self.open_now |= set() if is_reversed else looked_at
        for each in node.body:
            self.visit(each)
        ends = isinstance(node.body[-1], ast.Return | ast.Raise | ast.Continue | ast.Break)
        after = self.open_now & before
        self.open_now = set(before)
        if is_reversed:
            self.open_now |= looked_at
        for each in node.orelse:
            self.visit(each)
        if not (ends and is_reversed):
            self.open_now &= after if not ends else before

    def visit_Assign(self, node: ast.Assign) -> None:
        self.visit(node.value)
        if isinstance(node.value, ast.Attribute) and node.value.attr in HOLDERS:
            for target in node.targets:
                if isinstance(target, ast.Name):
                    self.pages.add(target.id)
                    self.own.discard(target.id)
                    self.open_now.add(target.id)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self.generic_visit(node)
        name = node.value.id if isinstance(node.value, ast.Name) else ""
        is_safe = name in self.open_now or (name in self.own and not self.is_detached)
        if name in self.pages and node.attr not in ("is_open", "table", "dictionary", "name") and not is_safe:
            self.faults.append(node.lineno)


def _names(annotation: ast.expr | None) -> set[str]:
    return {each.id for each in ast.walk(annotation) if isinstance(each, ast.Name)} if annotation else set()


def _looked_at(test: ast.expr) -> set[str]:
    """The names of which a condition says that they are open, or still what is shown."""
    found = set()
    for each in ast.walk(test):
        if isinstance(each, ast.Attribute) and each.attr == "is_open" and isinstance(each.value, ast.Name):
            found.add(each.value.id)
        if isinstance(each, ast.Compare):
            found |= {part.id for part in (each.left, *each.comparators) if isinstance(part, ast.Name)}
        if isinstance(each, ast.NamedExpr):
            found.add(each.target.id)
    return found


def _compares_with_none(test: ast.expr, kind: type[ast.cmpop]) -> bool:
    return isinstance(test, ast.Compare) and isinstance(test.ops[0], kind)


def faults(tree: ast.Module) -> list[int]:
    return [line for node in nodes_of(tree) if isinstance(node, ast.AsyncFunctionDef) for line in Jobs(node).faults]


def test_no_coroutine_touches_a_page_that_may_be_closed() -> None:
    found = {name: faults(tree) for name, tree in TREES.items()}

    assert {name: lines for name, lines in found.items() if lines} == {}


def hidden_owners(tree: ast.Module) -> list[int]:
    """Lines that start a job with a lambda. A page that it reads when it runs is not found as owner of the job."""
    return [
        node.lineno
        for node in nodes_of(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        if node.func.attr in ("start", "start_with_progress") and ast.unparse(node.func.value).endswith("jobs")
        if any(isinstance(each, ast.Lambda) for each in node.args)
    ]


def test_every_job_is_given_its_pages_when_it_is_started() -> None:
    found = {name: hidden_owners(tree) for name, tree in TREES.items()}

    assert {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    ("work", "is_fault"),
    [("self._work", False), ("partial(self._work, self._pane.page)", False), ("lambda: self._work(self.page)", True)],
)
def test_what_hides_the_owner_of_a_job(work: str, is_fault: bool) -> None:
    tree = ast.parse(f"self._jobs.start(JobKind.EXPORT, title, {work})")

    assert bool(hidden_owners(tree)) is is_fault


@pytest.mark.parametrize(
    ("body", "is_fault"),
    [
        ("await answered(d)\n    page.show_cell(0, 0)", False),
        ("self._jobs.detach()\n    await send()\n    page.show_cell(0, 0)", True),
        ("self._jobs.detach()\n    await send()\n    if page.is_open:\n        page.show_cell(0, 0)", False),
        ("self._jobs.detach()\n    if page.is_open:\n        await send()\n        page.show_cell(0, 0)", True),
        ("self._jobs.detach()\n    if not page.is_open:\n        return\n    page.show_cell(0, 0)", False),
        ("front = self._pane.page\n    await send()\n    front.insert_row()", True),
        ("await send()\n    front = self._pane.page\n    if front is not None:\n        front.insert_row()", False),
    ],
)
def test_what_counts_as_a_fault(body: str, is_fault: bool) -> None:
    source = f"async def work(self, page: DictionaryPage) -> None:\n    {body}\n"

    assert bool(faults(ast.parse(source))) is is_fault
