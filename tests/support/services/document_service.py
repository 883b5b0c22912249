"""A fake service that accepts documents, and loses, rejects or delays them as the test specifies."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

from support.services.fake_service import FakeService
from support.services.raw_server import RawRequest, answer


class DocumentService(FakeService):
    """Translates every document to `result`. `uploads` and `downloads` record what arrived.

    `upload_answers` are returned for the next uploads instead of an id: bytes, or None to close the connection without
    a response. `states` are returned for the next status requests, then `done`. While `gate` is closed, uploads arrive
    but get no response; `on_arrival` is awaited before. While `result_gate` is closed, downloads get no
    response; without `has_results`, they are not found. `is_busy` is asked for each path, and makes it answer 503; if
    `is_behind_gateway`, uploads get this answer without a trace id.
    """

    def __init__(self) -> None:
        super().__init__()
        self.uploads: list[RawRequest] = []
        self.downloads = 0
        self.result = b"translated"
        self.upload_answers: list[bytes | None] = []
        self.states: list[dict[str, Any]] = []
        self.is_forgetful = False
        self.has_results = True
        self.arrived = asyncio.Event()
        self.result_gate = asyncio.Event()
        self.result_gate.set()
        self.is_busy: Callable[[str], bool] = lambda _path: False
        self.is_behind_gateway = False
        self.on_arrival: Callable[[], Awaitable[None]] | None = None

    async def _answer(self, request: RawRequest) -> bytes:
        if request.line == "POST /v2/document":
            self.uploads.append(request)
            self.arrived.set()
            if self.on_arrival:
                await self.on_arrival()
            await self.gate.wait()
            if self.is_busy("/v2/document"):
                trace = "" if self.is_behind_gateway else f"X-Trace-ID: {'7' * 32}\r\n"
                return answer(b"", headers=trace, status="503 Service Unavailable")
            said = self.upload_answers.pop(0) if self.upload_answers else _id(len(self.uploads))
            if said is None:
                raise ConnectionError
            return said
        if not request.line.startswith("POST /v2/document/"):
            return await super()._answer(request)
        if self.is_forgetful:
            return answer(b"", status="404 Not Found")
        if self.is_busy(request.line.split()[1]):
            return answer(b"", status="503 Service Unavailable")
        assert json.loads(request.body) == {"document_key": "K" * 64}
        if request.line.endswith("/result"):
            self.downloads += 1
            await self.result_gate.wait()
            return answer(self.result) if self.has_results else answer(b"", status="404 Not Found")
        state = self.states.pop(0) if self.states else {"status": "done", "billed_characters": 17}
        return answer(json.dumps({"document_id": "1", **state}).encode())


def _id(number: int) -> bytes:
    return answer(json.dumps({"document_id": f"{number:032}", "document_key": "K" * 64}).encode())
