"""The maps for developers name only files that exist, every folder, and a reason for each dependency."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[1]
PACKAGE = PROJECT / "desktop" / "termdesk"
FILES = {path.relative_to(PROJECT).as_posix() for path in PROJECT.glob("[!.]*/**/*.py") if "build" not in path.parts}


def is_there(named: str) -> bool:
    """File names may omit folders that the text has already named."""
    if named.endswith("/"):
        return any((root / named).is_dir() for root in (PACKAGE, PROJECT)) or any(f"/{named}" in file for file in FILES)
    return any(f"/{file}".endswith(f"/{named}") for file in FILES)


@pytest.mark.parametrize("page", ["desktop/README.md", "desktop/IDIOMS.md", "desktop/termdesk/service/README.md"])
def test_the_map_names_files_that_exist(page: str) -> None:
    text = (PROJECT / page).read_text("utf-8")
    named = re.findall(r"`([a-z_0-9/]+(?:\.py|/))`", text)

    assert len(named) > 20
    assert [each for each in named if not is_there(each)] == []


def test_the_map_is_one_page_that_names_every_folder() -> None:
    page, _, dependencies = (
        (PROJECT / "desktop" / "README.md").read_text("utf-8").partition("\n## Dependencies, and why\n")
    )
    folders = {path.parent.relative_to(PACKAGE) for path in PACKAGE.glob("[!_]*/**/__init__.py")}
    # The service has a page of its own.
    in_map = [each.name for each in folders if each.parts[0] != "service" or len(each.parts) == 1]

    assert re.findall(r"^## (.+)", page, re.MULTILINE) == ["Five roads through the code", "To change X, open Y"]
    assert page.count("\n") < 110
    assert "\n## " not in dependencies
    assert [name for name in in_map if not re.search(rf"\b{name}/", page)] == []


def test_the_map_says_why_each_dependency_is_used() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = [each for packages in project["optional-dependencies"].values() for each in packages]
    # The data packages of one program share a line.
    names = {
        re.split(r"[^\w-]", each)[0].partition("-data-")[0].casefold() for each in project["dependencies"] + extras
    }
    text = (PROJECT / "desktop" / "README.md").read_text("utf-8").casefold()

    assert [name for name in sorted(names) if not re.search(rf"\b{name}\b", text)] == []
