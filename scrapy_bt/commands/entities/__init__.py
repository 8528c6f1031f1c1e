"""`scrapy bt entities SUBCOMMAND`: hands its arguments to the module of that name in this package."""

from __future__ import annotations

from ..shared.subcommands import Subcommands

SUBCOMMANDS = {
    "import": "take entities from a file: CSV, JSON lines, Wikidata's JSON lines, JSON-LD",
    "list": "list entities, and on how many pages each is named",
    "show": "tell what is known of an entity, and which pages name it",
    "prefer": "say how much an entity, a kind or a word is preferred",
    "merge": "make one of two entities that are the same",
    "relate": "learn from known links what sentences say, and find new links in sentences",
    "graph": "write what is around entities: a picture, GraphML, JSON-LD, CSV",
    "harvest": "tell how soon the relevant pages of a spider's last crawl came, and draw it",
    "export": "write entities, pages, links or relations",
}
"""Each is a module of this package."""

ENTITIES = Subcommands("scrapy bt entities", __package__, SUBCOMMANDS)

add_arguments, run = ENTITIES.add_words, ENTITIES.run_words
