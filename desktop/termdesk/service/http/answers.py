"""Answers of the service: JSON, refusals, and the two dialects they are given in."""

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
    """A request that is answered with an error status.

    `message` is general, `detail` says what exactly; `code` is for machines.
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
        """The answer that tells the client of this error."""
        # What our own layers say is more than a text, which the encoder refuses.
        body = {"message": str(self.message)}
        if self.detail:
            body["detail"] = str(self.detail)
        if self.code:
            body["code"] = self.code
        return json_answer(body, status=self.status, headers=self.headers)


def bad_request(detail: str, *, message: str = "Bad request") -> HttpError:
    """400: what the caller sent cannot be used; `detail` says what and why."""
    return HttpError(400, message, detail=detail)


def json_answer(body: Any, *, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """An answer with a JSON body."""
    return Response(msgspec.json.encode(body), status_code=status, media_type=JSON, headers=headers)


def allowed_methods(routes: Iterable[BaseRoute], path: str) -> str:
    """The methods that a path takes, as the header `Allow` lists them; empty where there is no such path."""
    found: set[str] = set()
    for route in routes:
        if isinstance(route, Route) and route.path_regex.match(path):
            found |= route.methods or set()
    return ", ".join(sorted(found))


def no_content() -> Response:
    """The answer 204, without a body."""
    return Response(status_code=204)


def dialect_of(request: Request) -> Dialect:
    """The dialect of the scheme that the request was authorized with."""
    dialect: Dialect = request.state.dialect
    return dialect


def account_of(request: Request) -> Account:
    """The account of the key that the request carried."""
    account: Account = request.state.account
    return account
