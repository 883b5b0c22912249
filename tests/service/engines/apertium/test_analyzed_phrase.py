"""The part of speech of a phrase, and its singular or plural."""

from __future__ import annotations

import pytest

from termdesk.service.engines.apertium.analyzed_phrase import AnalyzedPhrase, WordKind, match_case
from termdesk.service.engines.apertium.stream import read_words

N, A, V, D = WordKind.NOUN, WordKind.ADJECTIVE, WordKind.VERB, WordKind.ADVERB
PUMP = "^bomba/bomba<n><f><sg>/bombar<vblex><pri><p3><sg>$ ^de/de<pr>$ ^combustible/combustible<n><m><sg>$"
FORMS = {
    "bomba<n><f><pl>": "bombas",
    "cuadro<n><m><pl>": "cuadros",
    "eléctrico<adj><m><pl>": "eléctricos",
    "pump<n><pl>": "pumps",
    "bill<n><pl>": "bills",
    "viviendo<n><f><sg>": "vivienda",
}


def phrase(text: str, stream: str, language: str = "es") -> AnalyzedPhrase:
    return AnalyzedPhrase(text, language, tuple(read_words(stream)))


@pytest.mark.parametrize(
    ("stream", "kinds"),
    [
        (PUMP, (N,)),
        ("^cerrado/cerrado<adj><m><sg>/cerrar<vblex><pp><m><sg>$", (A, N)),
        ("^no/no<adv>$ ^válido/válido<adj><m><sg>$", (A, N)),
        ("^muy/muy<preadv>$ ^grande/grande<adj><mf><sg>$", (A, N)),
        ("^bien/bien<adv>/bien<n><m><sg>$ ^conocido/conocer<vblex><pp><m><sg>$", (A, N)),
        ("^bien/bien<adv>/bien<n><m><sg>$ ^común/común<adj><mf><sg>$", (N,)),
        ("^no/no<adv>$ ^funciona/funcionar<vblex><pri><p3><sg>$", ()),
        ("^no/no<adv>$ ^imprimible/*imprimible$", (A, N)),
        ("^publicar/publicar<vblex><inf>$", (V,)),
        ("^poder/poder<n><m><sg>/poder<vbmod><inf>$", (N, V)),
        ("^iniciar/iniciar<vblex><inf>$ ^sesión/sesión<n><f><sg>$", (V,)),
        ("^a partir de/a partir de<pr>$", (D,)),
        ("^disyuntor/*disyuntor$", ()),
    ],
)
def test_the_parts_of_speech_of_a_phrase(stream: str, kinds: tuple[WordKind, ...]) -> None:
    assert phrase("x", stream).kinds == kinds


def test_a_french_negation_makes_an_adjective_of_what_looks_like_a_verb() -> None:
    stream = "^non/non<adv>$ ^valide/valider<vblex><pri><p3><sg>/valider<vblex><imp><p2><sg>$"

    assert phrase("non valide", stream, "fr").kinds == (A, N)
    assert phrase("no valida", stream.replace("non", "no"), "es").kinds == ()


def test_the_head_gives_gender_and_number() -> None:
    pump = phrase("bomba de combustible", PUMP)
    unknown = phrase("carcasa", "^carcasa/*carcasa$")
    bill = phrase("bill of lading", "^bill/bill<n><sg>$ ^of/of<pr>$ ^lading/*lading$", "en")

    assert (pump.gender, pump.number) == ("f", "sg")
    assert (unknown.gender, unknown.number) == ("f", "")
    assert bill.head == 0


@pytest.mark.parametrize(
    ("text", "stream", "language", "expected"),
    [
        ("bomba de combustible", PUMP, "es", "bombas de combustible"),
        ("Cuadro eléctrico", "^Cuadro/Cuadro<n><m><sg>$ ^eléctrico/eléctrico<adj><m><sg>$", "es", "Cuadros eléctricos"),
        ("válvula electrohidráulica", "^válvula/*válvula$ ^electrohidráulica/*electrohidráulica$", "es",
         "válvulas electrohidráulicas"),
        ("fuel pump", "^fuel/fuel<n><sg>$ ^pump/pump<n><sg>/pump<vblex><inf>$", "en", "fuel pumps"),
        ("bill of lading", "^bill/bill<n><sg>$ ^of/of<pr>$ ^lading/*lading$", "en", "bills of lading"),
        ("crisis", "^crisis/crisis<n><f><sp>$", "es", "crisis"),
    ],
)  # fmt: skip
def test_a_phrase_in_the_plural(text: str, stream: str, language: str, expected: str) -> None:
    assert phrase(text, stream, language).as_noun("pl", lambda unit: FORMS.get(unit.lower())) == expected


def test_a_singular_that_nothing_knows_is_not_made_up() -> None:
    assert phrase("cojinetes", "^cojinetes/cojinete<n><m><pl>$").as_noun("sg", lambda _: None) is None


def test_a_form_has_the_capitals_of_the_other_form() -> None:
    assert [match_case("bombas", surface) for surface in ("bomba", "Bomba", "BOMBA")] == ["bombas", "Bombas", "BOMBAS"]
