"""The vendor's own client works with the service, which shows its compatibility."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator

import deepl
import pytest
from deepl.api_data import MultilingualGlossaryDictionaryEntries, MultilingualGlossaryInfo
from deepl.util import convert_tsv_to_dict

from support.running_service import RunningService, running_service
from support.service_calls import confirm, http_client


@contextlib.contextmanager
def official_client(url: str, key: str) -> Iterator[deepl.DeepLClient]:
    with contextlib.closing(deepl.DeepLClient(key, server_url=url, send_platform_info=False)) as client:
        yield client


@pytest.fixture
def client(service: RunningService) -> Iterator[deepl.DeepLClient]:
    with official_client(service.url, service.key) as client:
        yield client


@pytest.fixture
def glossary(client: deepl.DeepLClient) -> Iterator[MultilingualGlossaryInfo]:
    entries = {"house": "morada", 'the "quoted" tree': "árbol"}
    made = client.create_multilingual_glossary("Official", [MultilingualGlossaryDictionaryEntries("EN", "ES", entries)])
    yield made
    client.delete_multilingual_glossary(made)


def entries_of(client: deepl.DeepLClient, glossary: MultilingualGlossaryInfo) -> dict[str, str]:
    found = client.get_multilingual_glossary_entries(glossary, "EN", "ES")
    return convert_tsv_to_dict(found.dictionaries[0].entries)


def test_it_creates_lists_and_reads_a_glossary(client: deepl.DeepLClient, glossary: MultilingualGlossaryInfo) -> None:
    listed = {each.glossary_id: each for each in client.list_multilingual_glossaries()}

    assert listed[glossary.glossary_id].name == "Official"
    assert listed[glossary.glossary_id].dictionaries[0].entry_count == 2
    assert client.get_multilingual_glossary(glossary.glossary_id).creation_time == glossary.creation_time
    assert entries_of(client, glossary) == {"house": "morada", 'the "quoted" tree': "árbol"}


def test_it_changes_a_glossary(client: deepl.DeepLClient, glossary: MultilingualGlossaryInfo) -> None:
    more = MultilingualGlossaryDictionaryEntries("EN", "ES", {"house": "casa", "sun": "sol"})
    client.update_multilingual_glossary_dictionary(glossary, more)
    client.update_multilingual_glossary_name(glossary, "Renamed")

    assert entries_of(client, glossary) == {"house": "casa", 'the "quoted" tree': "árbol", "sun": "sol"}
    assert client.get_multilingual_glossary(glossary.glossary_id).name == "Renamed"


def test_it_replaces_and_deletes_a_dictionary(client: deepl.DeepLClient, glossary: MultilingualGlossaryInfo) -> None:
    only = MultilingualGlossaryDictionaryEntries("EN", "ES", {"moon": "luna"})
    french = MultilingualGlossaryDictionaryEntries("EN", "FR", {"moon": "lune"})

    replaced = client.replace_multilingual_glossary_dictionary(glossary, only)
    client.replace_multilingual_glossary_dictionary(glossary, french)
    read = entries_of(client, glossary)
    client.delete_multilingual_glossary_dictionary(glossary, french)

    assert replaced.entry_count == 1
    assert read == {"moon": "luna"}
    assert [each.target_lang for each in client.get_multilingual_glossary(glossary.glossary_id).dictionaries] == ["ES"]


def test_it_creates_a_glossary_from_csv(client: deepl.DeepLClient) -> None:
    made = client.create_multilingual_glossary_from_csv("CSV", "EN", "ES", '"one, two","uno, dos"\nhouse,casa\n')
    found = entries_of(client, made)
    client.delete_multilingual_glossary(made)

    assert found == {"one, two": "uno, dos", "house": "casa"}


@pytest.mark.skipif(not shutil.which("apertium"), reason="Apertium is not installed on this system")
def test_it_translates_with_a_glossary(client: deepl.DeepLClient, glossary: MultilingualGlossaryInfo) -> None:
    text = "The house is big."

    result = client.translate_text(text, source_lang="EN", target_lang="ES", glossary=glossary)

    assert "morada" in result.text
    assert result.billed_characters == len(text)
    assert result.detected_source_lang == "EN"


@pytest.mark.skipif(not shutil.which("apertium"), reason="Apertium is not installed on this system")
def test_it_translates_html_with_a_glossary(client: deepl.DeepLClient, glossary: MultilingualGlossaryInfo) -> None:
    result = client.translate_text(
        "<p>The <b>house</b> is <code>big</code>.</p>",
        source_lang="EN",
        target_lang="ES",
        glossary=glossary,
        tag_handling="html",
        ignore_tags=["q"],
        outline_detection=False,
        splitting_tags=["p"],
        split_sentences=deepl.SplitSentences.NO_NEWLINES,
    )

    assert result.text == "<p>La <b>morada</b> es <code>big</code>.</p>"
    assert result.billed_characters == len("The house is big.")


def test_it_translates_several_texts(client: deepl.DeepLClient, service: RunningService) -> None:
    with http_client(service) as http:
        confirm(http, "en", "de", Good_morning="Guten Morgen", Good_night="Gute Nacht")

    results = client.translate_text(["Good morning", "Good night"], source_lang="EN", target_lang="DE")

    assert [each.text for each in results] == ["Guten Morgen", "Gute Nacht"]


def test_it_improves_a_text(client: deepl.DeepLClient) -> None:
    result = client.rephrase_text("He go to school every days.", target_lang="EN-US")

    assert result.text == "He goes to school every day."
    assert result.target_language == "en-US"


def test_it_lists_languages_and_pairs(client: deepl.DeepLClient) -> None:
    pairs = {(each.source_lang, each.target_lang) for each in client.get_glossary_languages()}

    assert ("en", "es") in pairs
    assert isinstance(client.get_source_languages(), list)
    assert all(each.supports_formality is False for each in client.get_target_languages())


def test_it_reads_usage_with_and_without_a_limit(client: deepl.DeepLClient) -> None:
    unlimited = client.get_usage()
    with (
        running_service("--character-limit", "10") as limited,
        http_client(limited) as http,
        official_client(limited.url, limited.key) as other,
    ):
        confirm(http, "en", "de", Good_night="Gute Nacht")
        other.translate_text("Good night", source_lang="EN", target_lang="DE")
        usage = other.get_usage()
        with pytest.raises(deepl.QuotaExceededException):
            other.translate_text("Good night", source_lang="EN", target_lang="DE")

    assert unlimited.character.valid
    assert not unlimited.character.limit_reached
    assert (usage.character.count, usage.character.limit) == (10, 10)
    assert usage.any_limit_reached


def test_it_knows_a_wrong_key(own_service: RunningService) -> None:
    with official_client(own_service.url, "wrong") as stranger, pytest.raises(deepl.AuthorizationException):
        stranger.get_usage()


def test_it_understands_refusals(client: deepl.DeepLClient) -> None:
    same = MultilingualGlossaryDictionaryEntries("EN", "EN", {"a": "b"})

    with pytest.raises(deepl.GlossaryNotFoundException):
        client.get_multilingual_glossary("00000000-0000-4000-8000-000000000000")
    with pytest.raises(deepl.DeepLException, match="both en"):
        client.create_multilingual_glossary("Same", [same])


def test_the_older_glossaries_are_made_read_used_and_deleted(
    client: deepl.DeepLClient, service: RunningService
) -> None:
    made = client.create_glossary("Old", "EN", "ES", {"house": "morada", "the sun": "el sol"})
    listed = {each.glossary_id for each in client.list_glossaries()}
    got = client.get_glossary(made.glossary_id)
    entries = client.get_glossary_entries(made)
    from_csv = client.create_glossary_from_csv("Old CSV", "EN", "ES", "moon,luna\n")
    for each in (made, from_csv):
        client.delete_glossary(each)

    assert made.glossary_id in listed
    assert (got.name, got.entry_count, got.ready) == ("Old", 2, True)
    assert entries == {"house": "morada", "the sun": "el sol"}
    with pytest.raises(deepl.GlossaryNotFoundException):
        client.get_glossary(made.glossary_id)


def test_it_corrects_a_text(client: deepl.DeepLClient) -> None:
    result = client.correct_text("He go to school every days.", target_lang="EN-GB")

    assert result.text == "He goes to school every day."


def test_it_names_the_memory_and_the_kind_of_model(client: deepl.DeepLClient, service: RunningService) -> None:
    with http_client(service) as http:
        confirm(http, "en", "fi", The_sun="Aurinko")
    memory = next(each for each in client.list_translation_memories() if each.target_languages == ["fi"])

    result = client.translate_text(
        "The sun",
        source_lang="EN",
        target_lang="FI",
        translation_memory=memory,
        translation_memory_threshold=95,
        model_type="prefer_quality_optimized",
    )

    assert result.text == "Aurinko"
    assert result.model_type_used == "latency_optimized"


def test_there_are_no_style_rules_and_none_can_be_made(client: deepl.DeepLClient) -> None:
    assert client.get_all_style_rules() == []
    with pytest.raises(deepl.DeepLException, match="none is served"):
        client.create_style_rule("Short", "en")
