"""The child process that reads or writes one document. Tests of each kind cover its result."""

from __future__ import annotations

import subprocess
import sys

LOADED = "import sys, termdesk.service.documents.document_worker; print(*sys.modules)"


def test_it_starts_without_what_it_takes_to_translate() -> None:
    reported = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True).stdout

    # Importing each of these takes a fifth of the start, for which every document waits twice.
    assert {"asyncio", "rapidfuzz", "sqlalchemy"} & set(reported.split()) == set()
