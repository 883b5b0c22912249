"""Predicates get the gender of a term that is their subject, and no other words do."""

from __future__ import annotations

import pytest

from termdesk.service.engines.apertium.subject_agreement import agree_with_subject

# The words of a stream after the lookup, by what the tests write.
WORDS = {
    "la": "^el<det><def><f><sg>/o<det><def><m><sg>$",
    "la-vecina": "^vecina<n><f><sg>/vizinha<n><f><sg>$",
    "TERM": "^key<n><f><sg>/key<n><m><sg>$",
    "de": "^de<pr>/de<pr>$",
    "padre": "^padre<n><m><sg>/pai<n><m><sg>$",
    "es": "^ser<vbser><pri><p3><sg>/ser<vbser><pri><p3><sg>$",
    "ha": "^haber<vbhaver><pri><p3><sg>/ter<vbhaver><pri><p3><sg>$",
    "sido": "^ser<vbser><pp><m><sg>/ser<vbser><pp><m><sg>$",
    "está": "^estar<vblex><pri><p3><sg>/estar<vblex><pri><p3><sg>$",
    "vio": "^ver<vblex><ifi><p3><sg>/ver<vblex><ifi><p3><sg>$",
    "muy": "^muy<preadv>/muito<preadv>$",
    "y": "^y<cnjcoo>/e<cnjcoo>$",
    ".": "^.<sent>/.<sent>$",
    "cara": "^caro<adj><f><sg>/caro<adj><f><sg>$",
    "caras": "^caro<adj><f><pl>/caro<adj><f><pl>$",
    "rota": "^romper<vblex><pp><f><sg>/romper<vblex><pp><f><sg>$",
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
    ],
)
def test_what_may_belong_to_another_noun_stays(text: str) -> None:
    assert changed(text) == []


def test_a_term_of_the_same_gender_changes_nothing() -> None:
    stream = " ".join(map(WORDS.__getitem__, ["la", "TERM", "es", "cara"]))

    assert agree_with_subject(stream, "key", source_gender="f", target_gender="f") == stream
    assert agree_with_subject(stream, "key", source_gender="f", target_gender="GD") == stream
    assert agree_with_subject(stream, "other", source_gender="f", target_gender="m") == stream
