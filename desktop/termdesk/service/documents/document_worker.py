"""A child process that reads or writes one document with little memory and time, and then ends.

Run as `python -m termdesk.service.documents.document_worker`; it takes one request and sends one response. A hostile
file can harm only this process; the service just sees it fail.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from pathlib import Path
from typing import Any

from termdesk.domain.errors import TermdeskError
from termdesk.service.document_kinds import KINDS
from termdesk.service.documents.child_messages import Request, UnmarkedText, restore_marks
from termdesk.service.documents.document import BilingualDocument, NotedDocument, due_texts
from termdesk.service.documents.readers import read
from termdesk.service.engines.workers.frames import read_frame, write_frame

MOST_BYTES = 1_000_000_000
MOST_SECONDS_OF_CPU = 60
MOST_BYTES_WRITTEN = 500_000_000
NICENESS = 5


def main() -> None:
    """Answer requests of the service until it closes standard input."""
    answers = os.fdopen(os.dup(1), "wb")
    # Output that libraries print must not mix with the responses.
    os.dup2(2, 1)
    _limit_resources()
    request = Request(**read_frame(sys.stdin.buffer))
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        answer = _answer(request)
    except TermdeskError as error:
        answer = {"refused": error.message, "remedy": error.remedy}
    except MemoryError:
        answer = {"refused": "The document needs more memory than one may take.", "remedy": "Send it in parts."}
    except Exception as error:
        # Only the kind: an exception's message may contain document text.
        answer = {"refused": f"The document could not be read ({type(error).__name__}).", "remedy": "Save it anew."}
    with contextlib.suppress(BrokenPipeError):
        write_frame(answers, answer)


def _answer(request: Request) -> dict[str, Any]:
    document = read(Path(request.source), request.kind, name=request.name)
    if request.target:
        texts = due_texts(document, request.target_lang)
        notes = document.notes(request.target_lang) if isinstance(document, NotedDocument) else []
        document.write(
            Path(request.target), restore_marks(texts, request.translations), target_lang=request.target_lang
        )
        return {"notes": notes}
    characters = sum(len(text.text) for text in document.texts)
    kind = KINDS[request.kind]
    if request.counts_only:
        translated = document.count_translated() if isinstance(document, BilingualDocument) else {}
        return {"billed": kind.billable_characters(characters), "translated": translated}
    if characters > request.most_characters:
        raise TermdeskError(
            f"The document has {characters:,} characters; {request.most_characters:,} are the most.",
            remedy="Send it in parts.",
        )
    texts = due_texts(document, request.target_lang)
    return {
        "texts": [UnmarkedText.of(text).pack() for text in texts],
        "billed": kind.billable_characters(sum(len(text.text) for text in texts)),
        "is_done": bool(document.texts) and not texts,
    }


def _limit_resources() -> None:
    os.umask(0o077)
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MOST_BYTES, MOST_BYTES))
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS_OF_CPU, MOST_SECONDS_OF_CPU))
        resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_BYTES_WRITTEN, MOST_BYTES_WRITTEN))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(AttributeError, OSError):
        os.nice(NICENESS)


def _end_with_parent() -> None:
    """End when the parent ends, which closes its pipe."""
    while os.read(0, 1):
        continue
    os._exit(1)


if __name__ == "__main__":
    main()
