"""Decides which knowledge source goes next: those whose kinds of facts have changed, the cheap ones first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ....errors import SampleError
from ....sentences import say
from .blackboard import Blackboard
from .source import KnowledgeSource

MOST_TURNS = 50
"""Turns of one source within a round; more mean that sources wake each other for ever."""


@dataclass(frozen=True)
class SourceState:
    """What a source is doing: it watches its kinds of facts, runs, or does not fit these samples."""

    name: str
    is_: Literal["watching", "running", "asleep"] = "watching"
    turns: int = 0
    posted: int = 0
    """Findings that were new."""
    fault: str = ""
    """Why it was given up."""


class Controller:
    """Lets sources take turns until none has anything new to say.

    Those that do not fit the samples sleep. All others run once, in the order of the list, in which the cheap ones come
    first; then each time a kind that they watch has changed. One that fails is given up, and the others go on.
    """

    def __init__(self, blackboard: Blackboard, sources: Sequence[KnowledgeSource]) -> None:
        self._blackboard = blackboard
        self._sources = tuple(sources)
        self._seen: dict[str, int] = {}
        self.states: dict[str, SourceState] = {}
        for source in self._sources:
            state = SourceState(source.name)
            try:
                applies = source.applies(blackboard.recordings)
            except Exception as error:  # noqa: BLE001 - a source from outside must not end the inference
                state, applies = replace(state, fault=_fault(error)), False
            self.states[source.name] = state if applies else replace(state, is_="asleep")

    def run_round(self) -> int:
        """Run to a fixed point; return how many findings were new."""
        before = len(self._blackboard.history)
        turns: dict[str, int] = {}
        woken = self._woken()
        while woken:
            for source in woken:
                turns[source.name] = turns.get(source.name, 0) + 1
                if turns[source.name] > MOST_TURNS:
                    self._give_up(source, say("it had {} turns in one round and still found more", MOST_TURNS))
                else:
                    self._run(source)
            woken = self._woken()
        return len(self._blackboard.history) - before

    @property
    def faults(self) -> list[str]:
        """The messages about sources that were given up."""
        return [
            say("the source '{}' was given up: {}", state.name, state.fault)
            for state in self.states.values()
            if state.fault
        ]

    def _woken(self) -> list[KnowledgeSource]:
        """The sources that have not run yet, or whose kinds have changed since they began to run."""
        woken = []
        for source in self._sources:
            state = self.states[source.name]
            if state.is_ == "watching" and (
                source.name not in self._seen or self._blackboard.version(source.watches) > self._seen[source.name]
            ):
                woken.append(source)
        return woken

    def _run(self, source: KnowledgeSource) -> None:
        self.states[source.name] = replace(self.states[source.name], is_="running")
        # What it posts itself may wake it again: a source may build on what it found.
        self._seen[source.name] = self._blackboard.version(source.watches)
        new = 0
        try:
            for post in source.derive(self._blackboard):
                new += self._blackboard.post(post, source.name)
        except SampleError:  # the person asked for what is not there
            raise
        except Exception as error:  # noqa: BLE001 - a source from outside must not end the inference
            self._give_up(source, _fault(error))
            return
        state = self.states[source.name]
        self.states[source.name] = replace(state, is_="watching", turns=state.turns + 1, posted=state.posted + new)

    def _give_up(self, source: KnowledgeSource, fault: str) -> None:
        self.states[source.name] = replace(self.states[source.name], is_="asleep", fault=fault)


def _fault(error: Exception) -> str:
    """Where it failed; not its message, for that may hold values of the recording, secrets among them."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = (
        ""
        if trace is None
        else say(" at line {} of {}", trace.tb_lineno, trace.tb_frame.f_globals.get("__name__", "?"))
    )
    return say("it raised {}{}", type(error).__name__, place)
