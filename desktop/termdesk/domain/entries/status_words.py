"""The words by which files name a status, in standards and in everyday lists."""

from __future__ import annotations

import re

from termdesk.domain.entries.entry_detail import ADMITTED, FORBIDDEN, PREFERRED

# Folded letters only: TBX and its dialects, then English, German, French, Spanish, Italian, Portuguese.
_WORDS = {
    PREFERRED: """
        preferred preferredterm standardized standardizedterm legal legalterm regulated regulatedterm recommended
        bevorzugt vorzugsbenennung empfohlen préféré privilégié recommandé preferido preferente recomendado
        preferito preferita raccomandato recomendada preferida
    """,
    ADMITTED: """
        admitted admittedterm allowed accepted permitted
        zulässig zugelassen erlaubt admis accepté autorisé toléré admitido permitido aceptado
        ammesso consentito accettato aceito admitida
    """,
    FORBIDDEN: """
        forbidden deprecated deprecatedterm superseded supersededterm obsolete notrecommended prohibited
        notallowed donotuse rejected banned
        verboten unzulässig nichtverwenden nichtzulässig veraltet abgelehnt interdit proscrit prohibé
        déconseillé rejeté obsolète prohibido desaconsejado rechazado obsoleto vietato sconsigliato proibito
        proibido desaconselhado rejeitado
    """,
}
_STATUS_OF = {word: status for status, words in _WORDS.items() for word in words.split()}
_NO_LETTER = re.compile(r"[\W_]+")


def status_of(value: str) -> str | None:
    """The status that a value stands for (`deprecatedTerm-admn-sts`, `Do not use`, `verboten`); None if unknown."""
    return _STATUS_OF.get(_NO_LETTER.sub("", value.casefold().removesuffix("-admn-sts")))
