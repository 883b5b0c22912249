"""Settings carry their own words."""

from __future__ import annotations

from dataclasses import fields

import pytest

from termdesk.domain.errors import InvalidInput
from termdesk.domain.settings import Settings, engine_options, visible_fields


def test_every_setting_with_a_title_is_explained_and_its_default_is_one_of_its_choices() -> None:
    settings = Settings()

    for field in fields(Settings):
        words = field.metadata["title"], field.metadata["help"]
        assert words == ("", "") or (words[0] and words[1].endswith(".")), field.name
        choices = field.metadata["choices"]
        assert not choices or getattr(settings, field.name) in choices, field.name


def test_the_preferences_show_the_settings_with_a_title_and_no_others() -> None:
    shown = {field.name for field in visible_fields()}

    assert "theme" in shown
    assert "improve_language" not in shown
    assert shown == {field.name for field in fields(Settings) if field.metadata["title"]}


def test_each_number_in_the_preferences_has_a_range_with_its_default() -> None:
    for field in visible_fields():
        if type(field.default) is int:
            least, most = field.metadata["range"]
            assert least <= field.default <= most, field.name


def test_titles_are_told_apart() -> None:
    titles = [field.metadata["title"] for field in visible_fields()]

    assert len(set(titles)) == len(titles)


def test_engines_are_options_of_the_local_service() -> None:
    assert engine_options(Settings()) == ()
    assert engine_options(Settings(libretranslate=" http://127.0.0.1:5000 ", terms_only=True)) == (
        "--libretranslate",
        "http://127.0.0.1:5000",
        "--terms-only",
    )


@pytest.mark.parametrize("address", ["localhost", "ftp://x", "http://", "http://me:secret@host", "--key x"])
def test_what_is_no_server_is_refused_in_words(address: str) -> None:
    with pytest.raises(InvalidInput, match="LibreTranslate"):
        engine_options(Settings(libretranslate=address))
