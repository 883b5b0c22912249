"""The languages and features that are really available, computed from the engines that passed their probe."""

from __future__ import annotations

from typing import Any

from termdesk.domain.language.language import Resource, root
from termdesk.domain.language.language_names import GLOSSARY_LANGUAGES, english_name, variants_of
from termdesk.service.engines.correction.improvement import DEFAULT_VARIANTS
from termdesk.service.engines.engines import Engines

STABLE = {"status": "stable"}

# The features that a resource can have here, and the side of a pair that must support each.
RESOURCES: dict[Resource, dict[str, tuple[bool, bool]]] = {
    Resource.TRANSLATE_TEXT: {
        "auto_detection": (True, False),
        "glossary": (True, True),
        "tag_handling": (True, True),
    },
    Resource.TRANSLATE_DOCUMENT: {"auto_detection": (True, False), "glossary": (True, True)},
    Resource.GLOSSARY: {},
    Resource.WRITE: {"auto_detection": (True, False), "writing_style": (False, True)},
}


class Catalog:
    """The languages and features of this service. It lists nothing that would be rejected with 400."""

    def __init__(self, engines: Engines) -> None:
        self._engines = engines

    def languages(self, resource: Resource) -> list[dict[str, Any]]:
        """Return the records of `GET /v3/languages`, sorted by code; empty for resources that this service lacks."""
        match resource:
            case Resource.TRANSLATE_TEXT:
                return self._translation()
            case Resource.TRANSLATE_DOCUMENT:
                return [_without(record, "tag_handling") for record in self._translation()]
            case Resource.GLOSSARY:
                return [_record(code, True, True, []) for code in GLOSSARY_LANGUAGES]
            case Resource.WRITE:
                return self._improvement()
        return []

    def resources(self) -> list[dict[str, Any]]:
        """Return the response of `GET /v3/languages/resources`."""
        return [
            {"name": name, "features": _feature_sides(sides, self._find_served_features(name))}
            for name, sides in RESOURCES.items()
        ]

    def _find_served_features(self, resource: Resource) -> set[str]:
        """The features that at least one language of a resource has."""
        return {feature for each in self.languages(resource) for feature in each["features"]}

    def _translation(self) -> list[dict[str, Any]]:
        pairs = self._engines.translation_pairs()
        sources, targets = {pair.source for pair in pairs}, {pair.target for pair in pairs}
        # An engine for the language also serves its regional variants, but not its variants in other scripts.
        targets |= {variant for code in targets for variant in variants_of(code) if _is_region(variant)}
        detectable = self._engines.detectable_languages()
        records = []
        for code in sorted(sources | targets):
            # Tags are handled outside the engines, so every language has this feature.
            features = ["tag_handling", *(["glossary"] if root(code) in GLOSSARY_LANGUAGES else [])]
            if code in sources and root(code) in detectable:
                features.append("auto_detection")
            records.append(_record(code, code in sources, code in targets, features))
        return records

    def _improvement(self) -> list[dict[str, Any]]:
        detectable = self._engines.detectable_languages()
        records = []
        for code, features in sorted(self._engines.improvement_languages().items()):
            # Only the default variant of a language can be detected.
            is_detected = root(code) in detectable and DEFAULT_VARIANTS.get(root(code), root(code)) == code
            detection = ["auto_detection"] if is_detected else []
            records.append(_record(code, True, True, [*sorted(features), *detection]))
        return records

    def legacy(self, kind: str) -> list[dict[str, Any]]:
        """Return the records of `GET /v2/languages` for `source` or `target`."""
        side = "usable_as_source" if kind == "source" else "usable_as_target"
        found = [each for each in self._translation() if each[side]]
        records: list[dict[str, Any]] = [{"language": each["lang"].upper(), "name": each["name"]} for each in found]
        if kind == "target":
            for record in records:
                record["supports_formality"] = False
        return records


def _is_region(variant: str) -> bool:
    return len(variant.partition("-")[2]) == 2


def _record(code: str, is_source: bool, is_target: bool, features: list[str]) -> dict[str, Any]:
    return {
        "lang": code,
        "name": english_name(code),
        "usable_as_source": is_source,
        "usable_as_target": is_target,
        "status": "stable",
        "features": dict.fromkeys(features, STABLE),
    }


def _without(record: dict[str, Any], feature: str) -> dict[str, Any]:
    return {**record, "features": {name: each for name, each in record["features"].items() if name != feature}}


def _feature_sides(sides: dict[str, tuple[bool, bool]], served: set[str]) -> list[dict[str, Any]]:
    return [
        {"name": name, "needs_source_support": source, "needs_target_support": target}
        for name, (source, target) in sides.items()
        if name in served
    ]
