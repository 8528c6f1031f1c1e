"""Details that a script asks for by a number in JSON, which a page or data has as a text."""

from __future__ import annotations

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Visitor, as_site, data, html, of_kind, things


def _detail(asked: Asked) -> Answer:
    number = (asked.data or {}).get("id")
    own = next((each for each in things() if type(number) is int and each.number == number), None)
    return data({"title": own.title, "price": own.price} if own else {}, status=200 if own else 400)


def _page_site() -> Site:
    """The numbers stand in attributes of rows."""

    def answer(asked: Asked) -> Answer:
        if asked.path == "/detail":
            return _detail(asked)
        found = things(asked.one("q", "none"))
        rows = "".join(f"<li class=hit data-id={each.number}><b>{each.title}</b></li>" for each in found)
        return html(f"<form><input name=q></form><ul>{rows}</ul>")

    return as_site(answer)


def _data_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path == "/detail":
            return _detail(asked)
        if asked.path == "/data":
            found = things(asked.one("q", "none"))
            return data({"rows": [{"id": str(each.number), "title": each.title} for each in found]})
        return html("<input name=q><div id=app></div>")

    return as_site(answer)


def _browse_page(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.type("q", word)
    visitor.visit("/", q=word)
    _open(visitor, word)


def _browse_data(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.type("q", word)
    visitor.fetch(f"/data?q={word}")
    _open(visitor, word)


def _open(visitor: Visitor, word: str) -> None:
    for each in things(word)[1:3]:
        visitor.press(each.title, asks=True, tag="b")
        visitor.fetch("/detail", send={"id": each.number})


POSTEDNUMBERS = tuple(
    Mechanism(name, serve, browse, ({"word": "rope"}, {"word": "kettle"}), {"word": "lamp"}, of_kind)
    for name, serve, browse in (
        ("details by a number of an attribute", _page_site, _browse_page),
        ("details by a number that data has as a text", _data_site, _browse_data),
    )
)
