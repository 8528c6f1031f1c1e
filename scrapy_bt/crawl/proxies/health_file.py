"""How proxies do, from one run to the next without Redis: a JSON file."""

from __future__ import annotations

import json
import logging
from contextlib import suppress
from pathlib import Path

from ...core.documents.json import read_json
from ...core.proxies.health import Health, ProxyHealth
from ...versions import data_path
from ...wholefiles import write_whole

logger = logging.getLogger(__name__)

_FORMAT = 1


def health_path(file: str) -> Path | None:
    """The path of the file, below the project's `.scrapy` unless it is absolute; None if nothing is kept."""
    return data_path(file).resolve() if file else None


def load_record(path: Path | None, record: ProxyHealth) -> None:
    """Add what a file tells; one that cannot be read tells nothing, and the log says so."""
    if path is None or not path.exists():
        return
    try:
        told = read_json(path.read_text(encoding="utf-8"), largest=None)
        if told["format"] != _FORMAT:
            raise ValueError(f"its format is {told['format']}")
        for label, site, *numbers in told["healths"]:
            record.set(label, site, Health(*numbers))
    except (OSError, ValueError, TypeError, KeyError) as error:
        logger.warning("%s holds no record of proxies, so that all count as new: %s", path, error)


def save_record(path: Path, items: list[tuple[str, str, Health]]) -> None:
    """Write it as a whole or not at all; a folder that cannot be written keeps nothing."""
    healths = [
        [label, site, one.score, one.latency, one.uses, one.failures, one.in_row, one.until]
        for label, site, one in items
    ]
    with suppress(OSError):  # it is a help, no more
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, json.dumps({"format": _FORMAT, "healths": healths}))
