"""The service's languages and what each can be used for, and the lists that older services offer instead."""

from __future__ import annotations

from typing import Literal

import msgspec

from termdesk.client.errors import NotFound
from termdesk.client.transport.calls import Call, CallKind, Family
from termdesk.client.transport.dispatch import Line
from termdesk.client.transport.replies import Reply
from termdesk.client.wire import LanguageRecord, decode_list
from termdesk.domain.language.language import Language, LanguagePair, Resource, ResourceFeature


class _FeatureRecord(msgspec.Struct):
    name: str
    needs_source_support: bool = False
    needs_target_support: bool = False


class _ResourceRecord(msgspec.Struct):
    name: str
    features: list[_FeatureRecord] = []


class _LegacyRecord(msgspec.Struct):
    language: str
    name: str
    supports_formality: bool = False


class _PairRecord(msgspec.Struct):
    source_lang: str
    target_lang: str


_SOURCE, _TARGET, _BOTH = (True, False), (False, True), (True, True)

# The side that needs each feature. Used for services without `/v3/languages/resources`, which the specification lacks.
_SIDES: dict[Resource, dict[str, tuple[bool, bool]]] = {
    Resource.TRANSLATE_TEXT: {
        "auto_detection": _SOURCE,
        "tag_handling": _BOTH,
        "formality": _TARGET,
        "glossary": _BOTH,
        "style_rules": _TARGET,
        "translation_memory": _BOTH,
    },
    Resource.TRANSLATE_DOCUMENT: {
        "auto_detection": _SOURCE,
        "tag_handling": _BOTH,
        "formality": _TARGET,
        "glossary": _BOTH,
    },
    Resource.VOICE: {
        "glossary": _BOTH,
        "auto_detection": _SOURCE,
        "transcription": _SOURCE,
        "formality": _TARGET,
        "translated_speech": _TARGET,
        "spoken_terms": _SOURCE,
    },
    Resource.WRITE: {"auto_detection": _SOURCE, "writing_style": _TARGET, "tone": _TARGET},
    Resource.GLOSSARY: {},
    Resource.STYLE_RULES: {},
    Resource.TRANSLATION_MEMORY: {},
}


class Languages:
    """`api.languages`. All methods raise ServiceError.

    languages = await api.languages.list(Resource.GLOSSARY)
    """

    def __init__(self, line: Line) -> None:
        self._line = line

    async def resources(self) -> dict[Resource, list[ResourceFeature]]:
        """Return each resource's possible features and the side that must support them.

        If the service does not offer this list, the interface's own description is used. Resources unknown to this
        program are omitted.
        """
        try:
            reply = await self._get("/v3/languages/resources")
        except NotFound:
            return {
                resource: [ResourceFeature(name, *sides) for name, sides in features.items()]
                for resource, features in _SIDES.items()
            }
        known = {resource.value for resource in Resource}
        return {
            Resource(each.name): [
                ResourceFeature(feature.name, feature.needs_source_support, feature.needs_target_support)
                for feature in each.features
            ]
            for each in decode_list(reply, "resources", _ResourceRecord)
            if each.name in known
        }

    async def legacy(self, kind: Literal["source", "target"]) -> list[Language]:
        """Return the languages of `/v2/languages`. Formality of targets is the only feature it lists."""
        reply = await self._get("/v2/languages", type=kind)
        return [
            Language(
                code=each.language,
                name=each.name,
                usable_as_source=kind == "source",
                usable_as_target=kind == "target",
                features={"formality": "stable"} if each.supports_formality else {},
            )
            for each in decode_list(reply, "languages", _LegacyRecord)
        ]

    async def legacy_pairs(self) -> list[LanguagePair]:
        """Return the pairs of `/v2/glossary-language-pairs`."""
        reply = await self._get("/v2/glossary-language-pairs")
        return [
            LanguagePair(each.source_lang, each.target_lang)
            for each in decode_list(reply, "supported_languages", _PairRecord)
        ]

    async def list(self, resource: Resource) -> list[Language]:
        """Return the languages of one resource, in the service's order. (Defined last, as it hides the type `list`.)"""
        reply = await self._get("/v3/languages", resource=resource.value)
        return [each.as_language() for each in decode_list(reply, "languages", LanguageRecord)]

    async def _get(self, path: str, **query: str) -> Reply:
        return await self._line.send(Call("GET", path, CallKind.READ, Family.LANGUAGES, query=tuple(query.items())))
