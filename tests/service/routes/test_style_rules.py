"""Style rules: the list is empty, and none can be created."""

from __future__ import annotations

import httpx


def test_there_are_none_and_none_can_be_made(http: httpx.Client) -> None:
    listed = http.get("/v3/style_rules")
    made = http.post("/v3/style_rules", json={"name": "Formal", "language": "de"})

    assert (listed.status_code, listed.json()) == (200, {"style_rules": []})
    assert (made.status_code, "model" in made.json()["detail"]) == (400, True)
