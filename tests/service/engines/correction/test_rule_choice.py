"""The selection of rules, made by measuring."""

from __future__ import annotations

import json

from termdesk import resources
from termdesk.service.engines.correction.rule_choice import rule_choice


def test_a_dropped_rule_corrects_nothing_and_a_dropped_part_leaves_the_others() -> None:
    french, english = rule_choice("fr"), rule_choice("en")

    assert not french.corrects("A_ACCENT", "71", "")
    assert not french.corrects("AUX_AVOIR", "45", "")
    assert french.corrects("AUX_AVOIR", "1", "")
    assert english.corrects("A_RULE_THAT_NOBODY_JUDGED", None, "")


def test_a_rule_may_need_a_word_beside_it() -> None:
    spanish = rule_choice("es")

    assert spanish.corrects("SUBJUNTIVO_PASADO", "2", "Ayer compre dos libros.")
    assert not spanish.corrects("SUBJUNTIVO_PASADO", "2", "Para confirmar el cambio use las opciones.")


def test_only_rules_that_were_judged_sound_reword() -> None:
    assert rule_choice("fr").rewords("MONTER_EN_HAUT", "1", "")
    assert not rule_choice("fr").rewords("PLACE_ADJ", None, "")
    assert not rule_choice("ko").rewords("MONTER_EN_HAUT", None, "")


def test_a_rule_may_be_wrong_beside_a_word() -> None:
    german, portuguese = rule_choice("de"), rule_choice("pt")

    assert not german.corrects("DE_AGREEMENT", None, "Die Meldung steht in den Log.")
    assert german.corrects("DE_AGREEMENT", None, "Das ist das beste Film.")
    assert not portuguese.rewords("QUE_É_PARTPASS_PARTPASS", "1", "Adapta-se, pelo que é recomendado.")


def test_names_of_commands_are_kept_in_every_language() -> None:
    assert all("chdir" in rule_choice(language).kept_words for language in ("de", "it", "ko"))


def test_every_rule_stands_with_what_it_does() -> None:
    chosen = json.loads(resources.read_text("correction_rules.json"))

    for name in ("dropped", "not_beside", "kept_words", "rephrase"):
        assert all(reason for rules in chosen[name].values() for reason in rules.values())
