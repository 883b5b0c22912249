"""Access to the files that come with the program: icons, samples, presets. No other module locates them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_PACKAGED = Path(__file__).with_name("packaged_resources")
# In a checkout, including an editable install, the folder is at the top of the project.
_CHECKOUT = Path(__file__).resolve().parents[2] / "resources"


def path(name: str) -> Path:
    """Return the path of the resource `name` (with `/` between folders). Raises FileNotFoundError if there is none."""
    folder = _PACKAGED if _PACKAGED.is_dir() else _CHECKOUT
    path = folder / name
    if not path.exists():
        raise FileNotFoundError(f"no resource {name!r} in {folder}")
    return path


def read_icons() -> None:
    """Read all icons in advance, in a worker thread: the window's thread would wait at each file while other threads
    compute.
    """
    for file in path("icons").glob("*.svg"):
        read_text(f"icons/{file.name}")


@cache
def read_text(name: str) -> str:
    """Return the text of a resource (UTF-8)."""
    return path(name).read_text("utf-8")
