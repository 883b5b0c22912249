"""`termdesk completions`."""

from __future__ import annotations

import pytest

from termdesk.command_line import main


@pytest.mark.parametrize(
    ("kind", "begin"),
    [("bash", "# Completion"), ("zsh", "#compdef termdesk"), ("fish", "# Completion"), ("man", ".TH TERMDESK 1")],
)
def test_each_kind_is_printed(kind: str, begin: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completions", kind]) == 0
    assert capsys.readouterr().out.startswith(begin)


def test_another_shell_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["completions", "tcsh"])
    assert end.value.code == 2
