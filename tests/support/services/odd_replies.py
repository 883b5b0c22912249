"""API clients whose service is a function, for responses that the real service never sends."""

from __future__ import annotations

from collections.abc import Callable

import httpx

from termdesk.client.api import ApiClient
from termdesk.client.transport.clock import Clock
from termdesk.client.transport.retry_policy import RetryPolicy
from termdesk.domain.provider import Dialect, Provider

KEY = "canary-key-4f7c2a91"

# The usual policy with waits a thousand times shorter, except waits that have another purpose.
HASTY = RetryPolicy(
    first_backoff=0.001,
    longest_backoff=0.01,
    longest_backoff_bulk=0.02,
    quota_pause=0.05,
    reconcile=(0.001, 0.001, 0.001),
    retries=1_000,
    jitter=lambda: 1.0,
)


def provider(
    url: str = "https://service.example.test", *, dialect: Dialect = Dialect.SPECIFICATION, is_local: bool = False
) -> Provider:
    return Provider("test", url, dialect=dialect, is_local=is_local)


def api_for(
    answering: Callable[[httpx.Request], httpx.Response],
    *,
    retry_policy: RetryPolicy = HASTY,
    interactive: bool = True,
    dialect: Dialect = Dialect.SPECIFICATION,
    is_local: bool = False,
    clock: Clock | None = None,
) -> ApiClient:
    """Return a client whose service is this function."""
    return ApiClient(
        provider(dialect=dialect, is_local=is_local),
        KEY,
        transport=httpx.MockTransport(answering),
        retry_policy=retry_policy,
        interactive=interactive,
        clock=clock,
    )


class Script:
    """Sends these replies in turn, and repeats the last one. Records the requests."""

    def __init__(self, *replies: httpx.Response | Exception) -> None:
        self._replies = list(replies)
        self.requests: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        reply = self._replies.pop(0) if len(self._replies) > 1 else self._replies[0]
        if isinstance(reply, Exception):
            raise reply
        # A response can be read only once.
        return httpx.Response(reply.status_code, headers=reply.headers, content=b"".join(reply.stream))
