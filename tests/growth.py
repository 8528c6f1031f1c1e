"""What calls leave behind in this process, counted, not timed."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable


def blocks_left_by(call: Callable[[], object], *, times: int) -> int:
    """How many blocks of memory more Python has in use after so many calls; what the first ones keep counts not."""
    for _ in range(times // 10):
        call()
    gc.collect()
    before = sys.getallocatedblocks()
    for _ in range(times):
        call()
    gc.collect()
    return sys.getallocatedblocks() - before
