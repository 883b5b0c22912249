"""Fields of an entry besides status, domain and note: named texts, with the names of TBX.

The fields belong to the target term or to the concept; names that start with `OF_SOURCE` belong to the source term.
"""

from __future__ import annotations

from collections.abc import Iterable

DEFINITION, CONTEXT, SOURCE = "definition", "context", "source"
PART_OF_SPEECH, GENDER, TERM_TYPE, SUBSET = "partOfSpeech", "grammaticalGender", "termType", "projectSubset"
FIELD_NAMES = (DEFINITION, CONTEXT, PART_OF_SPEECH, GENDER, TERM_TYPE, SOURCE, SUBSET)
OF_SOURCE = "sourceTerm/"
# Their titles in files. “Source” would be mistaken for the source phrase.
FIELD_TITLES = {
    DEFINITION: "Definition",
    CONTEXT: "Context",
    PART_OF_SPEECH: "Part of speech",
    GENDER: "Gender",
    TERM_TYPE: "Term type",
    SOURCE: "Term source",
    SUBSET: "Subset",
}
FIELD_TITLES |= {OF_SOURCE + name: f"{title} (source term)" for name, title in FIELD_TITLES.items()}

_ORDER = {name: position for position, name in enumerate(FIELD_TITLES)}

# Pairs of name and text, with unique names.
Fields = tuple[tuple[str, str], ...]


def title_of(name: str) -> str:
    """The title of a field in files; the name itself if this version does not know it."""
    return FIELD_TITLES.get(name, name)


def join_fields(*parts: Fields) -> Fields:
    """All fields. Different texts of the same name are joined, one in a line."""
    found: dict[str, dict[str, None]] = {}
    for name, text in (field for part in parts for field in part):
        found.setdefault(name, {}).update({text: None} if text else {})
    return fields_of((name, "\n".join(texts)) for name, texts in found.items())


def fields_of(texts: Iterable[tuple[str, str]]) -> Fields:
    """Names with texts as fields, in the order of `FIELD_NAMES`, without empty ones."""
    found = [(name, text) for name, text in dict(texts).items() if text]
    # Fast path: most of the hundreds of thousands of entries have no field or one.
    return tuple(sorted(found, key=lambda field: _ORDER.get(field[0], len(_ORDER))) if len(found) > 1 else found)


def find_used_names(fields: Iterable[Fields]) -> list[str]:
    """The names of all fields of several entries, in the order of `FIELD_NAMES`."""
    return [name for name, _ in fields_of(field for each in fields for field in each)]


def of_source(fields: Fields) -> Fields:
    """The fields of a term, renamed to fields of an entry's source term."""
    return tuple((OF_SOURCE + name, text) for name, text in fields)


def source_fields(fields: Fields) -> Fields:
    """The fields of the source term, under their own names."""
    return tuple((name.removeprefix(OF_SOURCE), text) for name, text in fields if name.startswith(OF_SOURCE))


def target_fields(fields: Fields) -> Fields:
    """The fields of the target term or the concept."""
    return tuple(field for field in fields if field[0] != DEFINITION and not field[0].startswith(OF_SOURCE))


def swap_sides(fields: Fields) -> Fields:
    """The fields of an entry whose source and target are swapped. A definition belongs to both."""
    swapped = [*of_source(target_fields(fields)), *source_fields(fields)]
    return fields_of([*(field for field in fields if field[0] == DEFINITION), *swapped])
