"""What a full garbage collection would visit."""

from __future__ import annotations

import gc


def visited(least: int) -> tuple[int, list[type]]:
    """Return the number of tracked objects, and the types of the tracked containers with at least so many items.

    Objects that were frozen before do not count.
    """
    gc.collect()
    objects = gc.get_objects()
    large = [type(each) for each in objects if isinstance(each, (list, set, dict)) and len(each) >= least]
    return len(objects), large
