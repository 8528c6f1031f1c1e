"""What a playbook expects to happen next: `playbook << visit("page") << emit("quote", text="…")`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..core.tree import effects as ef
from ..core.tree.resources import node_of
from .stage import MAIN_TASK, Happening, StagedRequest

ANY = ...
"""As the value of a detail: whatever it is."""


@dataclass(frozen=True)
class Expectation:
    """An effect of the kind *name* with these *details*; a value may be a compiled pattern, or `...` for any."""

    name: str
    details: Mapping[str, Any] = field(default_factory=dict)
    exactly: bool = False
    """There are no other details."""

    def __str__(self) -> str:
        node = self.details.get("node")
        shown = [repr(node)] if node is not None else []
        shown += [f"{name}={value!r}" for name, value in self.details.items() if name != "node"]
        return f"{self.name}({', '.join(shown)})"

    def differences(self, happening: Happening) -> list[str] | None:
        """In what the effect is another one, a line each; None if it is of another kind."""
        name, details = describe(happening)
        if name != self.name:
            return None
        names = dict.fromkeys((*self.details, *details)) if self.exactly else self.details
        return [
            f"{name}: expected {self.details.get(name)!r}, was {details.get(name)!r}"
            for name in names
            if not _fits(self.details.get(name), details.get(name))
        ]


def _fits(expected: Any, value: Any) -> bool:
    if isinstance(expected, re.Pattern):
        return isinstance(value, str) and expected.search(value) is not None
    return expected is ANY or bool(expected == value)


def visit(node: str, /, **details: Any) -> Expectation:
    """A request is sent; *details*: `url` as sent, `method`, and the visit's attributes (`form`, `headers`, …)."""
    return Expectation("visit", {"node": node, **details})


def emit(node: str, record: Mapping[str, Any] | None = None, /, **fields: Any) -> Expectation:
    """A record leaves; all of its fields as *record*, or some as *fields*."""
    if record is not None:
        return Expectation("emit", {"node": node, **record}, exactly=True)
    return Expectation("emit", {"node": node, **fields})


def wait(delay: float | None = None) -> Expectation:
    """A task goes back to the queue, for *delay* seconds at least; it goes on by itself when nobody else can."""
    return Expectation("wait", {} if delay is None else {"delay": delay})


def pause() -> Expectation:
    """A task waits until `resumed()`."""
    return Expectation("pause")


def stopped(**details: Any) -> Expectation:
    """A task is cancelled; *details*: `reason`."""
    return Expectation("stopped", details)


def finished() -> Expectation:
    """The main task succeeds."""
    return Expectation("finished", {"success": True})


def failed(**details: Any) -> Expectation:
    """The main task fails; *details*: `reason`."""
    return Expectation("finished", {"success": False, **details})


def the_end() -> Expectation:
    """Nothing more happens, and no task waits for anything."""
    return Expectation("the end")


# What need not be expected


def branch_ended(**details: Any) -> Expectation:
    """An `async` or `goroutine` part ends; *details*: `success`, `reason`."""
    return Expectation("branch ended", details)


def trouble(node: str, outcome: str | None = None, /, **details: Any) -> Expectation:
    """A node fails; *details*: `message`, `path`."""
    return Expectation("trouble", {"node": node, **({} if outcome is None else {"outcome": outcome}), **details})


def made(node: str, /, **details: Any) -> Expectation:
    """A shared value is made; *details*: `success`, `ttl`."""
    return Expectation("made", {"node": node, **details})


def invalidated(node: str, /) -> Expectation:
    """A shared value was found wanting."""
    return Expectation("invalidated", {"node": node})


def looped(path: str, rounds: int) -> Expectation:
    """A `while` ends."""
    return Expectation("looped", {"path": path, "rounds": rounds})


def printed(text: str, /) -> Expectation:
    """A line is printed."""
    return Expectation("printed", {"text": text})


_Details = dict[str, Any]
_DESCRIPTIONS: dict[type[Any], tuple[str, Callable[[Any], _Details]]] = {
    StagedRequest: ("visit", lambda x: {**x.attributes, "node": x.node, "url": x.url, "method": x.method}),
    ef.Emit: ("emit", lambda x: {**x.record, "node": x.node}),
    ef.Delay: ("wait", lambda x: {"delay": x.delay}),
    ef.Pause: ("pause", lambda _: {}),
    ef.Stopped: ("stopped", lambda x: {"reason": x.reason}),
    ef.Finished: ("finished", lambda x: {"success": x.success, "reason": x.reason}),
    ef.Trouble: (
        "trouble",
        lambda x: {"node": x.node, "outcome": x.outcome, "message": x.message, "path": x.path},
    ),
    ef.Made: ("made", lambda x: {"node": node_of(x.key), "success": x.value is not None, "ttl": x.ttl}),
    ef.Invalidate: ("invalidated", lambda x: {"node": node_of(x.key)}),
    ef.Looped: ("looped", lambda x: {"path": x.path, "rounds": x.rounds}),
    ef.LogMessage: ("printed", lambda x: {"text": x.text}),
    ef.Spawn: ("spawn", lambda x: {"task": x.task.id}),
    ef.Join: ("join", lambda _: {}),
    ef.Hold: ("hold", lambda x: {"node": x.resource}),
    ef.Share: ("share", lambda x: {"node": node_of(x.key)}),
}
_EXPECTED = ("visit", "emit", "wait", "pause", "stopped", "finished")
"""What a playbook has to expect; the rest goes without saying."""


def describe(happening: Happening) -> tuple[str, _Details]:
    """The name of an effect in a playbook, and its details."""
    name, details = _DESCRIPTIONS[type(happening.effect)]
    if name == "finished" and happening.task != MAIN_TASK:
        name = "branch ended"
    return name, details(happening.effect)


def goes_without_saying(happening: Happening) -> bool:
    """A playbook need not expect it."""
    return describe(happening)[0] not in _EXPECTED
