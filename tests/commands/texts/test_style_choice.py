"""Style rules on the command line, for texts and documents."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from support.services.command_folder import CommandFolder
from support.services.document_service import DocumentService
from support.services.fake_service import listed_style_rules
from support.services.server_thread import running
from termdesk.application.translation.style_lookup import StyleOffer, StyleRules
from termdesk.commands.texts.style_choice import find_style_rules
from termdesk.domain.errors import InvalidInput

PLAIN = StyleRules("plain", "Plain", "de")


@pytest.fixture
def fake(command_folder: CommandFolder) -> Iterator[DocumentService]:
    """A service with style rules for German, which commands use."""
    service = DocumentService()
    service.style_rules = [listed_style_rules("Plain", "de")]
    with running(service):
        command_folder.change_settings(custom_address=service.url)
        yield service


@pytest.mark.slow
def test_a_text_follows_the_rules_in_the_languages_that_have_them(
    command_folder: CommandFolder, fake: DocumentService
) -> None:
    reported = command_folder.json("translate", "A house.", "--to", "de,es", "--style-rules", "Plain")["translations"]

    sent = {body["target_lang"]: body.get("style_id") for body in (json.loads(each.body) for each in fake.billed)}
    assert sent == {"de": "plain", "es": None}
    assert [each["style_rules"] for each in reported] == ["Plain", None]
    assert "Translated without these style rules: es." in command_folder.err


@pytest.mark.slow
def test_a_document_follows_them(command_folder: CommandFolder, fake: DocumentService) -> None:
    letter = command_folder.path / "letter.txt"
    letter.write_text("The house is big.\n", "utf-8")

    assert command_folder.run("documents", str(letter), "--to", "de", "--style-rules", "plain", "--yes") == 0
    assert b'name="style_id"\r\n\r\nplain' in fake.uploads[0].body


@pytest.mark.slow
def test_rules_that_fit_no_language_are_refused_before_anything_is_sent(
    command_folder: CommandFolder, fake: DocumentService
) -> None:
    assert command_folder.run("translate", "A house.", "--to", "es", "--style-rules", "Plain") == 2
    assert "“Plain” cannot be used for es. The service offers none." in command_folder.err
    assert command_folder.run("translate", "A house.", "--to", "de", "--style-rules", "Legal") == 2
    assert "These can be used: Plain." in command_folder.err
    assert fake.billed == []


def test_of_several_with_one_name_the_id_is_asked_for() -> None:
    offer = StyleOffer({"de": (PLAIN, StyleRules("other", "Plain", "de"))})

    with pytest.raises(InvalidInput) as caught:
        find_style_rules(offer, "Plain")
    assert caught.value.remedy == "Give the id of one: plain, other."
    assert find_style_rules(offer, "plain") == {"de": PLAIN}


def test_a_key_that_may_not_read_them_is_the_reason() -> None:
    with pytest.raises(InvalidInput) as caught:
        find_style_rules(StyleOffer({"de": ()}, "The key may not."), "Plain")
    assert caught.value.remedy == "The key may not."
