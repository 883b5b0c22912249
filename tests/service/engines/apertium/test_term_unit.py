"""Terms as words of Apertium's stream format, without its programs."""

from __future__ import annotations

from termdesk.service.engines.apertium.analyzed_phrase import AnalyzedPhrase, WordKind
from termdesk.service.engines.apertium.term_unit import TermUnit, leave_pivot


def test_an_adjective_carries_its_gender_through_the_language_between() -> None:
    unit = TermUnit("ZQXAAJ", WordKind.ADJECTIVE, AnalyzedPhrase("défectueux", "fr", ()), "faulty", "")

    form = unit.through_pivot().form_in(("adj", "f", "pl"), "", {"peligroso<adj><f><pl>": "peligrosas"}.get)
    text, [left] = leave_pivot(f"Las válvulas ZQXAAJ{form} son nuevas.", [unit])

    assert text == "Las válvulas ZQXAAJ son nuevas."
    assert left.carrier("es") == "[zqxaaj]peligrosas"
    assert left.form_in(("adj", "f", "pl"), "", lambda _: None) == "défectueuses"


def test_an_adjective_with_one_form_stays_as_it_is_on_the_way() -> None:
    unit = TermUnit("ZQXAAJ", WordKind.ADJECTIVE, AnalyzedPhrase("par défaut", "fr", ()), "default", "par défaut")

    assert unit.through_pivot().form_in(("adj", "f", "pl"), "", lambda _: None) == "ZQXAAJ"
