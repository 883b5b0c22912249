"""Responses of the service: JSON, refusals, and their two dialects."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from termdesk.domain.provider import Dialect
from termdesk.service.accounts import Account

JSON = "application/json"
DIALECTS = {"Service-Auth-Key": Dialect.SPECIFICATION, "DeepL-Auth-Key": Dialect.VENDOR}


class HttpError(Exception):
    """An error that becomes a response with an error status.

    `message` is general, `detail` is specific; `code` is for programs.
    """

    def __init__(
        self,
        status: int,
        message: str,
        *,
        detail: str = "",
        code: str = "",
        headers: dict[str, str] | None = None,
        closes: bool = False,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.detail = detail
        self.code = code
        self.headers = dict(headers or {})
        self.closes = closes
        if closes:
            self.headers["Connection"] = "close"

    def response(self) -> Response:
        """Return the response that reports this error."""
        # Messages of this program's layers are not plain strings, so the encoder rejects them.
        body = {"message": str(self.message)}
        if self.detail:
            body["detail"] = str(self.detail)
        if self.code:
            body["code"] = self.code
        return json_answer(body, status=self.status, headers=self.headers)


def bad_request(detail: str, *, message: str = "Bad request") -> HttpError:
    """400: the request is invalid; `detail` says what and why."""
    return HttpError(400, message, detail=detail)


def json_answer(body: Any, *, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Return a response with a JSON body."""
    return Response(msgspec.json.encode(body), status_code=status, media_type=JSON, headers=headers)


def find_allowed_methods(routes: Iterable[BaseRoute], path: str) -> str:
    """Return the methods that a path accepts, formatted for the `Allow` header; empty if the path does not exist."""
    found: set[str] = set()
    for route in routes:
        if isinstance(route, Route) and route.path_regex.match(path):
            found |= route.methods or set()
    return ", ".join(sorted(found))


def no_content() -> Response:
    """Return the response 204, without a body."""
    return Response(status_code=204)


def dialect_of(request: Request) -> Dialect:
    """Return the dialect of the request's authorization scheme."""
    dialect: Dialect = request.state.dialect
    return dialect


def account_of(request: Request) -> Account:
    """Return the account of the request's key."""
    account: Account = request.state.account
    return account
