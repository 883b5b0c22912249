"""The sources of the program as trees, each parsed once for all tests that look at them."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import termdesk

PACKAGE = Path(termdesk.__file__).parent


@cache
def tree_of(path: Path) -> ast.Module:
    """The tree of one file. Ask for it at import, so that no collection of garbage goes through it."""
    return ast.parse(path.read_text("utf-8"))


def trees_of(folder: Path = PACKAGE) -> dict[str, ast.Module]:
    """The trees of all modules below a folder, by their path in the package."""
    return {path.relative_to(PACKAGE).as_posix(): tree_of(path) for path in sorted(folder.rglob("*.py"))}
