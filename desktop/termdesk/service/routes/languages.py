"""`/v3/languages` and its predecessors: the languages that are really available."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from termdesk.domain.language.language import Resource
from termdesk.domain.language.language_names import GLOSSARY_LANGUAGES
from termdesk.service.context import context_of
from termdesk.service.http.answers import account_of, bad_request, json_answer
from termdesk.service.http.requests import read_body


async def of_resource(request: Request) -> Response:
    """The languages of a resource, each with its features; 400 for another resource."""
    name = request.query_params.get("resource", "")
    if name not in list(Resource):
        offered = ", ".join(Resource)
        raise bad_request(f"Value for 'resource' not supported: {name[:40]!r}. Known are {offered}.")
    context = context_of(request)
    await context.engines.ready()
    if name == Resource.WRITE and not account_of(request).tier.improves_texts:
        return json_answer([])
    return json_answer(context.catalog.languages(Resource(name)))


async def resources(request: Request) -> Response:
    """The resources, each with its features."""
    return json_answer(context_of(request).catalog.resources())


class AskedList(msgspec.Struct):
    """The body of a POST request for a list."""

    type: str = "source"


async def legacy(request: Request) -> Response:
    """The languages as an older version of the interface lists them."""
    kind = request.query_params.get("type", "source")
    if "type" not in request.query_params and await request.body():
        kind = (await read_body(request, AskedList)).type
    if kind not in ("source", "target"):
        raise bad_request(f"Value for 'type' not supported: {kind[:40]!r}. It is 'source' or 'target'.")
    context = context_of(request)
    await context.engines.ready()
    return json_answer(context.catalog.legacy(kind))


async def legacy_pairs(request: Request) -> Response:
    """The pairs that glossaries can have, as an older version of the interface lists them."""
    pairs = [
        {"source_lang": source, "target_lang": target}
        for source in GLOSSARY_LANGUAGES
        for target in GLOSSARY_LANGUAGES
        if source != target
    ]
    return json_answer({"supported_languages": pairs})


routes = [
    Route("/v3/languages", of_resource, methods=["GET"]),
    Route("/v3/languages/resources", resources, methods=["GET"]),
    Route("/v2/languages", legacy, methods=["GET", "POST"]),
    Route("/v2/glossary-language-pairs", legacy_pairs, methods=["GET"]),
]
