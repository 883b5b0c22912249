"""XLIFF in its versions: targets, inline elements, states."""

from __future__ import annotations

from pathlib import Path

import pytest
from lxml import etree

from support.files.document_files import notes_of, shouted, texts_of
from termdesk.service.document_kinds import UnreadableDocument
from termdesk.service.documents.document import BilingualDocument
from termdesk.service.documents.readers import read

OLD = "urn:oasis:names:tc:xliff:document:1.2"
NEW = "urn:oasis:names:tc:xliff:document:2.0"


def old(*units: str, target: str = "") -> bytes:
    head = f'<file original="a" source-language="en" {target} datatype="plaintext"><body>'
    return f'<xliff version="1.2" xmlns="{OLD}">{head}{"".join(units)}</body></file></xliff>'.encode()


def new(*segments: str, version: str = "2.0") -> bytes:
    units = "".join(f'<unit id="{number}">{segment}</unit>' for number, segment in enumerate(segments, 1))
    return f'<xliff version="{version}" srcLang="en" xmlns="{NEW}"><file id="f">{units}</file></xliff>'.encode()


def targets(content: bytes) -> list[str]:
    """Return the content of each target, as written."""
    written = []
    for target in etree.fromstring(content).iter("{*}target"):
        whole = etree.tostring(target, encoding="unicode", with_tail=False)
        written.append(whole.partition(">")[2].rpartition("<")[0])
    return written


def states(content: bytes) -> list[str | None]:
    root = etree.fromstring(content)
    return [each.get("state") for each in root.iter("{*}segment" if root.get("version") != "1.2" else "{*}target")]


def test_targets_of_the_old_version_are_filled(tmp_path: Path) -> None:
    content = old('<trans-unit id="1"><source>A house</source><note>stays</note></trans-unit>')

    result = shouted(tmp_path, "xliff", content, target_lang="de")

    assert targets(result) == ["A HOUSE"]
    assert states(result) == ["needs-review-translation"]
    unit = next(etree.fromstring(result).iter("{*}trans-unit"))
    assert [etree.QName(each).localname for each in unit] == ["source", "target", "note"]
    assert etree.fromstring(result)[0].get("target-language") == "de"
    assert unit.findtext("{*}source") == "A house"


@pytest.mark.parametrize("version", ["2.0", "2.1"])
def test_targets_of_the_new_versions_are_filled(tmp_path: Path, version: str) -> None:
    content = new("<segment><source>One.</source></segment><segment><source>Two.</source></segment>", version=version)

    result = shouted(tmp_path, "xliff", content, target_lang="de")

    assert targets(result) == ["ONE.", "TWO."]
    assert states(result) == ["translated", "translated"]
    assert etree.fromstring(result).get("trgLang") == "de"
    assert etree.fromstring(result).get("version") == version


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ('The <g id="1">big</g> house', 'THE <g id="1">BIG</g> HOUSE'),
        ('Press <x id="1"/> now', 'PRESS <x id="1"/> NOW'),
        ('<bpt id="1">&lt;b&gt;</bpt>Bold<ept id="1">&lt;/b&gt;</ept>', None),
        ('Keep <mrk mtype="protected">Acme</mrk> here', 'KEEP <mrk mtype="protected">Acme</mrk> HERE'),
        ('a <g id="1">b <g id="2">c</g></g>', 'A <g id="1">B <g id="2">C</g></g>'),
        ("Tom &amp; &lt;Jerry&gt;", "TOM &amp; &lt;JERRY&gt;"),
    ],
)
def test_inline_elements_stay_in_their_places(tmp_path: Path, source: str, target: str | None) -> None:
    content = old(f'<trans-unit id="1"><source>{source}</source></trans-unit>')

    [found] = targets(shouted(tmp_path, "xliff", content))

    # Namespace declarations are repeated when only a part is serialized.
    found = found.replace(f' xmlns="{OLD}"', "")
    assert found == (target or source.replace("Bold", "BOLD"))


def test_inline_elements_of_the_new_version_stay(tmp_path: Path) -> None:
    content = new(
        '<segment><source>The <pc id="1">big</pc> <ph id="2"/>house, '
        '<mrk id="m" translate="no">Acme</mrk></source></segment>'
    )

    [found] = targets(shouted(tmp_path, "xliff", content))

    found = found.replace(f' xmlns="{NEW}"', "")
    assert found == 'THE <pc id="1">BIG</pc> <ph id="2"/>HOUSE, <mrk id="m" translate="no">Acme</mrk>'


