"""Sites of which recordings do not show enough: what is inferred may be right, and must not be called proven if not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Row, Visitor, as_site, html

# A calendar that goes on for ever


def calendar_site() -> Site:
    def answer(asked: Asked) -> Answer:
        word, month = asked.one("room"), int(asked.one("month", "1"))
        rows = "".join(f"<tr><td>{month}/{day}</td><td>{word} {month * day}</td></tr>" for day in range(1, 8))
        onward = f'<a class="next" href="/calendar?room={word}&amp;month={month + 1}">Next month</a>'
        return html(f"<h1>Month {month}</h1><table><tbody>{rows}</tbody></table>{onward}")

    return as_site(answer)


def browse_calendar(visitor: Visitor, room: str, months: int) -> None:
    visitor.visit("/calendar", room=room)
    for month in range(2, months + 1):
        visitor.visit("/calendar", room=room, month=month)


def days(room: str) -> Sequence[Row]:
    return [(f"{month}/{day}", f"{room} {month * day}") for month in (1, 2, 3) for day in range(1, 8)]


_ROOMS: Any = ({"room": "attic", "months": 3}, {"room": "cellar", "months": 2})

DOUBTFUL = (Mechanism("a calendar without an end", calendar_site, browse_calendar, _ROOMS, {"room": "hall"}, days),)
