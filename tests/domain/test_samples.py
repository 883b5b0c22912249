"""The included sample glossaries are valid, and the sample texts use their terms."""

from __future__ import annotations

import json
import re

import pytest

from termdesk import resources
from termdesk.domain.entries.delimited import parse, write
from termdesk.domain.entries.entry_rules import violations

SAMPLES = resources.path("samples")
GLOSSARIES = sorted(path.name for path in SAMPLES.iterdir() if path.suffix in (".tsv", ".csv"))
TEXTS = json.loads((SAMPLES / "texts.json").read_text(encoding="utf-8"))


def separator_of(name: str) -> str:
    return "," if name.endswith(".csv") else "\t"


@pytest.mark.parametrize("name", GLOSSARIES)
def test_a_sample_breaks_no_rule_and_stands_in_the_list(name: str) -> None:
    text = (SAMPLES / name).read_text(encoding="utf-8")

    entries = parse(text, separator=separator_of(name))

    assert not list(violations(entries))
    assert write(entries, separator=separator_of(name)) == text
    assert re.search(rf"`{re.escape(name)}` .*\| {len(entries)} \|", (SAMPLES / "README.md").read_text())


@pytest.mark.parametrize("name", GLOSSARIES)
def test_every_sample_glossary_has_a_text_with_at_least_five_of_its_terms(name: str) -> None:
    texts = [sample["text"] for sample in TEXTS["translate"] if sample["glossary"] == name]
    entries = parse((SAMPLES / name).read_text(encoding="utf-8"), separator=separator_of(name))

    found = [term for term in entries.sources if re.search(rf"\b{re.escape(term)}\b", " ".join(texts), re.IGNORECASE)]

    assert len(found) >= 5


def test_texts_fit_the_limit_of_one_request_and_name_glossaries_that_exist() -> None:
    for sample in [*TEXTS["translate"], *TEXTS["improve"]]:
        assert len(sample["text"].encode()) < 10_240
        assert sample.get("glossary", "") in ("", *GLOSSARIES)
