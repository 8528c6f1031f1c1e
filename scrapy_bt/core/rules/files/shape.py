"""Which fields a rule file has, and what each may be; the reader, the formatter and the JSON Schema go by it."""

from __future__ import annotations

from ....sentences import say
from ...documents.names import NAME
from ...documents.shape import Field, Flag, Many, NamesOrFlag, RecordShape, Whole, Words
from ..rule import COLUMN_TYPES
from .forms import OFFSET, PARENT, PATTERN, REFERENCE
from .treatments import TREATMENT

DEEPEST_WAY = 1_000
"""The greatest `depth` of a layer."""
LONGEST_VALUE = 1_000_000_000
"""The greatest `length` of a column."""

_PROSE = Words(is_plain=True)
_NAMED = Words(NAME, is_plain=True)
_PATTERN = Words(PATTERN)
_LINK = NamesOrFlag(
    "link-without-layer",
    "says to which layer the tag leads",
    "write the name of a layer, or true where the links are only to be made absolute",
)

TAG = RecordShape(
    say("tag"),
    (
        Field("tag", _NAMED, say("Name of the tag."), is_needed=True),
        Field(
            "parent",
            Words(PARENT, is_plain=True),
            say("Tag of the same layer on whose results this one works, instead of on the page."),
        ),
        Field(
            "start", _PATTERN, say("Regular expression behind which a piece begins; the text's beginning, if left out.")
        ),
        Field(
            "start_offset", Words(OFFSET), say("From the start code so many lines down, then so many characters on.")
        ),
        Field("end", _PATTERN, say("Regular expression before which a piece ends; the text's end, if left out.")),
        Field("end_offset", Words(OFFSET), say("From the end code so many lines up, then so many characters back.")),
        Field("rematch", _PATTERN, say("Each piece becomes all matches in it, or their first group.")),
        Field("include", _PATTERN, say("Only pieces in which this matches stay.")),
        Field("exclude", _PATTERN, say("Pieces in which this matches go.")),
        Field("treatments", Many(TREATMENT), say("What is done to each piece, in this order.")),
        Field("merge", Flag(), say("Whether the pieces become one.")),
        Field("link", _LINK, say("Layers to which the pieces are links, or true: they are links.")),
    ),
)
LAYER = RecordShape(
    say("layer"),
    (
        Field("layer", _NAMED, say("Name of the layer: one kind of page."), is_needed=True),
        Field("entries", Many(_PROSE), say("URLs to begin with, with blocks `<first,last,step,pad>`.")),
        Field("next", _NAMED, say("The link tag that leads to the next page of the same list or article.")),
        Field("content", _NAMED, say("The tag whose values of all pages of an article are put together.")),
        Field("joint", Words(), say("What stands between the pages of an article; a line end, if left out.")),
        Field("depth", Whole(1, DEEPEST_WAY), say("How many of its pages may lie on one way, in a cycle of layers.")),
        Field("tags", Many(TAG), say("What is taken from its pages.")),
    ),
)
COLUMN = RecordShape(
    say("column"),
    (
        Field("name", _NAMED, say("Name of the column."), is_needed=True),
        Field("tag", Words(REFERENCE, is_plain=True), say("What it takes: layer.tag."), is_needed=True),
        Field("type", Words(choices=COLUMN_TYPES, is_plain=True), say("What its values are; text, if left out.")),
        Field("length", Whole(0, LONGEST_VALUE), say("The greatest length of a text; 0, or left out: any.")),
        Field("optional", Flag(), say("Whether a row stands, with an empty value, where nothing is found for it.")),
    ),
)
GROUP = RecordShape(
    say("group"),
    (
        Field("group", _NAMED, say("Name of the group: a table."), is_needed=True),
        Field("columns", Many(COLUMN), say("Its columns."), is_needed=True),
    ),
)
SITE = RecordShape(
    say("site"),
    (
        Field("name", _PROSE, say("Name of the site.")),
        Field("url", _PROSE, say("Its home page.")),
    ),
)
RULE = RecordShape(
    say("rule"),
    (
        Field("rule", _PROSE, say("Name of the rule."), is_needed=True),
        Field("author", _PROSE, say("Who wrote it.")),
        Field("created", _PROSE, say("When, as 2026-01-31.")),
        Field("licence", _PROSE, say("Under which terms it may be shared.")),
        Field("description", _PROSE, say("What it takes.")),
        Field("site", SITE, say("The site that it is made for.")),
        Field("encoding", _PROSE, say("Encoding of its pages, where they do not say it themselves.")),
        Field(
            "hosts",
            Many(_PROSE),
            say("Where links may lead; if left out, to hosts of site and entries."),
        ),
        Field("layers", Many(LAYER), say("The kinds of pages."), is_needed=True),
        Field("groups", Many(GROUP), say("The tables.")),
    ),
)
