"""Engines whose package is not built for every system: which ones are missing here, and what they would do."""

from __future__ import annotations

import importlib.util
import platform

from termdesk.service.engines.results import EngineDescription

# Keyed by the module that is imported: the engine's name, its license, and what it does where it is installed.
_PARTS = {
    "eldc": ("ELDC", "Apache-2.0", "detects the language of a text"),
    "lt_py": ("LingoTweaker", "LGPL-2.1-or-later", "improves texts; without it Harper improves English alone"),
    "opencc": ("OpenCC", "Apache-2.0", "turns Chinese texts into the simplified script when they are improved"),
    "thot": ("Thot", "LGPL-3.0-only", "is trained from your own translations"),
}


def is_missing(module: str) -> bool:
    """Whether a module cannot be imported on this computer; nothing is loaded."""
    return importlib.util.find_spec(module) is None


def describe_missing() -> list[EngineDescription]:
    """Describe the engines that cannot run on this computer, for the list of engines."""
    here = f"{platform.system()} on {platform.machine()}"
    return [
        EngineDescription(name, "", license, does, f"not installed: there is no package for {here}")
        for module, (name, license, does) in _PARTS.items()
        if is_missing(module)
    ]
