"""One choice that is sent in two ways, and that no page links to: its address was typed, or a script wrote it."""

from __future__ import annotations

from functools import partial
from typing import Any
from urllib.parse import quote, unquote

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import (
    KINDS,
    Asked,
    Mechanism,
    Row,
    Thing,
    Visitor,
    as_site,
    data,
    html,
    of_kind,
    options,
    rows_of,
    things,
)

_SIZE = 8
_NAMES = {"lamp": "Brass Lamps", "rope": "Long Ropes", "kettle": "Tin Kettles"}
_TWO: Any = ({"name": "Brass Lamps"}, {"name": "Long Ropes"})
_THIRD = {"name": "Tin Kettles"}


def _kind(name: str) -> str:
    return next((kind for kind, each in _NAMES.items() if each == name), "")


def _slug(name: str) -> str:
    return name.lower().replace(" ", "-")


def _records(name: str) -> list[Row]:
    return rows_of(things(_kind(name)))


def _table(name: str, page: int = 0) -> str:
    found = things(_kind(name)) if _kind(name) else []
    shown = found[page * _SIZE - _SIZE : page * _SIZE] if page else found
    return "".join(f"<tr><td>{each.title}</td><td>{each.price}</td></tr>" for each in shown)


# In the path and in the query of one address


def both_site(turn: Any) -> Site:
    """Rows come where both agree; *turn*: how the path spells the name."""

    def answer(asked: Asked) -> Answer:
        name = asked.one("category")
        agrees = unquote(asked.path) == unquote(f"/shop/{turn(name)}")
        return html(f"<h1>Shop</h1><table><tbody>{_table(name) if agrees else ''}</tbody></table>")

    return as_site(answer)


def browse_both(turn: Any) -> Any:
    def browse(visitor: Visitor, name: str) -> None:
        visitor.visit(f"/shop/{turn(name)}", category=name)

    return browse


# A page that a script fills, which asks by the name where the address has a short form


def scripted_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path == "/api/things":
            name = asked.one("category")
            if asked.cookies.get("seen") != _slug(name):
                return data({"things": []})
            return data({"things": [{"title": title, "price": price} for title, price in _records(name)]})
        return html("<div id=app></div>", cookies={"seen": asked.path.rpartition("/")[2]})

    return as_site(answer)


def browse_scripted(visitor: Visitor, name: str) -> None:
    visitor.visit(f"/category/{_slug(name)}")
    visitor.fetch(f"/api/things?category={name.replace(' ', '%20')}")


# Percent-coded within the query


def coded_site() -> Site:
    def answer(asked: Asked) -> Answer:
        name = asked.one("category")
        agrees = asked.one("back") == f"/shop/{quote(name)}"
        return html(f"<h1>Shop</h1><table><tbody>{_table(name) if agrees else ''}</tbody></table>")

    return as_site(answer)


def browse_coded(visitor: Visitor, name: str) -> None:
    visitor.visit("/shop", category=name, back=f"/shop/{quote(name)}")


# In a way that no function has: with a number, or with what the address alone says of it


def numbered_site() -> Site:
    numbers = {"Brass Lamps": "lamps_7", "Long Ropes": "ropes_3", "Tin Kettles": "kettles_4"}

    def answer(asked: Asked) -> Answer:
        name = asked.one("category")
        agrees = asked.path == f"/shop/{numbers.get(name)}"
        return html(f"<h1>Shop</h1><table><tbody>{_table(name if agrees else 'Long Ropes')}</tbody></table>")

    return as_site(answer)


# Rows of a page that are texts, of which a script makes the addresses of what it shows


def rows_site() -> Site:
    by_key = {_slug(each.title): each for each in things()}

    def answer(asked: Asked) -> Answer:
        if each := by_key.get(asked.path.rpartition("/")[2]):
            return data({"price": each.price, "tags": each.tags})
        if asked.path.startswith("/api/"):
            return data({"error": "there is none"}, status=404)
        rows = "".join(f"<li><h3>{each.title}</h3><p>in stock</p></li>" for each in things(asked.one("kind", "none")))
        field = f"<select name=kind>{options(KINDS)}</select>"
        return html(f"<h1>Things</h1><form action=/things>{field}<button>Show</button></form><ul>{rows}</ul>")

    return as_site(answer)


