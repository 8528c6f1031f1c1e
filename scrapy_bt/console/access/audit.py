"""Who has changed what, and when: one line of JSON each."""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ...core.samples.hiding import hide


class Audit:
    """Appends to a file that only this user may read; raises `OSError` where it cannot, and the change is not made."""

    def __init__(self, path: Path, *, clock: Callable[[], float] = time.time) -> None:
        self._path, self._clock = path, clock
        self._lock = threading.Lock()

    def note(self, user: str, action: str, **facts: Any) -> None:
        line = json.dumps({"time": self._clock(), "user": user, "action": action, **hide(facts)}, ensure_ascii=False)
        with self._lock:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            with os.fdopen(handle, "a", encoding="utf-8") as file:
                file.write(line + "\n")