def test_what_must_not_be_translated_is_not(tmp_path: Path) -> None:
    content = old(
        '<trans-unit id="1" translate="no"><source>Acme</source></trans-unit>',
        '<group translate="no"><trans-unit id="2"><source>Acme</source></trans-unit>'
        '<trans-unit id="3" translate="yes"><source>word</source></trans-unit></group>',
    )

    assert texts_of(tmp_path, "xliff", content) == ["word"]
    assert targets(shouted(tmp_path, "xliff", content)) == ["WORD"]


def test_what_people_approved_stays_and_drafts_are_replaced(tmp_path: Path) -> None:
    content = old(
        '<trans-unit id="1" approved="yes"><source>one</source><target>yksi</target></trans-unit>',
        '<trans-unit id="2"><source>two</source><target state="final">kaksi</target></trans-unit>',
        '<trans-unit id="3"><source>three</source><target state="new">three</target></trans-unit>',
        target='target-language="fi-FI"',
    )

    result = shouted(tmp_path, "xliff", content)

    assert targets(result) == ["yksi", "kaksi", "THREE"]
    assert states(result) == [None, "final", "needs-review-translation"]


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("<target>yksi</target>", "yksi"),
        ('<target state="needs-review-translation">yksi</target>', "yksi"),
        ('<target state="needs-adaptation">yksi</target>', "yksi"),
        ("<target>one</target>", "ONE"),
        ("<target/>", "ONE"),
        ('<target state="needs-translation">yksi</target>', "ONE"),
    ],
)
def test_a_translation_without_a_state_stays_and_a_copy_of_the_source_does_not(
    tmp_path: Path, target: str, expected: str
) -> None:
    content = old(f'<trans-unit id="1"><source>one</source>{target}</trans-unit>', target='target-language="fi"')

    assert targets(shouted(tmp_path, "xliff", content)) == [expected]


def test_a_translation_of_the_new_version_stays(tmp_path: Path) -> None:
    content = new(
        "<segment><source>one</source><target>yksi</target></segment>",
        '<segment state="initial"><source>two</source><target>kaksi</target></segment>',
    )

    assert targets(shouted(tmp_path, "xliff", content)) == ["yksi", "TWO"]


def seg(mid: int, text: str) -> str:
    return f'<mrk mtype="seg" mid="{mid}">{text}</mrk>'


def test_the_segments_of_a_divided_source_are_translated_each_in_its_place(tmp_path: Path) -> None:
    two = seg(1, 'Two <x id="2"/> more.')
    divided = f'<g id="1">{seg(0, "One.")} {two}</g>\n{seg(2, "3")}'
    unit = f'<trans-unit id="1"><source>One. Two more. 3</source><seg-source>{divided}</seg-source></trans-unit>'
    content = old(unit)

    result = shouted(tmp_path, "xliff", content)

    assert texts_of(tmp_path, "xliff", content) == ["One.", "Two  more."]
    [target] = etree.fromstring(result).iter("{*}target")
    segments = {each.get("mid"): "".join(each.itertext()) for each in target.iter("{*}mrk")}
    assert segments == {"0": "ONE.", "1": "TWO  MORE.", "2": "3"}
    assert [etree.QName(each).localname for each in target.iter()] == ["target", "g", "mrk", "mrk", "x", "mrk"]
    assert "".join(target.itertext()) == "ONE. TWO  MORE.\n3"
    assert [etree.QName(each).localname for each in target.getparent()] == ["source", "seg-source", "target"]
    assert "".join(target.getparent()[1].itertext()) == "One. Two  more.\n3"


