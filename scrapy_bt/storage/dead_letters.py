"""Records that a store refused, in a file: for crawls whose frontier keeps no letters."""

from __future__ import annotations

import json
import logging
import re
from datetime import datetime, timezone
from pathlib import Path

from ..frontier.records import RefusedRecord
from .identity import written

logger = logging.getLogger(__name__)

_UNFIT = re.compile(r"[^\w.-]")


class DeadLetterFile:
    """Lines of JSON in a file of the spider's name, in *folder*."""

    def __init__(self, folder: Path, spider: str) -> None:
        self.path = folder / f"{_UNFIT.sub('_', spider)}.jl"

    def write(self, refused: RefusedRecord) -> None:
        """Add a line; where that is impossible, the log has the record."""
        line = json.dumps(
            {
                "time": datetime.now(timezone.utc).isoformat(timespec="seconds"),
                "store": refused.store,
                "kind": refused.kind,
                "reason": refused.reason,
                "record": dict(refused.fields),
            },
            ensure_ascii=False,
            default=written,
        )
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a", encoding="utf-8", errors="backslashreplace") as file:
                file.write(f"{line}\n")
        except OSError as error:
            logger.error("%s cannot be written (%s), so the record is here: %s", self.path, error, line)  # noqa: TRY400
