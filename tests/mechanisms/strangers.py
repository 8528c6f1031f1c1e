"""Lists among whose rows others stand that are none: advertisements, what is pinned, names of columns, totals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .layouts import browse, each, site_of
from .mechanism import KINDS, Asked, Mechanism, Thing, Visitor, as_site, html, of_kind, things

_TWO: Any = ({"word": "lamp"}, {"word": "rope"})
_THIRD = {"word": "kettle"}
_SIZE = 5
"""Rows of a page."""
_CARD = "<div class=card><b>{t}</b> <i>{p}</i></div>"


def pinned(found: Sequence[Thing]) -> str:
    rules = "".join(f"<li class='entry pinned'><b>House rule {n}</b> <i>Keepers</i></li>" for n in (1, 2))
    return f"<ul>{rules}{each('<li class=entry><b>{t}</b> <i>{p}</i></li>')(found)}</ul>"


def introduced(found: Sequence[Thing]) -> str:
    """The first part of the page says what the page is about, the others are about one thing each."""
    about = (
        f"<section class=intro><h1>{found[0].kind.title()}s</h1><div class=told><p>All about them.</p></div></section>"
    )
    rows = each("<section id=t{n}><div class=named>{t}</div><div class=told><p>{p}</p></div></section>")(found)
    return f"<main>{about}{rows}</main>"


def with_orders(found: Sequence[Thing]) -> str:
    orders = "<ul><li><b>By</b> <a href='?by=name'>name</a> <a href='?by=day'>day</a></ul>"
    return orders + each("<li><a href='/t/{n}'>{t}</a><i>{p}</i>", "<ul>{}</ul>")(found)


def headed_by_a_row(found: Sequence[Thing]) -> str:
    rows = each("<tr class=z><td>{t}</td><td>{p}</td></tr>")(found)
    return f"<table><tr class=tophead><td>Name<td>Cost</tr>{rows}</table>"


def headed_by_bold_cells(found: Sequence[Thing]) -> str:
    heads = "<tr><td><b>Name</b></td><td><b>Cost</b></td></tr>"
    return each("<tr><td>{t}</td><td>{p}</td></tr>", f"<table>{heads}{{}}</table>")(found)


def summed_up(found: Sequence[Thing]) -> str:
    amount = sum(float(thing.price) for thing in found)
    sums = "".join(
        f"<tr><td colspan=2>{name}</td><td>{amount * share:.2f}</td></tr>"
        for name, share in (("Goods", 1.0), ("Duty", 0.1), ("To pay", 1.1))
    )
    rows = each("<tr><td>{n}</td><td>{t}</td><td>{p}</td></tr>")(found)
    return f"<table><tr><th>No.</th><th>What</th><th>Amount</th></tr>{rows}{sums}</table>"


def paid_for(label: str, name: str) -> Callable[[Sequence[Thing]], str]:
    """Each third row is followed by one that somebody has paid for, other ones on each page."""

    def layout(found: Sequence[Thing]) -> str:
        own = each(_CARD)
        paid = "<div class='card {}'><b>Gold for {} {}</b>{}</div>"
        note = f"<small class=note>{label}</small>" if label else ""
        shown = [
            own([thing]) + (paid.format(name, thing.kind, place, note) if place % 3 == 1 else "")
            for place, thing in enumerate(found)
        ]
        return f"<div>{''.join(shown)}</div>"

    return layout


def to_the_front(row: str, place: str) -> Callable[[Sequence[Thing]], str]:
    """Small ads of which each fourth was paid for to stand out, and is one as others are."""

    def layout(found: Sequence[Thing]) -> str:
        return "".join(each(row.replace("PAID", "" if n % 4 else place))([thing]) for n, thing in enumerate(found))

    return lambda found: f"<div class=ads>{layout(found)}</div>"


def below_others(heading: str, around: str) -> Callable[[Sequence[Thing]], str]:
    """The same cards stand below a second heading, and are other ones on each page."""

    def layout(found: Sequence[Thing]) -> str:
        others = things(KINDS[KINDS.index(found[0].kind) - 1])[3:7]
        own = each(_CARD)
        return f"<h2>Found</h2><div>{own(found)}</div>{around.format(f'<h3>{heading}</h3><div>{own(others)}</div>')}"

    return layout


def advertised_site() -> Site:
    def answer(asked: Asked) -> Answer:
        word, page = asked.one("word"), int(asked.one("page", "1"))
        advert = "<tr><td>Your thing could be here</td><td>0.00</td></tr>"
        link = f'<a class="next" href="/list?word={word}&amp;page={page + 1}">Next</a>' if page < 3 else ""
        shown = each("<tr><td>{t}</td><td>{p}</td></tr>")(things(word)[page * _SIZE - _SIZE : page * _SIZE])
        return html(f"<h1>Things</h1><table><tbody>{advert}{shown}</tbody></table>{link}")

    return as_site(answer)


def browse_advertised(visitor: Visitor, word: str) -> None:
    visitor.visit("/list", word=word)
    for page in (2, 3):
        visitor.visit("/list", word=word, page=page)


_SHOWN = {
    "rows that are pinned": pinned,
    "a part about the page before those about its things": introduced,
    "a list of orders before the list": with_orders,
    "columns named by a row with a class": headed_by_a_row,
    "columns named by a row of bold cells": headed_by_bold_cells,
    "totals over several columns": summed_up,
    "rows that say that they are paid for": paid_for("Promoted", "extra"),
    "rows whose class says that they are paid for": paid_for("", "sponsored-card"),
    "small ads that stand out": to_the_front(
        "<div class='entry PAID'><a href='/ad/{n}'>{t}</a> <b>{p}</b></div>", "promoted"
    ),
    "small ads on a colour": to_the_front(
        "<article class='hit PAID'><a href='/{k}/{n}-x.html'><h3>{t}</h3></a><p>{p}</p></article>", "hit-sponsored"
    ),
    "what others bought": below_others("Customers also bought", "<section>{}</section>"),
    "what is like that": below_others("Similar things", "{}"),
}
STRANGERS = (
    *(
        Mechanism(name, site_of(lambda found, show=layout: html(show(found))), browse, _TWO, _THIRD, of_kind)
        for name, layout in _SHOWN.items()
    ),
    Mechanism(
        "a line on each page",
        advertised_site,
        browse_advertised,
        _TWO,
        _THIRD,
        lambda word: of_kind(word)[: 3 * _SIZE],
    ),
)
