"""Words for a status in files: those of standards and everyday words."""

from __future__ import annotations

import re

from termdesk.domain.entries.entry_detail import ADMITTED, FORBIDDEN, PREFERRED

# Case-folded letters only: TBX and its dialects, then English, German, French, Spanish, Italian, Portuguese.
_WORDS = {
    PREFERRED: """
        preferred preferredterm standardized standardizedterm legal legalterm regulated regulatedterm recommended
        approved approvedterm
        bevorzugt vorzugsbenennung empfohlen freigegeben genehmigt préféré privilégié recommandé
        approuvé validé preferido preferente recomendado aprobado
        preferito preferita raccomandato approvato aprovado recomendada preferida
    """,
    ADMITTED: """
        admitted admittedterm nonstandard allowed accepted permitted
        zulässig zugelassen erlaubt admis accepté autorisé toléré admitido permitido aceptado
        ammesso consentito accettato aceito admitida
    """,
    FORBIDDEN: """
        forbidden deprecated deprecatedterm superseded supersededterm obsolete notrecommended prohibited
        notallowed donotuse rejected banned
        verboten unzulässig nichtverwenden nichtzulässig veraltet abgelehnt interdit proscrit prohibé
        déconseillé rejeté obsolète prohibido desaconsejado rechazado obsoleto vietato sconsigliato proibito
        proibido desaconselhado rejeitado
        dontuse neveruse avoid disallowed blacklisted unacceptable notadmitted unwort unwörter
        verbotenebenennung nichtempfohlen nichterlaubt nichtbenutzen nichtzugelassen vermeiden gesperrt
        nepasutiliser àéviter noutilizar nousar noadmitido evitar nonutilizzare nonusare nonammesso nãousar nãoutilizar
        verboden nietgebruiken afgeraden zabroniony niedozwolony zakázaný nepoužívat kielletty förbjuden förbjudet
        запрещено запрещен запрещён неиспользовать нерекомендуется устаревший
        禁止 使用禁止 使用不可 不可 禁用 禁止使用 非推奨 사용금지 금지
    """,
}
# Values of a column or field with yes or no.
_YES = """
    true yes y 1 x on set ja j wahr oui vrai sí si s verdadero vero sim verdadeiro tak да истина はい 是 예 ✓ ✔ ☑ ●
"""
_NO = "false no n 0 off none nein falsch non faux falso não nao nee onwaar nie нет ложь いいえ 否 아니요 - – — ☐ ○"
_STATUS_OF = {word: status for status, words in _WORDS.items() for word in words.split()}
_FLAGS = {**dict.fromkeys(_YES.split(), True), **dict.fromkeys(_NO.split(), False)}
_NO_LETTER = re.compile(r"[\W_]+")


def status_of(value: str) -> str | None:
    """The status that a value stands for (`deprecatedTerm-admn-sts`, `Do not use`, `verboten`); None if unknown."""
    return _STATUS_OF.get(_NO_LETTER.sub("", value.casefold().removesuffix("-admn-sts")))


def flag_of(value: str) -> bool | None:
    """Whether a value of a yes/no field means yes; None if it means neither."""
    return _FLAGS.get(value.strip().casefold())


def forbidding_status(value: str) -> str:
    """The status from a field named “Forbidden”: the term is forbidden unless the value is empty or a clear no."""
    return FORBIDDEN if value.strip() and flag_of(value) is not False else ""
