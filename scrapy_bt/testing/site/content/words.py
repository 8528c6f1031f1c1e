"""Words that the made-up content is put together from, and the drawing of them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

Thing = TypeVar("Thing")

COLOURS = ("amber", "ash grey", "café brown", "chalk white", "copper", "deep green", "night blue", "rosé", "sand")
MATERIALS = ("beech", "brass", "canvas", "clay", "cork", "glass", "linen", "oak", "tin", "wool")
MANNERS = ("folding", "heavy", "light", "long", "narrow", "plain", "round", "short", "sturdy", "wide")
PLACES = ("balcony", "cellar", "corner shelf", "desk", "garden", "hallway", "kitchen", "terrace", "workshop")
REMARKS = (
    "Made in small numbers & checked by hand.",
    "The surface takes a scratch well and keeps no grudge.",
    "Needs no tools and no instructions.",
    "Weighs less than it looks.",
    "Comes in a box that is useful afterwards.",
    "Dries quickly and stays in shape.",
    "Fits next to most of the other things in this shop.",
    "Looks best in the light of the morning.",
    "The second one is never needed, but nice to have.",
    "Sold without batteries, because it has none.",
)
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July",
    "August", "September", "October", "November", "December",
)  # fmt: skip


def open_source(seed: str, *, purpose: str) -> Random:
    """Return the random source for one kind of content, so that one kind never shifts another."""
    return Random(f"{seed}/{purpose}")  # noqa: S311 (content, no secret)


def draw(source: Random, things: Sequence[Thing]) -> Thing:
    """Return one of the things."""
    return things[source.randrange(len(things))]


def draw_some(source: Random, things: Sequence[Thing], count: int) -> tuple[Thing, ...]:
    """Return that many different ones of the things, in the things' order."""
    left = list(range(len(things)))
    chosen = [left.pop(source.randrange(len(left))) for _ in range(count)]
    return tuple(things[index] for index in sorted(chosen))
