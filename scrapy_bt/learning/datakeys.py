"""A field that machines are told as well, by JSON-LD, `meta` or a script: what gave its value before gives it today."""

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
"""By how many pages of before have told it, where their values differ."""
_LEAST = 3
_MOST = 3
_NUMBER = re.compile(r"\d[\d.,]*")


@dataclass(frozen=True)
class DataKeys:
    """Of one field of a page: the selectors of machine data that hold its values."""

    one: Observation
    case: Case

    def selectors(self) -> list[Healed]:
        """Those that have held the values of all pages of before, and are there on all pages of today."""
        today = self._today
        held = [name for name in self._held if today and all(name in data for data in today)]
        values = {name: tuple(data[name] for data in today) for name in held}
        first = {each: name for name, each in reversed(values.items())}  # of those that say the same the first
        named = [name for name in held if first[values[name]] == name]
        named.sort(key=lambda name: -len(set(values[name])))
        return [(name, _LIKELY[min(len(self._was), _LEAST)]) for name in named[:_MOST]]

    def speak_for(self, selector: str) -> bool:
        """Whether a selector gives on all pages of today what one that has held three values of before gives there."""
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
        """Different values of pages of before, with what these told machines; none where a page has several."""
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
        """Selectors of machine data that held all these values."""
        if not self._was:
            return []
        _, first = self._was[0]
        return [name for name in first if all(_is_same(value, data.get(name, "")) for value, data in self._was)]


def _is_same(value: str, told: str) -> bool:
    """The same text; of what is a number with its unit or currency the number."""
    if value.casefold() == told.casefold():
        return True
    number = _NUMBER.findall(value)
    return len(number) == 1 and len(value) - len(number[0]) <= 6 and number[0] == told
