"""`/v3/style_rules`: there are none, since no engine on this computer could follow them, and none can be made."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from termdesk.service.http.answers import bad_request, json_answer


async def list_all(request: Request) -> Response:
    """An empty list: no engine of this computer follows style rules."""
    return json_answer({"style_rules": []})


async def create(request: Request) -> Response:
    """400: no engine of this computer follows style rules."""
    raise bad_request("Style rules need a model that follows them; none is served on this computer.")


routes = [
    Route("/v3/style_rules", list_all, methods=["GET"]),
    Route("/v3/style_rules", create, methods=["POST"]),
]
