"""The file `events.jsonl` of a sample: what the person did, a line each."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from ..core.documents.json import read_json
from ..core.samples.events import event_from, event_line
from ..core.samples.traffic import Event
from .problems import Problems


def read_events(path: Path, problems: Problems) -> tuple[Event, ...]:
    """The events of a file in the order of their times; a line that cannot be read is a problem, and left out."""
    events = []
    with path.open(encoding="utf-8-sig", errors="replace") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                told = read_json(line, largest=None, loosely=True)
            except ValueError:
                problems.add(f"{path.name}, line {number}", "this is no JSON", "the line was left out")
                continue
            try:
                events.append(event_from(told))
            except (ValueError, OverflowError) as error:
                problems.add(f"{path.name}, line {number}", str(error), "the line was left out")
    return tuple(sorted(events, key=lambda event: event.at))


def write_events(path: Path, events: Iterable[Event]) -> None:
    """Write the events, one JSON object a line."""
    with path.open("w", encoding="utf-8") as file:
        for event in events:
            file.write(json.dumps(event_line(event), ensure_ascii=False) + "\n")
