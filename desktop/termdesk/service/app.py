"""The ASGI application: routes behind the guard, sharing one context."""

from __future__ import annotations

import logging

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response

from termdesk.domain.errors import StorageFailed, TermdeskError
from termdesk.service.accounts import Accounts
from termdesk.service.context import Context
from termdesk.service.engines.errors import EngineFailed, NotServed
from termdesk.service.guard import Guard
from termdesk.service.http.answers import HttpError, find_allowed_methods
from termdesk.service.routes import (
    documents,
    glossaries,
    glossaries_v2,
    languages,
    local,
    memories,
    memory_jobs,
    style_rules,
    training,
    translate,
    usage,
    write,
)

logger = logging.getLogger(__name__)


def build(context: Context, *, accounts: Accounts, hosts: frozenset[str]) -> Starlette:
    """Build the ASGI application. `hosts` are the accepted values of the Host header, compared exactly.

    If a route raises HttpError, the guard sends the response.
    """
    app = Starlette(
        routes=[
            *glossaries.routes,
            *glossaries_v2.routes,
            *translate.routes,
            *documents.routes,
            *write.routes,
            *languages.routes,
            *usage.routes,
            *memory_jobs.routes,
            *memories.routes,
            *style_rules.routes,
            *local.routes,
            *training.routes,
        ],
        middleware=[
            Middleware(
                Guard,
                accounts=accounts,
                hosts=hosts,
                fault_injection=context.fault_injection,
                holder=context.memory_jobs.holder,
            )
        ],
        exception_handlers={
            HTTPException: _not_routed,
            NotServed: _not_served,
            EngineFailed: _engine_failed,
            StorageFailed: _not_stored,
        },
    )
    app.router.redirect_slashes = False
    app.state.context = context
    return app


async def _not_routed(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    headers = dict(error.headers or {})
    if error.status_code == 405:
        # The router lists only the methods of this path's first route.
        headers["Allow"] = find_allowed_methods(request.app.routes, request.url.path)
    words = {404: "Resource not found", 405: "Method not allowed"}
    return HttpError(error.status_code, words.get(error.status_code, error.detail), headers=headers).response()


async def _not_served(request: Request, error: Exception) -> Response:
    assert isinstance(error, TermdeskError)
    return HttpError(400, "Bad request", detail=error.message).response()


async def _not_stored(request: Request, error: Exception) -> Response:
    assert isinstance(error, TermdeskError)
    logger.error("%s %s", error.message, error.remedy)
    return HttpError(500, "Internal error", detail=f"{error.message} {error.remedy}".rstrip()).response()


async def _engine_failed(request: Request, error: Exception) -> Response:
    assert isinstance(error, TermdeskError)
    return HttpError(
        503, "Resource currently unavailable", detail=error.message, headers={"Retry-After": "2"}
    ).response()
