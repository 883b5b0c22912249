"""The key never appears in a file, log, stream, argument, on the clipboard, or in a window, whatever fails."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import sys
from pathlib import Path
from urllib.parse import quote

import pytest

from support.proof.scorecard_plugin import Held
from support.services.raw_server import RawRequest, RawServer, answer

pytestmark = [pytest.mark.anyio, pytest.mark.scorecard("S01", "S12", "S13")]

KEY = "canary/91c2+leak=me"
FORMS = {KEY.encode(), quote(KEY, safe="").encode(), quote(KEY).encode(), base64.b64encode(KEY.encode())}
TESTS = Path(__file__).parents[2]
# Only guards against hanging.
SECONDS = 120


async def refuse(request: RawRequest) -> bytes:
    """Reject everything except the lists, with a message that repeats the key."""
    if request.line == "GET /v3/glossaries":
        return answer(b'{"glossaries": []}')
    if "/v3/languages" in request.line:
        return answer(b"[]")
    said = f"Illegal header value {request.headers['authorization']}"
    body = json.dumps({"message": said, "detail": said}).encode()
    status = "403 Forbidden" if request.line.startswith("POST") else "500 Internal Server Error"
    return answer(body, status=status, headers=f"X-Trace-ID: {KEY}\r\n")


async def test_on_a_day_when_everything_fails_the_key_is_nowhere(tmp_path: Path, held: Held) -> None:
    async with RawServer(refuse) as server:
        child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "support.proof.bad_day", str(tmp_path), server.url),
            cwd=TESTS,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        async with asyncio.timeout(SECONDS):
            printed, complained = await child.communicate(f"{KEY}\n".encode())
        sent = {request.headers["authorization"].split()[-1] for request in server.requests}
    files = [path for path in tmp_path.rglob("*") if path.is_file()]

    assert "DONE" in printed.decode(), complained.decode()
    assert [line for line in printed.decode().splitlines() if line.startswith("SHOWN")] == []
    assert sent == {KEY}
    assert any(path.name == "termdesk.log" and b"failed" in path.read_bytes() for path in files)
    assert [path.name for path in files if any(form in path.read_bytes() for form in FORMS)] == []
    assert not any(form in printed + complained for form in FORMS)
    held(f"0 times in {len(files)} files, the streams and every text shown, after {len(server.requests)} requests")
