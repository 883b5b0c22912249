"""`termdesk --diagnose FILE`: write the diagnostic bundle without a window, in case the window does not start."""

from __future__ import annotations

import asyncio
from pathlib import Path

from termdesk.application.recovery.diagnostics import Diagnostics, write_bundle
from termdesk.commands.streams import print_result
from termdesk.domain.errors import StorageFailed
from termdesk.storage.files.folders import Folders
from termdesk.storage.records import Records
from termdesk.storage.settings.settings_store import SettingsStore


def diagnose(path: Path, folder: Path | None = None) -> int:
    """Write the bundle for the user's folders, or those in `folder`, and return the exit code. Raises StorageFailed."""
    return asyncio.run(_diagnose(path, Folders.under(folder) if folder else Folders.default()))


async def _diagnose(path: Path, folders: Folders) -> int:
    settings = SettingsStore(folders).settings.load()
    database, state = folders.data / "termdesk.db", "opened"
    try:
        # Read a copy, because the window may be open, and a damaged database must not be changed.
        async with Records(database, read_only=True) as records:
            diagnostics = Diagnostics(folders, lambda: settings, records=records)
            files = await diagnostics.collect({"Saved work": state})
    except StorageFailed as error:
        files = await Diagnostics(folders, lambda: settings).collect({"Saved work": type(error).__name__})
    await asyncio.to_thread(write_bundle, path, files)
    print_result(f"Saved {path} with these files:")
    for each in files:
        print_result(f"  {each.name:<14} {len(each.text.encode()):>9,} bytes")
    return 0
