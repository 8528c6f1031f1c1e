"""What recognisers found in a text, linked: to an entity that is known, or to a provisional one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from .entities import Entity
from .linking import PROVISIONAL
from .mentions import Mention, without_overlaps
from .names import NameRecogniser, is_everywhere
from .scripts import fold

_LONGEST = 80
"""Characters of a name."""
_LEAST_SCORE = 0.5


def provisional_of(text: str, kind: str) -> Entity | None:
    """An entity of which nothing but a name is known; None where the text is no name."""
    name = " ".join(text.split()).strip(".,;:!?\"'()[]“”‘’«»，。；：！？（）《》")
    if not name or len(name) > _LONGEST or is_everywhere(fold(name)) or not any(map(str.isalpha, name)):
        return None
    return Entity(PROVISIONAL + fold(name), name, kind)


def new_entities(text: str, mentions: Iterable[Mention], known: NameRecogniser) -> tuple[Counter[str], list[Entity]]:
    """How often a text names provisional entities, and these; names that are *known* are left to whoever knows them."""
    taken = [Mention(one.start, one.end, one.kind, 2.0, one.entity) for one in known.recognise(text)]
    counts: Counter[str] = Counter()
    found: dict[str, Entity] = {}
    for one in without_overlaps((*taken, *(one for one in mentions if one.score >= _LEAST_SCORE))):
        if one.entity or _overlaps(one, taken):
            continue
        entity = provisional_of(text[one.start : one.end], one.kind)
        if entity is not None:
            found.setdefault(entity.id, entity)
            counts[entity.id] += 1
    return counts, list(found.values())


def _overlaps(one: Mention, others: list[Mention]) -> bool:
    return any(one.start < other.end and other.start < one.end for other in others)
