"""A rule made ready to read pages: its entries, its hosts, and the steps from page to page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias
from urllib.parse import urljoin

from .cycles import layers_in_cycles
from .entries import EntryUrls
from .groups import RowGrouping
from .hosts import allowed_hosts
from .naming import name_fields
from .rule import Layer, Rule
from .ways import BEGINNING, LinkPath, write_way

LinkStep: TypeAlias = "dict[str, Any]"
"""What leads to a page, as plain data: `url`, `way`, and `level`, how often its layer was come to in a cycle."""


class RuleSite:
    """What does not change from page to page."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self.grouping = RowGrouping(rule)
        self.hosts = allowed_hosts(rule)
        self.cycles = layers_in_cycles(rule)
        self.layers: Mapping[str, Layer] = {layer.name: layer for layer in rule.layers}
        self.fields = {group.name: name_fields(group) for group in rule.groups}
        self._growths: dict[str, float] = {}
        self._entries = {layer.name: tuple(EntryUrls(text) for text in layer.entries) for layer in rule.layers}

    def entry(self, layer: str, number: int) -> LinkStep | None:
        """The step to the page of that number, from 0, at which a layer is entered; none behind the last."""
        left = number
        for entries in self._entries[layer]:
            if left < entries.count:
                url = urljoin(self.rule.site_url, entries[left]) if self.rule.site_url else entries[left]
                return self.step(url, BEGINNING, (layer,))
            left -= entries.count
        has_none = number == 0 and not any(self._entries.values()) and layer == self.rule.layers[0].name
        return self.step(self.rule.site_url, BEGINNING, (layer,)) if has_none and self.rule.site_url else None

    def step(self, url: str, way: LinkPath, layers: Iterable[str]) -> LinkStep | None:
        """The step to a page that *layers* read; none where a cycle of layers has gone round often enough."""
        levels = dict(way.levels)
        level = 0
        for name in layers:
            if name in self.cycles:
                levels[name] = levels.get(name, 0) + 1
                depth = self.layers[name].depth
                if depth and levels[name] > depth:
                    return None
                level = levels[name] if depth else 0
        begun = LinkPath(way.path, levels=levels).visiting(url)
        assert begun is not None, "nothing was visited before"
        return {"url": url, "way": write_way(begun), "level": level}

    def patterns(self, layer: str) -> frozenset[str]:
        """What the tags of a layer search for; nothing of a layer that the rule does not have."""
        tags = self.layers[layer].tags if layer in self.layers else ()
        found = {text for tag in tags for text in (tag.start, tag.end, tag.rematch, tag.include, tag.exclude)}
        found |= {text for tag in tags for treatment in tag.treatments for text in treatment.patterns}
        return frozenset(found - {""})

    def growth(self, layer: str) -> float:
        """How many times as long as a page the values of one of the layer's tags can become; raises `PatternError`."""
        if layer not in self._growths:
            tags = self.layers[layer].tags if layer in self.layers else ()
            self._growths[layer] = max((tag.growth for tag in tags), default=1.0)
        return self._growths[layer]

    def siblings(self, layer: Layer) -> tuple[Layer, ...]:
        """The layers that may be what a page is, beside *layer*: the templates to which one link leads."""
        return tuple(self.rule.led_to(layer.parent)) if layer.parent is not None else (layer,)
