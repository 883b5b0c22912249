"""Predicates get the gender of a term that is their subject, and no other words do."""

from __future__ import annotations

import pytest

from termdesk.service.engines.apertium.subject_agreement import (
    agree_with_subject,
    find_predicates_of_others,
    restore_genders,
)

# The words of a stream after the lookup, by what the tests write.
WORDS = {
    "la": "^el<det><def><f><sg>/o<det><def><m><sg>$",
    "LA": "^el<det><def><f><sg>/o<det><def><f><sg>$",
    "la-vecina": "^vecina<n><f><sg>/vizinha<n><f><sg>$",
    "TERM": "^key<n><f><sg>/key<n><m><sg>$",
    "de": "^de<pr>/de<pr>$",
    "padre": "^padre<n><m><sg>/pai<n><m><sg>$",
    "es": "^ser<vbser><pri><p3><sg>/ser<vbser><pri><p3><sg>$",
    "ha": "^haber<vbhaver><pri><p3><sg>/ter<vbhaver><pri><p3><sg>$",
    "sido": "^ser<vbser><pp><m><sg>/ser<vbser><pp><m><sg>$",
    "son": "^ser<vbser><pri><p3><pl>/ser<vbser><pri><p3><pl>$",
    "está": "^estar<vblex><pri><p3><sg>/estar<vblex><pri><p3><sg>$",
    "vio": "^ver<vblex><ifi><p3><sg>/ver<vblex><ifi><p3><sg>$",
    "muy": "^muy<preadv>/muito<preadv>$",
    "y": "^y<cnjcoo>/e<cnjcoo>$",
    ".": "^.<sent>/.<sent>$",
    "cara": "^caro<adj><f><sg>/caro<adj><f><sg>$",
    "caras": "^caro<adj><f><pl>/caro<adj><f><pl>$",
    "rota": "^romper<vblex><pp><f><sg>/romper<vblex><pp><f><sg>$",
    ",": "^,<cm>/,<cm>$",
    "aunque": "^aunque<cnjadv>/embora<cnjadv>$",
    "más": "^más<adv>/mais<adv>$",
    "grande": "^grande<adj><mf><sg>/grande<adj><mf><sg>$",
    "ella": "^prpers<prn><tn><p3><f><sg>/prpers<prn><tn><p3><f><sg>$",
    "una": "^uno<det><ind><f><sg>/um<det><ind><f><sg>$",
}


def changed(text: str) -> list[str]:
    """Return the words whose target side is masculine now."""
    written = text.split()
    stream = " ".join(WORDS[each] for each in written)
    result = agree_with_subject(stream, "key", source_gender="f", target_gender="m").split()
    return [word for word, before, after in zip(written, stream.split(), result, strict=True) if before != after]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("la TERM es cara .", "cara"),
        ("la TERM es muy cara y está rota .", "cara rota"),
        ("la TERM cara y rota .", "cara rota"),
        ("la TERM de padre está rota .", "rota"),
        ("la TERM de la la-vecina está rota .", "rota"),
        ("la la-vecina vio . la TERM está rota", "rota"),
        ("la TERM ha sido rota", "rota"),
        ("la TERM , aunque cara , está rota", "cara rota"),
        ("la TERM , muy cara y grande , está rota", "cara rota"),
        ("aunque cara , la TERM está rota", "cara rota"),
        ("está rota la TERM .", "rota"),
        ("la-vecina vio . está muy rota y cara la grande TERM", "rota cara"),
        ("ha sido rota la TERM de la-vecina", "rota"),
        ("la TERM es LA más cara .", "LA cara"),
        ("la TERM es LA más cara de la la-vecina", "LA cara"),
        ("la TERM y la la-vecina son caras .", "caras"),
        ("la la-vecina y la grande TERM son muy caras y grande", "caras"),
        ("la-vecina vio . la TERM y la-vecina son caras", "caras"),
    ],
)
def test_predicates_of_the_term_agree_with_it(text: str, expected: str) -> None:
    assert changed(text) == expected.split()


