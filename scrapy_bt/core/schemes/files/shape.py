"""Which fields a scheme file has; the reader and the JSON Schema go by it."""

from __future__ import annotations

from ....sentences import say
from ...documents.names import NAME
from ...documents.shape import FieldShape, Many, RecordShape, TableShape, TextShape, Whole
from ..scheme import LOGICS, MOST_SEEDS

FURTHEST = 1_000_000_000
"""The greatest number of a page, of words at once, and of seeds that a scheme may ask for."""

_TEXT = TextShape()
_NAME = TextShape(NAME)
_LOGIC = TextShape(choices=LOGICS)

CLASS = RecordShape(
    say("class"),
    (
        FieldShape("class", _NAME, say("Name of the class: place, person, event, or any other."), is_needed=True),
        FieldShape("required", Many(_TEXT), say("Words that are in every combination.")),
        FieldShape("optional", Many(_TEXT), say("Words that are combined.")),
        FieldShape(
            "between",
            _LOGIC,
            say("How optional words go together: `or`, one at a time, as if left out; `and`, several at once."),
        ),
        FieldShape(
            "least",
            Whole(0, FURTHEST),
            say(
                "Optional words that a combination has at least; if left out, 0 in a class with required words, else 1."
            ),
        ),
        FieldShape(
            "most", Whole(1, FURTHEST), say("Optional words at most; if left out, 1 with `or`, all with `and`.")
        ),
    ),
)
PAGES = RecordShape(
    say("page range"),
    (
        FieldShape("first", Whole(0, FURTHEST), say("The first page; 1, if left out.")),
        FieldShape("last", Whole(0, FURTHEST), say("The last page."), is_needed=True),
        FieldShape("step", Whole(1, FURTHEST), say("From one page to the next; 1, if left out.")),
    ),
)
PLATFORM = RecordShape(
    say("platform"),
    (
        FieldShape("platform", _NAME, say("Name of the platform; seeds and records carry it."), is_needed=True),
        FieldShape(
            "url",
            _TEXT,
            say("Template of the URL: text with `{keywords}`, `{page_number}`, `{order}` in it."),
            is_needed=True,
        ),
        FieldShape("parameters", TableShape(), say("Parameters of its query, with the same templates as values.")),
        FieldShape("pages", PAGES, say("The pages of results that are visited; the first one, if left out.")),
        FieldShape("order", _TEXT, say("What `{order}` gives: the site's word for the order of results.")),
        FieldShape(
            "joint",
            _TEXT,
            say("What stands between two words, as they are before they are escaped; a space, if left out."),
        ),
        FieldShape(
            "excludes", _TEXT, say("How an excluded word is written; `-{word}`, if left out; empty: not at all.")
        ),
        FieldShape("encoding", _TEXT, say("Encoding of words in the URL; utf-8, if left out.")),
    ),
)
SCHEME = RecordShape(
    say("scheme"),
    (
        FieldShape("scheme", _TEXT, say("Name of the scheme."), is_needed=True),
        FieldShape("description", _TEXT, say("What it collects.")),
        FieldShape(
            "between",
            _TEXT,
            say(
                "How classes go together: `and`, a combination has words of each, as if left out; `or`, of one"
                " at a time; their names with both, as in `place and (person or event)`."
            ),
        ),
        FieldShape("excluded", Many(_TEXT), say("Words that results should not have.")),
        FieldShape(
            "most_seeds",
            Whole(1, FURTHEST),
            say("Seeds that it may make at most; {:,}, if left out.", MOST_SEEDS),
        ),
        FieldShape(
            "values",
            TableShape(),
            say("Names of your own for templates, as `site`; `-a site=…` of the command counts more."),
        ),
        FieldShape("classes", Many(CLASS), say("The words."), is_needed=True),
        FieldShape("platforms", Many(PLATFORM), say("Where they are looked for."), is_needed=True),
    ),
)
