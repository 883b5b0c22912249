"""`/v2/write`: improves texts in their own language."""

from __future__ import annotations

import asyncio
from typing import Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from termdesk.domain.language.language import root
from termdesk.domain.provider import Dialect
from termdesk.domain.texts import PREFERRED, TONES, WRITING_STYLES, Improve, billable_characters
from termdesk.service.context import Context, bill_delivery, context_of
from termdesk.service.engines.correction.improvement import DEFAULT_VARIANTS, TARGETS
from termdesk.service.engines.results import EngineImprovement
from termdesk.service.http.answers import HttpError, account_of, bad_request, dialect_of, json_answer
from termdesk.service.http.reports import improvement_headers
from termdesk.service.http.requests import code_of, read_body

# Below this length detection is a guess, and a text must not be refused because of a guess.
MIN_CHARACTERS_TO_DETECT = 20
# Scripts that only one language uses are reliable, but a short text may contain a name in another script.
SURE_BY_SCRIPT = frozenset({"el", "he", "ja", "ko", "th"})
MIN_CHARACTERS_OF_SCRIPT = 5


class WriteBody(msgspec.Struct):
    """Texts to improve; without `target_lang`, in their own language."""

    text: list[str] | str
    target_lang: str | None = None
    writing_style: str | None = None
    tone: str | None = None

    @property
    def texts(self) -> list[str]:
        """The texts to improve."""
        return [self.text] if isinstance(self.text, str) else self.text


async def rephrase(request: Request) -> Response:
    """Correct texts and reword wordy phrases."""
    return await _improve(request, "rephrase")


async def correct(request: Request) -> Response:
    """Correct texts without rewording."""
    return await _improve(request, "correct")


async def _improve(request: Request, mode: Literal["rephrase", "correct"]) -> Response:
    asked = await read_body(request, WriteBody)
    context = context_of(request)
    if not account_of(request).tier.improves_texts:
        raise HttpError(403, "Improving texts needs a key of the paid tier.")
    if not asked.texts:
        raise bad_request("text is missing.")
    await context.engines.ready()
    target = await asyncio.to_thread(_target, asked, context, dialect_of(request))
    _check_style(asked, target, mode, context)
    await asyncio.to_thread(_check_languages, asked.texts, target, context)
    characters = sum(billable_characters(text) for text in asked.texts)
    await context.check_quota(characters, account_of(request))
    key = (account_of(request).name, mode, target, tuple(asked.texts), await context.terms_version())
    results = await context.improvements.result(key, lambda: _results(asked.texts, target, mode, context))
    await bill_delivery(request, "write", characters)
    context.improvements.note_receipt(key)
    return json_answer(
        {"improvements": [_item(text, result, target) for text, result in zip(asked.texts, results, strict=True)]},
        headers=improvement_headers(results),
    )


async def _results(
    texts: list[str], target: str, mode: Literal["rephrase", "correct"], context: Context
) -> list[EngineImprovement]:
    terms = await context.account_terms()
    return [await context.engines.improve(text, target=target, mode=mode, terms=terms) for text in texts]


def _item(text: str, result: EngineImprovement, target: str) -> dict[str, object]:
    return {
        "text": result.text,
        "detected_source_language": root(target),
        "target_language": target,
        # The interface has no field for the billed characters of an improvement.
        "x_termdesk": {
            "engines": list(result.engines),
            "is_only_corrected": result.is_only_corrected,
            "billed_characters": billable_characters(text),
        },
    }


def _target(asked: WriteBody, context: Context, dialect: Dialect) -> str:
    """Return the target as it is served. The vendor's dialect may omit it: then it is the texts' language."""
    code = code_of(asked.target_lang, name="target_lang") if asked.target_lang else ""
    if not code and dialect is Dialect.VENDOR:
        code = _detect(asked.texts, context)
    if not code:
        raise bad_request("target_lang is missing.")
    target = DEFAULT_VARIANTS.get(code, code)
    served = context.engines.improvement_languages()
    if target not in served:
        raise bad_request(f"Value for 'target_lang' not supported: {target!r}. {_languages_remedy(context, target)}")
    return target


def _languages_remedy(context: Context, code: str) -> str:
    """Return which languages can be improved, and what to install for this one."""
    offered = ", ".join(sorted(context.engines.improvement_languages())) or "none"
    remedy = f"Languages that can be improved here: {offered}."
    if code not in {*TARGETS, *TARGETS.values()}:
        return remedy
    return (
        f"{remedy} It comes with the extra: pip install termdesk[improve]; its German and Italian dictionaries are"
        " under the GPL."
    )


def _detect(texts: list[str], context: Context) -> str:
    """Detect the language of the texts; if uncertain, the most probable one that can be improved."""
    served = {root(each) for each in context.engines.improvement_languages()}
    code = context.engines.detect("\n".join(texts), served).code
    if not code:
        raise bad_request("target_lang is missing, and the language of the text could not be detected.")
    return code


def _check_style(asked: WriteBody, target: str, mode: str, context: Context) -> None:
    """Raise HttpError 400 if the style or tone cannot be followed.

    Only one of them is allowed, and none for correcting. Except for `prefer_` values, an engine must support it.
    """
    if asked.writing_style and asked.tone:
        raise bad_request("writing_style and tone cannot be used together.")
    for name, value, known in (("writing_style", asked.writing_style, WRITING_STYLES), ("tone", asked.tone, TONES)):
        if value is None:
            continue
        if mode == Improve.CORRECT:
            raise bad_request(f"'{name}' is not taken here: correcting changes no style.")
        if value != "default" and value.removeprefix(PREFERRED) not in known:
            raise bad_request(f"Value for '{name}' not supported: {value[:40]!r}.")
        is_served = name in context.engines.improvement_languages()[target]
        if value != "default" and not value.startswith(PREFERRED) and not is_served:
            raise bad_request(
                f"Value for '{name}' not supported: the engines here do not support setting it for {target!r}."
            )


def _check_languages(texts: list[str], target: str, context: Context) -> None:
    for text in texts:
        found = context.engines.detect(text)
        least = MIN_CHARACTERS_OF_SCRIPT if found.code in SURE_BY_SCRIPT else MIN_CHARACTERS_TO_DETECT
        code = root(found.code)
        if len(text) < least or not found.is_sure or code == root(target):
            continue
        if code not in map(root, context.engines.improvement_languages()):
            remedy = _languages_remedy(context, code)
            raise bad_request(f"The text is in {code!r}, which cannot be improved here. {remedy}")
        raise bad_request(
            f"The text is in {code!r} but target_lang is {target!r};"
            " improving and translating in one request is not supported."
        )


routes = [
    Route("/v2/write/rephrase", rephrase, methods=["POST"]),
    Route("/v2/write/correct", correct, methods=["POST"]),
]
