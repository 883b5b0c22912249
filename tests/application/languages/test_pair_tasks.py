"""For any pair and task, the answer is yes or no with a reason and a remedy, for local and other services."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from support.services.fake_service import FEATURES, FakeService, refusal
from support.services.raw_server import answer
from termdesk.application.languages.languages import LanguageLists
from termdesk.application.languages.pair_tasks import PairTask, PairTasks, TaskAnswer
from termdesk.application.session.session import Session
from termdesk.client.errors import InvalidRequest
from termdesk.domain.key_scope import KeyReach
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.provider import Provider
from termdesk.messages.language_messages import TaskRefusal, TaskRemedy
from termdesk.messages.message import Message

pytestmark = pytest.mark.anyio

YES = dict.fromkeys(PairTask, True)


@pytest.fixture
async def fake() -> AsyncIterator[FakeService]:
    async with FakeService() as service:
        service.languages = {
            "translate_text": ("de", "en", "eo"),
            "translate_document": ("de", "en"),
            "glossary": ("de", "en"),
            "write": ("de", "en-GB", "en-US"),
        }
        yield service


@pytest.fixture
async def session(fake: FakeService, tmp_path: Path, new_session: Callable[[Path], Session]) -> AsyncIterator[Session]:
    made = new_session(tmp_path / "session")
    await made.use(Provider("custom", fake.url), "a-good-key-0001")
    yield made
    await made.stop()


@pytest.fixture
def tasks(session: Session) -> PairTasks:
    return PairTasks(session, LanguageLists(session))


async def answered(tasks: PairTasks, source: str, target: str) -> dict[PairTask, TaskAnswer]:
    return {each.task: each for each in (await tasks.answers(LanguagePair(source, target))).tasks}


def kind(answer: TaskAnswer) -> object:
    return answer.reason.kind if isinstance(answer.reason, Message) else answer.reason


async def test_a_pair_that_every_list_has_can_do_all_but_be_improved(tasks: PairTasks) -> None:
    found = await answered(tasks, "en", "de")

    expected = {**YES, PairTask.IMPROVEMENT: False, PairTask.FORMALITY: False}
    assert {task: each.is_possible for task, each in found.items()} == expected
    assert kind(found[PairTask.IMPROVEMENT]) is TaskRefusal.TWO_LANGUAGES
    assert found[PairTask.TEXT].reason == found[PairTask.TEXT].remedy == ""


async def test_a_language_that_a_list_lacks_is_named_with_what_to_do(tasks: PairTasks) -> None:
    found = await answered(tasks, "de", "eo")

    assert found[PairTask.TEXT].is_possible
    assert kind(found[PairTask.DOCUMENT]) is TaskRefusal.NOT_INTO
    assert "Esperanto" in found[PairTask.DOCUMENT].reason
    assert found[PairTask.DOCUMENT].remedy == TaskRemedy.OTHER_SERVICE()
    assert not found[PairTask.GLOSSARY].is_possible
    assert found[PairTask.SPOT_CHECK].reason == found[PairTask.GLOSSARY].reason


async def test_one_language_is_improved_in_the_variants_that_are_listed(tasks: PairTasks) -> None:
    assert (await answered(tasks, "en", "en-GB"))[PairTask.IMPROVEMENT].is_possible
    assert (await answered(tasks, "", "de"))[PairTask.IMPROVEMENT].is_possible

    found = await answered(tasks, "en", "en")

    assert kind(found[PairTask.TEXT]) is TaskRefusal.SAME_LANGUAGE_TEXT
    assert found[PairTask.IMPROVEMENT].remedy == "Choose one of its variants: en-GB, en-US."


@pytest.mark.slow
async def test_what_services_do_with_two_equal_languages_is_said(tasks: PairTasks, local_session: Session) -> None:
    for asked in (tasks, PairTasks(local_session, LanguageLists(local_session))):
        found = await answered(asked, "en", "en-GB")

        assert kind(found[PairTask.TEXT]) is TaskRefusal.SAME_LANGUAGE_TEXT
        assert kind(found[PairTask.DOCUMENT]) is TaskRefusal.SAME_LANGUAGE_DOCUMENT
        assert kind(found[PairTask.GLOSSARY]) is TaskRefusal.SAME_LANGUAGE

    # The service on this computer does what is said.
    texts = (await local_session.api()).texts
    [text] = await texts.translate(["A black dog."], source="en", target="en-GB")
    assert (text.text, text.billed_characters) == ("A black dog.", 12)


async def test_a_translation_that_cannot_be_improved_is_not_said_to_be(tasks: PairTasks) -> None:
    into_esperanto = (await answered(tasks, "en", "eo"))[PairTask.IMPROVEMENT]

    assert kind(into_esperanto) is TaskRefusal.NO_IMPROVEMENT
    assert into_esperanto.remedy == TaskRemedy.USE_THIS_COMPUTER()


async def test_a_detected_language_can_be_translated_but_has_no_dictionary(tasks: PairTasks) -> None:
    found = await answered(tasks, "", "de")

    assert found[PairTask.TEXT].is_possible
    assert kind(found[PairTask.GLOSSARY]) is TaskRefusal.GLOSSARY_NEEDS_SOURCE
    assert not found[PairTask.SPOT_CHECK].is_possible


async def test_a_spot_check_needs_glossaries_in_both_languages(
    tasks: PairTasks, fake: FakeService, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake.languages["glossary"] = ("de", "en", "eo")
    fake.features_by_code["eo"] = {}

    found = await answered(tasks, "de", "eo")

    assert found[PairTask.GLOSSARY].is_possible
    assert kind(found[PairTask.SPOT_CHECK]) is TaskRefusal.NO_GLOSSARY_WITH
    assert "glossary" in FEATURES["translate_text"]


async def test_a_list_that_cannot_be_read_leaves_its_answer_open(tasks: PairTasks, fake: FakeService) -> None:
    fake.refusals["GET /v3/languages?resource=write"] = refusal("403 Forbidden", b'{"message": "Missing scope"}')

    answer = (await answered(tasks, "de", "de"))[PairTask.IMPROVEMENT]

    assert answer.is_possible is None
    assert "Missing scope" in answer.reason
    assert [each.code for each in await tasks.languages()] == ["de", "en", "eo"]


async def test_on_this_computer_a_pair_needs_an_engine(local_session: Session) -> None:
    tasks = PairTasks(local_session, LanguageLists(local_session))
    pairs = await (await local_session.api()).local.translation_pairs()
    if LanguagePair("en", "es") not in pairs:
        pytest.skip("no engine here translates en → es: apt-get install apertium-eng-spa")

    assert (await answered(tasks, "en", "es"))[PairTask.TEXT].is_possible
    found = await answered(tasks, "ja", "th")
    assert not found[PairTask.TEXT].is_possible
    assert found[PairTask.TEXT].remedy == TaskRemedy.ADD_ENGINE()
    assert found[PairTask.GLOSSARY].is_possible in (True, False)


@pytest.mark.parametrize(
    ("source", "target"), [("en-GB", "es"), ("pt-BR", "en-US"), ("en", "es-419"), ("es", "th"), ("xx", "es")]
)
async def test_this_computer_translates_what_is_said_to_be_possible_and_nothing_else(
    local_session: Session, source: str, target: str
) -> None:
    tasks = PairTasks(local_session, LanguageLists(local_session))
    api = await local_session.api()
    if LanguagePair("en", "es") not in await api.local.translation_pairs():
        pytest.skip("no engine here translates en → es: apt-get install apertium-eng-spa")

    is_translated = True
    try:
        await api.texts.translate(["casa"], source=source, target=target)
    except InvalidRequest:
        is_translated = False

    assert (await answered(tasks, source, target))[PairTask.TEXT].is_possible == is_translated


async def test_this_computer_improves_a_language_in_its_usual_variant(local_session: Session) -> None:
    tasks = PairTasks(local_session, LanguageLists(local_session))
    api = await local_session.api()

    assert (await answered(tasks, "en", "en"))[PairTask.IMPROVEMENT].is_possible
    assert (await api.texts.correct(["1"], target="en"))[0].text == "1"


async def test_of_a_language_whose_rules_are_missing_here_it_is_said_what_to_install(
    fake: FakeService, tasks: PairTasks, session: Session
) -> None:
    session.provider = replace(session.provider, is_local=True)

    korean, dutch = [(await answered(tasks, each, each))[PairTask.IMPROVEMENT] for each in ("ko", "nl")]

    assert (korean.is_possible, korean.remedy) == (False, TaskRemedy.INSTALL_RULES())
    assert (dutch.is_possible, dutch.remedy) == (False, TaskRemedy.OTHER_LANGUAGE())


async def test_a_language_that_is_a_target_in_variants_only_names_them(tasks: PairTasks, fake: FakeService) -> None:
    listed = (("de", True, True), ("en", True, False), ("en-GB", False, True), ("en-US", False, True))
    fake.refusals["GET /v3/languages?resource=translate_text"] = answer(
        json.dumps(
            [
                {"lang": code, "name": code, "usable_as_source": source, "usable_as_target": target}
                for code, source, target in listed
            ]
        ).encode()
    )

    into_english = (await answered(tasks, "de", "en"))[PairTask.TEXT]
    from_british = (await answered(tasks, "en-GB", "de"))[PairTask.TEXT]

    assert kind(into_english) is TaskRefusal.NOT_INTO
    assert into_english.remedy == "Choose one of its variants: en-GB, en-US."
    assert (kind(from_british), from_british.remedy) == (TaskRefusal.NOT_FROM, "Choose instead: en.")
    assert (await answered(tasks, "de", "en-GB"))[PairTask.TEXT].is_possible


async def test_formality_is_possible_where_the_target_has_it(tasks: PairTasks, fake: FakeService) -> None:
    fake.features_by_code["de"] = {"glossary": {"status": "stable"}, "formality": {"status": "stable"}}

    assert (await answered(tasks, "en", "de"))[PairTask.FORMALITY].is_possible
    into_english = (await answered(tasks, "de", "en"))[PairTask.FORMALITY]
    into_klingon = (await answered(tasks, "de", "tlh"))[PairTask.FORMALITY]

    assert kind(into_english) is TaskRefusal.NO_FORMALITY
    assert into_english.remedy == TaskRemedy.TRANSLATE_AS_USUAL()
    assert kind(into_klingon) is TaskRefusal.NOT_INTO, "what cannot be translated has no formality either"


async def test_a_key_without_the_scope_is_the_reason(tasks: PairTasks, session: Session) -> None:
    missing = ("translate:text", "translate:document", "write:improve", "glossaries:write")
    session.profiles.note_reach(session.profile, KeyReach(missing, "2026-11-28"))

    found = await answered(tasks, "en", "de")
    same = (await answered(tasks, "de", "de"))[PairTask.IMPROVEMENT]

    for task, scope in ((PairTask.TEXT, 0), (PairTask.DOCUMENT, 1), (PairTask.GLOSSARY, 3), (PairTask.SPOT_CHECK, 0)):
        assert found[task].is_possible is False
        assert missing[scope] in found[task].reason
        assert "termdesk profiles --test" in found[task].remedy
    assert missing[2] in same.reason
    assert kind(found[PairTask.IMPROVEMENT]) is TaskRefusal.TWO_LANGUAGES, "no key could do this"


async def test_engines_that_cannot_be_asked_leave_the_answer_open(
    tmp_path: Path, new_session: Callable[[Path], Session]
) -> None:
    session = new_session(tmp_path / "stopped")
    await session.start()
    tasks = PairTasks(session, LanguageLists(session))
    await answered(tasks, "en", "es")
    await session.stop()

    found = await answered(tasks, "en", "es")

    assert {found[task].is_possible for task in (PairTask.TEXT, PairTask.DOCUMENT, PairTask.SPOT_CHECK)} == {None}
    assert found[PairTask.TEXT].reason
