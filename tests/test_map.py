"""Every file named in the maps for developers exists."""

from __future__ import annotations

import re
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


@pytest.mark.parametrize("page", ["desktop/README.md", "desktop/termdesk/service/README.md"])
def test_the_map_names_files_that_exist(page: str) -> None:
    text = (PROJECT / page).read_text("utf-8")
    named = re.findall(r"`([a-z_0-9/]+(?:\.py|/))`", text)

    assert len(named) > 20
    assert [each for each in named if not is_there(each)] == []
