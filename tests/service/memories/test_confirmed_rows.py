"""Writing many confirmed texts at once gives the same result as one after another."""

from __future__ import annotations

from pathlib import Path

import pytest

from termdesk.domain.language.language import LanguagePair
from termdesk.service.memories.confirmed_rows import ConfirmedText
from termdesk.service.store import Store

pytestmark = pytest.mark.anyio

EN_DE, EN_FR = LanguagePair("en", "de"), LanguagePair("en", "fr")
TEXTS = [
    ConfirmedText(EN_DE, "A. B.", "Ä. B.", (("A.", "Ä."), ("B.", "B."))),
    ConfirmedText(EN_FR, "A. B.", "À. B."),
    ConfirmedText(EN_DE, "B. C.", "B2. C.", (("B.", "B2."), ("C.", "C."))),
    ConfirmedText(EN_DE, "A. B.", "later"),
]


async def stored(folder: Path, *batches: list[ConfirmedText]) -> tuple[object, object]:
    store = Store.in_folder(folder)
    await store.open()
    try:
        for batch in batches:
            await store.confirm_all(batch)
        sentences = await store.read_confirmed_sentences()
        return await store.read_confirmed_translations(), {pair: sorted(found) for pair, found in sentences.items()}
    finally:
        await store.close()


async def test_a_batch_is_the_same_as_one_after_another(tmp_path: Path) -> None:
    one_by_one = await stored(tmp_path / "a", *([each] for each in TEXTS))
    at_once = await stored(tmp_path / "b", TEXTS)

    assert at_once == one_by_one
    assert at_once[0] == {EN_DE: {"B. C.": "B2. C.", "A. B.": "later"}, EN_FR: {"A. B.": "À. B."}}


@pytest.mark.slow
async def test_more_rows_than_one_statement_takes_are_written_and_replaced(tmp_path: Path) -> None:
    many = [ConfirmedText(EN_DE, str(number), "old", ((f"s{number}", "t"),)) for number in range(2_500)]

    confirmed, sentences = await stored(tmp_path, many, [each._replace(target="new", sentences=()) for each in many])

    assert confirmed == {EN_DE: {str(number): "new" for number in range(2_500)}}
    assert sentences == {}


@pytest.mark.parametrize("count", [1, 30])
async def test_only_the_sentences_of_texts_that_are_confirmed_again_go(tmp_path: Path, count: int) -> None:
    kept = ConfirmedText(EN_FR, "text 0", "t", (("of the other pair", "t"),))
    old = [ConfirmedText(EN_DE, f"text {number}", "t", ((f"s{number}", "t"),)) for number in range(count + 1)]

    _, sentences = await stored(tmp_path, [kept, *old], [each._replace(sentences=()) for each in old[:count]])

    assert sentences == {
        EN_DE: [(f"s{count}", "t", f"text {count}")],
        EN_FR: [("of the other pair", "t", "text 0")],
    }


async def test_nothing_is_written_for_nothing(tmp_path: Path) -> None:
    assert await stored(tmp_path, []) == ({}, {})
