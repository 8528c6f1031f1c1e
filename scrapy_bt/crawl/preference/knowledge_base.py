"""The knowledge base as a crawl uses it: read once, and written in a thread of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from scrapy.utils.misc import load_object

from ...core.preference.entities import Entity
from ...core.preference.linking import Linker, profile_of
from ...core.preference.mentions import Mention
from ...core.preference.names import EntityName
from ...core.preference.pages import Passage
from ...core.preference.relations import RelationEvidence, find_evidence
from ...core.preference.spellings import SpelledOtherwise, find_spelled
from ...errors import BTError
from .preference_files import STORE

_Answer = TypeVar("_Answer")
_PAGES_AT_ONCE = 100
_MOST_SPELLED = 10_000
"""Names of which it is remembered who may be meant."""


class KnowledgeBase:
    """*url*: of its database, empty where there is none; *warn*: what cannot be read or written is told once."""

    def __init__(self, url: str, warn: Callable[..., None]) -> None:
        self._warn = warn
        self._store: Any = None
        self._links: dict[tuple[str, str], str] = {}
        if url:
            self._open(url)
        self._thread = ThreadPoolExecutor(1, "entities")
        self._pages: dict[str, Mapping[str, int]] = {}
        self._new: dict[str, Entity] = {}
        self._said: dict[str, Sequence[RelationEvidence]] = {}
        self._spelled: dict[str, SpelledOtherwise] = {}
        self._has_failed = False

    def _open(self, url: str) -> None:
        store: Any = None
        try:
            store = load_object(STORE)(url)
            self._links = {(one, other): relation for one, relation, other in store.links()}
        except BTError as error:
            self._warn("The crawl goes on without the knowledge base: %s", error)
            if store is not None:
                store.close()
        else:
            self._store = store

    @property
    def is_there(self) -> bool:
        """Whether there is one."""
        return self._store is not None

    async def run(self, ask: Callable[[], _Answer]) -> _Answer:
        """Call something that may ask for much, in the thread in which all is written."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, ask)

    def names(self) -> Iterator[EntityName]:
        """What all entities are called."""
        if self._store is not None:
            yield from self._store.names()

    def linker(self) -> Linker:
        """Chooses among entities with one name."""
        if self._store is None:
            return Linker()
        unsure = self._store.ambiguous()
        neighbours = self._store.get(other for entity in unsure for _, other in entity.links)
        counts = self._store.popularity()
        return Linker(
            {
                entity.id: profile_of(
                    entity,
                    [neighbours[other] for _, other in entity.links if other in neighbours],
                    popularity=counts.get(entity.id, 1),
                )
                for entity in unsure
            }
        )

    async def known(self, new: Sequence[Entity], context: frozenset[str], others: Sequence[str]) -> dict[str, str]:
        """Of entities that only recognisers know those that are known by another spelling: from one id to the other.

        *context* and *others* as `Linker.choose` has them.
        """
        if self._store is None:
            return {}
        loop = asyncio.get_running_loop()
        found = {}
        for entity in new:
            if entity.id not in self._spelled:
                if len(self._spelled) >= _MOST_SPELLED:
                    self._spelled.clear()
                self._spelled[entity.id] = await loop.run_in_executor(self._thread, self._find_spelled, entity)
            meant = self._spelled[entity.id].choose(entity.name, context=context, others=others)
            if meant is not None:
                found[entity.id] = meant
        return found

    def _find_spelled(self, entity: Entity) -> SpelledOtherwise:
        try:
            bearers = find_spelled(self._store.spelled_like(entity.name), entity)
            chosen = self._store.get(bearers.same or bearers.near)
            neighbours = self._store.get(other for one in chosen.values() for _, other in one.links)
        except BTError as error:
            self._note_error("The knowledge base cannot be asked for other spellings: %s", error)
            return SpelledOtherwise()
        profiles = {
            one.id: profile_of(one, [neighbours[other] for _, other in one.links if other in neighbours])
            for one in chosen.values()
        }
        return bearers._replace(linker=Linker(profiles))

    def find_evidence(self, passage: Passage, find: Callable[[Passage], Sequence[Mention]]) -> list[RelationEvidence]:
        """What sentences of a text say of the entities that *find* finds in it; nothing without a knowledge base."""
        if self._store is None:
            return []
        return list(find_evidence(passage.text, find(passage), lambda one, other: self._links.get((one, other), "")))

    def note(
        self, url: str, named: Mapping[str, int], new: Iterable[Entity] = (), said: Sequence[RelationEvidence] = ()
    ) -> None:
        """A page names these entities, each so often; *new*: those of them that nobody knew before; *said*: of them."""
        if self._store is None or not named:
            return
        self._pages[url] = named
        self._said[url] = said
        self._new.update((entity.id, entity) for entity in new)
        if len(self._pages) >= _PAGES_AT_ONCE:
            self._write()

    async def close(self) -> None:
        """Write what is left."""
        if self._store is not None:
            self._write()
            await asyncio.get_running_loop().run_in_executor(self._thread, self._store.close)
        self._thread.shutdown(wait=False)

    def _write(self) -> None:
        pages, self._pages = self._pages, {}
        new, self._new = self._new, {}
        said, self._said = self._said, {}
        store = self._store
        writes = ((store.note_new, [*new.values()]), (store.note, pages), (store.relations.note, said))
        for write, what in writes:
            if what:
                self._thread.submit(write, what).add_done_callback(self._note_failure)

    def _note_failure(self, done: Any) -> None:
        error = done.exception()
        if error is not None:
            self._note_error("The knowledge base cannot be written: %s", error)

    def _note_error(self, message: str, error: BaseException) -> None:
        if not self._has_failed:
            self._has_failed = True
            self._warn(message, error)
