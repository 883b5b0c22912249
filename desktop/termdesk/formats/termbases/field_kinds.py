"""What a field of a term base says, by the name that its term base gives it."""

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
# Kinds that may forbid a term.
STATUS_KINDS = frozenset({STATUS, USAGE, FORBIDDEN_FLAG})

# Letters alone: the categories of TBX, then English, German, French, Spanish, Italian, Portuguese, Dutch.
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

# What a user can say that a field holds, with its kind.
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
    """The fields of a file whose names say nothing here, by what the user says of them.

    `found` counts them by name, those that the user says nothing of, too.
    """

    def __init__(self, roles: Mapping[str, ColumnRole]) -> None:
        self.found: Counter[str] = Counter()
        self._kinds = {name: KIND_OF_ROLE[role] for name, role in roles.items() if role in KIND_OF_ROLE}

    def take(self, name: str) -> str:
        """Count a field that holds a text, and tell its kind; empty if the user says nothing of it."""
        name = name[:_LONGEST_NAME]
        self.found[name] += 1
        return self._kinds.get(name, "")


@lru_cache(maxsize=1024)
def kind_of_field(name: str) -> str:
    """What a field is: one of the kinds above, empty if none of them.

    Some programs put the type of the value in front (`xBool_Forbidden`), others write the name in two languages
    (`Term_Usage/Verwendung`).
    """
    behind = name.rpartition("_")[2]
    names = (name, name.removeprefix("x"), behind, *behind.split("/"))
    for each in names:
        if kind := _KIND_OF.get(_letters(each)):
            # “Definition_Source” says where the definition is from, not the term; “Term_Source” does that.
            return "" if kind == SOURCE and each == behind != name else kind
    return ""


def status_in(kind: str, value: str) -> str | None:
    """The status that a field of a status kind gives to a term; None if it is none of ours."""
    if kind == FORBIDDEN_FLAG:
        return forbidding_status(value)
    return status_of(value) if value else ""


def note_in(kind: str, value: str) -> str:
    """What of the value of a status kind belongs into the note, since no status says it; empty for nothing."""
    if kind == FORBIDDEN_FLAG:
        return value if flag_of(value) is None else ""
    if status_in(kind, value) is not None:
        return ""
    return value if kind == USAGE else with_status_note("", value)


def stricter(status: str, other: str) -> str:
    """The status of a term with two marks: a term that any of them forbids is forbidden."""
    return status if status == FORBIDDEN or not other else other


def _letters(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalpha())
