"""Free calls that tell whether a key has a scope: a service looks at the key before it looks at what is asked."""

from __future__ import annotations

from termdesk.client.transport.calls import Call, CallKind, Family
from termdesk.client.transport.dispatch import Line
from termdesk.domain.key_scope import Scope

# The id of nothing: no service has a glossary or a document with it.
_NOTHING = "00000000-0000-0000-0000-000000000000"
_NO_DOCUMENT_KEY = b'{"document_key": "' + b"0" * 64 + b'"}'
_CALLS = {
    Scope.READ_USAGE: Call("GET", "/v2/usage", CallKind.READ, Family.USAGE),
    Scope.READ_LANGUAGES: Call(
        "GET", "/v3/languages", CallKind.READ, Family.LANGUAGES, query=(("resource", "translate_text"),)
    ),
    Scope.READ_GLOSSARIES: Call("GET", "/v3/glossaries", CallKind.READ, Family.GLOSSARIES),
    # A change of a glossary that there is not, to nothing.
    Scope.WRITE_GLOSSARIES: Call(
        "PATCH", f"/v3/glossaries/{_NOTHING}", CallKind.READ, Family.GLOSSARIES, body=b"{}", glossary=""
    ),
    Scope.READ_MEMORIES: Call("GET", "/v3/translation_memories", CallKind.READ, Family.MEMORIES),
    # Without a text there is nothing to translate, and nothing to bill.
    Scope.TRANSLATE_TEXT: Call("POST", "/v2/translate", CallKind.READ, Family.TRANSLATE, body=b"{}"),
    # The state of a document that there is not.
    Scope.TRANSLATE_DOCUMENT: Call(
        "POST", f"/v2/document/{_NOTHING}", CallKind.READ, Family.DOCUMENTS, body=_NO_DOCUMENT_KEY
    ),
    Scope.IMPROVE: Call("POST", "/v2/write/rephrase", CallKind.READ, Family.IMPROVE, body=b"{}"),
}
PROBED_SCOPES = tuple(_CALLS)


class KeyProbes:
    """`api.probes`."""

    def __init__(self, line: Line) -> None:
        self._line = line

    async def ask(self, scope: Scope) -> None:
        """Ask for what needs this scope, one of `PROBED_SCOPES`. Nothing is billed, and nothing is changed.

        Raises ServiceError: NotAllowed where the scope is missing, others where the service would have done it for a
        request that makes sense.
        """
        await self._line.send(_CALLS[scope])
