"""`/local/v1/training` and `/local/v1/models`: locally trained engines, for the owner of the service."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any, cast

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from termdesk.domain.entries.entry_rules import name_violation
from termdesk.domain.language.language import LanguagePair, root
from termdesk.domain.language.language_names import GLOSSARY_LANGUAGES
from termdesk.service.context import Context, context_of
from termdesk.service.engines.missing_packages import is_missing
from termdesk.service.engines.statistical.corpus import Kind
from termdesk.service.engines.statistical.engine import TrainedModel
from termdesk.service.http.answers import HttpError, bad_request, json_answer, no_content
from termdesk.service.http.requests import pair_in_query

# Languages whose words cannot be separated without a dictionary.
NOT_TRAINABLE = frozenset({"th"})


async def add(request: Request) -> Response:
    """Queue a training. The body is the file itself; it is on disk before the response."""
    pair = _trainable(pair_in_query(request))
    kind = request.query_params.get("format", "")
    if kind not in ("tmx", "tsv"):
        raise bad_request(f"Value for 'format' not supported: {kind[:20]!r}. It is 'tmx' or 'tsv'.")
    name = request.query_params.get("name", "")
    if violation := name_violation(name):
        raise bad_request(f"Value for 'name' not supported: {violation}")
    trainings = context_of(request).engines.trainings
    path = trainings.path_for_upload()
    try:
        await _receive(request, path)
    except BaseException:
        await asyncio.to_thread(path.unlink, missing_ok=True)
        raise
    training = trainings.add(path, kind=cast(Kind, kind), pair=pair, name=name)
    return json_answer(training, status=202)


async def _receive(request: Request, path: Path) -> None:
    size = 0
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        async for chunk in request.stream():
            size += len(chunk)
            await asyncio.to_thread(file.write, chunk)
    if not size:
        raise bad_request("The body is empty; it must be the file to learn from.")


async def list_all(request: Request) -> Response:
    """All trainings, the newest last."""
    return json_answer({"trainings": context_of(request).engines.trainings.all()})


async def cancel(request: Request) -> Response:
    """Cancel a training, or forget a finished one; 404 if there is none."""
    if not await context_of(request).engines.trainings.cancel(request.path_params["training_id"]):
        raise HttpError(404, "Training not found", detail="There is no training with this id.")
    return no_content()


async def list_models(request: Request) -> Response:
    """Respond with the locally trained models that are in use."""
    context = context_of(request)
    await context.engines.ready()
    return json_answer({"models": [_as_json(each) for each in context.engines.find_trained_models()]})


async def delete_model(request: Request) -> Response:
    """Delete a trained model; 404 if it does not exist."""
    context: Context = context_of(request)
    if not await context.engines.delete_trained(request.path_params["model_id"]):
        raise HttpError(404, "Model not found", detail="There is no trained model with this id.")
    return no_content()


def _as_json(model: TrainedModel) -> dict[str, Any]:
    answer = model.description
    return {
        "model_id": model.model_id,
        "source_lang": answer.source,
        "target_lang": answer.target,
        "name": answer.name,
        "segments": answer.segments,
        "trained": answer.trained,
        "known_words": round(answer.known_words, 3),
        "exact": round(answer.exact, 3),
        "similarity": round(answer.similarity, 3),
    }


def _trainable(pair: LanguagePair) -> LanguagePair:
    if is_missing("thot"):
        raise bad_request(
            "No engine can be trained on this computer: the package that does it has no build for this system."
        )
    pair = LanguagePair(root(pair.source), root(pair.target))
    for code in (pair.source, pair.target):
        if code in NOT_TRAINABLE or code not in GLOSSARY_LANGUAGES:
            raise bad_request(f"An engine cannot be trained for {code!r}.")
    if pair.source == pair.target:
        raise bad_request(f"Source and target language are both {pair.source}.")
    return pair


routes = [
    Route("/local/v1/training", add, methods=["POST"]),
    Route("/local/v1/training", list_all, methods=["GET"]),
    Route("/local/v1/training/{training_id}", cancel, methods=["DELETE"]),
    Route("/local/v1/models", list_models, methods=["GET"]),
    Route("/local/v1/models/{model_id}", delete_model, methods=["DELETE"]),
]
