"""What the script on the pages reports, as events: pages kept once, and what a page was like after each act."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files
from typing import Any

from ..core.documents.json import read_json
from ..core.samples.events import event_from
from ..core.samples.traffic import Event

SNAPSHOT, FILE = "snapshot", "file"
"""The types of reports that are no events: how a page looks, and what a chosen file holds."""


def page_script(receive: str, *, has_bar: bool = False) -> str:
    """The script for pages; *receive* is the JavaScript function that takes its reports; *has_bar*: marks by a bar."""
    script = files(__package__).joinpath("browsing.js").read_text("utf-8")
    return f"({script})({receive}, {'true' if has_bar else 'false'});"


class Reports:
    """Collects reports; *keep_page* keeps a page's HTML and gives the name under which it is kept."""

    def __init__(self, keep_page: Callable[[str], str]) -> None:
        self._keep_page = keep_page
        self._events: list[Event] = []
        self.files: dict[str, bytes] = {}
        """By name, what the files that were chosen hold."""
        self._looks: dict[str, list[tuple[float, str]]] = {}
        """By tab: when a page was seen, and under which name it is kept."""

    def __len__(self) -> int:
        return len(self._events)

    def add(self, line: str, *, page: str = "") -> bool:
        """Take in a report, a line of JSON; *page*: its tab, if that is known better. Whether it is a report."""
        try:
            told = read_json(line, largest=None, loosely=True)
            event = event_from(told)
        except ValueError:
            return False
        if event.type == FILE:
            self._keep_file(told)
            return True
        page = page or event.page
        name = self._look(page, event.at, told.get("html"))
        if event.type != SNAPSHOT:
            self._events.append(replace(event, page=page, before=name, after=""))
        return True

    def _keep_file(self, told: dict[str, Any]) -> None:
        try:
            self.files[str(told.get("name"))] = base64.b64decode(str(told.get("data")))
        except binascii.Error:
            return

    def _look(self, page: str, at: float, html: Any) -> str:
        """Note how a page looks; without HTML it looks as it did. Returns the name under which that is kept."""
        looks = self._looks.setdefault(page, [])
        if isinstance(html, str):
            looks.append((at, self._keep_page(html)))
        return looks[-1][1] if looks else ""

    def events(self) -> tuple[Event, ...]:
        """All events by time, each with how its page looked before and after: as the next event in its tab found it."""
        ordered = sorted(self._events, key=lambda event: event.at)
        following: dict[str, float] = {}
        told = []
        for event in reversed(ordered):
            until = following.get(event.page, float("inf"))
            told.append(replace(event, after=self._after(event, until)))
            following[event.page] = event.at
        return tuple(reversed(told))

    def _after(self, event: Event, until: float) -> str:
        looks = [name for at, name in self._looks.get(event.page, ()) if event.at < at <= until]
        return looks[-1] if looks else event.before
