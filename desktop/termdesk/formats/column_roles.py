"""Meaning of the columns of a table, from their titles or from the user's choices."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from termdesk.domain.entries.entry_detail import FORBIDDEN, EntryDetail
from termdesk.domain.entries.status_words import flag_of, forbidding_status, status_of
from termdesk.domain.entries.term_fields import (
    CONTEXT,
    DEFINITION,
    FIELD_TITLES,
    GENDER,
    PART_OF_SPEECH,
    SOURCE,
    SUBSET,
    TERM_TYPE,
    join_fields,
)
from termdesk.formats.concepts import detail_of, with_status_note
from termdesk.formats.language_labels import LONGEST_LABEL, language_of


class ColumnRole(StrEnum):
    """Content of a column. `MARKS` is a list of marks, one of which may forbid the term."""

    SOURCE = "source"
    TARGET = "target"
    LANGUAGE_CODE = "language-code"
    STATUS = "status"
    FORBIDDEN = "forbidden"
    MARKS = "marks"
    UNFINISHED = "unfinished"
    NOTE = "note"
    DOMAIN = "domain"
    DEFINITION = "definition"
    CONTEXT = "context"
    PART_OF_SPEECH = "part-of-speech"
    GENDER = "gender"
    TERM_TYPE = "term-type"
    TERM_SOURCE = "term-source"
    SUBSET = "subset"
    IGNORED = "ignored"


PHRASE_ROLES = (ColumnRole.SOURCE, ColumnRole.TARGET)
# Field names for the roles that are fields.
FIELD_ROLES = {
    ColumnRole.CONTEXT: CONTEXT,
    ColumnRole.PART_OF_SPEECH: PART_OF_SPEECH,
    ColumnRole.GENDER: GENDER,
    ColumnRole.TERM_TYPE: TERM_TYPE,
    ColumnRole.TERM_SOURCE: SOURCE,
    ColumnRole.SUBSET: SUBSET,
}
# Roles that the user can give to a field of a term base.
FIELD_USES = (
    ColumnRole.NOTE,
    ColumnRole.DOMAIN,
    ColumnRole.DEFINITION,
    ColumnRole.STATUS,
    ColumnRole.FORBIDDEN,
    *FIELD_ROLES,
)


@dataclass(frozen=True, slots=True)
class ColumnUse:
    """The use of a column. `language` is the language of its phrases; empty if unknown."""

    role: ColumnRole
    language: str = ""


def _titles(text: str) -> frozenset[str]:
    return frozenset(" ".join(title.split()) for title in text.split(","))


SOURCE_TITLES = _titles(
    "source, source term, source phrase, source text, source language, source segment, term, word, from, original,"
    "quelle, quellbegriff, quellsprache, quelltext, ausgangssprache, begriff, benennung, fuente, término, origen,"
    "origine, terme source, terme, 源, 原文, 原語"
)
TARGET_TITLES = _titles(
    "target, target term, target phrase, target text, target language, target segment, translation, translations, to,"
    "ziel, zielbegriff, zielsprache, zieltext, übersetzungen, vertaling, tradução, 翻訳, 翻译, übersetzung, destino,"
    "traducción, traduction, cible, terme cible, traduzione, 译文, 訳語"
)
_TITLES = {
    ColumnRole.STATUS: _titles(
        "status, term status, usage status, usage, verwendung, verwendungsstatus, statut, estado, stato, 状态,"
        "ステータス"
    ),
    ColumnRole.FORBIDDEN: _titles(
        "forbidden, is forbidden, forbidden term, forbidden?, do not use, deprecated, verboten, unwort, interdit,"
        "prohibido, vietato, proibido, verboden, 禁止, 禁用"
    ),
    ColumnRole.MARKS: _titles("term info"),
    ColumnRole.UNFINISHED: _titles("fuzzy, needs editing, unfinished"),
    ColumnRole.NOTE: _titles(
        "note, notes, comment, comments, remark, remarks, entry note, concept note, translator comments,"
        "developer comments, bemerkung, notiz, kommentar,"
        "nota, comentario, remarque, commentaire, 备注, 備考"
    ),
    ColumnRole.DEFINITION: _titles(
        "definition, def, description, concept definition, begriffsdefinition, beschreibung, définition,"
        "definición, definizione, definição, 定義, 定义"
    ),
    ColumnRole.DOMAIN: _titles(
        "domain, subject, subject field, entry domain, entry subject, concept subject, fachgebiet, dominio, domaine"
    ),
}
_ROLE_OF = {title: role for role, titles in _TITLES.items() for title in titles}
# Roles of columns with yes or no.
_FLAG_ROLES = (ColumnRole.FORBIDDEN, ColumnRole.UNFINISHED)
_FIELD_OF = {title.casefold(): name for name, title in FIELD_TITLES.items() if name != DEFINITION} | {
    title: name
    for name, titles in {
        CONTEXT: "example, examples, example of use, term example, usage example, beispiel, kontext, contexte",
        PART_OF_SPEECH: "pos, word class, wortart",
        GENDER: "genus",
        TERM_TYPE: "type of term",
    }.items()
    for title in _titles(titles)
}
# Titles that have this meaning only together with a language: “Type [en]”.
_FIELD_OF_TERM = {"type": TERM_TYPE}
_OF_LANGUAGE = re.compile(r"(?P<title>.*\S)\s*[\[(](?P<language>[^\])]+)[\])]")
_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_WORD_END = re.compile(r"[\s_:;,()\[\]–—-]+")
# A title with more words is a sentence.
_MOST_TITLE_WORDS = 6
# Words that can accompany the language in the title of a column of phrases.
_SOURCE_WORDS = frozenset(("source", "quelle", "ausgangssprache", "fuente", "origen", "origine", "原文"))
_TERM_TITLES = _titles(
    "term,terms,item,phrase,phrases,text,texts,word,words,language,lang,translation,translations,target,name,label,value,"
    "begriff,benennung,bezeichnung,wort,sprache,ziel,zielsprache,übersetzung,terme,término,termine,termo,mot,palabra,"
    "cible,destino,traducción,traduction,traduzione,用語,術語,术语,訳語,译文"
)
_TERM_WORDS = _SOURCE_WORDS | _TERM_TITLES
_MARKS_END = re.compile("[;,|]")


def field_of(title: str) -> str:
    """Return the field name for the title of a column, as in Termdesk's own spreadsheets; empty if
    it is not a field.
    """
    plain, language = title_with_language(title)
    return _FIELD_OF.get(plain) or (_FIELD_OF_TERM.get(plain, "") if language else "")


def plain_title(title: str) -> str:
    """Return a title in the form of the tables above: case-folded, single spaces, no underscores; empty if it is too
    long.
    """
    return "" if len(title) > LONGEST_LABEL else " ".join(title.replace("_", " ").split()).casefold()


def title_with_language(title: str) -> tuple[str, str]:
    """Return a plain title and the language code in it: “Status [en]”, “en_description”; an empty code if there is
    none.
    """
    return _title_with_language(title) if len(title) <= LONGEST_LABEL else ("", "")


@lru_cache(maxsize=1024)
def _title_with_language(title: str) -> tuple[str, str]:
    if language_of(title):
        return plain_title(title), ""
    if (found := _OF_LANGUAGE.fullmatch(title.strip())) and (code := language_of(found["language"])):
        return plain_title(found["title"]), code
    words = title.replace("_", " ").split()
    for count in range(1, min(len(words), _MOST_TITLE_WORDS)):
        for kept, language in ((words[:count], words[count:]), (words[count:], words[:count])):
            if (plain := plain_title(" ".join(kept))) in _ROLE_OF and (code := language_of(" ".join(language))):
                return plain, code
    return plain_title(title), ""


def language_of_title(title: str) -> str | None:
    """Return the language of a column of phrases from its title: “German”, “Term [de]”, “English term”, “EN:”.

    Return None for other columns, and for titles that only say “source” or “target”.
    """
    if len(title) > LONGEST_LABEL:
        return None
    # “itemLabel_en” and “labelEN” are column titles of Wikidata queries.
    return _language_of_title(title) or _language_of_title(_CAPITAL.sub(" ", title))


@lru_cache(maxsize=1024)
def _language_of_title(title: str) -> str | None:
    plain, language = title_with_language(title)
    words = [word for word in _WORD_END.split(plain) if word]
    if language:
        if plain in _FIELD_OF:
            # “Term source [de]” names the origin of a term.
            return None
        return language if all(word in _TERM_WORDS for word in words) else None
    if plain in SOURCE_TITLES or plain in TARGET_TITLES:
        return None
    if code := language_of(title):
        return code
    rest = [word for word in _WORD_END.split(title) if word and word.casefold() not in _TERM_WORDS]
    return language_of(" ".join(rest)) if rest and len(rest) < len(words) <= _MOST_TITLE_WORDS else None


def is_source_title(title: str) -> bool:
    """Return whether a title marks the source column, with or without its language."""
    words = [word for word in _WORD_END.split(plain_title(title)) if word]
    return plain_title(title) in SOURCE_TITLES or any(word in _SOURCE_WORDS for word in words[:1] + words[-1:])


def role_of(title: str, cells: Iterable[str] = ()) -> ColumnRole:
    """Return the role of a column from its title and its first cells; `IGNORED` for phrases and unknown titles.

    A column “Forbidden” without any yes or no is a list of terms, not of marks.
    """
    role = _ROLE_OF.get(title_with_language(title)[0], ColumnRole.IGNORED)
    if role in _FLAG_ROLES:
        filled = [cell for cell in cells if cell.strip()]
        if filled and not any(flag_of(cell) is not None or status_of(cell) for cell in filled):
            return ColumnRole.IGNORED
    return role


@dataclass(frozen=True, slots=True)
class DetailColumns:
    """Indexes, from 0, of the columns with details of an entry.

    The first `status` column with a value gives the status of the entry. `forbidden` columns contain yes or no. `marks`
    are lists of marks, one of which may forbid the entry. `unfinished` columns mark unfinished translations.
    """

    status: tuple[int, ...] = ()
    forbidden: tuple[int, ...] = ()
    marks: tuple[int, ...] = ()
    unfinished: tuple[int, ...] = ()
    note: tuple[int, ...] = ()
    domain: tuple[int, ...] = ()
    definition: tuple[int, ...] = ()
    # Names of other fields with their column indexes.
    fields: tuple[tuple[str, int], ...] = ()

    @classmethod
    def by_role(cls, roles: Iterable[tuple[int, ColumnRole]], fields: Iterable[tuple[str, int]] = ()) -> DetailColumns:
        """Return the columns for these indexes and roles; roles that are not details are ignored."""
        found: dict[str, list[int]] = {}
        for position, role in roles:
            # Each of these roles has the name of an attribute.
            if role in _TITLES:
                found.setdefault(role.value, []).append(position)
        return cls(fields=tuple(fields), **{name: tuple(positions) for name, positions in found.items()})

    @property
    def positions(self) -> tuple[int, ...]:
        """The numbers of all columns that have a role."""
        flags = (*self.forbidden, *self.marks, *self.unfinished)
        fields = (position for _, position in self.fields)
        return (*self.status, *flags, *self.note, *self.domain, *self.definition, *fields)

    def is_unfinished(self, cell: Callable[[int], str]) -> bool:
        """Return whether a row is marked as an unfinished translation; `cell` returns the text of a column."""
        return any(flag_of(cell(position)) for position in self.unfinished)

    def detail(self, cell: Callable[[int], str]) -> EntryDetail | None:
        """Return the details of a row; None if it has none. `cell` returns the text of a column.

        If any column forbids the entry, it is forbidden. An unknown status goes to the note.
        """
        labels = [text for position in self.status if (text := cell(position).strip())]
        flags = [text for position in self.forbidden if (text := cell(position).strip())]
        notes = [cell(position).strip() for position in self.note]
        notes += [flag for flag in flags if flag_of(flag) is None and status_of(flag) is None]
        label = labels[0] if labels else ""
        is_forbidden = any(map(forbidding_status, flags)) or any(_forbids(cell(position)) for position in self.marks)
        if is_forbidden or any(status_of(each) == FORBIDDEN for each in labels):
            notes += [with_status_note("", label)] if label and status_of(label) is None else []
            label = FORBIDDEN
        domain = next((text for position in self.domain if (text := cell(position).strip())), "")
        named = [*((DEFINITION, position) for position in self.definition), *self.fields]
        fields = join_fields(tuple((name, cell(position).strip()) for name, position in named)) if named else ()
        detail = detail_of(label, "\n".join(dict.fromkeys(filter(None, notes))), domain)
        return replace(detail or EntryDetail(), fields=fields) if fields else detail


NO_DETAILS = DetailColumns()


def _forbids(marks: str) -> bool:
    """Return whether one of several marks forbids the term: “CasePermissive;HalfPrefix;Forbidden”."""
    for mark in _MARKS_END.split(marks):
        name, _, value = mark.partition("=")
        if status_of(name) == FORBIDDEN and flag_of(value) is not False:
            return True
    return False
