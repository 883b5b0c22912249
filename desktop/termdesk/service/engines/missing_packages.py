"""Engines whose package is not built for every system: which ones are missing here, and what they would do."""

from __future__ import annotations

import importlib.util
import platform

from termdesk.messages.engine_messages import EngineFact
from termdesk.service.engines.results import EngineDescription

# Keyed by the module that is imported: the engine's name, its license, and what it does where it is installed.
_PARTS = {
    "eldc": ("ELDC", "Apache-2.0", EngineFact.DETECTS()),
    "lt_py": ("LingoTweaker", "LGPL-2.1-or-later", EngineFact.IMPROVES_MORE()),
    "opencc": ("OpenCC", "Apache-2.0", EngineFact.SIMPLIFIES()),
    "thot": ("Thot", "LGPL-3.0-only", EngineFact.IS_TRAINED()),
}


def is_missing(module: str) -> bool:
    """Whether a module cannot be imported on this computer; nothing is loaded."""
    return importlib.util.find_spec(module) is None


def describe_missing() -> list[EngineDescription]:
    """Describe the engines that cannot run on this computer, for the list of engines."""
    here = f"{platform.system()} on {platform.machine()}"
    return [
        EngineDescription(name, "", license, does, EngineFact.NO_PACKAGE(system=here))
        for module, (name, license, does) in _PARTS.items()
        if is_missing(module)
    ]
