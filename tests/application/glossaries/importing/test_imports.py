"""Modules that the window loads before it is shown must be small."""

from __future__ import annotations

import subprocess
import sys

HEAVY = ("httpx", "keyring", "rapidfuzz", "simplemma", "uvicorn", "starlette", "sqlalchemy", "xlsxwriter")


def test_the_use_cases_import_nothing_heavy() -> None:
    script = (
        "import sys, termdesk.application.translation.translation, termdesk.application.improvement.improvement;"
        "import termdesk.application.usage.usage_monitor, termdesk.application.session.connection_test;"
        "import termdesk.application.diagnosis, termdesk.application.session.session;"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )

    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"
