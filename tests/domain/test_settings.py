"""Settings carry their own explanation."""

from __future__ import annotations

from dataclasses import fields

from termdesk.domain.settings import Settings, visible_fields


def test_every_setting_is_explained_and_its_default_is_one_of_its_choices() -> None:
    settings = Settings()

    for field in fields(Settings):
        assert field.metadata["explanation"].endswith("."), field.name
        choices = field.metadata["choices"]
        assert not choices or getattr(settings, field.name) in choices, field.name


def test_the_preferences_show_the_settings_with_a_title_and_no_others() -> None:
    shown = {field.name for field in visible_fields()}

    assert "theme" in shown
    assert "last_folder" not in shown
    assert shown == {field.name for field in fields(Settings) if field.metadata["title"]}


def test_titles_are_told_apart() -> None:
    titles = [field.metadata["title"] for field in visible_fields()]

    assert len(set(titles)) == len(titles)
