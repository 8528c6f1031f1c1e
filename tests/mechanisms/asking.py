"""How scripts ask: at each letter that is typed, with boxes that are ticked, at one address for all, back and forth."""

from __future__ import annotations

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import KINDS, Asked, Mechanism, Thing, Visitor, as_site, data, html, of_kind, things

_TWO = ({"word": "lamp"}, {"word": "rope"})
_THIRD = {"word": "kettle"}
_SIZE = 8
_SHELL = '<form><input name="find" type="text"></form><div id="found"></div><script src="/shop.js"></script>'


def _wares(found: list[Thing]) -> list[dict[str, object]]:
    return [{"id": each.number, "title": each.title, "price": each.price} for each in found]


# A search that asks at each letter


def letters_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path != "/find":
            return html(_SHELL)
        word, at = (asked.data or {}).get("word") or "", (asked.data or {}).get("at") or 0
        found = [each for each in things() if word in each.title]
        return data({"count": len(found), "wares": _wares(found[at * _SIZE : (at + 1) * _SIZE])})

    return as_site(answer)


def browse_letters(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.fetch("/find", send={"word": "", "at": 0})
    visitor.type("find", word)
    for count in range(1, len(word) + 1):
        visitor.fetch("/find", send={"word": word[:count], "at": 0})
    for at in (1, 2):
        visitor.fetch("/find", send={"word": word, "at": at})


# A search that asks while it is typed, as often as the person is slow, and that the site remembers with its page


def remembered_site() -> Site:
    kept: dict[str, object] = {}

    def answer(asked: Asked) -> Answer:
        if asked.path == "/views/4":
            kept.update(asked.data or {})
            return data({"data": {"id": 4, **kept}})
        if asked.path != "/wares":
            return html(_SHELL)
        page, found = int(asked.one("page", "1")), [each for each in things() if asked.one("search") in each.title]
        if asked.one("count"):
            return data({"data": [{"count": {"id": str(len(found))}}]})
        return data({"data": _wares(found[(page - 1) * _SIZE : page * _SIZE])})

    return as_site(answer)


def browse_remembered(visitor: Visitor, word: str) -> None:
    def fetch(text: str, page: int) -> None:
        if text != word or page == 1:
            visitor.fetch(f"/wares?search={text}&count=id")
        visitor.fetch(f"/wares?limit={_SIZE}&sort=id&page={page}&search={text}")

    visitor.visit("/")
    visitor.type("find", word)
    before = ((word[0], 1), (word[:3], 1)) if word == "lamp" else (("lamp", 3), (word[0], 3), (word[:3], 1))
    for text, page in before:
        fetch(text, page)
    for page in (1, 2, 3):
        fetch(word, page)
        visitor.fetch("/views/4", "PATCH", send={"search": word, "page": page})


# A box that is ticked for a facet


def boxes_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path == "/find":
            wanted = [each.removeprefix("kind:") for each in (asked.data or {}).get("filters") or []]
            return data({"wares": _wares([each for each in things() if not wanted or each.kind in wanted])})
        boxes = "".join(f'<label><input type="checkbox" value="{kind}">{kind} (23)</label>' for kind in KINDS)
        return html(f'{boxes}<div id="found"></div><script src="/shop.js"></script>')

    return as_site(answer)


def browse_boxes(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.tick(word, f"{word} (23)")
    visitor.fetch("/find", send={"filters": [f"kind:{word}"]})


# One address for all that there is, and pages within data


def rooms_site() -> Site:
    """What is asked for is told by a route; each answer has a stamp of its own, and holds a piece of a page."""
    count = iter(range(10**6))

    def answer(asked: Asked) -> Answer:
        stamp = f"{next(count) * 7919 + 10**6:x}"
        route, word, first = asked.one("route"), asked.one("kind"), int(asked.one("first", "0"))
        if route == "/menu":
            links = "".join(f'<li><a href="/run?route=/wares&amp;kind={kind}">{kind}</a></li>' for kind in KINDS)
            return data({"ok": True, "stamp": stamp, "page": f'<ul id="menu">{links}</ul><p>{stamp}</p>'})
        if route != "/wares":
            return html('<div id="menu"></div><div id="wares"></div><script src="/shop.js"></script>')
        found = things(word)[first : first + _SIZE]
        rows = "".join(f"<tr><td>{each.title}</td><td>{each.price}</td></tr>" for each in found)
        table = f'<table class="wares"><tr><th>Name</th><th>Price</th></tr>{rows}</table>'
        form = f'<form action="/run"><input type="hidden" name="stamp" value="{stamp}"></form>'
        return data({"ok": True, "stamp": stamp, "page": f"{table if found else '<p>No wares</p>'}{form}"})

    return as_site(answer)


def browse_rooms(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.fetch("/run?route=/menu", send=b"open=all")
    visitor.fetch(f"/run?route=/wares&kind={word}")
    for first in (_SIZE, 2 * _SIZE):
        visitor.fetch("/run?route=/wares", send=f"kind={word}&first={first}&go=+%3E".encode())
        visitor.fetch("/run?route=/menu", send=b"open=all")


# A list of data that is filtered, turned, and gone back to between its details, which have its names


def shelf_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path.startswith("/api/ware/"):
            number = asked.path.split("/")[3]
            each = next(each for each in things() if str(each.number) == number)
            told = " ".join(f"{each.title} is sold for {each.price + count}." for count in map(str, range(20)))
            ware = {"id": each.number, "title": each.title, "price": each.price, "told": told}
            return data({"ware": ware, "links": []})
        if asked.path == "/api/shelf/list":
            word, page = asked.one("filters.kind"), int(asked.one("page", "1"))
            found = things(word)[(page - 1) * _SIZE : page * _SIZE]
            wares = [{"id": each.number, "title": each.title[:5], "price": "?", "told": ""} for each in found]
            return data({"ware": wares, "links": [], "meta": {"page": page}})
        return html(_SHELL)

    return as_site(answer)


def browse_shelf(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.fetch("/api/shelf/list")
    visitor.type("find", word)
    for page, place in ((1, 0), (1, 2), (2, _SIZE + 1)):
        visitor.fetch(f"/api/shelf/list?page={page}&filters.kind={word}")
        visitor.fetch(f"/api/ware/{things(word)[place].number}/show")


# A facet that is clicked by its name and how many it has


def facets_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path == "/api/facets":
            return data(
                {"facets": [{"key": f"kind~{word}~", "text": f"{word} ({len(things(word))})"} for word in KINDS]}
            )
        if asked.path == "/api/wares":
            word = asked.one("in", "~none~").split("~")[1]
            return data({"wares": [{"title": each.title, "price": each.price} for each in things(word)]})
        return html("<h1>Wares</h1><div id=app></div>")

    return as_site(answer)


def browse_facets(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.fetch("/api/facets")
    visitor.press(f"{word} ({len(things(word))})", asks=True)
    visitor.fetch(f"/api/wares?in=kind~{word}~")


# A list of data whose entries have whole names, of which a script asks for a piece


def fleet_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path == "/api/fleet":
            found = things(asked.one("of"))
            return data(
                {"fleet": [{"self": f"urn:ware:{each.number}:v1", "no": place} for place, each in enumerate(found)]}
            )
        if asked.path.startswith("/api/ware/"):
            number = asked.path.rpartition("/")[2]
            found = [each for each in things() if str(each.number) == number]
            return data(
                {"title": found[0].title, "price": found[0].price} if found else {}, status=200 if found else 404
            )
        return html("<h1>Wares</h1><input name=of><div id=app></div>")

    return as_site(answer)


def browse_fleet(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.type("of", word)
    visitor.fetch(f"/api/fleet?of={word}")
    for place in (1, 4):
        number = things(word)[place].number
        visitor.press(f"Ware {number}", asks=True)
        visitor.fetch(f"/api/ware/{number}")


# Calls with numbers, two of which a page makes again and again: its state, which says more, and what was asked for


def calls_site() -> Site:
    count = iter(range(10**6))

    def answer(asked: Asked) -> Answer:
        if asked.path != "/rpc":
            return html(_SHELL)
        told = asked.data or {}
        if told.get("method") not in ("wares.find", "state.all"):
            return data({"id": told.get("id"), "error": {"message": "unknown method"}, "result": None})
        found = things((told.get("params") or ["?"])[0]) if told["method"] == "wares.find" else things()
        state = {} if told["method"] == "wares.find" else {"load": next(count), "all": True}
        return data({"id": told.get("id"), "error": None, "result": {"wares": _wares(found), **state}})

    return as_site(answer)


def browse_calls(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    number = 0

    def call(method: str, *given: str) -> None:
        nonlocal number
        number += 1
        visitor.fetch("/rpc", send={"method": method, "params": given, "id": number})

    for _ in range(3):
        call("state.all", "wares")
    visitor.type("find", word)
    visitor.press("Find", asks=True)
    for _ in range(14 if word == "lamp" else 17):
        call("wares.find", word)
        call("state.all", "wares")


ASKING = (
    Mechanism("calls with numbers that are made again and again", calls_site, browse_calls, _TWO, _THIRD, of_kind),
    Mechanism("details by a piece of what a list says", fleet_site, browse_fleet, _TWO, _THIRD, of_kind),
    Mechanism("a facet that says how many it has", facets_site, browse_facets, _TWO, _THIRD, of_kind),
    Mechanism("a search that asks at each letter", letters_site, browse_letters, _TWO, _THIRD, of_kind),
    Mechanism(
        "a search that is remembered while it is typed", remembered_site, browse_remembered, _TWO, _THIRD, of_kind
    ),
    Mechanism("a box that is ticked for a facet", boxes_site, browse_boxes, _TWO, _THIRD, of_kind),
    Mechanism("details that have the names of their list", shelf_site, browse_shelf, _TWO, _THIRD, of_kind),
    Mechanism("one address with a route, and pages within data", rooms_site, browse_rooms, _TWO, _THIRD, of_kind),
)
