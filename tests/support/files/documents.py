"""Uploads documents to the running service, and downloads the results."""

from __future__ import annotations

import time
from typing import Any

import httpx

PHRASES = {
    "Good morning": "Huomenta",
    "Good night": "Hyvää yötä",
    "Good": "Hyvää",
    "night": "yötä",
    "house": "talo",
    "The house is big.": "Talo on suuri.",
    "big": "suuri",
    "Name": "Nimi",
    "Price": "Hinta",
    "Page": "Sivu",
}


def upload(http: httpx.Client, name: str, content: bytes, **fields: Any) -> httpx.Response:
    """Upload a document; from English to Finnish unless `fields` say otherwise. A value of None removes a field."""
    fields = {"source_lang": "EN", "target_lang": "FI", **fields}
    return http.post(
        "/v2/document",
        data={field: value for field, value in fields.items() if value is not None},
        files={"file": (name, content)},
    )


def status_of(http: httpx.Client, handle: dict[str, str]) -> dict[str, Any]:
    answer = http.post(f"/v2/document/{handle['document_id']}", json={"document_key": handle["document_key"]})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def finished(http: httpx.Client, handle: dict[str, str], *, seconds: float = 60.0) -> dict[str, Any]:
    """Return the status once the document is done or failed."""
    end = time.monotonic() + seconds
    while (status := status_of(http, handle))["status"] not in ("done", "error"):
        assert time.monotonic() < end, status
        time.sleep(0.05)
    return status


def fetch(http: httpx.Client, handle: dict[str, str]) -> httpx.Response:
    return http.post(f"/v2/document/{handle['document_id']}/result", json={"document_key": handle["document_key"]})


def translated(http: httpx.Client, name: str, content: bytes, **fields: Any) -> bytes:
    """Return the translated document. The test fails if the translation fails."""
    answer = upload(http, name, content, **fields)
    assert answer.status_code == 200, answer.text
    status = finished(http, answer.json())
    assert status["status"] == "done", status
    result = fetch(http, answer.json())
    assert result.status_code == 200, result.text
    return result.content


def failure(http: httpx.Client, name: str, content: bytes, **fields: Any) -> str:
    """Return the reason why a document could not be translated."""
    answer = upload(http, name, content, **fields)
    assert answer.status_code == 200, answer.text
    status = finished(http, answer.json())
    assert status["status"] == "error", status
    assert status["message"] == status["error_message"]
    message: str = status["message"]
    return message
