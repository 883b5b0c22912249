"""The JSON or form body of a request as typed values; an invalid body is refused with the reason."""

from __future__ import annotations

import re
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request

from termdesk.domain.language.language import LanguagePair, canonical
from termdesk.service.http.answers import JSON, HttpError, bad_request

T = TypeVar("T")

# Real BCP 47 tags are far shorter.
LONGEST_CODE = 35
# Form fields that are lists: repeated, or one comma-separated field (the second only for codes and ids).
_REPEATED = ("text", "custom_instructions")
_WITH_COMMAS = ("glossary_ids", "non_splitting_tags", "splitting_tags", "ignore_tags")
# A member of an object in a list, as the vendor's clients write it: `dictionaries[0].source_lang`.
_MEMBER = re.compile(r"(\w+)\[(\d{1,4})\](?:\.(\w+)|\[(\w+)\])")
_FLAGS = ("show_billed_characters", "preserve_formatting", "outline_detection", "enable_beta_languages")


async def read_body(request: Request, shape: type[T]) -> T:
    """Decode the body as `shape` (a msgspec struct). Raises HttpError 400 if it is not JSON or has another shape."""
    if request.headers.get("content-type", JSON).partition(";")[0].strip().lower() != JSON:
        try:
            return msgspec.convert(await _form(request), shape, strict=False)
        except msgspec.ValidationError as error:
            raise _misfit(error) from None
    raw = await request.body()
    try:
        return msgspec.json.decode(raw, type=shape)
    except msgspec.ValidationError as error:
        raise _misfit(error) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        # Also raised for unpaired surrogate escapes, which can be neither stored nor sent.
        raise bad_request(f"The body is not JSON: {error}.") from None


def _misfit(error: msgspec.ValidationError) -> HttpError:
    return bad_request(f"{str(error).rstrip('.')}.")


async def _form(request: Request) -> dict[str, Any]:
    content: dict[str, Any] = {}
    members: dict[str, dict[int, dict[str, str]]] = {}
    async with request.form(max_fields=200) as form:
        for name in form:
            values = [str(value) for value in form.getlist(name)]
            if member := _MEMBER.fullmatch(name):
                field = member[3] or member[4]
                members.setdefault(member[1], {}).setdefault(int(member[2]), {})[field] = values[-1]
            elif name in _REPEATED:
                content[name] = values
            elif name in _WITH_COMMAS:
                content[name] = ",".join(values).split(",")
            elif name in _FLAGS:
                content[name] = values[-1] in ("1", "true")
            else:
                content[name] = values[-1]
    if isinstance(listed := content.get("dictionaries"), str):
        try:
            content["dictionaries"] = msgspec.json.decode(listed)
        except (ValueError, RecursionError) as error:
            raise bad_request(f"The field dictionaries is not JSON: {error}.") from None
    for name, by_number in members.items():
        if name in content:
            raise bad_request(f"The field {name} is there twice: as a whole, and by its members.")
        content[name] = [by_number[number] for number in sorted(by_number)]
    return content


def pair_in_query(request: Request) -> LanguagePair:
    """Return the pair in the query string. Raises HttpError (400) if a code is missing."""
    return pair_of(request.query_params.get("source_lang", ""), request.query_params.get("target_lang", ""))


def pair_of(source: str, target: str) -> LanguagePair:
    """Return the pair of two codes from a request. Raises HttpError (400) if they form no pair."""
    return LanguagePair(code_of(source, name="source_lang"), code_of(target, name="target_lang"))


def code_of(text: str, *, name: str) -> str:
    """Return a language code with normalized case. Raises HttpError (400) if it cannot be any language's code."""
    if not text:
        raise bad_request(f"{name} is missing.")
    if len(text) > LONGEST_CODE or not text.isascii():
        raise bad_request(f"Value for '{name}' not supported: {text[:LONGEST_CODE]!r}.")
    return canonical(text)
