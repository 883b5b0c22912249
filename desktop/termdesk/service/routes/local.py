"""`/local/v1`: what only the service on this computer has."""

from __future__ import annotations

from dataclasses import asdict

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from termdesk.service.answers import bad_request, json_answer, no_content
from termdesk.service.context import context_of
from termdesk.service.requests import pair_of, read_body


class Confirmed(msgspec.Struct):
    source_lang: str
    target_lang: str
    source: str
    target: str


async def health(request: Request) -> Response:
    return json_answer({"ready": True})


async def engines(request: Request) -> Response:
    return json_answer({"engines": [asdict(each) for each in context_of(request).engines.describe()]})


async def confirm(request: Request) -> Response:
    """Remember a translation that a person confirmed; from then on it is used before any engine."""
    asked = await read_body(request, Confirmed)
    if not asked.source.strip() or not asked.target.strip():
        raise bad_request("source and target must not be empty.")
    await context_of(request).remember(pair_of(asked.source_lang, asked.target_lang), asked.source, asked.target)
    return no_content()


routes = [
    Route("/local/v1/health", health, methods=["GET"]),
    Route("/local/v1/engines", engines, methods=["GET"]),
    Route("/local/v1/memory", confirm, methods=["PUT"]),
]
