"""A scheme: what event to collect, by keywords in classes, and on which platforms (scale.md, "Schemes and seeds")."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field

from .logic import AND, OR

LOGICS = (AND, OR)

MOST_SEEDS = 100_000_000
"""Seeds that a scheme may make, unless it says otherwise."""


@dataclass(frozen=True)
class KeywordClass:
    """Words of one kind: places, persons, events, or any.

    Its *required* words are in every combination. Of the *optional* ones a combination has *least* to *most*.
    """

    name: str
    _: KW_ONLY
    required: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    least: int = 0
    most: int = 1


@dataclass(frozen=True)
class Pages:
    """Numbers of pages from *first* to *last*, both included, *step* apart."""

    first: int = 1
    last: int = 1
    step: int = 1

    def __len__(self) -> int:
        return max(0, (self.last - self.first) // self.step + 1)

    def number(self, index: int) -> int:
        """The page at an index from 0 on."""
        return self.first + index * self.step


@dataclass(frozen=True)
class Platform:
    """A site with a search: *url* and the values of *parameters* are templates (see `templates`)."""

    name: str
    _: KW_ONLY
    url: str
    parameters: tuple[tuple[str, str], ...] = ()
    pages: Pages = field(default_factory=Pages)
    order: str = ""
    """What the template `{order}` gives."""
    joint: str = " "
    """What stands between two words of a combination."""
    excludes: str = "-{word}"
    """How the site wants an excluded word; empty if it has no way to say so."""
    encoding: str = "utf-8"
    """Of words in a URL."""


@dataclass(frozen=True)
class Scheme:
    """Combinations of words × platforms × pages; *between* says how the classes go together (see `logic`).

    `and`: a combination has optional words of every class; `or`: of one class at a time.
    """

    name: str
    _: KW_ONLY
    classes: tuple[KeywordClass, ...]
    platforms: tuple[Platform, ...]
    between: str = AND
    excluded: tuple[str, ...] = ()
    values: tuple[tuple[str, str], ...] = ()
    """Names of one's own for templates, and what they give."""
    most_seeds: int = MOST_SEEDS
