"""A small service that reads TSV as the vendor does: quotes are ordinary characters of a phrase."""

from __future__ import annotations

import json
import uuid
from typing import Any
from urllib.parse import parse_qs, urlsplit

from support.services.raw_server import RawRequest, RawServer, answer

Phrases = dict[str, str]


class RawQuotesService:
    """Holds glossaries in memory. `as_text`: it returns entries as TSV text instead of the vendor's JSON envelope.

    `find` looks a term up as a translation would: by exactly the stored characters.
    """

    def __init__(self, *, as_text: bool = False) -> None:
        self.server = RawServer(self._answer)
        self.as_text = as_text
        self.names: dict[str, str] = {}
        self.held: dict[str, dict[tuple[str, str], Phrases]] = {}
        self.changes: list[str] = []

    async def __aenter__(self) -> RawQuotesService:
        await self.server.__aenter__()
        return self

    async def __aexit__(self, *error: Any) -> None:
        await self.server.__aexit__(*error)

    @property
    def url(self) -> str:
        return self.server.url

    def find(self, text: str) -> list[str]:
        """Return the target phrases of all terms that a text contains."""
        dictionaries = [each for glossary in self.held.values() for each in glossary.values()]
        return [target for each in dictionaries for source, target in each.items() if source in text]

    async def _answer(self, request: RawRequest) -> bytes:
        method, _, target = request.line.partition(" ")
        address = urlsplit(target)
        parts = address.path.split("/")[3:]
        if method != "GET":
            self.changes.append(method)
        body = json.loads(request.body) if request.body else {}
        if not parts:
            return self._create(body) if method == "POST" else _json({"glossaries": [*map(self._record, self.held)]})
        if parts[0] not in self.held:
            return answer(b"", status="404 Not Found")
        if parts[1:] == ["entries"]:
            query = {name: value[0] for name, value in parse_qs(address.query).items()}
            return self._entries(parts[0], (query["source_lang"].lower(), query["target_lang"].lower()))
        return self._changed(method, parts[0], body)

    def _create(self, body: dict[str, Any]) -> bytes:
        glossary_id = str(uuid.uuid4())
        self.names[glossary_id] = body["name"]
        self.held[glossary_id] = {_pair(each): _phrases(each["entries"]) for each in body["dictionaries"]}
        return _json(self._record(glossary_id))

    def _changed(self, method: str, glossary_id: str, body: dict[str, Any]) -> bytes:
        match method:
            case "PUT":
                self.held[glossary_id][_pair(body)] = _phrases(body["entries"])
            case "PATCH":
                self.names[glossary_id] = body.get("name", self.names[glossary_id])
                for each in body.get("dictionaries", []):
                    self.held[glossary_id].setdefault(_pair(each), {}).update(_phrases(each["entries"]))
            case "DELETE":
                del self.held[glossary_id]
        return _json(self._record(glossary_id) if glossary_id in self.held else {})

    def _entries(self, glossary_id: str, pair: tuple[str, str]) -> bytes:
        text = "\n".join(f"{source}\t{target}" for source, target in self.held[glossary_id][pair].items())
        if self.as_text:
            return answer(text.encode()).replace(b"application/json", b"text/tab-separated-values", 1)
        entries = {"source_lang": pair[0], "target_lang": pair[1], "entries": text, "entries_format": "tsv"}
        return _json({"dictionaries": [entries]})

    def _record(self, glossary_id: str) -> dict[str, Any]:
        dictionaries = [
            {"source_lang": source, "target_lang": target, "entry_count": len(phrases)}
            for (source, target), phrases in self.held[glossary_id].items()
        ]
        return {"glossary_id": glossary_id, "name": self.names[glossary_id], "dictionaries": dictionaries}


def _pair(record: dict[str, Any]) -> tuple[str, str]:
    return record["source_lang"].lower(), record["target_lang"].lower()


def _phrases(text: str) -> Phrases:
    return dict(line.split("\t") for line in text.split("\n") if line)  # type: ignore[misc]  # two columns each


def _json(value: object) -> bytes:
    return answer(json.dumps(value).encode())
