"""Known limits of a key are reported with the profile, the activity and the scope."""

from __future__ import annotations

import pytest

from termdesk.application.session.key_limits import describe_limits, require_scopes
from termdesk.client.errors import NotAllowed
from termdesk.domain.key_scope import KeyReach, Scope
from termdesk.domain.profile import Profile
from termdesk.domain.provider import Provider

AGENCY = Profile(
    Provider("custom", "https://terms.example", title="Agency"), reach=KeyReach(("translate:text", "of:tomorrow"))
)


def test_the_sentence_names_the_profile_and_the_scope() -> None:
    assert describe_limits(AGENCY) == {
        Scope.TRANSLATE_TEXT: "The key of “Agency” may not translate texts. It lacks the scope translate:text."
    }


def test_what_is_not_known_to_be_missing_is_allowed() -> None:
    require_scopes(AGENCY, Scope.IMPROVE, Scope.READ_GLOSSARIES)

    with pytest.raises(NotAllowed, match="may not translate texts") as caught:
        require_scopes(AGENCY, Scope.IMPROVE, Scope.TRANSLATE_TEXT)
    assert caught.value.missing_scopes == ("translate:text",)
    assert "termdesk profiles --test" in caught.value.remedy


def test_this_computer_has_no_limits() -> None:
    local = Profile(Provider("local", "http://127.0.0.1", is_local=True), reach=KeyReach(("translate:text",)))

    assert describe_limits(local) == {}
