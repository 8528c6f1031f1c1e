"""The layers and tags of a rule file by their names, for checks that look at several of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ...documents.fields import mappings, text_of
from ...documents.nodes import Mapping, Scalar
from ..rule import TagRef
from .builder import links


class ResultNode(NamedTuple):
    """A node of the result tree: the tags of a layer that work on its page, or on the results of tag *within*."""

    layer: str
    within: str = ""


@dataclass
class RuleOutline:
    """What a file declares; of several things of one name the first."""

    root: Mapping
    layers: dict[str, Mapping] = field(default_factory=dict)
    tags: dict[TagRef, Mapping] = field(default_factory=dict)
    leading: dict[str, tuple[TagRef, Scalar]] = field(default_factory=dict)
    """The link tag that leads to a layer, and the place where it says so."""

    names: dict[str, dict[str, None]] = field(default_factory=dict)
    """The names of the tags of each layer, in order."""
    owners: dict[str, str] = field(default_factory=dict)
    """The first layer that has a tag of a name."""

    def __post_init__(self) -> None:
        for layer in mappings(self.root, "layers"):
            name = text_of(layer, "layer")
            if name and name not in self.layers:
                self.layers[name] = layer
                self.names[name] = {}
                for tag in mappings(layer, "tags"):
                    self._add(TagRef(name, text_of(tag, "tag")), tag)
        for target, ref, place in links(self.root):
            self.leading.setdefault(target, (ref, place))

    @property
    def has_all_layers(self) -> bool:
        """Whether every link leads to a layer that is there, so that the ways between layers are known."""
        return self.leading.keys() <= self.layers.keys()

    def is_known(self, layer: str) -> bool:
        """Whether all tags of a layer have names, so that a name that is not among them is wrong."""
        return layer in self.layers and TagRef(layer, "") not in self.tags

    def result_node(self, ref: TagRef) -> ResultNode:
        """The node at which a tag gives its results."""
        return ResultNode(ref.layer, text_of(self.tags[ref], "parent"))

    def upwards(self, node: ResultNode) -> Iterator[ResultNode]:
        """A node and those above it, the innermost first, each once."""
        seen: set[ResultNode] = set()
        here: ResultNode | None = node
        while here is not None and here not in seen:
            seen.add(here)
            yield here
            here = self._above(here)

    def _add(self, ref: TagRef, tag: Mapping) -> None:
        self.tags.setdefault(ref, tag)
        if ref.tag:
            self.names[ref.layer][ref.tag] = None
            self.owners.setdefault(ref.tag, ref.layer)

    def _above(self, node: ResultNode) -> ResultNode | None:
        if node.within:
            ref = TagRef(node.layer, node.within)
        elif node.layer in self.leading:
            ref = self.leading[node.layer][0]
        else:
            return None
        return self.result_node(ref) if ref in self.tags else None
