"""Reads the small JSON files of this program, and sets damaged ones aside."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from termdesk.domain.errors import StorageFailed
from termdesk.messages.storage_messages import StorageMessage, StorageRemedy
from termdesk.storage.files.atomic_file import set_aside


def load_object(path: Path) -> tuple[dict[str, Any], Path | None]:
    """Return the object in `path` ({} if there is no file), and the new path of the file if it was damaged.

    Raises StorageFailed if the file exists but cannot be read.
    """
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return {}, None
    except OSError as error:
        raise StorageFailed(
            StorageMessage.READ_FAILED(path=str(path), reason=str(error.strerror)),
            path=str(path),
            remedy=StorageRemedy.CHECK_OWNER(),
        ) from error
    try:
        found = json.loads(content)
    except (ValueError, RecursionError):
        return {}, set_aside(path)
    return (found, None) if isinstance(found, dict) else ({}, set_aside(path))
