"""What commands and the console do with a project's knowledge base: search, look around, train, prefer."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scrapy.settings import BaseSettings

from ..core.preference.entities import Entity
from ..core.preference.graphs import Edge, Graph, GraphNode
from ..core.preference.scripts import fold
from ..core.preference.supervision import NONE, Example, Judgement, RelationClassifier, judge
from ..crawl.preference.preference_files import entities_path, entities_url
from ..errors import BTError, Suggestion, nearest
from ..sentences import say

if TYPE_CHECKING:
    from ..storage.entities import EntityStore, Mentioned
    from ..storage.relations import Related

MOST_NODES = 500
"""Entities of a neighbourhood; the rest is counted."""
SURE = 0.8
"""From this probability on, a relation of the classifier is taken."""


@dataclass(frozen=True)
class EntityView:
    """All that is known of one entity."""

    entity: Entity
    pages: tuple[Mentioned, ...]
    """The pages that name it, those first that do it most often."""
    related: tuple[Related, ...]
    """The relations between it and others, the weightiest first."""
    names: Mapping[str, str]
    """The names of the others, by id."""


@dataclass(frozen=True)
class Trained:
    """What came of learning relations."""

    relations: tuple[str, ...]
    """Those that were learned."""
    sentences: int
    typed: int
    """Sentences whose relation was not known before."""
    held_back: Judgement


@contextmanager
def open_knowledge(settings: BaseSettings, *, make: bool = False) -> Iterator[EntityStore]:
    """The knowledge base of a project; raises `BTError` where there is none, unless it shall be made."""
    url = entities_url(settings, make=make)
    if not url:
        path = entities_path(settings)
        raise BTError(say("there is no knowledge base {}: make one by `scrapy bt entities import FILE`", path))
    try:
        from ..storage.entities import EntityStore  # noqa: PLC0415 - SQLAlchemy takes 10 MB, and is an extra
    except ImportError:
        raise BTError(say("a knowledge base needs SQLAlchemy: pip install 'scrapy_bt[store]'")) from None
    store = EntityStore(url)
    try:
        yield store
    finally:
        store.close()


def find_one(store: EntityStore, text: str) -> Entity:
    """The entity with this id, name or alias; raises `BTError` where there is none, or several."""
    found = store.find(text)
    if not found:
        names = {fold(name.text): name.text for name in store.spelled_like(text)}
        near = nearest(fold(text), names)
        advice = say("see `scrapy bt entities list`") if near is None else Suggestion(text, names[near])
        raise BTError(say("no entity is called '{}': {}", text, advice))
    exact = [entity for entity in found if entity.id == text]
    if len(found) > 1 and not exact:
        ids = ", ".join(entity.id for entity in found)
        raise BTError(say("'{}' may be several entities: name one by its id: {}", text, ids))
    return (exact or list(found))[0]


def view_of(store: EntityStore, entity: Entity, *, most: int = 20) -> EntityView:
    """An entity, and at most so many of its pages and relations."""
    related = store.relations.of([entity.id])[:most]
    others = {id_ for one in related for id_ in (one.first, one.second)} | {other for _, other in entity.links}
    names = {id_: other.name for id_, other in store.get(others).items()}
    return EntityView(entity, tuple(store.pages(entity.id, most=most)), tuple(related), names)


def neighbourhood(store: EntityStore, chosen: Collection[str], *, depth: int = 1, most: int = MOST_NODES) -> Graph:
    """The entities within *depth* steps of some, nearest and weightiest first, and all edges between them."""
    distances = dict.fromkeys(chosen, 0)
    omitted, edge_of = 0, dict[tuple[str, str, str], Edge]()
    ring = list(distances)
    for distance in range(1, depth + 1):
        found = _edges(store, ring)
        edge_of.update({_key(edge): edge for edge in found})
        near = dict.fromkeys(id_ for edge in found for id_ in (edge.first, edge.second) if id_ not in distances)
        ring = list(near)[: max(0, most - len(distances))]
        omitted += len(near) - len(ring)
        distances.update(dict.fromkeys(ring, distance))
    if depth and ring:
        edge_of.update({_key(edge): edge for edge in _edges(store, ring)})
    known, pages = store.get(distances), store.popularity(distances)
    nodes = [
        GraphNode(
            id_,
            known[id_].name if id_ in known else id_,
            known[id_].kind if id_ in known else "",
            pages.get(id_, 0),
            at,
        )
        for id_, at in distances.items()
    ]
    edges = [edge for edge in edge_of.values() if edge.first in distances and edge.second in distances]
    return Graph(tuple(nodes), tuple(edges), omitted)


def learn_relations(store: EntityStore) -> Trained:
    """Learn from the links of the knowledge base which relations sentences tell, and tell others."""
    links = {(one, other): relation for one, relation, other in store.links()}
    sentences = list(store.relations.all())
    kinds = {entity.id: entity.kind for entity in store.entities()}
    examples = [
        Example(pair, one.between, _kinds(pair, kinds), links.get(pair, NONE))
        for _, one in sentences
        for pair in [_as_linked(one.first, one.second, links)]
    ]
    classifier = RelationClassifier(examples)
    typed = 0
    for url, one in sentences:
        if one.relation:
            continue
        relation, sure = classifier.classify(one.between, _kinds((one.first, one.second), kinds))
        if relation != NONE and sure >= SURE:
            store.relations.retype(url, one, relation, round(sure, 4))
            typed += 1
    return Trained(tuple(classifier.relations), len(sentences), typed, judge(examples))


def _as_linked(first: str, second: str, links: Mapping[tuple[str, str], str]) -> tuple[str, str]:
    return (second, first) if (second, first) in links and (first, second) not in links else (first, second)


def _kinds(pair: tuple[str, str], kinds: Mapping[str, str]) -> tuple[str, str]:
    return kinds.get(pair[0], ""), kinds.get(pair[1], "")


def _edges(store: EntityStore, ids: Collection[str]) -> list[Edge]:
    """The edges of the knowledge base first, then the weightiest of pages; one of both comes once, with a page."""
    found = {(one, relation, other): Edge(one, other, relation) for one, relation, other in store.linked_to(ids)}
    for seen in store.relations.of(ids):
        edge = Edge(seen.first, seen.second, seen.relation, seen.weight, seen.confidence, seen.url, seen.sentence)
        linked = found.get((seen.first, seen.relation, seen.second))
        found[seen.first, seen.relation, seen.second] = replace(edge, weight=1.0, confidence=1.0) if linked else edge
    return list(found.values())


def _key(edge: Edge) -> tuple[str, str, str]:
    return edge.first, edge.second, edge.relation
