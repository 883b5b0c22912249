"""Small JSON files of this program: read whole, and set aside when they are damaged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from termdesk.domain.errors import StorageFailed
from termdesk.messages.storage_messages import StorageMessage, StorageRemedy
from termdesk.storage.files.atomic_file import set_aside


def load_object(path: Path) -> tuple[dict[str, Any], Path | None]:
    """The object in `path`, empty where there is no file; and where a damaged file was put, if it was damaged.

    Raises StorageFailed where the file is there and cannot be read.
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
