"""Consent by an option, or at a terminal."""

from __future__ import annotations

import io
import sys

import pytest

from termdesk.application.usage.cost_gate import CostEstimate
from termdesk.commands.consent import check_agreed, check_consent, check_removals, is_agreed
from termdesk.domain.errors import InvalidInput


class Terminal(io.StringIO):
    """A terminal with a user who types."""

    def isatty(self) -> bool:
        return True


def type_in(monkeypatch: pytest.MonkeyPatch, words: str) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal(words))


def test_what_the_window_would_ask_about_needs_consent(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("y\n"))
    check_consent(CostEstimate(10), is_given=False)
    check_consent(CostEstimate(10_000, "Much.", is_question_due=True), is_given=True)
    assert capsys.readouterr().err == ""

    with pytest.raises(InvalidInput, match="Nothing was sent") as refused:
        check_consent(CostEstimate(10_000, "Much.", is_question_due=True), is_given=False)

    assert "--yes" in refused.value.remedy
    assert capsys.readouterr().err == "Much.\n"


def test_at_a_terminal_it_is_asked_for(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, "y\n")
    check_consent(CostEstimate(10_000, is_question_due=True), is_given=False)
    assert "10,000 characters are sent to a service that bills them. Send? [y/N]" in capsys.readouterr().err
    for answer in ("", "\n", "no\n"):
        type_in(monkeypatch, answer)
        assert not is_agreed("Publish?")


def test_without_agreement_what_holds_then_is_the_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("y\n"))
    check_agreed("Delete this?", "Nothing was deleted.", is_given=True)
    with pytest.raises(InvalidInput, match="Nothing was deleted") as refused:
        check_agreed("Delete this?", "Nothing was deleted.", is_given=False)
    assert refused.value.remedy == "Add --yes to agree."

    type_in(monkeypatch, "y\n")
    check_agreed("Delete this?", "Nothing was deleted.", is_given=False)


def test_many_removals_need_their_number(monkeypatch: pytest.MonkeyPatch) -> None:
    check_removals(100, 100, where="here")
    type_in(monkeypatch, "100\n")
    check_removals(100, None, where="here")
    for answer in ("99\n", "y\n", ""):
        type_in(monkeypatch, answer)
        with pytest.raises(InvalidInput, match="removes 100 entries here") as refused:
            check_removals(100, 99, where="here")
        assert refused.value.remedy == "If that is meant, add --allow-removals 100."
