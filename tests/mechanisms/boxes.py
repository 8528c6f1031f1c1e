"""What is chosen by its name before more of it is asked for: a box of several, a part of a page that is opened."""

from __future__ import annotations

from hashlib import sha256

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Row, Visitor, as_site, data, html, rows_of, things

_HALLS = {"North hall": 12, "Old dairy": 17, "Pier shed": 23}
_SIZE = 3
_SHELL = '<form><input name="find"></form><div id="app"></div><script src="/market.js"></script>'


def _at(hall: int, word: str = "") -> list[Row]:
    """What is to be had there: each third of all, or of those of a kind."""
    return rows_of(things(word))[list(_HALLS.values()).index(hall) :: 3]


# Boxes without names, one of which is ticked behind a search


def halls_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path == "/api/halls":
            return data({"halls": [{"id": key, "name": name} for name, key in _HALLS.items()]})
        if asked.path != "/api/stalls":
            return html(_SHELL)
        told = asked.data or {}
        where = {name: own for each in told.get("where", []) for name, own in each.items()}
        word, halls = where.get("title", {}).get("like", "").strip("%"), where.get("hall", {}).get("in", [])
        found = [row for hall in halls for row in _at(hall, word)] if halls else rows_of(things(word))
        rows = [{"title": title, "price": price} for title, price in found[told["from"] : told["from"] + _SIZE]]
        return data({"stalls": rows, "count": len(found)})

    return as_site(answer)


def browse_halls(visitor: Visitor, word: str, hall: str) -> None:
    visitor.visit("/")
    visitor.fetch("/api/stalls", send={"where": [], "from": 0, "size": _SIZE})
    visitor.fetch("/api/halls")
    visitor.type("find", word)
    asked: list[object] = [{"title": {"like": f"%{word}%"}}]
    visitor.fetch("/api/stalls", send={"where": asked, "from": 0, "size": _SIZE})
    visitor.tick("on", hall)
    asked.append({"hall": {"in": [_HALLS[hall]]}})
    for first in range(0, len(_at(_HALLS[hall], word)), _SIZE):
        visitor.fetch("/api/stalls", send={"where": asked, "from": first, "size": _SIZE})


# A part of a page that is opened by its name, and all of it by a link that says how many there are


def parts_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path == "/api/setup":
            return data({"halls": [{"id": f"h-{key}", "label": name} for name, key in _HALLS.items()], "theme": "dark"})
        if asked.path != "/api/stalls":
            return html(_SHELL)
        hall, page = asked.one("hall").removeprefix("h-"), int(asked.one("page", "1"))
        found = _at(int(hall)) if hall.isdigit() and int(hall) in _HALLS.values() else []
        rows = [{"title": title, "price": price} for title, price in found[(page - 1) * 8 : page * 8]]
        return data({"stalls": rows})

    return as_site(answer)


def browse_parts(visitor: Visitor, hall: str) -> None:
    count = len(_at(_HALLS[hall])) + 5 * _HALLS[hall]
    visitor.visit("/")
    visitor.fetch("/api/setup")
    visitor.press(f"Open {hall}", asks=True, around=(hall,))
    visitor.fetch(f"/api/state?hall=h-{_HALLS[hall]}")
    visitor.press(f"{count} things, ~{count * 3} kg", asks=True, tag="a")
    for page in range(1, -(-len(_at(_HALLS[hall])) // 8) + 1):
        visitor.fetch(f"/api/stalls?hall=h-{_HALLS[hall]}&page={page}&each=8")


# An entry that stands in data behind its key, and is opened by its name


def _key(hall: int) -> str:
    return sha256(str(hall).encode()).hexdigest()[:24]


def keyed_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path == "/api/state":
            halls = {_key(key): {"name": name, "roof": key % 5} for name, key in _HALLS.items()}
            return data({"load": 3, "all": {"halls": halls}})
        if asked.path != "/api/stalls":
            return html(_SHELL)
        found = [row for hall in _HALLS.values() if _key(hall) == asked.one("of") for row in _at(hall)]
        return data({"stalls": [{"title": title, "price": price} for title, price in found]})

    return as_site(answer)


def browse_keyed(visitor: Visitor, hall: str) -> None:
    visitor.visit("/")
    visitor.fetch("/api/state")
    visitor.press(hall, asks=True, around=(hall,))
    visitor.press("Stalls", asks=True, tag="a")
    visitor.fetch(f"/api/stalls?of={_key(_HALLS[hall])}")


# A choice whose list is told as it was clicked: as a whole, with its measures, and nothing of the choice


def browse_overlay(visitor: Visitor, hall: str) -> None:
    visitor.visit("/")
    visitor.fetch("/api/halls")
    visitor.press(
        "Pull down to refresh " + " ".join(_HALLS), asks=True, style="width: 123px; left: 1712px; z-index: 23"
    )
    asked = [{"hall": {"in": [_HALLS[hall]]}}]
    for first in range(0, len(_at(_HALLS[hall])), _SIZE):
        visitor.fetch("/api/stalls", send={"where": asked, "from": first, "size": _SIZE})


BOXES = (
    Mechanism(
        "an entry behind its key that is opened by its name",
        keyed_site,
        browse_keyed,
        ({"hall": "North hall"}, {"hall": "Pier shed"}),
        {"hall": "Old dairy"},
        lambda hall: _at(_HALLS[hall]),
    ),
    Mechanism(
        "a box of several behind a search",
        halls_site,
        browse_halls,
        ({"word": "lamp", "hall": "Old dairy"}, {"word": "rope", "hall": "Pier shed"}),
        {"word": "kettle", "hall": "North hall"},
        lambda word, hall: _at(_HALLS[hall], word),
    ),
    Mechanism(
        "a part that is opened by its name",
        parts_site,
        browse_parts,
        ({"hall": "North hall"}, {"hall": "Pier shed"}),
        {"hall": "Old dairy"},
        lambda hall: _at(_HALLS[hall]),
    ),
)
UNTOLD = (
    Mechanism(
        "a choice whose whole list was clicked",
        halls_site,
        browse_overlay,
        ({"hall": "North hall"}, {"hall": "Pier shed"}),
        {"hall": "Old dairy"},
        lambda hall: _at(_HALLS[hall]),
    ),
)
