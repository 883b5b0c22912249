"""Services, features and products have our own names; unknown ones keep theirs."""

from __future__ import annotations

import pytest

from termdesk.application.session.providers import CUSTOM, LOCAL, presets
from termdesk.ui.words.service_words import feature_title, product_title, profile_title, service_title


def test_every_provider_has_a_title_of_its_own(qapp: object) -> None:
    titles = [service_title(each.provider.name) for each in presets()]

    assert len(set(titles)) == len(titles)
    assert "" not in titles
    assert not {LOCAL, CUSTOM} & set(titles)


@pytest.mark.parametrize(
    ("feature", "title"), [("glossary", "Glossary"), ("custom_instructions", "Custom instructions")]
)
def test_a_new_feature_of_a_service_is_shown_as_it_spells_it(qapp: object, feature: str, title: str) -> None:
    assert feature_title(feature) == title


def test_an_unknown_product_keeps_its_name(qapp: object) -> None:
    assert product_title("speech") == "speech"
    assert product_title("write") != "write"


@pytest.mark.parametrize(
    ("profile", "title"),
    [
        ("local", "This computer"),
        ("deepl", "DeepL"),
        ("deepl 2", "Client"),
        ("deepl 3", "DeepL"),
        ("custom terms.example.org", "Agency"),
        ("custom gone.example.org", "gone.example.org"),
    ],
)
def test_a_profile_has_its_name_and_a_deleted_one_its_address(qapp: object, profile: str, title: str) -> None:
    assert profile_title(profile, {"deepl 2": "Client", "custom terms.example.org": "Agency"}) == title
