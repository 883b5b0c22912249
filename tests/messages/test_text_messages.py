from __future__ import annotations

from termdesk.messages.text_messages import GlossaryMessage, UsageMessage


def test_glossaries_of_the_other_direction_are_named() -> None:
    names = [GlossaryMessage.NAME(name=each) for each in ("Law", "Fish")]

    message = GlossaryMessage.ONLY_REVERSE(pair="en → de", names=names, reverse="de → en")

    assert "There is only the other direction, de → en: “Law”, “Fish”." in message


def test_the_share_of_what_is_left_is_in_percent() -> None:
    assert UsageMessage.MUCH_OF_KEY(2_000, percent=25) == ("This takes 25% of the 2,000 characters left for this key.")


def test_one_character_is_not_called_characters() -> None:
    assert UsageMessage.MUCH_OF_KEY(1, percent=100) == "This takes 100% of the 1 character left for this key."
    assert UsageMessage.EXCEEDS_PERIOD(1, left=0) == ("This takes 1 character; only 0 are left in this billing period.")
