"""Why an entry has its state."""

from __future__ import annotations

import pytest

from support.spot_check_results import made_result
from termdesk.application.spot_check.term_reason import explain_entry, explain_occurrence
from termdesk.domain.matching.terms import Exactness, TermHit
from termdesk.domain.matching.uses import TermState, TermUse
from termdesk.domain.spot_check.adherence import Occurrence
from termdesk.domain.spot_check.judgments import Verdict

TRANSLATION = "Las bombas."


@pytest.mark.parametrize(
    ("use", "verdict", "words"),
    [
        (TermUse(TermHit(0, 4, "pump", "bomba"), TermState.MISSED), None, "“bomba” is not in the translation"),
        (TermUse(TermHit(0, 4, "pump", "bomba"), TermState.MISSED), Verdict.RIGHT, "you said so: right"),
        (
            TermUse(TermHit(0, 4, "pump", "pompa"), TermState.CONTRADICTED, (4, 10), "bombas"),
            None,
            "the translation has “bombas” instead",
        ),
        (TermUse(TermHit(0, 4, "pump", "bomba"), TermState.INFLECTED, (4, 10)), None, "the translation has “bombas”"),
        (TermUse(TermHit(0, 4, "pump", "bomba"), TermState.USED), None, "the service reports that it used the term"),
        (TermUse(TermHit(0, 4, "pump", "bombas"), TermState.USED, (4, 10)), None, "as in the glossary"),
        (
            TermUse(TermHit(0, 4, "pump", "bombas"), TermState.USED, (4, 10), is_uncertain=True),
            None,
            "the words around it may not agree with it",
        ),
        (
            TermUse(TermHit(0, 4, "pump", "bombas"), TermState.USED, (4, 10), is_uncertain=True),
            Verdict.RIGHT,
            "you said so: right",
        ),
        (
            TermUse(TermHit(0, 4, "pump", "bombas", Exactness.COMPOUND), TermState.USED, (4, 10)),
            None,
            "the sentence has it in a compound",
        ),
        (
            TermUse(TermHit(0, 4, "pump", "bombas", Exactness.OTHER_CASE), TermState.USED, (4, 10)),
            None,
            "the sentence has it with other capitals",
        ),
        (
            TermUse(TermHit(0, 4, "pump", "bomba"), TermState.UNDECIDABLE),
            None,
            "the words of the translation do not show it",
        ),
    ],
)
def test_the_reason_of_a_state_is_told(use: TermUse, verdict: Verdict | None, words: str) -> None:
    assert explain_occurrence(Occurrence(0, use, verdict), TRANSLATION) == words


def test_an_entry_has_the_reason_of_its_worst_occurrence() -> None:
    result = made_result()

    reasons = {each.source: explain_entry(each, result) for each in result.adherence.entries}

    assert reasons == {
        "pump": "the translation has “bombas”", "valve": "“válvula” is not in the translation", "well": None,
    }  # fmt: skip
