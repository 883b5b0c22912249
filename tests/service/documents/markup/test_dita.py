"""DITA topics and maps: sentences are translated, and all other characters are unchanged."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.files.document_files import shouted, texts_of
from termdesk.service.document_kinds import UnreadableDocument

HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<!DOCTYPE {0} PUBLIC "-//OASIS//DTD DITA {1}//EN" "{0}.dtd">\n'
    "<?workspace keep=yes?>\n<!-- written by hand -->\n"
)


def shout(folder: Path, content: str, **more: str) -> str:
    return shouted(folder, "dita", content.encode(), **more).decode()


def louder(content: str, *words: str) -> str:
    """Return the content with every occurrence of these words in upper case."""
    for each in words:
        assert each in content
        content = content.replace(each, each.upper())
    return content


def test_a_concept_keeps_all_but_its_sentences(tmp_path: Path) -> None:
    concept = HEAD.format("concept", "Concept") + (
        '<concept id="pump" rev="2">\n <title>a pump</title>\n <shortdesc>it moves water</shortdesc>\n'
        ' <conbody outputclass="wide">\n  <p audience="all">see <xref href="b.dita#b/x" keyref="other"/> and'
        " <b>never</b> open &amp; close</p>\n  <image href='p.png' keyref=\"picture\"/>\n"
        "  <ul>\n   <li>point one<ul><li>point deep</li></ul></li>\n  </ul>\n"
        '  <p conref="c.dita#c/warning"/>\n </conbody>\n</concept>\n'
    )

    spoken = [">a pump<", "it moves water", ">see <", " and", ">never<", " open ", " close", "point one", "point deep"]
    assert shout(tmp_path, concept) == louder(concept, *spoken)
    assert texts_of(tmp_path, "dita", concept.encode()) == [
        "a pump",
        "it moves water",
        "see  and never open & close",
        "point one",
        "point deep",
    ]


def test_a_task_keeps_code_and_names_of_programs(tmp_path: Path) -> None:
    task = HEAD.format("task", "Task") + (
        "<task id='t'><title>start it</title><taskbody><steps><step><cmd>run <codeph>pump --go</codeph> now</cmd>"
        "<info>then wait<codeblock>if (dry) {\n  stop();\n}</codeblock>a while</info></step></steps></taskbody></task>"
    )

    expected = louder(task, ">start it<", ">run <", " now<", ">then wait<", ">a while<")
    assert shout(tmp_path, task) == expected


def test_what_is_marked_as_not_translated_stays_and_what_is_marked_as_translated_in_it_does_not(tmp_path: Path) -> None:
    topic = (
        '<topic id="t"><title translate="no">brand name</title><body><p>press <ph translate="no">go</ph> now</p>'
        '<codeblock translate="yes">a sample</codeblock>'
        "<section translate=\"no\"><p>kept</p><p translate='yes'>spoken <b>loud</b></p></section></body></topic>"
    )

    expected = louder(topic, ">press <", "> now<", ">a sample<", ">spoken <", ">loud<")
    assert shout(tmp_path, topic) == expected


def test_asides_in_a_sentence_are_sentences_of_their_own(tmp_path: Path) -> None:
    topic = (
        '<topic id="t"><title>t</title><body><p>open the valve<indexterm>valves<indexterm>old</indexterm></indexterm>'
        " slowly<fn>or it breaks</fn>.</p><p>choose <menucascade><uicontrol>file</uicontrol><uicontrol>open</uicontrol>"
        '</menucascade> now <image href="x.png"><alt>a picture</alt></image> here</p></body></topic>'
    )

    texts = texts_of(tmp_path, "dita", topic.encode())

    assert {"open the valve slowly.", "valves", "old", "or it breaks", "file", "open", "a picture"} < set(texts)
    assert shout(tmp_path, topic) == louder(
        topic,
        ">t<", ">open the valve<", ">valves<", ">old<", "> slowly<", ">or it breaks<", ">choose <", ">file<", ">open<",
        "> now <", ">a picture<", "> here<",
    )  # fmt: skip


def test_a_way_through_menus_is_a_word_of_its_sentence(tmp_path: Path) -> None:
    entries = "<uicontrol>file</uicontrol> <uicontrol>save &amp; <b>go</b></uicontrol>"
    way = f'<menucascade id="m" alt="x">{entries}</menucascade>'
    topic = f"<topic><body><p>choose {way} now</p><p>{way}</p></body></topic>"

    assert texts_of(tmp_path, "dita", topic.encode()) == [
        "choose file > save & go now",
        *("x", "file", "save & go") * 2,
    ]
    assert shout(tmp_path, topic) == louder(topic, ">choose ", '"x"', ">file<", ">save ", ">go<", " now<")


def test_a_map_keeps_its_references_and_has_its_titles_translated(tmp_path: Path) -> None:
    bookmap = HEAD.format("map", "Map") + (
        '<map title="the &quot;manual&quot;" xml:lang="en-US"><topicmeta><keywords><keyword>pump</keyword>'
        "<keyword>water</keyword></keywords><author>jo smith</author></topicmeta>\n"
        '<keydef keys="product"><topicmeta><keywords><keyword>magic pump</keyword></keywords></topicmeta></keydef>\n'
        "<topicref href=\"a.dita\" keyref='k' navtitle='start here' scope=\"local\"><topicmeta>"
        "<navtitle>end there</navtitle></topicmeta></topicref></map>"
    )

    result = shout(tmp_path, bookmap, target_lang="de")

    spoken = ["the &quot;manual", ">pump<", ">water<", ">magic pump<", "'start here'", ">end there<"]
    expected = louder(bookmap, *spoken).replace("THE &QUOT;MANUAL", "THE &quot;MANUAL").replace("en-US", "de")
    assert result == expected


def test_a_translation_cannot_end_the_attribute_that_it_stands_in(tmp_path: Path) -> None:
    topic = "<map><topicref navtitle='a &#39;b&#39; > \"c\"'/></map>"

    result = shout(tmp_path, topic)

    assert result == "<map><topicref navtitle='A &#39;B&#39; > \"C\"'/></map>".replace(" > ", " &gt; ")


def test_elements_in_a_sentence_without_other_words_do_not_tear_it(tmp_path: Path) -> None:
    topic = b'<topic id="t"><body><p><b>big</b> <i>house</i></p><note><p>one</p></note></body></topic>'

    assert texts_of(tmp_path, "dita", topic) == ["big house", "one"]


def test_lines_of_preformatted_text_stay_lines(tmp_path: Path) -> None:
    topic = '<topic id="t"><body><screen>first\n  second\n\nthird</screen></body></topic>'

    assert shout(tmp_path, topic) == louder(topic, ">first", "  second", "third<")


def test_a_topic_with_the_extension_of_xml_is_read_as_a_topic(tmp_path: Path) -> None:
    topic = (
        HEAD.format("topic", "Topic") + '<topic id="t"><body><codeblock>stop();</codeblock>\n<p>go</p></body></topic>'
    )

    assert shouted(tmp_path, "xml", topic.encode()).decode() == louder(topic, ">go<")
    assert texts_of(tmp_path, "xml", b"<topic><body><codeblock>stop();</codeblock></body></topic>") == ["stop();"]


@pytest.mark.parametrize(
    "content",
    [
        b"<topic>",
        b'<!DOCTYPE topic [<!ENTITY b "c">]><topic><p>&b;</p></topic>',
        b'<!DOCTYPE topic [<!ENTITY e SYSTEM "file:///etc/passwd">]><topic><p>&e;</p></topic>',
        b"<p>" * 5000 + b"</p>" * 5000,
    ],
)
def test_hostile_topics_are_refused_in_words(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(UnreadableDocument) as refused:
        texts_of(tmp_path, "dita", content)

    assert refused.value.message.startswith("test.dita: ")