@pytest.mark.parametrize(
    "text",
    [
        "la la-vecina de la TERM está rota",
        "la-vecina vio la TERM y está rota",
        "la TERM y está rota",
        "la TERM es una la-vecina cara",
        "la TERM vio la la-vecina cara",
        "la TERM es caras",
        "la TERM ha rota",
        "la TERM . la la-vecina está rota",
        "la TERM y la la-vecina , aunque caras , vio",
        "la TERM , la la-vecina cara , vio",
        "la la-vecina de la TERM , aunque cara , está rota",
        "aunque cara , la TERM vio",
        "ella es cara , la TERM vio",
        "ella está rota la TERM",
        "está rota la la-vecina de la TERM",
        "está rota TERM",
        "está rota y la TERM vio",
        "ha rota la TERM",
        "está caras la TERM",
        "la TERM es LA más cara la-vecina",
        "vio la TERM y la la-vecina son caras",
        "la-vecina vio la la-vecina y la TERM son caras",
        "la TERM y la la-vecina vio caras",
        "la TERM y la la-vecina es cara",
        "la TERM es LA la-vecina",
        "la la-vecina es LA más cara de la TERM",
    ],
)
def test_what_may_belong_to_another_noun_stays(text: str) -> None:
    assert changed(text) == []


@pytest.mark.parametrize(("other", "expected"), [("f", "f"), ("m", "m")])
def test_two_nouns_are_feminine_together_only_if_both_are(other: str, expected: str) -> None:
    stream = " ".join(
        [
            "^el<det><def><m><sg>/o<det><def><f><sg>$ ^key<n><m><sg>/key<n><f><sg>$ ^y<cnjcoo>/e<cnjcoo>$",
            f"^el<det><def><m><sg>/o<det><def><{other}><sg>$ ^libro<n><m><sg>/obra<n><{other}><sg>$ {WORDS['son']}",
        ]
    )
    predicate = "^caro<adj><m><pl>/caro<adj><{}><pl>$"

    changed_stream = agree_with_subject(
        f"{stream} {predicate.format('m')}", "key", source_gender="m", target_gender="f"
    )

    assert changed_stream == f"{stream} {predicate.format(expected)}"


def test_a_term_of_the_same_gender_changes_nothing() -> None:
    stream = " ".join(map(WORDS.__getitem__, ["la", "TERM", "es", "cara"]))

    assert agree_with_subject(stream, "key", source_gender="f", target_gender="f") == stream
    assert agree_with_subject(stream, "key", source_gender="f", target_gender="GD") == stream
    assert agree_with_subject(stream, "other", source_gender="f", target_gender="m") == stream


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("la la-vecina de la TERM está rota .", ["romper"]),
        ("la la-vecina de padre de la TERM cara es muy cara y está rota", ["caro", "romper"]),
        ("la TERM está rota", []),
        ("la-vecina vio la TERM y está rota", []),
        ("vio la la-vecina de la TERM y está rota", []),
        ("la la-vecina de la TERM ha rota", []),
    ],
)
def test_a_predicate_of_another_noun_is_found(text: str, expected: list[str]) -> None:
    stream = " ".join(map(WORDS.__getitem__, text.split()))

    found = find_predicates_of_others(stream, "key", target_gender="m")

    assert [each.lemma for each in found] == expected
    assert {each.gender for each in found} <= {"f"}
    assert find_predicates_of_others(stream, "key", target_gender="f") == []


def test_the_gender_of_a_predicate_is_restored_behind_its_term() -> None:
    before = "^caro<adj><m><sg>$ ^key<n><m><sg>$ ^novo<adj><m><sg>$ ^estar<vblex><pri>$ "
    stream = " ".join([WORDS["la"], WORDS["la-vecina"], WORDS["de"], WORDS["TERM"], WORDS["es"], WORDS["cara"]])
    predicate = find_predicates_of_others(stream, "key", target_gender="m")

    restored = restore_genders(f"{before}^Caro<adj><m><sg>$ ^caro<adj><m><sg>$", predicate)

    assert restored == f"{before}^Caro<adj><f><sg>$ ^caro<adj><m><sg>$"
    assert restore_genders("^caro<adj><m><sg>$", predicate) == "^caro<adj><m><sg>$", "the term was lost"
