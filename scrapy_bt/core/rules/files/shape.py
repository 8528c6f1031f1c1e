"""Which fields a rule file has, and what each may be; the reader, the formatter and the JSON Schema go by it."""

from __future__ import annotations

from ....sentences import say
from ....settings.healingmodes import HEALING_MODES
from ...documents.names import NAME
from ...documents.shape import BooleanShape, FieldShape, Many, NamesOrFlag, RecordShape, TextShape, Whole
from ..rule import COLUMN_TYPES
from .forms import OFFSET, PARENT, PATTERN, REFERENCE
from .treatments import TREATMENT

DEEPEST_WAY = 1_000
"""The greatest `depth` of a layer."""
LONGEST_VALUE = 1_000_000_000
"""The greatest `length` of a column."""

_PROSE = TextShape(is_plain=True)
_NAMED = TextShape(NAME, is_plain=True)
_PATTERN = TextShape(PATTERN)
_HEALING = TextShape(choices=HEALING_MODES, is_plain=True)
_LINK = NamesOrFlag(
    "link-without-layer",
    "says to which layer the tag leads",
    "write the name of a layer, or true where the links are only to be made absolute",
)

TAG = RecordShape(
    say("tag"),
    (
        FieldShape("tag", _NAMED, say("Name of the tag."), is_needed=True),
        FieldShape(
            "parent",
            TextShape(PARENT, is_plain=True),
            say("Tag of the same layer on whose results this one works, instead of on the page."),
        ),
        FieldShape(
            "start", _PATTERN, say("Regular expression behind which a piece begins; the text's beginning, if left out.")
        ),
        FieldShape(
            "start_offset",
            TextShape(OFFSET),
            say("From the start code so many lines down, then so many characters on."),
        ),
        FieldShape("end", _PATTERN, say("Regular expression before which a piece ends; the text's end, if left out.")),
        FieldShape(
            "end_offset", TextShape(OFFSET), say("From the end code so many lines up, then so many characters back.")
        ),
        FieldShape("rematch", _PATTERN, say("Each piece becomes all matches in it, or their first group.")),
        FieldShape("include", _PATTERN, say("Only pieces in which this matches stay.")),
        FieldShape("exclude", _PATTERN, say("Pieces in which this matches go.")),
        FieldShape("treatments", Many(TREATMENT), say("What is done to each piece, in this order.")),
        FieldShape("merge", BooleanShape(), say("Whether the pieces become one.")),
        FieldShape("link", _LINK, say("Layers to which the pieces are links, or true: they are links.")),
        FieldShape("heal", _HEALING, say("What is done where the site changes; what its layer says, if left out.")),
    ),
)
LAYER = RecordShape(
    say("layer"),
    (
        FieldShape("layer", _NAMED, say("Name of the layer: one kind of page."), is_needed=True),
        FieldShape("entries", Many(_PROSE), say("URLs to begin with, with blocks `<first,last,step,pad>`.")),
        FieldShape("next", _NAMED, say("The link tag that leads to the next page of the same list or article.")),
        FieldShape("content", _NAMED, say("The tag whose values of all pages of an article are put together.")),
        FieldShape("joint", TextShape(), say("What stands between the pages of an article; a line end, if left out.")),
        FieldShape(
            "depth", Whole(1, DEEPEST_WAY), say("How many of its pages may lie on one way, in a cycle of layers.")
        ),
        FieldShape("heal", _HEALING, say("What is done where the site changes; what the rule says, if left out.")),
        FieldShape("tags", Many(TAG), say("What is taken from its pages.")),
    ),
)
COLUMN = RecordShape(
    say("column"),
    (
        FieldShape("name", _NAMED, say("Name of the column."), is_needed=True),
        FieldShape("tag", TextShape(REFERENCE, is_plain=True), say("What it takes: layer.tag."), is_needed=True),
        FieldShape(
            "type", TextShape(choices=COLUMN_TYPES, is_plain=True), say("What its values are; text, if left out.")
        ),
        FieldShape("length", Whole(0, LONGEST_VALUE), say("The greatest length of a text; 0, or left out: any.")),
        FieldShape(
            "optional", BooleanShape(), say("Whether a row stands, with an empty value, where nothing is found for it.")
        ),
    ),
)
GROUP = RecordShape(
    say("group"),
    (
        FieldShape("group", _NAMED, say("Name of the group: a table."), is_needed=True),
        FieldShape("columns", Many(COLUMN), say("Its columns."), is_needed=True),
    ),
)
SITE = RecordShape(
    say("site"),
    (
        FieldShape("name", _PROSE, say("Name of the site.")),
        FieldShape("url", _PROSE, say("Its home page.")),
    ),
)
RULE = RecordShape(
    say("rule"),
    (
        FieldShape("rule", _PROSE, say("Name of the rule."), is_needed=True),
        FieldShape("author", _PROSE, say("Who wrote it.")),
        FieldShape("created", _PROSE, say("When, as 2026-01-31.")),
        FieldShape("licence", _PROSE, say("Under which terms it may be shared.")),
        FieldShape("description", _PROSE, say("What it takes.")),
        FieldShape("site", SITE, say("The site that it is made for.")),
        FieldShape("encoding", _PROSE, say("Encoding of its pages, where they do not say it themselves.")),
        FieldShape("heal", _HEALING, say("What is done where the site changes; what BT_HEALING says, if left out.")),
        FieldShape(
            "hosts",
            Many(_PROSE),
            say("Where links may lead; if left out, to hosts of site and entries."),
        ),
        FieldShape("layers", Many(LAYER), say("The kinds of pages."), is_needed=True),
        FieldShape("groups", Many(GROUP), say("The tables.")),
    ),
)
