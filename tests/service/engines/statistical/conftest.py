"""A model of the made-up language, trained once for all tests that use one."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.engines.small_language import made_up
from termdesk.domain.language.language import LanguagePair
from termdesk.service.engines.statistical.corpus import read_corpus
from termdesk.service.engines.statistical.decoder import write_description


@pytest.fixture(scope="session")
def trained_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the model. Tests copy it before they change it."""
    pytest.importorskip("thot")
    from termdesk.service.engines.statistical.trainer import train

    folder = tmp_path_factory.mktemp("model")
    (folder / "learn.tsv").write_text(made_up(300), "utf-8")
    corpus = read_corpus(folder / "learn.tsv", "tsv", LanguagePair("en", "fi"))
    description = train(corpus.pairs, folder, source="en", target="fi", name="Small", report=lambda *_: None)
    write_description(folder, description)
    return folder
