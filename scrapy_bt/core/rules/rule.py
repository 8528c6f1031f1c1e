"""A rule: layers of pages, the tags in them, and the groups that become tables (rules.md, "Fields").

Plain frozen data. Regular expressions are kept as they are written; a loader that knows their places checks them with
`patterns.compile_pattern`, offsets with `offsets.parse_offset`, entries with `entries.Entries`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from math import prod
from typing import Literal, NamedTuple, NoReturn

from .offsets import NONE, Offset
from .treatments import Treatment

ColumnType = Literal["number", "text", "image", "file"]
COLUMN_TYPES: tuple[ColumnType, ...] = ("number", "text", "image", "file")


class TagRef(NamedTuple):
    """A tag of a layer, by their names."""

    layer: str
    tag: str

    def __str__(self) -> str:
        return f"{self.layer}.{self.tag}"


@dataclass(frozen=True)
class Tag:
    """Where in a page something lies, what to take, and how to treat it; patterns are empty where there is none."""

    name: str
    _: KW_ONLY
    start: str = ""
    start_offset: Offset = NONE
    end: str = ""
    end_offset: Offset = NONE
    rematch: str = ""
    include: str = ""
    exclude: str = ""
    treatments: tuple[Treatment, ...] = ()
    merge: bool = False
    link: bool = False
    parent: str = ""
    """The tag of the same layer on whose results this one works."""
    heal: str = ""
    """What is done where the site changes; empty for what its layer says."""

    @cached_property
    def growth(self) -> float:
        """How many times as long as what it is taken from a value can become; raises `PatternError`."""
        return prod(treatment.growth() for treatment in self.treatments)


@dataclass(frozen=True)
class Layer:
    """One kind of page at one level."""

    name: str
    _: KW_ONLY
    entries: tuple[str, ...] = ()
    tags: tuple[Tag, ...] = ()
    next_page: str = ""
    """The link tag that leads to the next page of the same list or article."""
    content: str = ""
    """The tag whose values of all pages are put together, in the order of the pages."""
    joint: str | None = None
    """What stands between two pages of these; None for a line end, where there is none already."""
    parent: TagRef | None = None
    """The link tag that leads here."""
    depth: int = 0
    """How many of its pages may lie on one way, for layers that lead to each other in a cycle; 0: any number."""
    heal: str = ""
    """What is done where the site changes; empty for what the rule says."""

    @cached_property
    def children(self) -> dict[str, tuple[Tag, ...]]:
        """The tags by that of their parent; under no name those that work on the page."""
        found: dict[str, tuple[Tag, ...]] = {}
        for tag in self.tags:
            found[tag.parent] = (*found.get(tag.parent, ()), tag)
        return found

    def tag(self, name: str) -> Tag:
        """Raises `KeyError`."""
        return next((tag for tag in self.tags if tag.name == name), None) or _missing(name)


@dataclass(frozen=True)
class Column:
    """A column of a table; *length* is the greatest of a text, 0 for any."""

    name: str
    _: KW_ONLY
    tag: TagRef
    type: ColumnType = "text"
    length: int = 0
    optional: bool = False
    """A row stands also where nothing is found for it; its value is empty there."""


@dataclass(frozen=True)
class RuleGroup:
    """A table."""

    name: str
    _: KW_ONLY
    columns: tuple[Column, ...] = ()

    @cached_property
    def tags(self) -> frozenset[TagRef]:
        """What its columns take."""
        return frozenset(column.tag for column in self.columns)

    @cached_property
    def optional_tags(self) -> frozenset[TagRef]:
        """Of these, what a row may lack: every column that takes it may."""
        return self.tags - {column.tag for column in self.columns if not column.optional}


@dataclass(frozen=True)
class Rule:
    """Everything that takes a site's information."""

    name: str
    _: KW_ONLY
    author: str = ""
    created: str = ""
    licence: str = ""
    description: str = ""
    site_name: str = ""
    site_url: str = ""
    encoding: str = ""
    """Of its pages; empty where they say it themselves."""
    heal: str = ""
    """What is done where the site changes; empty for what the settings say."""
    hosts: tuple[str, ...] = ()
    """Where its links may lead; empty for the hosts of the site's URL and of the entries."""
    layers: tuple[Layer, ...] = ()
    groups: tuple[RuleGroup, ...] = ()

    def layer(self, name: str) -> Layer:
        """Raises `KeyError`."""
        return next((layer for layer in self.layers if layer.name == name), None) or _missing(name)

    @property
    def inner_modes(self) -> dict[str, str]:
        """What is said of healing by layers (`list`) and by tags (`list/title`)."""
        modes = {layer.name: layer.heal for layer in self.layers}
        modes |= {f"{layer.name}/{tag.name}": tag.heal for layer in self.layers for tag in layer.tags}
        return {name: mode for name, mode in modes.items() if mode}

    def led_to(self, link: TagRef) -> Iterator[Layer]:
        """The layers to which a link tag leads."""
        return (layer for layer in self.layers if layer.parent == link)

    def below(self, tag: TagRef) -> frozenset[TagRef]:
        """The tags whose results lie deeper than those of *tag*, on the same page or on pages behind it."""
        found: set[TagRef] = set()
        waiting = [tag]
        while waiting:
            here = waiting.pop()
            deeper = [TagRef(here.layer, child.name) for child in self.layer(here.layer).children.get(here.tag, ())]
            for layer in self.led_to(here):
                deeper += [TagRef(layer.name, top.name) for top in layer.children.get("", ())]
            waiting += [ref for ref in deeper if ref not in found]
            found.update(deeper)
        return frozenset(found)


def _missing(name: str) -> NoReturn:
    raise KeyError(name)
