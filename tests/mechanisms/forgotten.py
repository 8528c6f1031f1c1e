"""Pages whose content a browser has not kept, as it forgets those that are left soon."""

from __future__ import annotations

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Visitor, as_site, html, of_kind, things

_SCRIPT = Answer(200, "", (("Content-Type", "text/javascript"),), b"document.title += '!'")


def site() -> Site:
    def answer(asked: Asked) -> Answer:
        word, number = asked.one("word"), asked.path.rpartition("/")[2]
        if asked.path == "/code/shop.js":
            return _SCRIPT
        if asked.path.startswith("/thing/"):
            each = next(each for each in things() if str(each.number) == number)
            facts = (("title", each.title), ("price", each.price), ("note", f"Seen on day {each.number % 31}"))
            rows = "".join(f"<tr><td>{name}</td><td>{value}</td></tr>" for name, value in facts)
            return html(f"<table class=card><tr><th>Column</th><th>Value</th></tr>{rows}</table>")
        rows = "".join(f"<li><a title=View href='/thing/{n.number}'>{n.number}</a></li>" for n in things(word))
        return html(f"<form action=/list><input name=word></form><ul>{rows if word else ''}</ul>")

    return as_site(answer)


def browse(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.fetch("/code/shop.js")
    visitor.visit("/list", word=word)
    first, second = things(word)[1:6:3]
    visitor.visit(f"/thing/{first.number}")
    visitor.forget()
    visitor.visit("/list", word=word)
    visitor.visit(f"/thing/{second.number}")


def browse_soon(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.visit("/list", word=word)
    visitor.forget()
    visitor.visit(f"/thing/{things(word)[1].number}")


LIST_FORGOTTEN = Mechanism(
    "the list was left before it was kept",
    site,
    browse_soon,
    ({"word": "lamp"}, {"word": "rope"}),
    {"word": "kettle"},
    of_kind,
)
FORGOTTEN = (
    Mechanism(
        "the first detail was left before it was kept",
        site,
        browse,
        ({"word": "lamp"}, {"word": "rope"}),
        {"word": "kettle"},
        of_kind,
    ),
)
