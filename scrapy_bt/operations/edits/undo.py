"""The last changes of files, so that they can be taken back, also by another process."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from pathlib import Path

from ...core.documents.json import read_json
from ...errors import BTError
from ...sentences import say
from ...wholefiles import changing, digest_of, write_whole
from .kinds import Check
from .plans import EditPlan

MOST = 50


class Undo:
    """Changes kept in a file, the last one last."""

    def __init__(self, place: Path) -> None:
        self._place = place

    def keep(self, plan: EditPlan) -> None:
        """Remember the change of a plan that was applied."""
        entry = {
            "path": str(plan.path.resolve()),
            "before": base64.b64encode(plan.before).decode(),
            "after": digest_of(plan.after),
        }
        self._change(lambda entries: [*entries, entry][-MOST:])

    def plan(self, path: Path, *, check: Check) -> EditPlan:
        """The plan that takes back the last change of a file; *check*: see `EditPlan`.

        Raises `BTError` where there is none, or another came after it.
        """
        own = [entry for entry in self._entries() if entry["path"] == str(path.resolve())]
        if not own:
            raise BTError(say("no change of {} is known that could be taken back", path))
        try:
            now = path.read_bytes()
        except OSError as error:
            raise BTError(say("{} cannot be read: {}", path, error.strerror or error)) from error
        if digest_of(now) != own[-1]["after"]:
            raise BTError(
                say("{} has been changed since the last change that is known here, so it cannot be taken back", path)
            )
        return EditPlan(path, before=now, after=base64.b64decode(own[-1]["before"]), check=check)

    def forget(self, path: Path) -> None:
        """Drop the last change of a file, which was taken back."""

        def drop(entries: list[dict[str, str]]) -> list[dict[str, str]]:
            own = [number for number, entry in enumerate(entries) if entry["path"] == str(path.resolve())]
            return [entry for number, entry in enumerate(entries) if number not in own[-1:]]

        self._change(drop)

    def _entries(self) -> list[dict[str, str]]:
        try:
            found: list[dict[str, str]] = read_json(self._place.read_bytes(), largest=None, shape=list[dict[str, str]])
        except FileNotFoundError:
            return []
        except (OSError, ValueError) as error:
            raise BTError(say("{}, which keeps changes, cannot be read: {}", self._place, error)) from error
        return found

    def _change(self, change: Callable[[list[dict[str, str]]], list[dict[str, str]]]) -> None:
        try:
            with changing(self._place):
                write_whole(self._place, json.dumps(change(self._entries())))
        except OSError as error:
            raise BTError(say("{}, which keeps changes, cannot be written: {}", self._place, error.strerror)) from error
