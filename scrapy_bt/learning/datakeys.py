"""Fields whose values also stand in machine data (JSON-LD, `meta`, scripts), and what gives these values today."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from ..core.healing.machinedata import read_machine_data
from ..core.healing.parsing import page_of
from ..core.healing.patching.pieces import is_codes, is_json
from ..core.healing.perception.observations import Observation
from .cases import Case
from .healing import Healed
from .trials import values_of

_LIKELY = (0.0, 0.6, 0.75, 0.85)
"""The probability by the number of pages before whose different values were there."""
_LEAST = 3
_MOST = 3
_NUMBER = re.compile(r"\d[\d.,]*")


@dataclass(frozen=True)
class DataKeys:
    """The selectors of machine data that hold the values of one field."""

    one: Observation
    case: Case

    def selectors(self) -> list[Healed]:
        """Selectors that held the values of all pages before, and find something on all pages of today."""
        today = self._today
        held = [name for name in self._held if today and all(name in data for data in today)]
        values = {name: tuple(data[name] for data in today) for name in held}
        first = {each: name for name, each in reversed(values.items())}  # of those that say the same the first
        named = [name for name in held if first[values[name]] == name]
        named.sort(key=lambda name: -len(set(values[name])))
        return [(name, _LIKELY[min(len(self._was), _LEAST)]) for name in named[:_MOST]]

    def speak_for(self, selector: str) -> bool:
        """Whether a selector gives on all pages of today what machine data give there that held three values before."""
        if len(self._was) < _LEAST or not self._held:
            return False
        given = [next(iter(values_of(selector, page.markup)), "") for page in self.case.now]
        if len(set(given)) == 1 and len(given) > 1:
            return False
        return any(
            all(name in data and _is_same(text, data[name]) for text, data in zip(given, self._today, strict=True))
            for name in self._held
        )

    @cached_property
    def _today(self) -> list[Mapping[str, str]]:
        return [read_machine_data(page_of(page.markup).root) for page in self.case.now] if self._held else []

    @cached_property
    def _was(self) -> list[tuple[str, Mapping[str, str]]]:
        """The different values of pages before, with the pages' machine data; empty where a page has several."""
        if is_codes(self.one.selector) or is_json(self.one.selector) or self.one.within:
            return []
        found: dict[str, Mapping[str, str]] = {}
        for page in self.case.earlier:
            values = values_of(self.one.selector, page.markup)
            if len(values) > 1 and len(self.one.values) > 1:
                return []
            if values and values[0]:
                found[values[0]] = read_machine_data(page_of(page.markup).root)
        return list(found.items())

    @cached_property
    def _held(self) -> list[str]:
        """The selectors of machine data that held all these values."""
        if not self._was:
            return []
        _, first = self._was[0]
        return [name for name in first if all(_is_same(value, data.get(name, "")) for value, data in self._was)]


def _is_same(value: str, told: str) -> bool:
    """Whether two texts are the same; where they are numbers with a unit or a currency, whether the numbers are."""
    if value.casefold() == told.casefold():
        return True
    number = _NUMBER.findall(value)
    return len(number) == 1 and len(value) - len(number[0]) <= 6 and number[0] == told
