"""Made-up events for the API with a cursor."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass

from scrapy_bt.testing.site.content.words import PLACES, draw, open_source

EVENT_COUNT = 95
ACTIONS = ("arrived", "counted", "moved", "packed", "repaired", "returned")


@dataclass(frozen=True)
class ProductEvent:
    """Something that is said to have happened to a product, seconds after the first event."""

    number: int
    _: KW_ONLY
    action: str
    place: str
    at: int


def make_events(seed: str) -> tuple[ProductEvent, ...]:
    """Return the events, numbered from 1, in the order of their times."""
    source = open_source(seed, purpose="events")
    events = []
    at = 0
    for number in range(1, EVENT_COUNT + 1):
        events.append(ProductEvent(number, action=draw(source, ACTIONS), place=draw(source, PLACES), at=at))
        at += source.randrange(30, 4000)
    return tuple(events)
