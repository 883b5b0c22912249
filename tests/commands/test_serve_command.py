"""`termdesk serve`, in cases where it fails before anything starts."""

from __future__ import annotations

import pytest

from termdesk.command_line import main
from termdesk.commands.serve_command import KEY_VARIABLE


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--key", "two words"], "not a key"),
        (["--scopes", "x"], "Unknown scope: x"),
        (["--config", "none"], "none"),
        (["--log", "gone/service.log"], "gone/service.log: No such file"),
    ],
)
def test_what_cannot_be_served_is_refused(
    words: list[str], reason: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(KEY_VARIABLE, raising=False)

    assert main(["serve", *words]) == 2
    assert reason in capsys.readouterr().err


def test_a_key_in_the_arguments_is_warned_of(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["serve", "--key", "a b"]) == 2
    assert "other users of this computer can read the key" in capsys.readouterr().err
    monkeypatch.setenv(KEY_VARIABLE, "a b")
    assert main(["serve"]) == 2
    assert "can read the key" not in capsys.readouterr().err


@pytest.mark.parametrize("words", [("--port", "65536"), ("--port", "-1"), ("--character-limit", "-5")], ids=" ".join)
def test_a_number_that_cannot_be_is_refused(words: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["serve", *words])

    assert end.value.code == 2
    assert f"argument {words[0]}: {words[1]} is no" in capsys.readouterr().err
