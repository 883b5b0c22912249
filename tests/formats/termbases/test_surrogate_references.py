"""Surrogate references in XML: pairs are read as one character; a lone one invalidates only its own record."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.formats.termbases import multiterm, tbx, tmx
from termdesk.formats.termbases.surrogate_references import SurrogateReferences

TBX = """<?xml version="1.0" encoding="{encoding}"?>
<martif type="TBX" xml:lang="en"><text><body>
<termEntry id="1"><langSet xml:lang="en"><tig><term>house</term></tig></langSet>
<langSet xml:lang="de"><tig><term>Haus</term></tig></langSet></termEntry>
<termEntry id="2"><langSet xml:lang="en"><tig><term>smile {text}</term></tig></langSet>
<langSet xml:lang="de"><tig><term>Lächeln</term></tig></langSet></termEntry>
<termEntry id="3"><langSet xml:lang="en"><tig><term>tree</term></tig></langSet>
<langSet xml:lang="de"><tig><term>Baum</term></tig></langSet></termEntry>
</body></text></martif>"""

TMX = """<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4"><header srclang="en"/><body>
<tu><tuv xml:lang="en"><seg>smile {text}</seg></tuv><tuv xml:lang="de"><seg>Lächeln</seg></tuv></tu>
<tu><tuv xml:lang="en"><seg>tree</seg></tuv><tuv xml:lang="de"><seg>Baum</seg></tuv></tu>
</body></tmx>"""

MULTITERM = """<?xml version="1.0" encoding="UTF-8"?>
<mtf><conceptGrp><concept>1</concept>
<languageGrp><language type="English" lang="EN"/><termGrp><term>smile {text}</term></termGrp></languageGrp>
<languageGrp><language type="German" lang="DE"/><termGrp><term>Lächeln</term></termGrp></languageGrp></conceptGrp>
<conceptGrp><concept>2</concept>
<languageGrp><language type="English" lang="EN"/><termGrp><term>tree</term></termGrp></languageGrp>
<languageGrp><language type="German" lang="DE"/><termGrp><term>Baum</term></termGrp></languageGrp></conceptGrp>
</mtf>"""

PAIRS = ["&#xD83D;&#xDE00;", "&#55357;&#56832;", "&#x00d83d;&#XDE00;"]
ONES = ["&#xD800;", "&#xDFFF;", "&#55296;", "&#57343;", "&#xDE00;&#xD83D;"]


@pytest.mark.parametrize("encoding", ["UTF-8", "UTF-16"])
@pytest.mark.parametrize("reference", PAIRS)
def test_a_pair_is_the_character_that_it_means(tmp_path: Path, reference: str, encoding: str) -> None:
    file = tmp_path / "terms.tbx"
    file.write_bytes(TBX.format(text=reference, encoding=encoding).encode(encoding))

    found = tbx.read(file)

    assert [concept.terms[0].text for concept in found.concepts] == ["house", "smile 😀", "tree"]
    assert found.rejected_rows == ()


@pytest.mark.parametrize("encoding", ["UTF-8", "UTF-16"])
@pytest.mark.parametrize("reference", ONES)
def test_a_single_half_costs_its_own_record_only(tmp_path: Path, reference: str, encoding: str) -> None:
    file = tmp_path / "terms.tbx"
    file.write_bytes(TBX.format(text=reference, encoding=encoding).encode(encoding))

    found = tbx.read(file)

    assert [concept.terms[0].text for concept in found.concepts] == ["house", "tree"]
    (rejected,) = found.rejected_rows
    assert (rejected.line, rejected.salvaged[1]) == (5, "Lächeln")


@pytest.mark.parametrize(
    ("read", "file_text", "name"), [(tmx.read, TMX, "a.tmx"), (multiterm.read, MULTITERM, "a.xml")]
)
def test_other_formats_in_xml_do_the_same(tmp_path: Path, read, file_text: str, name: str) -> None:
    file = tmp_path / name
    file.write_text(file_text.format(text=PAIRS[0]), "utf-8")
    assert [concept.terms[0].text for concept in read(file).concepts] == ["smile 😀", "tree"]

    file.write_text(file_text.format(text=ONES[0]), "utf-8")
    assert [concept.terms[0].text for concept in read(file).concepts] == ["tree"]


@given(
    st.lists(st.sampled_from(["a", "&", "&amp;", "&#12;", "&#55000;", "é", "\n", *PAIRS, *ONES]), max_size=30),
    st.data(),
)
def test_where_chunks_are_cut_makes_no_difference(parts: list[str], data: st.DataObject) -> None:
    content = "".join(parts).encode()
    cuts = sorted(data.draw(st.lists(st.integers(0, len(content)), max_size=6)))
    whole, cut = SurrogateReferences(), SurrogateReferences()

    passed = b"".join(
        cut.filter(content[start:end]) for start, end in zip([0, *cuts], [*cuts, len(content)], strict=True)
    )

    assert passed + cut.rest() == whole.filter(content) + whole.rest()


def test_other_references_stay_as_they_are() -> None:
    content = b"&#55295;&#57344;&#xD7FF;&#xE000;&amp;#xD800;&#x1F600;"
    references = SurrogateReferences()

    assert references.filter(content) + references.rest() == content
