"""Improving texts with the local service's engines, within the request limits, and the resulting changes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from support.services.raw_server import RawRequest, RawServer, answer
from termdesk.application.improvement.improvement import ImproveOptions, ImproveRequest, TextImprover
from termdesk.application.languages.languages import LanguageLists
from termdesk.application.session.session import Session
from termdesk.application.texts.history import TextHistory
from termdesk.application.usage.usage_ledger import UsageLedger
from termdesk.client.errors import UnclearOutcome
from termdesk.domain.errors import InvalidInput
from termdesk.domain.provider import Provider
from termdesk.domain.similarity.text_diff import DiffKind
from termdesk.domain.texts import MAX_IMPROVE_BODY_BYTES, Improve
from termdesk.storage.history import History
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio

NewSession = Callable[[Path], Session]
KEY = "a-good-key-0001"
LANGUAGES = (
    b'[{"lang": "de", "name": "German", "usable_as_source": true, "usable_as_target": true, "status": "stable",'
    b' "features": {"writing_style": {"status": "stable"}, "tone": {"status": "stable"}}},'
    b' {"lang": "ja", "name": "Japanese", "usable_as_source": true, "usable_as_target": true, "status": "stable",'
    b' "features": {}}]'
)
IMPROVED = b'{"improvements": [{"text": "Das ist besser.", "detected_source_language": "de", "target_language": "de"}]}'


class Elsewhere:
    """A service that improves German and Japanese. `mood` decides how it responds."""

    def __init__(self) -> None:
        self.mood = "fine"
        self.improved: list[RawRequest] = []

    async def __call__(self, request: RawRequest) -> bytes:
        if "/v3/languages" in request.line:
            return answer(LANGUAGES)
        if "/v2/write" in request.line:
            self.improved.append(request)
            return b"" if self.mood == "loses answers" else answer(IMPROVED)
        return answer(b"{}")


def _use(session: Session, history: History) -> TextImprover:
    return TextImprover(session, LanguageLists(session), UsageLedger(session, history))


@pytest.mark.parametrize(
    ("text", "swiss"),
    [
        ("Die Straße, groß", "Die Strasse, gross"),
        ("STRAßE GROß STRAẞE", "STRASSE GROSS STRASSE"),
        ("Aß er?", "Ass er?"),
    ],
)
async def test_swiss_spelling_keeps_words_in_capitals(
    local_session: Session, history: History, text: str, swiss: str
) -> None:
    assert _use(local_session, history).swiss_spelling(text, "de-DE").text == swiss


async def test_mistakes_are_corrected_and_the_changes_told(local_session: Session, history: History) -> None:
    use = _use(local_session, history)
    before = "This are a sentense with a error."

    result = await use.improve(ImproveRequest(before, "en-US", Improve.CORRECT))

    changed = [
        (before[chunk.before_start : chunk.before_end], result.text[chunk.after_start : chunk.after_end])
        for chunk in result.chunks
        if chunk.kind is not DiffKind.EQUAL
    ]
    assert result.text == "This is a sentence with an error."
    assert changed == [("are", "is"), ("sentense", "sentence"), ("a", "an")]
    assert result.report.engines
    assert result.estimated == len(before)
    [bill] = await history.read_billed_calls("local")
    assert bill.call == "POST /v2/write/correct"
    assert bill.billed == len(before), "the service on this computer says what it counted"


async def test_a_rewording_that_only_corrects_says_so(local_session: Session, history: History) -> None:
    use = _use(local_session, history)
    before = "This are a sentense with a error."

    faulty = await use.improve(ImproveRequest(before, "en-US", Improve.REPHRASE))
    clean = await use.improve(ImproveRequest(faulty.text, "en-US", Improve.REPHRASE))
    wordy = await use.improve(ImproveRequest("We stay due to the fact that it rains.", "en-US", Improve.REPHRASE))

    assert (faulty.is_only_corrected, faulty.is_unchanged) == (True, False)
    assert (clean.is_only_corrected, clean.is_unchanged) == (False, True)
    assert (wordy.is_only_corrected, wordy.is_unchanged) == (False, False)


async def test_a_rewording_is_compared_with_a_correction_that_was_made_before(
    tmp_path: Path, new_session: NewSession, history: History
) -> None:
    """Some services do not report their engines."""
    async with RawServer(Elsewhere()) as server:
        session = new_session(tmp_path)
        await session.use(Provider("custom", server.url), KEY)
        use = _use(session, history)

        unknown = await use.improve(ImproveRequest("Das ist beser.", "de", Improve.REPHRASE))
        await use.improve(ImproveRequest("Das ist beser.", "de", Improve.CORRECT))
        known = await use.improve(ImproveRequest("Das ist beser.", "de", Improve.REPHRASE))
        other = await use.improve(ImproveRequest("Das war beser.", "de", Improve.REPHRASE))
        await session.stop()

    assert not unknown.is_only_corrected
    assert known.is_only_corrected
    assert not other.is_only_corrected


async def test_the_local_service_has_languages_but_no_styles(local_session: Session, history: History) -> None:
    use = _use(local_session, history)

    assert {"en-GB", "en-US"} <= {each.code for each in await use.languages()}
    assert await use.options("en-US") == ImproveOptions()
    assert use.unavailable_reason() == ""


async def test_styles_and_tones_are_those_that_the_service_lists(
    tmp_path: Path, new_session: NewSession, history: History
) -> None:
    service = Elsewhere()
    async with RawServer(service) as server:
        session = new_session(tmp_path)
        await session.use(Provider("custom", server.url), KEY)
        use = _use(session, history)

        german, japanese = await use.options("de"), await use.options("ja")
        result = await use.improve(ImproveRequest("Das ist so besser.", "de", writing_style="business"))
        # “prefer_” styles are sent whatever the list says; the service ignores them where they are not supported.
        await use.improve(ImproveRequest("良い", "ja", writing_style="prefer_business"))
        await use.improve(ImproveRequest("Gut.", "de", tone="prefer_friendly"))
        for wrong in (
            ImproveRequest("良い", "ja", writing_style="business"),
            ImproveRequest("Gut.", "de", tone="angry"),
            ImproveRequest("Gut.", "de", tone="prefer_angry"),
            ImproveRequest("Gut.", "de", writing_style="simple", tone="friendly"),
            ImproveRequest("Gut.", "de", Improve.CORRECT, tone="friendly"),
            ImproveRequest("  ", "de"),
        ):
            with pytest.raises(InvalidInput):
                await use.improve(wrong)
        await session.stop()

    assert "business" in german.writing_styles
    assert "friendly" in german.tones
    assert japanese.writing_styles == tuple(f"prefer_{style}" for style in german.writing_styles)
    assert "prefer_friendly" in japanese.tones
    assert result.text == "Das ist besser."
    assert len(service.improved) == 3
    assert b'"writing_style":"business"' in service.improved[0].body
    assert b'"writing_style":"prefer_business"' in service.improved[1].body


@pytest.mark.parametrize("character", ["a", "ü", "\n", '"', "👍"])
async def test_the_meter_counts_the_bytes_that_are_really_sent(
    character: str, tmp_path: Path, new_session: NewSession, history: History
) -> None:
    service = Elsewhere()
    async with RawServer(service) as server:
        session = new_session(tmp_path)
        await session.use(Provider("custom", server.url), KEY)
        use = _use(session, history)
        request = ImproveRequest("x" + character * 500, "de", tone="friendly")

        await use.improve(request)
        await session.stop()

    assert use.size(request) == len(service.improved[0].body)


async def test_the_limit_holds_to_the_byte(tmp_path: Path, new_session: NewSession, history: History) -> None:
    service = Elsewhere()
    async with RawServer(service) as server:
        session = new_session(tmp_path)
        await session.use(Provider("custom", server.url), KEY)
        use = _use(session, history)
        room = MAX_IMPROVE_BODY_BYTES - use.size(ImproveRequest("", "de"))

        await use.improve(ImproveRequest("x" * room, "de"))
        with pytest.raises(InvalidInput, match="10,241 bytes"):
            await use.improve(ImproveRequest("x" * (room + 1), "de"))
        await session.stop()

    assert [len(request.body) for request in service.improved] == [MAX_IMPROVE_BODY_BYTES]


async def test_a_long_text_is_sent_in_parts_and_comes_back_in_order(
    tmp_path: Path, new_session: NewSession, records: Records
) -> None:
    service = Elsewhere()
    async with RawServer(service) as server:
        session = new_session(tmp_path)
        await session.use(Provider("custom", server.url), KEY)
        texts = TextHistory(session, records.texts)
        use = TextImprover(session, LanguageLists(session), UsageLedger(session, records.history, texts))
        text = "".join(f"  Absatz {number} {'x' * 4_000}\n\n" for number in range(5))

        result = await use.improve(ImproveRequest(text, "de"))
        [kept] = (await texts.find()).texts
        whole = await texts.read(kept)
        await session.stop()

    assert result.text == "  Das ist besser.\n\n" * 3
    assert len(service.improved) == 3
    assert max(len(request.body) for request in service.improved) <= MAX_IMPROVE_BODY_BYTES
    covered = [text[chunk.before_start : chunk.before_end] for chunk in result.chunks]
    made = [result.text[chunk.after_start : chunk.after_end] for chunk in result.chunks]
    assert ("".join(covered), "".join(made)) == (text, result.text)
    assert len(await records.history.read_billed_calls(session.profile)) == 3
    assert whole is not None
    assert (whole.source, whole.result) == (text, result.text)


async def test_parts_that_were_answered_are_not_paid_twice_when_a_later_one_fails(
    tmp_path: Path, new_session: NewSession, history: History
) -> None:
    service = Elsewhere()
    async with RawServer(service) as server:
        session = new_session(tmp_path)
        await session.use(Provider("custom", server.url), KEY)
        use = _use(session, history)
        request = ImproveRequest("\n".join("x" * 9_000 for _ in range(2)) + "\ny", "de")

        class Progress:
            def step(self, done: int, _total: int | None = None) -> None:
                service.mood = "loses answers" if done else "fine"

        with pytest.raises(UnclearOutcome):
            await use.improve(request, progress=Progress())
        # An answered request is not reported as unsent.
        assert use.is_under_way(request)
        service.mood = "fine"
        await use.improve(request)
        await session.stop()

    assert [request.body[:30].count(b"x") > 0 for request in service.improved] == [True, True, True]


async def test_the_other_parts_do_not_go_to_another_service_that_is_chosen_meanwhile(
    tmp_path: Path, new_session: NewSession, history: History
) -> None:
    service = Elsewhere()
    async with RawServer(service) as server:
        session = new_session(tmp_path)
        await session.use(Provider("custom", server.url), KEY)
        use = _use(session, history)

        class Progress:
            def step(self, done: int, _total: int | None = None) -> None:
                if done:
                    session.provider = Provider("custom", "http://127.0.0.1:1")

        with pytest.raises(InvalidInput, match="Another service was chosen"):
            await use.improve(ImproveRequest("\n".join("x" * 9_000 for _ in range(2)), "de"), progress=Progress())
        await session.stop()

    assert len(service.improved) == 1


async def test_a_lost_answer_is_noted_as_perhaps_charged(
    tmp_path: Path, new_session: NewSession, history: History
) -> None:
    service = Elsewhere()
    service.mood = "loses answers"
    async with RawServer(service) as server:
        session = new_session(tmp_path)
        await session.use(Provider("custom", server.url), KEY)

        with pytest.raises(UnclearOutcome):
            await _use(session, history).improve(ImproveRequest("Gut.", "de"))
        await session.stop()

    [bill] = await history.read_billed_calls(session.profile)
    assert (bill.estimated, bill.billed) == (4, None)
    assert len(service.improved) == 1


async def test_a_free_key_is_told_that_improving_needs_a_paid_plan(
    tmp_path: Path, new_session: NewSession, history: History
) -> None:
    async with RawServer(Elsewhere()) as server:
        session = new_session(tmp_path)
        await session.use(Provider("custom", server.url, server.url, free_key_suffix=":fx"), KEY + ":fx")
        reason = _use(session, history).unavailable_reason()
        sentence = session.sentence
        await session.stop()

    assert "needs a paid plan" in reason
    assert "free plan" in sentence


async def test_the_local_service_is_told_of_the_language_and_another_is_not(
    local_session: Session, history: History
) -> None:
    use = _use(local_session, history)

    await use.prepare("en-US")
    await use.prepare("xx")

    engines = await (await local_session.api()).local.engines()
    assert any(each["name"] == "LingoTweaker" for each in engines)
