"""What both text panes ask of their use cases."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from termdesk.application.session.session import Session
from termdesk.application.texts.text_use_case import TextUseCase


def test_characters_are_counted_as_they_are_billed(new_session: Callable[[Path], Session], tmp_path: Path) -> None:
    use = TextUseCase(new_session(tmp_path))

    assert use.estimate("naïve 👩‍💻") == 9
    assert use.estimate("abc", targets=3) == 9


def test_texts_are_kept_unless_the_settings_forbid_it(new_session: Callable[[Path], Session], tmp_path: Path) -> None:
    session = new_session(tmp_path)
    use = TextUseCase(session)
    assert (use.service, use.keeps_texts) == ("local", True)

    session.save_settings(replace(session.settings, keep_texts_in_history=False))

    assert not use.keeps_texts
