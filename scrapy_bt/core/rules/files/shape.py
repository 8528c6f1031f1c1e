"""Which fields a rule file has, and what each may be; the reader, the formatter and the JSON Schema go by it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ..rule import COLUMN_TYPES

NAME = r"[^\x00-@\[-\^`{-\xa0\u2000-\u206f\u3000\ufeff][^\x00-,./:-@\[-\^`{-\xa0\u2000-\u206f\u3000\ufeff]*"
"""Letters of any language, digits, `_` and `-`, a letter or `_` first; in words that Python and ECMA agree on."""
LONGEST_NAME = 100
DEEPEST_WAY = 1_000
"""The greatest `depth` of a layer."""
LONGEST_VALUE = 1_000_000_000
"""The greatest `length` of a column."""
FURTHEST = 1_000_000_000
"""The greatest position of an insertion, from either end."""
_NAME = re.compile(NAME)
_REFERENCE = re.compile(rf"({NAME})\.({NAME})")

WordKind = Literal["text", "name", "reference", "pattern", "offset", "entry", "url", "host"]


@dataclass(frozen=True)
class Words:
    """A text: what kind it is says what is in it."""

    kind: WordKind = "text"
    choices: tuple[str, ...] = ()
    is_plain: bool = False
    """It is written without quotes where that is possible."""


@dataclass(frozen=True)
class Whole:
    """A whole number."""

    least: int
    most: int


@dataclass(frozen=True)
class Flag:
    """`true` or `false`."""


@dataclass(frozen=True)
class Link:
    """`true`, the name of a layer, or a list of such names."""


@dataclass(frozen=True)
class Table:
    """A mapping of names of one's own to texts or numbers."""


@dataclass(frozen=True)
class Many:
    """A list of one thing."""

    of: Kind


@dataclass(frozen=True)
class Field:
    """A field of a record."""

    name: str
    kind: Kind
    meaning: str
    is_needed: bool = False


@dataclass(frozen=True)
class Record:
    """A mapping with certain fields, in their canonical order."""

    noun: str
    fields: tuple[Field, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its fields."""
        return tuple(field.name for field in self.fields)

    def field(self, name: str) -> Field | None:
        """The field of a name."""
        return next((field for field in self.fields if field.name == name), None)


@dataclass(frozen=True)
class Either:
    """One of several records, told by the fields that it has."""

    noun: str
    records: tuple[Record, ...]


Kind: TypeAlias = "Words | Whole | Flag | Link | Table | Many | Record | Either"

_TEXT = Words()
_PROSE = Words(is_plain=True)
_NAMED = Words("name", is_plain=True)
_PATTERN = Words("pattern")

REPLACE = Record(
    "replacement",
    (
        Field("replace", _PATTERN, "Regular expression; each match of it is replaced.", is_needed=True),
        Field("with", _TEXT, r"What comes instead; `\1` and `\g<name>` are groups. Nothing, if left out."),
    ),
)
INSERT = Record(
    "insertion",
    (
        Field("insert", _TEXT, "Text to be inserted.", is_needed=True),
        Field(
            "at",
            Whole(-FURTHEST, FURTHEST),
            "Where: 0 is the front, -1 behind the last character, -2 before it. The front, if left out.",
        ),
    ),
)
TREATMENT = Either("treatment", (REPLACE, INSERT))
TAG = Record(
    "tag",
    (
        Field("tag", _NAMED, "Name of the tag.", is_needed=True),
        Field("parent", _NAMED, "Tag of the same layer on whose results this one works, instead of on the page."),
        Field("start", _PATTERN, "Regular expression behind which a piece begins; the text's beginning, if left out."),
        Field("start_offset", Words("offset"), "From the start code so many lines down, then so many characters on."),
        Field("end", _PATTERN, "Regular expression before which a piece ends; the text's end, if left out."),
        Field("end_offset", Words("offset"), "From the end code so many lines up, then so many characters back."),
        Field("rematch", _PATTERN, "Each piece becomes all matches in it, or their first group."),
        Field("include", _PATTERN, "Only pieces in which this matches stay."),
        Field("exclude", _PATTERN, "Pieces in which this matches go."),
        Field("treatments", Many(TREATMENT), "What is done to each piece, in this order."),
        Field("merge", Flag(), "Whether the pieces become one."),
        Field("link", Link(), "Layers to which the pieces are links, or true: they are links."),
    ),
)
LAYER = Record(
    "layer",
    (
        Field("layer", _NAMED, "Name of the layer: one kind of page.", is_needed=True),
        Field(
            "entries", Many(Words("entry", is_plain=True)), "URLs to begin with, with blocks `<first,last,step,pad>`."
        ),
        Field("next", _NAMED, "The link tag that leads to the next page of the same list or article."),
        Field("content", _NAMED, "The tag whose values of all pages of an article are put together."),
        Field("depth", Whole(1, DEEPEST_WAY), "How many of its pages may lie on one way, in a circle of layers."),
        Field("tags", Many(TAG), "What is taken from its pages."),
    ),
)
COLUMN = Record(
    "column",
    (
        Field("name", _NAMED, "Name of the column.", is_needed=True),
        Field("tag", Words("reference", is_plain=True), "What it takes: layer.tag.", is_needed=True),
        Field("type", Words("text", COLUMN_TYPES, is_plain=True), "What its values are; text, if left out."),
        Field("length", Whole(0, LONGEST_VALUE), "The greatest length of a text; 0, or left out: any."),
    ),
)
GROUP = Record(
    "group",
    (
        Field("group", _NAMED, "Name of the group: a table.", is_needed=True),
        Field("columns", Many(COLUMN), "Its columns.", is_needed=True),
    ),
)
SITE = Record(
    "site",
    (
        Field("name", _PROSE, "Name of the site."),
        Field("url", Words("url", is_plain=True), "Its home page."),
    ),
)
RULE = Record(
    "rule",
    (
        Field("rule", _PROSE, "Name of the rule.", is_needed=True),
        Field("author", _PROSE, "Who wrote it."),
        Field("created", _PROSE, "When, as 2026-01-31."),
        Field("licence", _PROSE, "Under which terms it may be shared."),
        Field("description", _PROSE, "What it takes."),
        Field("site", SITE, "The site that it is made for."),
        Field("encoding", _PROSE, "Encoding of its pages, where they do not say it themselves."),
        Field(
            "hosts",
            Many(Words("host", is_plain=True)),
            "Where links may lead; if left out, to hosts of site and entries.",
        ),
        Field("layers", Many(LAYER), "The kinds of pages.", is_needed=True),
        Field("groups", Many(GROUP), "The tables."),
    ),
)


def is_name(text: str) -> bool:
    """Whether a layer, tag, group or column may be named so."""
    return len(text) <= LONGEST_NAME and _NAME.fullmatch(text) is not None


def split_reference(text: str) -> tuple[str, str] | None:
    """Layer and tag of `layer.tag`."""
    found = _REFERENCE.fullmatch(text)
    return (found[1], found[2]) if found is not None else None
