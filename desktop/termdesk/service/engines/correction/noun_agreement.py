"""Keeps articles in agreement where a Portuguese noun is replaced by one of the other gender: “do time”, “da equipa”.

The checker's lists of Brazilian and European words replace the noun alone. If other words than the one before depend on
the noun, it stays: a word of the other variant is better than a wrong form.
"""

from __future__ import annotations

import re
from dataclasses import replace

from termdesk.service.engines.correction.proposals import Proposal


def _split(text: str, separator: str = " ") -> list[str]:
    return text.split(separator)


# The nouns of the checker's lists whose word in the other variant has the other gender, as in “o time” and “a equipa”.
# In each list, the Brazilian nouns come first.
_BECOME_FEMININE = frozenset(
    _split(
        "aparelho de videogame|bandejão|bandejãos|banheiro|banheiros|boteco|botecos|bueiro|bueiros|chope|chopes|"
        "console|consoles|creme de leite|cremes de leite|distrito policial|distritos policiais|gerenciamento|"
        "gerenciamentos|mamão|mamões|pedágio|pedágios|pistolão|pistolões|ponto de ônibus|pontos de ônibus|resfriado|"
        "resfriados|sensoriamento remoto|sensoriamentos remotos|time|times|varejo|varejos|ventilador|ventiladores|"
        "vitimismo|vitimismos|xerox|xeroxes|"
        "atendedor de chamadas|bairro-de-lata|biberão|biberões|bilhete de identidade|blusão|blusões|calções de banho|"
        "caminho de ferro|caminho-de-ferro|caminhos-de-ferro|glaciar|pontapé-de-canto",
        "|",
    )
)
_BECOME_MASCULINE = frozenset(
    _split(
        "bunda|bundas|cachaça|cachaças|carteira de identidade|cédula de identidade|cobrança de escanteio|"
        "estrada de ferro|estrada-de-ferro|estradas-de-ferro|favela|favelas|geladeira|geladeiras|geleira|grana|granas|"
        "jaqueta|jaquetas|lanchonete|lanchonetes|mamadeira|mamadeiras|secretária eletrônica|sunga|sungas|vitrola|"
        "vitrolas|"
        "casa de banho|consola de videojogos|consolas de videojogos|detecção remota|portagem|portagens|"
        "venda a retalho|vendas a retalho|ventoinha|videoconsola",
        "|",
    )
)
_MASCULINE = _split(
    "o os um uns do dos no nos ao aos pelo pelos num nuns dum duns este estes esse esses aquele aqueles deste destes "
    "desse desses daquele daqueles neste nestes nesse nesses naquele naqueles meu meus seu seus nosso nossos outro "
    "outros todo todos algum alguns nenhum muito muitos"
)
_FEMININE = _split(
    "a as uma umas da das na nas à às pela pelas numa numas duma dumas esta estas essa essas aquela aquelas desta "
    "destas dessa dessas daquela daquelas nesta nestas nessa nessas naquela naquelas minha minhas sua suas nossa "
    "nossas outra outras toda todas alguma algumas nenhuma muita muitas"
)
_FORMS = {
    True: dict(zip(_MASCULINE, _FEMININE, strict=True)),
    False: dict(zip(_FEMININE, _MASCULINE, strict=True)),
}
# Words before a noun that have no gender.
_NEUTRAL = frozenset(_split("de em com sem para por e ou cada que entre sobre sob contra até"))
_WORD_BEFORE = re.compile(r"([^\W\d_]+)\s+$")
# A predicate agrees with its subject: “o time está cansado”.
_COPULA = re.compile(r"\b(?:é|são|era|eram|foi|foram|será|serão|está|estão|estava|estavam|fica|ficou|ficaram)\b", re.I)
# Words that may follow a noun and do not agree with it; an adjective would.
_NOT_AGREEING = re.compile(
    r",?\s*(?:$|[^\w\s,]|(?:de|do|da|dos|das|em|no|na|nos|nas|e|ou|que|com|para|por|ao|à)\b)", re.I
)
# Words with another form in the other gender. Most words with “-eu” are verbs, as in “o time perdeu”, so those that are
# none are listed.
_ENDS_LIKE_ADJECTIVE = re.compile(
    r",?\s+(?:[^\W\d_]+(?:[oa]s?|ês|es[ea]s?|or(?:es)?|[oó](?:l|is)|(?:op|ud)eus?|o[mn]s?|ões|ã(?:e?s)?)"
    r"|(?:m|t|s|at|hebr|pleb|faris|pigm|galil|filist|eritr)eus?)\b",
    re.I,
)


def keep_agreement(text: str, proposal: Proposal) -> Proposal | None:
    """Return the proposal with the word before the noun in the new gender.

    None if other words would have to change, too. A proposal that changes no gender is returned as it is.
    """
    noun = text[proposal.start : proposal.end].lower()
    becomes_feminine = noun in _BECOME_FEMININE
    if not becomes_feminine and noun not in _BECOME_MASCULINE:
        return proposal
    before, after = text[: proposal.start], text[proposal.end :]
    if _COPULA.search(after) or (_ENDS_LIKE_ADJECTIVE.match(after) and not _NOT_AGREEING.match(after)):
        return None
    found = _WORD_BEFORE.search(before)
    if found is None or found[1].lower() in _NEUTRAL:
        return proposal
    form = _FORMS[becomes_feminine].get(found[1].lower())
    earlier = _WORD_BEFORE.search(before[: found.start()])
    if form is None or (earlier and earlier[1].lower() in _FORMS[becomes_feminine]):
        # An unknown word, or two words that agree, as in “o meu time”.
        return None
    form = f"{form[:1].upper()}{form[1:]}" if found[1][0].isupper() else form
    between = before[found.end(1) :]
    suggestions = tuple(f"{form}{between}{each}" for each in proposal.suggestions)
    return replace(proposal, start=found.start(), suggestions=suggestions)
