"""Free calls that find out whether a key has a scope: a service checks the key before the request itself."""

from __future__ import annotations

from termdesk.client.transport.calls import Call, CallKind, Family
from termdesk.client.transport.dispatch import Line
from termdesk.domain.key_scope import Scope

# An id that no glossary and no document has.
_NOTHING = "00000000-0000-0000-0000-000000000000"
_NO_DOCUMENT_KEY = b'{"document_key": "' + b"0" * 64 + b'"}'
_CALLS = {
    Scope.READ_USAGE: Call("GET", "/v2/usage", CallKind.READ, Family.USAGE),
    Scope.READ_LANGUAGES: Call(
        "GET", "/v3/languages", CallKind.READ, Family.LANGUAGES, query=(("resource", "translate_text"),)
    ),
    Scope.READ_GLOSSARIES: Call("GET", "/v3/glossaries", CallKind.READ, Family.GLOSSARIES),
    # Change a glossary that does not exist, without any change.
    Scope.WRITE_GLOSSARIES: Call(
        "PATCH", f"/v3/glossaries/{_NOTHING}", CallKind.READ, Family.GLOSSARIES, body=b"{}", glossary=""
    ),
    Scope.READ_STYLE_RULES: Call("GET", "/v3/style_rules", CallKind.READ, Family.STYLE_RULES),
    Scope.READ_MEMORIES: Call("GET", "/v3/translation_memories", CallKind.READ, Family.MEMORIES),
    # Without a text there is nothing to translate or to bill.
    Scope.TRANSLATE_TEXT: Call("POST", "/v2/translate", CallKind.READ, Family.TRANSLATE, body=b"{}"),
    # The status of a document that does not exist.
    Scope.TRANSLATE_DOCUMENT: Call(
        "POST", f"/v2/document/{_NOTHING}", CallKind.READ, Family.DOCUMENTS, body=_NO_DOCUMENT_KEY
    ),
    Scope.IMPROVE: Call("POST", "/v2/write/rephrase", CallKind.READ, Family.IMPROVE, body=b"{}"),
}
PROBED_SCOPES = tuple(_CALLS)
# The answers to requests that are invalid on purpose, if the key has the scope.
_INVALID = (400, 422)
_EXPECTED = {
    Scope.WRITE_GLOSSARIES: (*_INVALID, 404),
    Scope.TRANSLATE_TEXT: _INVALID,
    Scope.TRANSLATE_DOCUMENT: (*_INVALID, 404),
    Scope.IMPROVE: _INVALID,
}


def shows_scope(scope: Scope, status: int | None) -> bool:
    """Return whether an answer with this error status to the call for `scope` shows that the key has it."""
    return status in _EXPECTED.get(scope, ())


def shows_missing_call(scope: Scope, status: int | None) -> bool:
    """Return whether an answer with this error status shows that the service does not know the call for `scope`."""
    return status in (404, 405) and not shows_scope(scope, status)


class KeyProbes:
    """`api.probes`."""

    def __init__(self, line: Line) -> None:
        self._line = line

    async def ask(self, scope: Scope) -> None:
        """Send a call that needs `scope`, one of `PROBED_SCOPES`. Nothing is billed and nothing is changed.

        Raises ServiceError: NotAllowed if the scope is missing; other errors if the key has the scope and only the
        request is invalid.
        """
        await self._line.send(_CALLS[scope])
