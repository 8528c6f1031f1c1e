"""What is kept of a crawl when it is over: a small file of JSON, newest by name last."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import msgspec

from ...core.documents.json import read_json
from ...core.samples.hiding import hide
from ...errors import BTError
from ...sentences import say
from ...wholefiles import write_whole
from .folders import file_name, make_private

MOST_RECORDS = 1000
"""Older ones are deleted."""


@dataclass(frozen=True)
class RunRecord:
    """One crawl of one process; times are seconds since the epoch."""

    id: str
    name: str
    started: float
    ended: float
    reason: str
    """As Scrapy says it: `finished`, `shutdown` …"""
    frontier: str
    pid: int
    host: str
    tree: str = ""
    """The SHA-256 of its tree's text."""
    file: str = ""
    jobdir: str = ""
    arguments: Mapping[str, Any] = field(default_factory=dict)
    """Of `main`, without secrets."""
    stats: Mapping[str, Any] = field(default_factory=dict)
    tasks: Mapping[str, int] = field(default_factory=dict)
    """By state, when it ended."""
    weights: Mapping[str, tuple[int, float]] = field(default_factory=dict)
    """Per node its executions, and the sum of the squares of their seconds."""


def make_id(name: str, started: float, pid: int) -> str:
    """The name of a record: its time in UTC, its spider, its process."""
    moment = datetime.fromtimestamp(started, timezone.utc).strftime("%Y%m%dT%H%M%S")
    return f"{moment}-{file_name(name)}-{pid}"


def plain(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values as JSON can hold them, without secrets."""
    shown = {str(key): value for key, value in hide(dict(values)).items()}
    kept: dict[str, Any] = msgspec.to_builtins(shown, str_keys=True, enc_hook=str)
    return kept


def write_record(folder: Path, record: RunRecord) -> Path:
    """Write it whole, and forget the oldest; raises `OSError`."""
    make_private(folder)
    path = folder / f"{record.id}.json"
    write_whole(path, json.dumps(asdict(record), ensure_ascii=False, indent=1) + "\n")
    for old in list_records(folder)[MOST_RECORDS:]:
        with suppress(OSError):
            old.unlink()
    return path


def list_records(folder: Path) -> list[Path]:
    """The files, the newest first."""
    try:
        return sorted(folder.glob("*.json"), reverse=True)
    except OSError:
        return []


def read_record(path: Path) -> RunRecord:
    """The record of a file; raises `BTError`, which names it."""
    try:
        record: RunRecord = read_json(path.read_bytes(), shape=RunRecord)
    except (OSError, ValueError) as error:
        raise BTError(say("{}: this record of a crawl cannot be read: {}", path, error)) from None
    return record
