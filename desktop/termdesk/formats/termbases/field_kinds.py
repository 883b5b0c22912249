"""The meaning of the fields of a term base, recognized by their names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from termdesk.domain.entries.entry_detail import FORBIDDEN
from termdesk.domain.entries.status_words import flag_of, forbidding_status, status_of
from termdesk.domain.entries.term_fields import (
    CONTEXT,
    DEFINITION,
    GENDER,
    PART_OF_SPEECH,
    SOURCE,
    SUBSET,
    TERM_TYPE,
)
from termdesk.formats.column_roles import FIELD_ROLES, ColumnRole
from termdesk.formats.concepts import with_status_note

DOMAIN, NOTE = "domain", "note"
STATUS, USAGE, FORBIDDEN_FLAG = "status", "usage", "forbidden"
# Kinds of fields whose value can forbid a term.
STATUS_KINDS = frozenset({STATUS, USAGE, FORBIDDEN_FLAG})

# Names without anything but letters: the TBX data categories, then English, German, French, Spanish, Italian,
# Portuguese and Dutch.
_WORDS_OF = {
    DEFINITION: """
        definition definiton termdefinition begriffsdefinition begriffserklärung définition definición definizione
        definição definitie
    """,
    DOMAIN: """
        domain subject subjectfield subjectarea field fachgebiet sachgebiet domäne bereich themengebiet domaine sujet
        domainedapplication dominio campo materia tema área domínio assunto domein vakgebied onderwerp
    """,
    NOTE: """
        note notes comment comments remark remarks usagenote entrynote termnote anmerkung anmerkungen bemerkung
        bemerkungen hinweis hinweise kommentar notiz remarque remarques commentaire commentaires nota notas comentario
        comentarios observación observaciones commento commenti osservazione comentário observação opmerking
        opmerkingen notitie
    """,
    STATUS: """
        status termstatus statusofterm usagestatus administrativestatus normativeauthorization approvalstatus
        benennungsstatus verwendungsstatus statut statutduterme estado estadodeltérmino stato statodeltermine
        estadodotermo
    """,
    USAGE: "usage gebrauch verwendung anwendung emploi utilisation uso gebruik acceptability",
    FORBIDDEN_FLAG: """
        forbidden isforbidden forbiddenterm deprecated donotuse verboten istverboten unwort interdit prohibido vietato
        proibido verboden
    """,
}
_WORDS_OF |= {
    CONTEXT: "context termcontext usageexample kontext kontextbeispiel contexte contexto contesto",
    PART_OF_SPEECH: """
        partofspeech pos wordclass wortart wortklasse catégoriegrammaticale naturegrammaticale categoríagramatical
        categoriagrammaticale classegramatical woordsoort
    """,
    GENDER: "grammaticalgender gender genus geschlecht genregrammatical genre género genere gênero geslacht",
    TERM_TYPE: "termtype typeofterm benennungstyp benennungsart typedeterme tipodetérmino tipoditermine",
    SOURCE: "source sourceofterm termsource quelle fuente fonte bron",
    SUBSET: "projectsubset subset termsubset",
}
_KIND_OF = {word: kind for kind, words in _WORDS_OF.items() for word in words.split()}

# Field kind for each role that the user can give to a field.
KIND_OF_ROLE = {
    ColumnRole.NOTE: NOTE,
    ColumnRole.DOMAIN: DOMAIN,
    ColumnRole.DEFINITION: DEFINITION,
    ColumnRole.STATUS: STATUS,
    ColumnRole.FORBIDDEN: FORBIDDEN_FLAG,
    **FIELD_ROLES,
}
_LONGEST_NAME = 100


class OtherFields:
    """Fields with unknown names, and the roles that the user gave them.

    `found` counts all of them by name, including fields without a role.
    """

    def __init__(self, roles: Mapping[str, ColumnRole]) -> None:
        self.found: Counter[str] = Counter()
        self._kinds = {name: KIND_OF_ROLE[role] for name, role in roles.items() if role in KIND_OF_ROLE}

    def take(self, name: str) -> str:
        """Count a field that contains text, and return its kind; empty if the user gave it no role."""
        name = name[:_LONGEST_NAME]
        self.found[name] += 1
        return self._kinds.get(name, "")


@lru_cache(maxsize=1024)
def kind_of_field(name: str) -> str:
    """Return the kind of a field, one of the constants above, or an empty string if the name is unknown.

    Some programs prefix the name with the type of the value (`xBool_Forbidden`), others write it in two languages
    (`Term_Usage/Verwendung`).
    """
    behind = name.rpartition("_")[2]
    names = (name, name.removeprefix("x"), behind, *behind.split("/"))
    for each in names:
        if kind := _KIND_OF.get(_letters(each)):
            # “Definition_Source” names the source of the definition, not of the term; “Term_Source” names that of the
            # term.
            return "" if kind == SOURCE and each == behind != name else kind
    return ""


def status_in(kind: str, value: str) -> str | None:
    """Return the term status for the value of a status field, or None if Termdesk has no such status."""
    if kind == FORBIDDEN_FLAG:
        return forbidding_status(value)
    return status_of(value) if value else ""


def note_in(kind: str, value: str) -> str:
    """Return the part of a status field that must go into the note because no status expresses it; else empty."""
    if kind == FORBIDDEN_FLAG:
        return value if flag_of(value) is None else ""
    if status_in(kind, value) is not None:
        return ""
    return value if kind == USAGE else with_status_note("", value)


def stricter(status: str, other: str) -> str:
    """Return the status of a term that has two marks: forbidden if either of them forbids it."""
    return status if status == FORBIDDEN or not other else other


def _letters(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalpha())
