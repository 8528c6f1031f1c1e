"""Lists that are asked for anew with more of them; JSON that says it is a form; a key that was known before a list."""

from __future__ import annotations

import hashlib
import json
from urllib.parse import urlencode

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import KINDS, Asked, Mechanism, Row, Thing, Visitor, as_site, data, html, of_kind, things
from .paging import SHELL, SIZE, plain

_TWO = ({"word": "lamp", "pages": 3}, {"word": "rope", "pages": 4})
_ONE = ({"word": "lamp"}, {"word": "rope"})
_THIRD = {"word": "kettle"}
_PARTS = ("foot", "top", "rim", "base", "cord", "box", "bag")

# A list of which a script asks for more each time, from its beginning


def limited_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path.count("/") == 3:
            _, _, kind, place = asked.path.split("/")
            return data([plain(each) for each in things(kind)[: int(place.removeprefix("0..")) + 1]])
        return html(SHELL)

    return as_site(answer)


def browse_limited(visitor: Visitor, word: str, pages: int) -> None:
    """The last two ask for more than there is."""
    visitor.visit("/")
    visitor.press(word, asks=True)
    for page in range(pages):
        visitor.fetch(f"/goods/{word}/0..{(page + 1) * SIZE - 1}")
        visitor.press("more", asks=True)


# A page with a link to itself with more of the list


def linked_site() -> Site:
    def answer(asked: Asked) -> Answer:
        word, limit = asked.one("q"), int(asked.one("limit", str(SIZE)))
        own = things(word or "none")[:limit]
        rows = "".join(f"<li class=good><b>{each.title}</b> <i>{each.price}</i></li>" for each in own)
        more = f'<a href="/goods?{urlencode({"q": word, "limit": 2 * limit})}">Show more</a>' * (len(own) == limit)
        return html(f"<form action=/goods><input name=q></form><ul>{rows}</ul>{more}")

    return as_site(answer)


def browse_linked(visitor: Visitor, word: str, pages: int) -> None:
    visitor.visit("/")
    visitor.type("q", word)
    visitor.visit("/goods", q=word)
    for page in range(1, min(pages, 3)):
        visitor.click(f"/goods?q={word}&limit={SIZE * 2**page}", "Show more")


# A search in JSON, of which a script says nothing, so that it is sent as a form


def formed_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path != "/find":
            return html("<input name=word><div id=found></div>")
        try:
            given = json.loads(asked.sent.body or b"")
        except ValueError:
            return data({"error": "no JSON"}, status=400)
        return data([plain(each) for each in things(given["query"].get("kind") or "none")])

    return as_site(answer)


def browse_formed(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.type("word", word)
    visitor.fetch("/find", send=json.dumps({"level": "thing", "query": {"since": "", "kind": word}}).encode())


# Details whose maker is asked for, who has other things, too, before what is wanted


def _made(thing: Thing) -> str:
    return hashlib.sha1(str(thing.number).encode()).hexdigest()[:8]


def _maker(thing: Thing) -> str:
    return f"maker-{thing.number % 3}"


def makers_site() -> Site:
    def answer(asked: Asked) -> Answer:
        place, _, key = asked.path.removeprefix("/api/").partition("/")
        own = [each for each in things() if _made(each) == key.partition("/")[0]]
        if place == "found":
            return data([{"id": _made(each), **_named(each)} for each in things(asked.one("q"), 6)])
        if place == "makers":
            made = [_made(each) for each in things(count=6) if _maker(each) == key]
            return data({"id": key, "since": 1900 + int(key[-1]), "things": made})
        if place == "things" and own and key.endswith("/parts"):
            return data([{"part": f"{word} of {own[0].title}", "price": own[0].price} for word in _PARTS])
        return data({"id": key, "maker": _maker(own[0])}) if place == "things" and own else html(SHELL)

    return as_site(answer)


def _named(thing: Thing) -> dict[str, object]:
    return {"title": thing.title, "maker": _maker(thing)}


def browse_makers(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.choose("q", word, word)
    visitor.fetch(f"/api/found?q={word}")
    for each in things(word, 6)[1:5:3]:
        visitor.press(each.title, asks=True)
        visitor.fetch(f"/api/things/{_made(each)}")
        visitor.fetch(f"/api/makers/{_maker(each)}")
        visitor.fetch(f"/api/things/{_made(each)}/parts")


def parts_of(word: str) -> list[Row]:
    return [(f"{part} of {each.title}", each.price) for each in things(word, 6) for part in _PARTS]


# What is clicked has how many there are of it before its name


def counted_site() -> Site:
    def answer(asked: Asked) -> Answer:
        kind = asked.path.removeprefix("/kinds/")
        return data(list(map(plain, things(kind)))) if kind in KINDS else html(SHELL)

    return as_site(answer)


def browse_counted(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.press(f"{len(things(word.lower()))}{word}", asks=True, tag="a")
    visitor.fetch(f"/kinds/{word.lower()}")


GROWING = (
    Mechanism("more of a list each time", limited_site, browse_limited, _TWO, _THIRD, of_kind),
    Mechanism("a link to more of a list", linked_site, browse_linked, _TWO, _THIRD, of_kind),
    Mechanism("JSON that is sent as a form", formed_site, browse_formed, _ONE, _THIRD, of_kind),
    Mechanism("a key that was sent before another list", makers_site, browse_makers, _ONE, _THIRD, parts_of),
    Mechanism(
        "how many there are, before the name",
        counted_site,
        browse_counted,
        ({"word": "Lamp"}, {"word": "Rope"}),
        {"word": "Kettle"},
        lambda word: of_kind(word.lower()),
    ),
)
