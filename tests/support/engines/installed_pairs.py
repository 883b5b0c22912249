"""Which services of a test run find the installed Apertium pairs.

Each start of the service tries all of them in the background, which takes 1.7 s of computing: more than all the rest of
a start. Forked services know what came of it (support/fork_server.py); those that are started anew find no pair, unless
their test asks for them.
"""

from __future__ import annotations

import os

# Imported first: what translates within the process of the tests has the installed pairs.
from termdesk.service.engines.apertium import modes as modes

VARIABLE = "TERMDESK_APERTIUM_MODES"
# For the environment of a program that tries the installed pairs.
ALL_PAIRS = {VARIABLE: ""}


def hide_pairs(folder: str) -> None:
    """Let programs that are started from now on find no pair; `folder` has none."""
    os.environ[VARIABLE] = folder
