"""Switches selectors on and off in a running crawl, counts that, and tells it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any

from ...core.healing.proposals import Filed, State
from ...sentences import Sentence, say
from .looks import PageLooks
from .proposing import PYTHON, path_of
from .switches import Switch, Switches


class Switching:
    """The switches of a crawl; *store* is written by *executor* alone, *warn* takes what is told."""

    def __init__(self, stats: Any, store: Any, executor: Executor, warn: Callable[[Sentence], None]) -> None:
        self._stats, self._store, self._executor, self._warn = stats, store, executor, warn
        self.switches = Switches()

    def write_down(self) -> None:
        """Count what was healed, in the store."""
        counts = [(switch.filed.id, switch.pages) for switch in self.switches if switch.pages]
        for switch in self.switches:
            switch.pages = 0
        if counts:
            self._executor.submit(self._store.proposals.note_healed, counts)

    def note_healed(self, number: int, look: PageLooks) -> None:
        """Count a page that a proposal has healed; a proposal that has not proved itself is rolled back."""
        switch = next((one for one in self.switches if one.filed.id == number), None)
        if switch is None:
            return
        switch.pages += 1
        self._stats.inc_value("bt/healing/healed")
        self._stats.inc_value(f"bt/healing/healed/{switch.filed.name}")
        if switch.has_failed:
            self.switch_off(number, State.ROLLED_BACK)
            self._warn(
                say(
                    "Proposal {} has not proved itself and is rolled back: '{}' by {}, as on {}",
                    *(number, switch.filed.name, switch.selector, look.response.url),
                )
            )

    def switch_on(self, filed: Filed) -> Switch:
        """Heal by a proposal from now on."""
        self._stats.inc_value("bt/healing/switched_on")
        place = filed.proposal.place
        command = f"scrapy bt heal accept {filed.id}" + " --write" * (path_of(place).suffix == PYTHON)
        left = (
            say("which stands in {} already", place)
            if filed.written
            else say("put it into {} with: {}", place, command)
        )
        self._warn(
            say(
                "From now on '{}' is healed by proposal {}: {} instead of {}; {}",
                *(filed.name, filed.id, filed.selector, filed.proposal.old, left),
            )
        )
        return self.switches.put(filed)

    def switch_off(self, number: int, state: State | None = None) -> None:
        """Stop healing by it; *state*: its state in the store from now on."""
        self.write_down()
        switch = self.switches.drop(number)
        if switch is None:
            return
        self._warn(say("From now on '{}' is not healed by proposal {} any more", switch.filed.name, number))
        self._stats.inc_value("bt/healing/switched_off")
        if state is not None:
            self._executor.submit(self._store.proposals.decide, number, state)