def test_translated_segments_of_a_divided_source_stay(tmp_path: Path) -> None:
    divided = f"<seg-source>{seg(0, 'One.')} {seg(1, 'Two.')}</seg-source>"
    head = f'<trans-unit id="1"><source>One. Two.</source>{divided}'
    half = old(f"{head}<target>{seg(0, 'Yksi.')} {seg(1, '')}</target></trans-unit>", target='target-language="fi"')
    whole = old(
        f"{head}<target>{seg(0, 'Yksi.')} {seg(1, 'Kaksi.')}</target></trans-unit>", target='target-language="fi"'
    )

    [of_half] = etree.fromstring(shouted(tmp_path, "xliff", half)).iter("{*}target")
    [of_whole] = etree.fromstring(shouted(tmp_path, "xliff", whole)).iter("{*}target")

    assert "".join(of_half.itertext()) == "Yksi. TWO."
    assert "".join(of_whole.itertext()) == "Yksi. Kaksi."
    assert (of_half.get("state"), of_whole.get("state")) == ("needs-review-translation", None)


def test_only_segments_without_a_translation_are_sent_to_an_engine(tmp_path: Path) -> None:
    divided = f"<seg-source>{seg(0, 'One.')} {seg(1, 'Two.')}</seg-source>"
    half = f"<source>One. Two.</source>{divided}<target>{seg(0, 'Yksi.')} {seg(1, '')}</target>"
    content = old(
        f'<trans-unit id="1">{half}</trans-unit>',
        '<trans-unit id="2"><source>three</source><target>kolme</target></trans-unit>',
        '<trans-unit id="3"><source>four</source></trans-unit>',
        target='target-language="fi-FI"',
    )

    assert texts_of(tmp_path, "xliff", content, target_lang="fi") == ["Two.", "four"]
    assert texts_of(tmp_path, "xliff", content, target_lang="de") == ["One.", "Two.", "three", "four"]
    document = read(tmp_path / "source", "xliff", name="test.xliff")
    assert isinstance(document, BilingualDocument)
    assert document.count_translated() == {"fi": len("One.") + len("three")}


def test_a_translation_whose_language_is_not_named_stays_for_each_language(tmp_path: Path) -> None:
    content = old('<trans-unit id="1"><source>one</source><target>yksi</target></trans-unit>')

    assert texts_of(tmp_path, "xliff", content, target_lang="de") == []
    document = read(tmp_path / "source", "xliff", name="test.xliff")
    assert isinstance(document, BilingualDocument)
    assert document.count_translated() == {"": len("one")}


def test_translations_into_another_language_are_replaced(tmp_path: Path) -> None:
    content = old(
        '<trans-unit id="1" approved="yes"><source>one</source><target>eins</target></trans-unit>',
        target='target-language="de"',
    )

    assert targets(shouted(tmp_path, "xliff", content)) == ["ONE"]


def test_a_source_without_words_is_its_own_translation(tmp_path: Path) -> None:
    content = old('<trans-unit id="1"><source>42 <x id="1"/></source></trans-unit>')

    assert [each.replace(f' xmlns="{OLD}"', "") for each in targets(shouted(tmp_path, "xliff", content))] == [
        '42 <x id="1"/>'
    ]


@pytest.mark.parametrize("content", [b"<a/>", b'<xliff version="1.1" xmlns="urn:x"/>', b"no xml"])
def test_what_is_no_xliff_is_refused(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(UnreadableDocument):
        texts_of(tmp_path, "xliff", content)


def test_kept_translations_are_noted(tmp_path: Path) -> None:
    units = '<trans-unit id="1"><source>one</source><target>yksi</target></trans-unit>'
    content = old(units, '<trans-unit id="2"><source>two</source></trans-unit>', target='target-language="fi"')

    assert notes_of(tmp_path, "xliff", content, target_lang="fi") == ["1 segment keeps its translation."]
    assert notes_of(tmp_path, "xliff", content, target_lang="de") == []


def test_a_source_that_marks_segments_without_a_division_is_one_text(tmp_path: Path) -> None:
    source = f"<source>{seg(0, 'One.')} {seg(1, 'Two.')}</source>"
    content = old(
        f'<trans-unit id="1">{source}</trans-unit>',
        f'<trans-unit id="2">{source}<target>{seg(0, "Yksi.")} {seg(1, "Kaksi.")}</target></trans-unit>',
        target='target-language="fi"',
    )

    [new_target, kept] = etree.fromstring(shouted(tmp_path, "xliff", content)).iter("{*}target")

    assert "".join(new_target.itertext()) == "ONE. TWO."
    assert [each.get("mid") for each in new_target] == ["0", "1"]
    assert "".join(kept.itertext()) == "Yksi. Kaksi."
