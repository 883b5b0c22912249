"""Harm done to the requests of one operation, one after another: lost answers, errors, a service that restarts."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

import httpx

from support.publishing_setup import Meddling


class Ill(Enum):
    """What happens to requests."""

    LOST_ANSWER = "lost answer"  # one request is processed, and its answer is lost
    ERROR_AFTER = "500 after"  # one request is processed, and answered by 500
    ERROR_BEFORE = "500 before"  # one request is answered by 500, and nothing is done
    RESTART = "restart"  # one request is processed without an answer, then nobody listens for two requests
    DOWN = "down"  # one request is processed without an answer, and nobody listens until `recover`


class HarmedRequests:
    """Does an ill to the request with the number `at` (from 1) among those of some transports, and to later ones."""

    def __init__(self, ways: Sequence[Meddling], ill: Ill, *, at: int) -> None:
        self._ways = ways
        self._ill = ill
        self._left = at
        self._refused = {Ill.RESTART: 2, Ill.DOWN: 1_000_000}.get(ill, 0)
        self._sick: Meddling | None = None
        for way in ways:
            way.instead = lambda request, way=way: self._instead(way, request)  # type: ignore[misc]

    @property
    def has_come(self) -> bool:
        """Whether the operation sent that many requests."""
        return self._left <= 0

    def recover(self) -> None:
        """Let all further requests pass."""
        for way in self._ways:
            way.instead = None

    async def _instead(self, way: Meddling, request: httpx.Request) -> httpx.Response | None:
        if self._sick is way and self._refused:
            self._refused -= 1
            raise httpx.ConnectError("Nobody listens", request=request)
        self._left -= 1
        if self._left != 0:
            return None
        self._sick = way
        if self._ill is Ill.ERROR_BEFORE:
            return httpx.Response(500, json={"message": "Internal error"})
        answer = await way.pass_on(request)
        await answer.aread()
        if self._ill is Ill.ERROR_AFTER:
            return httpx.Response(500, json={"message": "Internal error"})
        raise httpx.ReadError("The connection was reset", request=request)
