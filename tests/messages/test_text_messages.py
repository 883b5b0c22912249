from __future__ import annotations

from termdesk.messages.text_messages import GlossaryMessage, UsageMessage


def test_glossaries_of_the_other_direction_are_named() -> None:
    names = [GlossaryMessage.NAME(name=each) for each in ("Law", "Fish")]

    message = GlossaryMessage.ONLY_REVERSE(pair="en → de", names=names, reverse="de → en")

    assert "“Law”, “Fish” has de → en" in message


def test_the_share_of_what_is_left_is_in_percent() -> None:
    assert UsageMessage.MUCH_OF_KEY(percent=25, left=2_000) == (
        "This takes 25% of the 2,000 characters left for this key."
    )
