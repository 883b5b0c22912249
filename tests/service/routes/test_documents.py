"""`/v2/document`: upload, status, and a single download; limits, quotas, and rejections."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from support.campaign import HANGING_SECONDS
from support.files.document_files import members
from support.files.documents import PHRASES, failure, fetch, finished, status_of, translated, upload
from support.files.idml import content, idml, paragraph, story, text_range
from support.running_service import RunningService, running_service
from support.service_calls import MakeGlossary, confirm, http_client
from termdesk.service.document_kinds import KINDS

NIGHT = "Hyvää yötä"


@pytest.fixture(scope="module")
def taught(service: RunningService) -> Iterator[httpx.Client]:
    """A service with confirmed phrases from English to Finnish, a pair that no installed engine has."""
    with http_client(service) as client:
        confirm(client, "en", "fi", **PHRASES)
        yield client


@pytest.fixture
def taught_alone(own_http: httpx.Client) -> httpx.Client:
    """As above, but a separate service."""
    confirm(own_http, "en", "fi", **PHRASES)
    return own_http


def used(http: httpx.Client) -> int:
    count: int = http.get("/v2/usage").json()["character_count"]
    return count


def detail(answer: httpx.Response) -> str:
    words: str = answer.json()["detail"]
    return words


def test_a_document_goes_through_all_its_states(taught: httpx.Client) -> None:
    answer = upload(taught, "a.txt", b"Good night")

    handle = answer.json()
    assert set(handle) == {"document_id", "document_key"}
    assert (len(handle["document_id"]), len(handle["document_key"])) == (32, 64)
    status = finished(taught, handle)
    assert status["billed_characters"] == len("Good night")
    assert status["seconds_remaining"] == 0
    assert fetch(taught, handle).text == NIGHT


@pytest.mark.parametrize("how", ["json", "data"])
def test_status_and_result_are_asked_in_every_way_that_clients_have(taught: httpx.Client, how: str) -> None:
    handle = upload(taught, "a.txt", b"Good night").json()
    finished(taught, handle)
    path, key = f"/v2/document/{handle['document_id']}", {"document_key": handle["document_key"]}

    assert taught.get(path, params=key).json()["status"] == "done"
    assert taught.post(path, **{how: key}).json()["status"] == "done"
    assert taught.post(f"{path}/result", **{how: key}).text == NIGHT


def test_a_document_is_given_out_once_and_then_gone(taught: httpx.Client) -> None:
    handle = upload(taught, "a.txt", b"Good night").json()
    finished(taught, handle)

    first, second = fetch(taught, handle), fetch(taught, handle)

    assert (first.status_code, second.status_code) == (200, 404)
    path = f"/v2/document/{handle['document_id']}"
    assert taught.post(path, json={"document_key": handle["document_key"]}).status_code == 404


def test_asking_for_the_head_of_a_result_does_not_take_it(taught: httpx.Client) -> None:
    handle = upload(taught, "a.txt", b"Good night").json()
    finished(taught, handle)

    head = taught.head(f"/v2/document/{handle['document_id']}/result", params={"document_key": handle["document_key"]})

    assert head.status_code == 405
    assert fetch(taught, handle).text == NIGHT


@pytest.mark.parametrize("what", ["id", "key", "short key", "other case"])
def test_only_the_right_id_and_key_find_a_document(taught: httpx.Client, what: str) -> None:
    handle = upload(taught, "a.txt", b"Good night").json()
    document_id, key = handle["document_id"], handle["document_key"]
    asked = {
        "id": ("0" * 32, key),
        "key": (document_id, "0" * 64),
        "short key": (document_id, key[:-1]),
        "other case": (document_id.lower(), key.lower()),
    }[what]

    answer = taught.post(f"/v2/document/{asked[0]}", json={"document_key": asked[1]})

    assert answer.status_code == (200 if what == "other case" else 404)


def test_a_key_must_be_given(taught: httpx.Client) -> None:
    handle = upload(taught, "a.txt", b"Good night").json()

    answer = taught.post(f"/v2/document/{handle['document_id']}", json={})

    assert answer.status_code == 400
    assert "document_key" in detail(answer)


@pytest.mark.parametrize(
    ("name", "sent", "plain"),
    [
        ("plain.txt", "plain.txt", "plain.txt"),
        ("Übersicht (1).txt", "%C3%9Cbersicht%20%281%29.txt", "_bersicht (1).txt"),
        ("../../etc/passwd.txt", "passwd.txt", "passwd.txt"),
        ("C:\\x\\y.txt", "y.txt", "y.txt"),
        ('a"b;c.txt', "a%22b%3Bc.txt", "a_b;c.txt"),
        ("x" * 300 + ".txt", "x" * 196 + ".txt", "x" * 196 + ".txt"),
    ],
)
def test_the_name_comes_back_for_every_client(taught: httpx.Client, name: str, sent: str, plain: str) -> None:
    handle = upload(taught, "a.txt", b"Good night", filename=name).json()
    finished(taught, handle)

    headers = fetch(taught, handle).headers

    assert headers["content-disposition"] == f"attachment; filename=\"{plain}\"; filename*=UTF-8''{sent}"
    assert headers["content-type"] == "text/plain"
    assert headers["content-length"] == str(len(NIGHT.encode()))


def test_the_source_language_is_detected(taught: httpx.Client) -> None:
    sentence = "It stands in the middle of a small village, and many people live there."
    confirm(taught, "en", "fi", **{sentence: "Kylä."})

    result = translated(taught, "a.txt", f"The house is big. {sentence}".encode(), source_lang=None)

    assert result.decode() == "Talo on suuri. Kylä."


def test_a_language_that_cannot_be_detected_is_said(taught: httpx.Client) -> None:
    assert "source_lang" in failure(taught, "a.txt", "Բարեւ".encode(), source_lang=None)


def test_numbers_say_nothing_of_the_language_of_a_document(taught: httpx.Client) -> None:
    sentence = "It stands in the middle of a small village, and many people live there."
    confirm(taught, "en", "fi", **{sentence: "Kylä."})
    numbers = "12345\n" * 2_000

    result = translated(taught, "a.txt", f"{numbers}{sentence}\n678".encode(), source_lang=None)

    assert result.decode() == f"{numbers}Kylä.\n678"


def test_a_document_without_words_comes_back_as_it_was(taught: httpx.Client) -> None:
    assert translated(taught, "a.txt", b"1234 5678\n9\n", source_lang=None) == b"1234 5678\n9\n"


@pytest.mark.skipif(not shutil.which("apertium"), reason="Apertium is not installed on this system")
def test_terms_of_glossaries_are_used(http: httpx.Client, make_glossary: MakeGlossary) -> None:
    first, second = make_glossary("house\tmorada\n"), make_glossary("tree\tarbolito\n")
    where = {"target_lang": "ES", "source_lang": "en"}

    one = translated(http, "a.txt", b"The house is big.", glossary_id=first, **where)
    both = translated(http, "a.txt", b"The house has a tree.", glossary_ids=f"{first},{second}", **where)

    assert b"morada" in one
    assert b"morada" in both
    assert b"arbolito" in both


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"glossary_id": "x", "source_lang": None}, "source_lang"),
        ({"glossary_id": "x", "glossary_ids": "y"}, "together"),
        ({"glossary_ids": "a,b,c,d,e,f"}, "At most 5"),
        ({"target_lang": None}, "target_lang"),
        ({"target_lang": "EN"}, "equal"),
        ({"target_lang": "EN", "source_lang": "en-US"}, "equal"),
        ({"output_format": "pdf"}, "output_format"),
        ({"formality": "more"}, "formality"),
        ({"style_id": "x"}, "style_id"),
        ({"translation_memory_threshold": "101"}, "translation_memory_threshold"),
        ({"filename": "a"}, "extension"),
    ],
)
def test_what_cannot_be_honored_is_refused_in_words(taught: httpx.Client, fields: dict[str, Any], words: str) -> None:
    answer = upload(taught, "a.txt", b"Good night", **fields)

    assert answer.status_code == 400
    assert words in detail(answer)


@pytest.mark.parametrize(
    ("glossary", "status"), [("00000000-0000-4000-8000-000000000000", 404), ("of another pair", 400)]
)
def test_a_glossary_that_does_not_fit_is_refused_at_once(
    taught: httpx.Client, make_glossary: MakeGlossary, glossary: str, status: int
) -> None:
    glossary = make_glossary() if " " in glossary else glossary

    assert upload(taught, "a.txt", b"Good night", glossary_id=glossary).status_code == status


@pytest.mark.parametrize("name", ["a.pdf", "a.doc", "a.indd", "a.mif", "a.odt", "a.jpeg", "a.png", "a.exe", "a.DOCM"])
def test_formats_that_are_not_served_are_refused_by_name(taught: httpx.Client, name: str) -> None:
    answer = upload(taught, name, b"x")

    assert answer.status_code == 400
    assert f"“{name[2:].lower()}”" in detail(answer)


def test_packages_of_indesign_and_dita_are_translated(taught: httpx.Client) -> None:
    package = idml(story(paragraph(text_range(content("Good night") + "<Br />" + content("12")))))
    topic = b'<topic id="a"><title keyref="k">Good night</title><codeblock>Good night</codeblock></topic>'

    stories = members(translated(taught, "a.idml", package))
    by_extension = [translated(taught, name, topic).decode() for name in ("a.dita", "a.ditamap")]

    assert f"<Content>{NIGHT}</Content><Br/>" in stories["Stories/Story_u0.xml"].decode()
    expected = topic.decode().replace('"k">Good night', f'"k">{NIGHT}')
    assert by_extension == [expected, expected]


def test_what_is_no_upload_is_refused(taught: httpx.Client) -> None:
    without_file = taught.post("/v2/document", data={"target_lang": "FI"}, files={"other": ("a.txt", b"x")})
    as_json = taught.post("/v2/document", json={"target_lang": "FI", "file": "x"})
    broken = taught.post(
        "/v2/document", content=b"--x\r\nnonsense", headers={"Content-Type": "multipart/form-data; boundary=x"}
    )
    elsewhere = taught.post("/v2/translate", data={"text": "x"}, files={"file": ("a.txt", b"x")})

    assert [each.status_code for each in (without_file, as_json, broken, elsewhere)] == [400, 400, 400, 415]
    assert upload(taught, "a.txt", b"").status_code == 400


@pytest.mark.parametrize(("kind", "name"), [("srt", "a.srt"), ("json", "a.json"), ("txt", "a.txt"), ("html", "a.htm")])
def test_sizes_are_limited_to_the_byte(taught: httpx.Client, kind: str, name: str) -> None:
    most = KINDS[kind].paid_bytes

    fits = upload(taught, name, b"1" * most)
    too_large = upload(taught, name, b"1" * (most + 1))

    assert fits.status_code == 200
    assert too_large.status_code == 413
    assert f"{most:,}" in detail(too_large)
    finished(taught, fits.json())
    fetch(taught, fits.json())


def test_the_free_tier_has_its_own_limits() -> None:
    with running_service("--tier", "free") as free, http_client(free) as http:
        too_large = upload(http, "a.docx", b"1" * (KINDS["docx"].free_bytes + 1))
        confirm(http, "en", "fi", **PHRASES)
        too_long = failure(http, "a.txt", b"Good night\n" * 51_000)

    assert too_large.status_code == 413
    assert "500,000" in too_long


def test_characters_are_billed_when_a_document_is_downloaded(taught: httpx.Client) -> None:
    at_first = used(taught)
    handle = upload(taught, "a.txt", b"Good night\n").json()
    finished(taught, handle)
    when_done = used(taught)
    fetch(taught, handle)

    assert (when_done - at_first, used(taught) - at_first) == (0, len("Good night"))


def test_a_full_quota_refuses_documents_before_and_after_they_are_read() -> None:
    with running_service("--character-limit", "15") as limited, http_client(limited) as http:
        confirm(http, "en", "fi", **PHRASES)
        too_dear = upload(http, "a.docx", b"x")
        too_long = failure(http, "a.txt", b"Good night\nGood night")
        both = [upload(http, "a.txt", b"Good night").json() for _ in range(2)]
        for handle in both:
            finished(http, handle)
        fetched = [fetch(http, handle).status_code for handle in both]
        again = status_of(http, both[1])

    assert too_dear.status_code == 456
    assert "15 characters" in too_long
    # Documents that exceed the quota stay for the next month.
    assert fetched == [200, 456]
    assert again["status"] == "done"


def test_too_many_documents_that_nobody_fetches_are_refused(taught_alone: httpx.Client) -> None:
    handles = [upload(taught_alone, "a.txt", b"Good night").json() for _ in range(20)]
    refused = upload(taught_alone, "a.txt", b"Good night")
    finished(taught_alone, handles[0])
    fetch(taught_alone, handles[0])

    assert refused.status_code == 429
    assert refused.headers["retry-after"]
    assert upload(taught_alone, "a.txt", b"Good night").status_code == 200


def test_a_rehearsed_delay_shows_the_states_between(taught_alone: httpx.Client) -> None:
    taught_alone.put("/local/v1/rehearsal", json={"document_delay_seconds": 0.5}).raise_for_status()
    first, second = (upload(taught_alone, "a.txt", b"Good night").json() for _ in range(2))
    end = time.monotonic() + HANGING_SECONDS
    while status_of(taught_alone, first)["status"] == "queued":
        assert time.monotonic() < end

    early = fetch(taught_alone, first)
    waiting = status_of(taught_alone, second)
    done = finished(taught_alone, second)

    assert early.status_code == 503
    assert early.json()["message"]
    assert waiting == {"document_id": second["document_id"], "status": "queued"}
    assert done["status"] == "done"


def test_a_pair_without_an_engine_is_an_error_of_the_document(taught: httpx.Client) -> None:
    assert "No engine" in failure(taught, "a.txt", b"Unknown words.")


def test_a_failed_document_has_no_result(taught: httpx.Client) -> None:
    handle = upload(taught, "a.docx", b"nonsense").json()
    finished(taught, handle)

    answer = fetch(taught, handle)

    assert answer.status_code == 503
    assert "a.docx" in detail(answer)


def test_a_threshold_that_changes_nothing_is_named(taught: httpx.Client) -> None:
    answer = upload(taught, "a.txt", b"Good night", translation_memory_threshold="50")

    assert answer.headers["x-termdesk-unused"] == "translation_memory_threshold"


# Requests as the vendor's clients send them


def test_a_field_that_nobody_knows_is_left_out(taught: httpx.Client) -> None:
    assert upload(taught, "a.txt", b"Good night", nonsense="1").status_code == 200


def test_a_file_that_is_no_document_is_named_with_its_extension(taught: httpx.Client) -> None:
    answer = upload(taught, "a.xyz", b"Good night")

    assert answer.status_code == 400
    assert answer.json()["message"] == "Invalid file: the extension 'xyz' is not supported"


def test_a_target_that_is_no_language_is_named_first(taught: httpx.Client) -> None:
    answer = upload(taught, "a.txt", b"Good night", target_lang="XX", glossary_ids="a,b,c,d,e,f")

    assert answer.status_code == 400
    assert detail(answer).startswith("Value for 'target_lang' not supported: 'xx'")
