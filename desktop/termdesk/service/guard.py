"""Checks every request before it reaches a route: host, origin, key, scope, media type, size."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from termdesk.domain.key_scope import find_needed_scope
from termdesk.domain.provider import Dialect
from termdesk.service.accounts import Account, Accounts
from termdesk.service.fault_injection import HEADER as FAULT_INJECTION_HEADER
from termdesk.service.fault_injection import FaultInjection, play
from termdesk.service.http.answers import DIALECTS, JSON, HttpError, find_allowed_methods
from termdesk.service.http.request_body import RequestBody
from termdesk.service.service_log import RefusalLog

log = logging.getLogger("termdesk.service")

MAX_HEADERS = 64
FORM = "application/x-www-form-urlencoded"
# Paths that also accept form bodies, which older clients send.
TAKES_FORMS = ("/v2/", "/v3/glossaries")
MULTIPART = "multipart/form-data"
TAKES_FILES = "/v2/document"
# A training file is sent as raw bytes.
BYTES = "application/octet-stream"
TAKES_BYTES = "/local/v1/training"
REFUSALS_A_SECOND = 10
MAX_LARGE_BODIES = 4
SECONDS_IN_LINE = 5.0
HEALTH = "/local/v1/health"
# Returns the account that owns the file at this address (method and path); None for all other addresses.
Holder = Callable[[str, str], Account | None]
# Used in the log only: the client closed the connection before the response.
HUNG_UP = 499


class Guard:
    """ASGI middleware that responds to refused requests, adds a trace id to every response, and logs one line each.

    The exact `Host` check stops DNS rebinding, where a web page's name resolves to this computer: such a request has no
    `Origin`. Only method, path and status of a request are logged.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        accounts: Accounts,
        hosts: frozenset[str],
        fault_injection: FaultInjection,
        holder: Holder = lambda method, path: None,
    ) -> None:
        self._app = app
        self._holder = holder
        self._accounts = accounts
        self._hosts = hosts
        self._fault_injection = fault_injection
        self._refused: list[float] = []
        self._refusals = RefusalLog()
        self._large_bodies = asyncio.Semaphore(MAX_LARGE_BODIES)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        trace_id = secrets.token_hex(16)
        scope["state"] = {"trace_id": trace_id, "transport": scope.get("state", {}).get("transport")}
        status = 0

        async def send_traced(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (b"x-trace-id", trace_id.encode())]
                if self._fault_injection.is_on:
                    message["headers"].append((FAULT_INJECTION_HEADER, b"on"))
            await send(message)

        begin = time.monotonic()
        body = RequestBody(scope, receive)
        try:
            self._check(scope, body)
            async with self._room_for(body):
                await self._answer(scope, body.receive, send_traced)
        except HttpError as http_error:
            await _refuse(http_error, body, send_traced)
        except ClientDisconnect:
            status = HUNG_UP
        except Exception:
            log.exception("%s failed inside", trace_id)
            if status:
                # A part of the response is sent: only a broken connection can show that it is incomplete.
                raise
            inside = HttpError(500, "Internal error", detail=f"The service's log has it under {trace_id}.")
            await _refuse(inside, body, send_traced)
        took = (time.monotonic() - begin) * 1000
        self._note(scope, trace_id, status, took)

    def _note(self, scope: Scope, trace_id: str, status: int, took: float) -> None:
        """Log one line. Of requests without a valid key only some are logged, with the number of the others."""
        if "account" not in scope["state"]:
            if not self._refusals.takes():
                return
            if left_out := self._refusals.take_left_out():
                log.info("%d more requests without a valid key", left_out)
        log.info("%s %s %s %d %.0f ms", trace_id, scope["method"], _path_for_log(scope), status, took)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        fault = self._fault_injection.take(scope["method"], scope["path"])
        if fault is not None:
            await play(fault, self._app, scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _check(self, scope: Scope, body: RequestBody) -> None:
        headers = Headers(scope=scope)
        _check_framing(scope, headers)
        if headers.getlist("host") not in [[host] for host in self._hosts]:
            raise HttpError(421, "Misdirected request", detail="The Host header names another host.", closes=True)
        if "origin" in headers or headers.get("sec-fetch-site", "none") != "none":
            raise HttpError(403, "Requests from web pages are refused.", closes=True)
        if scope["method"] == "OPTIONS":
            allowed = find_allowed_methods(scope["app"].routes, scope["path"]) if "app" in scope else ""
            raise HttpError(405, "Method not allowed", headers={"Allow": allowed})
        holder = self._holder(scope["method"], scope["path"])
        if holder is not None:
            # The address of a single file: whoever knows it needs no key, and may send any media type.
            scope["state"].update(dialect=Dialect.SPECIFICATION, account=holder, is_own_address=True)
        elif scope["path"] != HEALTH:
            self._authorize(scope, headers)
        if not body.is_empty:
            if holder is None:
                _check_media_type(scope, headers)
            body.check_length()

    def _authorize(self, scope: Scope, headers: Headers) -> None:
        scheme, _, key = headers.get("authorization", "").partition(" ")
        dialect = DIALECTS.get(scheme)
        account = self._accounts.find(key) if dialect is not None else None
        if account is None:
            self._slow_down_guessing()
            # The vendor's version 2 uses 403 here, and its clients recognize a wrong key only by that.
            status = 403 if dialect is Dialect.VENDOR and scope["path"].startswith("/v2/") else 401
            raise HttpError(status, "Authorization failed. A valid key in the Authorization header is required.")
        scope["state"].update(dialect=dialect, account=account)
        method, path = scope["method"], scope["path"]
        if not account.may(method, path):
            missing = find_needed_scope(method, path)
            detail = f"Missing scopes: {missing}" if missing else "No scope allows this; it needs a key without scopes."
            raise HttpError(403, "This key may not do that.", detail=detail)
        if path.startswith("/local/") and method != "GET" and not account.is_owner:
            raise HttpError(403, "This key may not do that.", detail="Only the key of who started the service may.")

    def _slow_down_guessing(self) -> None:
        now = time.monotonic()
        self._refused = [moment for moment in self._refused if now - moment < 1.0]
        if len(self._refused) >= REFUSALS_A_SECOND:
            raise HttpError(429, "Too many requests with a wrong key.", headers={"Retry-After": "1"}, closes=True)
        self._refused.append(now)

    @contextlib.asynccontextmanager
    async def _room_for(self, body: RequestBody) -> AsyncIterator[None]:
        """Accept only a few large bodies at a time, because they fill the memory; others wait a little."""
        if not body.may_be_large:
            yield
            return
        try:
            async with asyncio.timeout(SECONDS_IN_LINE):
                await self._large_bodies.acquire()
        except TimeoutError:
            busy = "Too many large requests are in work."
            raise HttpError(
                503, "Resource currently unavailable", detail=busy, headers={"Retry-After": "1"}, closes=True
            ) from None
        try:
            yield
        finally:
            self._large_bodies.release()


async def _refuse(http_error: HttpError, body: RequestBody, send: Send) -> None:
    answer = http_error.response()
    content = bytes(answer.body)
    await send({"type": "http.response.start", "status": answer.status_code, "headers": answer.raw_headers})
    if http_error.closes:
        # The client has the complete response; ending it formally would close the connection.
        await send({"type": "http.response.body", "body": content, "more_body": True})
        await body.run_out()
        content = b""
    await send({"type": "http.response.body", "body": content})


def _check_framing(scope: Scope, headers: Headers) -> None:
    if scope["http_version"] not in ("1.0", "1.1"):
        raise HttpError(505, "HTTP version not supported", closes=True)
    if len(headers) > MAX_HEADERS:
        raise HttpError(400, "Too many header fields", closes=True)
    lengths = headers.getlist("content-length")
    if ("transfer-encoding" in headers and lengths) or len(lengths) > 1:
        raise HttpError(400, "Ambiguous length of the body", closes=True)
    if not scope["raw_path"].startswith(b"/"):
        raise HttpError(400, "The request target must be a path", closes=True)
    if "content-encoding" in headers:
        raise HttpError(415, "Compressed request bodies are not accepted", closes=True)


def _check_media_type(scope: Scope, headers: Headers) -> None:
    media_type = headers.get("content-type", "").partition(";")[0].strip().lower()
    if scope["path"] == TAKES_BYTES and media_type == BYTES:
        return
    takes_form = scope["path"].startswith(TAKES_FORMS)
    takes_files = scope["path"] == TAKES_FILES
    if media_type != JSON and not (takes_form and media_type == FORM) and not (takes_files and media_type == MULTIPART):
        raise HttpError(
            415,
            "Unsupported content type",
            detail=f"The body must be {JSON}" + (f" or {MULTIPART if takes_files else FORM}." if takes_form else "."),
            code="invalid_content_type",
            closes=True,
        )


def _path_for_log(scope: Scope) -> str:
    path: str = scope["path"]
    if scope["state"].get("is_own_address"):
        # The last segment is a secret.
        path = path.rpartition("/")[0] + "/..."
    return path.encode("ascii", "backslashreplace").decode()[:200].replace("\n", "\\n").replace("\r", "\\r")
