"""The knowledge base and the preferences of a project, as the console shows them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from scrapy.settings import BaseSettings

from ...core.preference.drawing import to_svg
from ...core.preference.entities import Entity
from ...core.preference.graphs import Graph, to_csv, to_graphml, to_json_ld
from ...crawl.preference.preference_files import entities_url
from ...operations.entities import EntityView, neighbourhood, open_knowledge, view_of
from ...operations.preferring import PARTS, current_preferences
from ...sentences import say
from ..refusals import Refusal

if TYPE_CHECKING:
    from ...storage.entities import EntityStore

MOST_FOUND = 100
"""Entities of a search."""
MOST_EXPANDED = 20
"""Entities whose neighbours are shown at once."""
MOST_EDGES = 500

EXPORTS: dict[str, tuple[Callable[[Graph], str], str]] = {
    "graphml": (to_graphml, "application/graphml+xml"),
    "jsonld": (to_json_ld, "application/ld+json"),
    "csv": (to_csv, "text/csv; charset=utf-8"),
    "svg": (to_svg, "image/svg+xml"),
}
"""The files of a graph, by their ends."""


@dataclass(frozen=True)
class Around:
    """The chosen entities with their neighbours; *view*: of the one that was chosen last."""

    graph: Graph
    view: EntityView
    edges_left: int
    """That are not shown."""


def has_knowledge(settings: BaseSettings) -> bool:
    """Whether there is a knowledge base."""
    return bool(entities_url(settings))


def search(settings: BaseSettings, words: str) -> list[dict[str, Any]]:
    """Entities with the words in a name; without words the first ones by their ids."""
    with open_knowledge(settings) as store:
        found = store.search(words, most=MOST_FOUND) if words.strip() else list(store.entities(most=MOST_FOUND))
        return _told(store, found)


def look_around(settings: BaseSettings, ids: Sequence[str]) -> Around:
    """Raises `Refusal` for an id that is unknown."""
    with open_knowledge(settings) as store:
        known = _known(store, ids)
        graph = neighbourhood(store, list(known))
        view = view_of(store, list(known.values())[-1])
    shown = sorted(graph.edges, key=lambda edge: -edge.weight)[:MOST_EDGES]
    return Around(replace(graph, edges=tuple(shown)), view, len(graph.edges) - len(shown))


def export(settings: BaseSettings, ids: Sequence[str], kind: str) -> tuple[str, str]:
    """A file of what is around some, and its media type; all edges are in it."""
    if kind not in EXPORTS:
        raise Refusal(404, "format", say("a graph is no '{}'", kind), advice=say("there are: {}", ", ".join(EXPORTS)))
    with open_knowledge(settings) as store:
        graph = neighbourhood(store, list(_known(store, ids)))
    write, media_type = EXPORTS[kind]
    return write(graph), media_type


def tell_preferences(settings: BaseSettings) -> list[dict[str, Any]]:
    """What is preferred, the most wanted first; with the ids of the entities that a name means."""
    preferences = current_preferences(settings)
    told = [
        {"kind": kind, "name": name, "weight": weight, "ids": []}
        for kind, part in PARTS.items()
        for name, weight in getattr(preferences, part).items()
    ]
    if preferences.entities and has_knowledge(settings):
        with open_knowledge(settings) as store:
            for one in told:
                if one["kind"] == "entity":
                    one["ids"] = [entity.id for entity in store.find(str(one["name"]))]
    return sorted(told, key=lambda one: (-one["weight"], one["kind"], one["name"]))


def _known(store: EntityStore, ids: Sequence[str]) -> dict[str, Entity]:
    wanted = list(dict.fromkeys(ids))
    if not wanted:
        raise Refusal(422, "id", say("name at least one entity by its id"))
    if len(wanted) > MOST_EXPANDED:
        raise Refusal(422, "id", say("at most {} entities are expanded at once", MOST_EXPANDED))
    found = store.get(wanted)
    for id_ in wanted:
        if id_ not in found:
            raise Refusal(
                404,
                "no-entity",
                say("there is no entity '{}'", id_),
                advice=say("it may have been merged with another"),
            )
    return {id_: found[id_] for id_ in wanted}


def _told(store: EntityStore, entities: Sequence[Entity]) -> list[dict[str, Any]]:
    pages = store.popularity([entity.id for entity in entities])
    return [{**asdict(entity), "pages": pages.get(entity.id, 0)} for entity in entities]
