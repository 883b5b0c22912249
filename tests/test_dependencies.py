"""The program declares every package that it imports, so that users get it too."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from support.files.source_trees import nodes_of, trees_of

pytestmark = pytest.mark.scorecard("S35")

PROJECT = Path(__file__).resolve().parents[1]
TREES = trees_of()
# Modules of the standard library that some systems lack.
ELSEWHERE = {"winreg", "resource", "fcntl", "msvcrt"}


def imported_packages() -> dict[str, str]:
    """Return the top-level packages imported anywhere, also within functions, each with one file that imports it."""
    found = {}
    for module, tree in TREES.items():
        for node in nodes_of(tree):
            names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and not node.level and node.module:
                names.append(node.module)
            found.update({name.partition(".")[0]: module for name in names})
    return {name: module for name, module in found.items() if name not in sys.stdlib_module_names | ELSEWHERE}


def normal(name: str) -> str:
    return re.sub("[-_.]+", "-", name).lower()


def declared() -> set[str]:
    """Return the names of all dependencies, including the extras."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    lines = [*project["dependencies"], *(line for extra in project["optional-dependencies"].values() for line in extra)]
    return {normal(re.split(r"[^\w.-]", line)[0]) for line in lines}


def test_what_is_imported_is_declared() -> None:
    distributions = packages_distributions()

    undeclared = {
        name: module
        for name, module in imported_packages().items()
        if name != "termdesk" and not declared() & set(map(normal, distributions.get(name, [])))
    }

    # shiboken6 is installed with PySide6-Essentials.
    undeclared.pop("shiboken6", None)
    assert undeclared == {}


def test_every_declared_package_is_locked_for_the_same_systems() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    lock = (PROJECT / "packaging" / "requirements.lock").read_text("utf-8")
    locked = {normal(name): marker for name, marker in re.findall(r"^([\w.-]+)==\S+(?: ; (.*?))? \\$", lock, re.M)}

    for line in project["dependencies"]:
        name, _, marker = line.partition(";")
        name = normal(re.split(r"[^\w.-]", name)[0])
        assert name in locked, f"{name} is not in requirements.lock"
        # The lock file may have additional markers, if versions differ between Pythons.
        assert locked[name] or not marker, f"{name}: the lock was made before its marker was added"


def test_the_notices_name_every_package_in_its_locked_version() -> None:
    notices = (PROJECT / "resources" / "THIRD_PARTY_NOTICES.txt").read_text("utf-8")
    listed = dict(re.findall(r"^  ([\w.-]+) (.+)$", notices, re.M))
    lock = (PROJECT / "packaging" / "requirements.lock").read_text("utf-8")

    for name, version in re.findall(r"^([\w.-]+)==([\w.]+)", lock, re.M):
        assert version in listed[name].split(), f"Run packaging/third_party_notices.py: {name} {version} is missing"
