from __future__ import annotations

from termdesk.messages.connection_messages import ConnectionMessage, KeyMessage, LocalServiceMessage


def test_a_tested_key_tells_its_plan_its_usage_and_its_own_limit() -> None:
    used = KeyMessage.USED_OF(accepted=KeyMessage.ACCEPTED_FREE(), used=1_200, limit=5_000)

    assert KeyMessage.KEY_LIMIT(said=used, limit=2_000) == (
        "The service accepts the key (free plan). Characters used: 1,200 of 5,000. Limit of this key: 2,000."
    )


def test_a_stopped_connection_tells_why_and_where_to_look() -> None:
    reason, remedy = LocalServiceMessage.ENDED(code=-9), LocalServiceMessage.SEE_LOG(log="/service.log")

    assert ConnectionMessage.STOPPED(reason=reason, remedy=remedy) == (
        "The service on this computer ended unexpectedly (exit code -9). See its log: /service.log"
    )
