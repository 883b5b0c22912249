"""The syntax trees of the program's sources, each parsed once for all tests."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import termdesk

PACKAGE = Path(termdesk.__file__).parent


@cache
def tree_of(path: Path) -> ast.Module:
    """Return the tree of one file.

    Call this at import time, so that the garbage collector never traverses the trees.
    """
    return ast.parse(path.read_text("utf-8"))


@cache
def nodes_of(tree: ast.AST) -> tuple[ast.AST, ...]:
    """Return all nodes of a tree or of a part of it, in the order of `ast.walk`, which takes twice as long.

    Walking the trees of all sources takes longer than what a test looks for.
    """
    nodes: list[ast.AST] = [tree]
    # The list grows while it is read.
    for node in nodes:
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(value, ast.AST):
                nodes.append(value)
            elif isinstance(value, list):
                nodes.extend(each for each in value if isinstance(each, ast.AST))
    return tuple(nodes)


def is_self(node: ast.AST) -> bool:
    """Whether a node is the name `self`."""
    return isinstance(node, ast.Name) and node.id == "self"


def trees_of(folder: Path = PACKAGE) -> dict[str, ast.Module]:
    """Return the trees of all modules below a folder, by their path in the package."""
    return {path.relative_to(PACKAGE).as_posix(): tree_of(path) for path in sorted(folder.rglob("*.py"))}
