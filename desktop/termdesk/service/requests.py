"""What a route reads from a request: its JSON or form body as typed values, refused in words where it does not fit."""

from __future__ import annotations

import json
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request

from termdesk.domain.language import LanguagePair, canonical
from termdesk.service.answers import JSON, bad_request

T = TypeVar("T")

# Form fields that are lists: repeated, or one field with commas (the second only for codes and ids).
_REPEATED = ("text", "custom_instructions")
_WITH_COMMAS = ("glossary_ids", "non_splitting_tags", "splitting_tags", "ignore_tags")
_FLAGS = ("show_billed_characters", "preserve_formatting", "outline_detection", "enable_beta_languages")


async def read_body(request: Request, shape: type[T]) -> T:
    """The body as `shape` (a msgspec struct). Refuses with 400 what is not JSON, or of another shape."""
    if request.headers.get("content-type", JSON).partition(";")[0].strip().lower() != JSON:
        return _converted(await _form(request), shape, is_form=True)
    raw = await request.body()
    try:
        content = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise bad_request(f"The body is not JSON: {error}.") from None
    _check_text(content)
    return _converted(content, shape, is_form=False)


def _converted(content: Any, shape: type[T], *, is_form: bool) -> T:
    try:
        return msgspec.convert(content, shape, strict=not is_form)
    except msgspec.ValidationError as error:
        raise bad_request(f"{str(error).rstrip('.')}.") from None


async def _form(request: Request) -> dict[str, Any]:
    content: dict[str, Any] = {}
    async with request.form(max_fields=200) as form:
        for name in form:
            values = [str(value) for value in form.getlist(name)]
            if name in _REPEATED:
                content[name] = values
            elif name in _WITH_COMMAS:
                content[name] = ",".join(values).split(",")
            elif name in _FLAGS:
                content[name] = values[-1] in ("1", "true")
            else:
                content[name] = values[-1]
    if isinstance(listed := content.get("dictionaries"), str):
        try:
            content["dictionaries"] = json.loads(listed)
        except ValueError as error:
            raise bad_request(f"The field dictionaries is not JSON: {error}.") from None
    return content


def _check_text(content: Any) -> None:
    """Half characters (lone surrogate escapes) can be neither stored nor sent on."""
    match content:
        case str():
            try:
                content.encode("utf-8")
            except UnicodeEncodeError as error:
                raise bad_request(f"A text holds half a character at position {error.start}.") from None
        case list():
            for each in content:
                _check_text(each)
        case dict():
            for each in content.values():
                _check_text(each)


def pair_of(source: str | None, target: str | None) -> LanguagePair:
    """The pair of two codes; refused where one is missing."""
    for name, code in (("source_lang", source), ("target_lang", target)):
        if not code:
            raise bad_request(f"{name} is missing.")
    return LanguagePair(str(source), str(target))


def pair_in_query(request: Request) -> LanguagePair:
    query = request.query_params
    return pair_of(query.get("source_lang"), query.get("target_lang"))


def code_of(text: str, *, name: str) -> str:
    if not text or len(text) > 35 or not text.isascii():
        raise bad_request(f"Value for '{name}' not supported.")
    return canonical(text)
