"""`BT_HEALING`: what to do where a site changes, for the project, a spider or tree, a node, or a field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ...errors import BTError
from ...sentences import say
from ...settings.healingmodes import HEALING_MODES
from ..documents.json import read_json

HEALING = ("review", "auto")
"""The modes with which selectors are replaced."""


@dataclass(frozen=True)
class Modes:
    """The modes by name: `shop`, `shop/product`, `shop/product/price`; the empty name is everything else."""

    by_name: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, value: Any) -> Modes:
        """From the setting: a mode, a table of modes, or JSON of one; raises `BTError`."""
        if isinstance(value, str) and value.lstrip().startswith("{"):
            try:
                value = read_json(value)
            except ValueError as error:
                raise BTError(say("BT_HEALING is no JSON: {}", error)) from None
        if not isinstance(value, Mapping):
            value = {"": value or "off"}
        for name, mode in value.items():
            if mode not in HEALING_MODES:
                whose = say(" of {}", repr(name)) if name else ""
                raise BTError(say("BT_HEALING{} is {}: it is 'off', 'watch', 'review' or 'auto'", whose, repr(mode)))
        return cls(dict(value))

    def with_own(self, spider: str, told: Mapping[str, str]) -> Modes:
        """These modes, overridden by what a spider's own file says by node, or by the empty name for the rest.

        Nodes and fields that are named here and not in the file keep their modes.
        """
        own = {f"{spider}/{node}" if node else spider: mode for node, mode in told.items()}
        return Modes({**self.by_name, **own})

    def of(self, *names: str) -> str:
        """The mode of a spider, of its node, or of a field: the closest one that is set."""
        for count in range(len(names), 0, -1):
            mode = self.by_name.get("/".join(names[:count]))
            if mode is not None:
                return mode
        return self.by_name.get("", "off")

    def is_watched(self, spider: str) -> bool:
        """Whether anything of a spider is watched."""
        return any(mode != "off" for mode in self._those_of(spider))

    def is_healed(self, spider: str) -> bool:
        """Whether anything of a spider is healed."""
        return any(mode in HEALING for mode in self._those_of(spider))

    def heals(self, spider: str, node: str) -> bool:
        """Whether anything of a node is healed."""
        inner = (mode for name, mode in self.by_name.items() if name.startswith(f"{spider}/{node}/"))
        return any(mode in HEALING for mode in (self.of(spider, node), *inner))

    def is_automatic(self, spider: str) -> bool:
        """Whether anything of a spider is healed without a person."""
        return "auto" in self._those_of(spider)

    def _those_of(self, spider: str) -> list[str]:
        inner = [mode for name, mode in self.by_name.items() if name.startswith(f"{spider}/")]
        return [self.of(spider), *inner]
