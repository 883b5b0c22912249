"""The variants of a language, with Swiss spelling for German."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from termdesk.domain.language.language import Language
from termdesk.ui.improvement.variant_button import VariantButton

BRITISH = Language("en-GB", "English (British)", usable_as_source=True, usable_as_target=True)


def test_a_variant_is_chosen_from_the_menu(qtbot: QtBot) -> None:
    button = VariantButton()
    qtbot.addWidget(button)
    chosen: list[str] = []
    button.chosen.connect(chosen.append)

    button.show_variants("en-US", [BRITISH])
    [british] = button.menu().actions()
    british.trigger()
    for german in ("de", "de-DE", "de-AT"):
        button.show_variants(german, [])
        [swiss] = button.menu().actions()
        swiss.trigger()

    button.show_variants("en-US", [BRITISH])
    button.show_costs({"en-GB": 23}.__getitem__)
    [british] = button.menu().actions()
    assert british.text() == "English (British) (23 characters will be billed)"
    button.show_costs({"en-GB": 0}.__getitem__)
    assert british.text() == "English (British)"

    assert chosen == ["en-GB", "de-CH", "de-CH", "de-CH"]
    button.show_variants("de-CH", [])
    assert not button.can_convert
    button.show_variants("fr", [])
    assert button.isHidden()
