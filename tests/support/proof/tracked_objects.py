"""What a full garbage collection would visit."""

from __future__ import annotations

import gc


class Visits:
    """What a full garbage collection visits that it did not visit at first, such as rows of the test.

    Frozen objects do not count, nor do the large containers of other tests, whose threads may still be at work.
    """

    def __init__(self, least: int) -> None:
        """Look for the first time. Containers with at least `least` items are large."""
        self._least = least
        # Referred to here, so that no other object gets the id of one of them.
        self._others, self._count = self._look()

    def more(self) -> tuple[int, list[type]]:
        """Return how many more objects are tracked now, and the types of the tracked large containers."""
        large, count = self._look()
        others = {id(each) for each in self._others}
        return count - self._count, [type(each) for each in large if id(each) not in others]

    def _look(self) -> tuple[list[object], int]:
        gc.collect()
        objects = gc.get_objects()
        large = [each for each in objects if isinstance(each, (list, set, dict)) and len(each) >= self._least]
        return large, len(objects)
