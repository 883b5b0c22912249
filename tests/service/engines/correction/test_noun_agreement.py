"""A Portuguese noun of the other gender takes its article along, or stays."""

from __future__ import annotations

import pytest

from termdesk.service.engines.correction.noun_agreement import keep_agreement
from termdesk.service.engines.correction.proposals import Proposal


@pytest.mark.parametrize(
    ("text", "noun", "new", "expected"),
    [
        ("O gerente do time.", "time", "equipa", "O gerente da equipa."),
        ("Um time de vendas.", "time", "equipa", "Uma equipa de vendas."),
        ("Chegaram ao ponto de ônibus.", "ponto de ônibus", "paragem", "Chegaram à paragem."),
        ("Está na geladeira.", "geladeira", "frigorífico", "Está no frigorífico."),
        ("Falaram de time.", "time", "equipa", "Falaram de equipa."),
        ("O trem chegou.", "trem", "comboio", "O comboio chegou."),
        ("Chegou à casa de banho.", "casa de banho", "banheiro", "Chegou ao banheiro."),
        ("O biberão caiu.", "biberão", "mamadeira", "A mamadeira caiu."),
        ("A casa de banho está suja.", "casa de banho", "banheiro", None),
        # What cannot be brought into agreement stays.
        ("O time está cansado.", "time", "equipa", None),
        ("Um time cansado.", "time", "equipa", None),
        ("O meu time.", "time", "equipa", None),
        ("Belo time.", "time", "equipa", None),
        ("O time francês venceu.", "time", "equipa", None),
        ("O time vencedor.", "time", "equipa", None),
        ("Um time europeu.", "time", "equipa", None),
        ("Um time ateu.", "time", "equipa", None),
        ("O time seu venceu.", "time", "equipa", None),
        ("time espanhol", "time", "equipa", None),
        ("Gosto do time bom.", "time", "equipa", None),
        ("O time, cansado, perdeu.", "time", "equipa", None),
        ("Uma favela alemã.", "favela", "bairro de lata", None),
        # Verbs and other words that have no gender do not hinder.
        ("O time perdeu.", "time", "equipa", "A equipa perdeu."),
        ("O time recebeu a bola.", "time", "equipa", "A equipa recebeu a bola."),
        ("O time por quem grito, e que vence.", "time", "equipa", "A equipa por quem grito, e que vence."),
        ("O time, com sorte, vence.", "time", "equipa", "A equipa, com sorte, vence."),
    ],
)
def test_the_article_agrees_with_the_new_noun(text: str, noun: str, new: str, expected: str | None) -> None:
    start = text.index(noun)

    found = keep_agreement(text, Proposal(start, start + len(noun), (new,)))

    assert (found and f"{text[: found.start]}{found.suggestions[0]}{text[found.end :]}") == expected
