"""Translations are found by text, pair, service and content of the glossary."""

from __future__ import annotations

from dataclasses import replace

import pytest

from termdesk.domain.language.language import LanguagePair
from termdesk.storage.records import Records
from termdesk.storage.spot_check.outputs import Output, OutputKey

pytestmark = pytest.mark.anyio

KEY = OutputKey("local", LanguagePair("en", "es"), "h1")
BOMBA = Output("La bomba.", ("pump",), ("valve",), ("pump",))


async def test_a_translation_is_found_for_the_same_key_only(records: Records) -> None:
    outputs = records.spot_check.outputs
    await outputs.put(KEY, {"The pump.": BOMBA, "A well.": Output("Un pozo.")})

    assert await outputs.find(KEY, ["The pump.", "A well.", "A tap."]) == {
        "The pump.": BOMBA,
        "A well.": Output("Un pozo."),
    }
    for other in (
        OutputKey("vendor", KEY.pair, "h1"),
        OutputKey("local", LanguagePair("en", "de"), "h1"),
        OutputKey("local", KEY.pair, "h2"),
        OutputKey("local", KEY.pair),
        replace(KEY, style="plain 1"),
    ):
        assert await outputs.find(other, ["The pump."]) == {}


async def test_forgetting_many_texts_reads_the_table_once(records: Records) -> None:
    outputs, steps = records.spot_check.outputs, [0]
    texts = [f"Sentence {number}" for number in range(200)]
    await outputs.put(KEY, dict.fromkeys(texts, BOMBA))

    def count() -> None:
        steps[0] += 1

    await records._database.run(lambda connection: connection.set_progress_handler(count, 100))
    await outputs.forget([f"Another {number}" for number in range(200)])
    await records._database.run(lambda connection: connection.set_progress_handler(None, 0))

    # One statement for each text would take more than a thousand steps.
    assert steps[0] < 400


async def test_translations_of_a_text_are_forgotten_and_so_are_old_ones(records: Records) -> None:
    outputs = records.spot_check.outputs
    await outputs.put(KEY, {"The pump.": BOMBA, "A well.": BOMBA})

    await outputs.forget(["The pump."])
    await outputs.forget_older_than(1)
    assert set(await outputs.find(KEY, ["The pump.", "A well."])) == {"A well."}

    await outputs.forget_older_than(0)
    assert await outputs.find(KEY, ["A well."]) == {}
