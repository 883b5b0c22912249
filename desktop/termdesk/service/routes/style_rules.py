"""`/v3/style_rules`: always empty, because no local engine could follow rules; none can be created."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from termdesk.service.http.answers import bad_request, json_answer


async def list_all(request: Request) -> Response:
    """Respond with an empty list: no local engine follows style rules."""
    return json_answer({"style_rules": []})


async def create(request: Request) -> Response:
    """Respond 400: no local engine follows style rules."""
    raise bad_request("Style rules need a model that follows them; none is served on this computer.")


routes = [
    Route("/v3/style_rules", list_all, methods=["GET"]),
    Route("/v3/style_rules", create, methods=["POST"]),
]
