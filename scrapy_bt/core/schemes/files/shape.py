"""Which fields a scheme file has; the reader and the JSON Schema go by it."""

from __future__ import annotations

from ....sentences import say
from ...documents.names import NAME
from ...documents.shape import Field, Many, RecordShape, Table, Whole, Words
from ..scheme import LOGICS, MOST_SEEDS

FURTHEST = 1_000_000_000
"""The greatest number of a page, of words at once, and of seeds that a scheme may ask for."""

_TEXT = Words()
_NAME = Words(NAME)
_LOGIC = Words(choices=LOGICS)

CLASS = RecordShape(
    say("class"),
    (
        Field("class", _NAME, say("Name of the class: place, person, event, or any other."), is_needed=True),
        Field("required", Many(_TEXT), say("Words that are in every combination.")),
        Field("optional", Many(_TEXT), say("Words that are combined.")),
        Field(
            "between",
            _LOGIC,
            say("How optional words go together: `or`, one at a time, as if left out; `and`, several at once."),
        ),
        Field(
            "least",
            Whole(0, FURTHEST),
            say(
                "Optional words that a combination has at least; if left out, 0 in a class with required words, else 1."
            ),
        ),
        Field("most", Whole(1, FURTHEST), say("Optional words at most; if left out, 1 with `or`, all with `and`.")),
    ),
)
PAGES = RecordShape(
    say("page range"),
    (
        Field("first", Whole(0, FURTHEST), say("The first page; 1, if left out.")),
        Field("last", Whole(0, FURTHEST), say("The last page."), is_needed=True),
        Field("step", Whole(1, FURTHEST), say("From one page to the next; 1, if left out.")),
    ),
)
PLATFORM = RecordShape(
    say("platform"),
    (
        Field("platform", _NAME, say("Name of the platform; seeds and records carry it."), is_needed=True),
        Field(
            "url",
            _TEXT,
            say("Template of the URL: text with `{keywords}`, `{page_number}`, `{order}` in it."),
            is_needed=True,
        ),
        Field("parameters", Table(), say("Parameters of its query, with the same templates as values.")),
        Field("pages", PAGES, say("The pages of results that are visited; the first one, if left out.")),
        Field("order", _TEXT, say("What `{order}` gives: the site's word for the order of results.")),
        Field(
            "joint",
            _TEXT,
            say("What stands between two words, as they are before they are escaped; a space, if left out."),
        ),
        Field("excludes", _TEXT, say("How an excluded word is written; `-{word}`, if left out; empty: not at all.")),
        Field("encoding", _TEXT, say("Encoding of words in the URL; utf-8, if left out.")),
    ),
)
SCHEME = RecordShape(
    say("scheme"),
    (
        Field("scheme", _TEXT, say("Name of the scheme."), is_needed=True),
        Field("description", _TEXT, say("What it collects.")),
        Field(
            "between",
            _TEXT,
            say(
                "How classes go together: `and`, a combination has words of each, as if left out; `or`, of one"
                " at a time; their names with both, as in `place and (person or event)`."
            ),
        ),
        Field("excluded", Many(_TEXT), say("Words that results should not have.")),
        Field(
            "most_seeds",
            Whole(1, FURTHEST),
            say("Seeds that it may make at most; {:,}, if left out.", MOST_SEEDS),
        ),
        Field(
            "values",
            Table(),
            say("Names of your own for templates, as `site`; `-a site=…` of the command counts more."),
        ),
        Field("classes", Many(CLASS), say("The words."), is_needed=True),
        Field("platforms", Many(PLATFORM), say("Where they are looked for."), is_needed=True),
    ),
)