def browse_rows(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.choose("kind", word, word)
    visitor.visit("/things", kind=word)
    for place in (2, 4):
        each = things(word)[place]
        visitor.press(each.title, asks=True, tag="h3")
        visitor.fetch(f"/api/things/{_slug(each.title)}")


# An entry that is called like another one, and has a number for that


def _called(kind: str) -> list[tuple[str, Thing]]:
    """Each with its key; the fifth is called as the second is."""
    found = things(kind)
    return [(f"{_slug(found[1].title)}-2" if n == 4 else _slug(each.title), each) for n, each in enumerate(found)]


def alike_site() -> Site:
    by_key = {key: each for kind in KINDS for key, each in _called(kind)}

    def answer(asked: Asked) -> Answer:
        if asked.path == "/api/things":
            known = things(asked.one("kind", "none"))
            return data([{"title": known[1 if n == 4 else n].title} for n in range(len(known))])
        each = by_key.get(asked.path.rpartition("/")[2])
        return data({"price": each.price, "tags": each.tags}) if each is not None else html("<div id=app></div>")

    return as_site(answer)


def browse_alike(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.choose("kind", word, word, asks=True)
    visitor.fetch(f"/api/things?kind={word}")
    for place in (2, 4):
        visitor.press(things(word)[1 if place == 4 else place].title, asks=True, tag="li")
        visitor.fetch(f"/api/things/{_called(word)[place][0]}")


# An entry whose key its site makes otherwise than those of the entries that were opened


def _hyphened(thing: Thing) -> str:
    """What it is called, with a sign between two words of every seventh one."""
    return thing.title.replace(" ", "/", 1) if thing.number % 7 == 0 else thing.title


def mixed_site() -> Site:
    by_key = {_slug(each.title): each for each in things()}

    def answer(asked: Asked) -> Answer:
        if asked.path == "/api/things":
            return data([{"title": _hyphened(each)} for each in things(asked.one("kind", "none"))])
        if asked.path.startswith("/api/"):
            each = by_key.get(asked.path.rpartition("/")[2])
            return data({"price": each.price, "tags": each.tags}) if each is not None else data({}, status=404)
        return html("<div id=app></div>")

    return as_site(answer)


def browse_mixed(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.choose("kind", word, word, asks=True)
    visitor.fetch(f"/api/things?kind={word}")
    for each in [each for each in things(word) if _hyphened(each) == each.title][:2]:
        visitor.press(each.title, asks=True, tag="li")
        visitor.fetch(f"/api/things/{_slug(each.title)}")


def browse_numbered(visitor: Visitor, name: str) -> None:
    visitor.visit(f"/shop/{'lamps_7' if 'Lamps' in name else 'ropes_3'}", category=name)


# Numbered pages


def paged_site() -> Site:
    def answer(asked: Asked) -> Answer:
        name = asked.one("category")
        agrees = asked.path == f"/shop/{_slug(name)}"
        return html(f"<table><tbody>{_table(name, int(asked.one('page', '1'))) if agrees else ''}</tbody></table>")

    return as_site(answer)


def browse_paged(visitor: Visitor, name: str) -> None:
    for page in (1, 2, 3):
        visitor.visit(f"/shop/{_slug(name)}", category=name, page=page)


_TURNS: Any = {
    "in small letters": str.lower,
    "in capitals": str.upper,
    "with hyphens": lambda name: name.replace(" ", "-"),
    "as a slug": _slug,
    "with underscores": lambda name: name.lower().replace(" ", "_"),
    "without blanks": lambda name: name.replace(" ", ""),
}
SPELLEDTWICE = (
    *(
        Mechanism(f"a choice, once more {how}", partial(both_site, turn), browse_both(turn), _TWO, _THIRD, _records)
        for how, turn in _TURNS.items()
    ),
    Mechanism("a choice, once more percent-coded", coded_site, browse_coded, _TWO, _THIRD, _records),
    Mechanism("a choice as a slug, then a script asks", scripted_site, browse_scripted, _TWO, _THIRD, _records),
    Mechanism("a choice twice in numbered pages", paged_site, browse_paged, _TWO, _THIRD, _records),
)
SPELLEDROWS = Mechanism(
    "details by what rows of a page are called, otherwise spelled",
    rows_site,
    browse_rows,
    ({"word": "lamp"}, {"word": "rope"}),
    {"word": "kettle"},
    lambda word: [(each.price,) for each in things(word)],
)
UNSPELLED = (
    Mechanism(
        "an entry with a number, as it is called like another one",
        alike_site,
        browse_alike,
        ({"word": "lamp"}, {"word": "rope"}),
        {"word": "kettle"},
        of_kind,
    ),
    Mechanism(
        "an entry that is spelled otherwise than those that were opened",
        mixed_site,
        browse_mixed,
        ({"word": "lamp"}, {"word": "rope"}),
        {"word": "kettle"},
        lambda word: [(each.price,) for each in things(word)],
    ),
    Mechanism("a choice, once more by a name of its own", numbered_site, browse_numbered, _TWO, _THIRD, _records),
)
