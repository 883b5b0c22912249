"""Decides which services of a test run find the installed Apertium pairs.

Each start of the service tries all pairs in the background. This takes 1.7 s of computing, more than the rest of the
start. Forked services already have the results (support/fork_server.py). Services that are started anew find no pair,
unless their test asks for them.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

# Imported before the variable changes, so that translations within the test process use the installed pairs.
from termdesk.service.engines.apertium import modes as modes

VARIABLE = "TERMDESK_APERTIUM_MODES"
# Environment for a program that should try all installed pairs.
ALL_PAIRS = {VARIABLE: ""}


def hide_pairs(folder: str) -> None:
    """Let programs that are started from now on find no pair. `folder` must contain none."""
    os.environ[VARIABLE] = folder


def only_pair(name: str, folder: Path) -> dict[str, str]:
    """Return the environment for a program that tries only one pair, by the name of its mode, if it is installed.

    Trying all pairs costs more than the rest of the start. `folder` is created.
    """
    folder.mkdir(parents=True)
    mode = modes.MODES / f"{name}.mode"
    if mode.exists():
        shutil.copy(mode, folder)
    return {VARIABLE: str(folder)}
