"""Base forms in the service: only for known languages, and lists are released when idle."""

from __future__ import annotations

import pytest

from termdesk.service.engines import lemmas


def test_a_language_is_known_by_its_root_and_others_have_no_base_forms() -> None:
    english = lemmas.lemmatizer("en-GB")

    assert english is not None
    assert english("houses") == "house"
    assert lemmas.lemmatizer("ja") is None


def test_only_lists_that_nobody_asks_for_are_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    lemmas.prepare()
    kept = lemmas.lemmatizer("en")
    lemmas.end_idle()
    assert lemmas.lemmatizer("en") is kept

    monkeypatch.setattr(lemmas, "SECONDS_KEPT", -1.0)
    lemmas.end_idle()
    assert lemmas.lemmatizer("en") is not kept
