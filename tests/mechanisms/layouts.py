"""The same list as pages show it: what its rows are made of, and where these say what they say."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import KINDS, Asked, Mechanism, Thing, Visitor, as_site, data, html, of_kind, things

Layout = Callable[[Sequence[Thing]], str]
_TWO: Any = ({"word": "lamp"}, {"word": "rope"})
_THIRD = {"word": "kettle"}


def site_of(show: Callable[[Sequence[Thing]], Answer]) -> Callable[[], Site]:
    def answer(asked: Asked) -> Answer:
        word = asked.one("word")
        return show(things(word)) if word else html('<form action="/list"><input name=word></form>')

    return lambda: as_site(answer)


def browse(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.visit("/list", word=word)


def each(row: str, around: str = "{}") -> Layout:
    """A layout by the pattern of a row."""
    return lambda found: around.format(
        "".join(
            row.format(t=thing.title, p=thing.price, n=thing.number, cut=thing.title[:9], k=thing.kind)
            for thing in found
        )
    )


def with_menu(found: Sequence[Thing]) -> str:
    menu = "".join(f'<li class=item><a href="/list?word={kind}">{kind}</a></li>' for kind in KINDS)
    return f"<ul class=menu>{menu}</ul>" + each(
        '<li class=item><a href="/t/{n}">{t}</a> <i>{p}</i></li>', "<ul class=found>{}</ul>"
    )(found)


def with_figures(found: Sequence[Thing]) -> str:
    own = each("<tr><td>{t}</td><td>{p}</td></tr>", "<table class=t><tr><th>Name</th><th>Price</th></tr>{}</table>")
    figures = "".join(f"<tr><td>{name}</td><td>{len(found) * n}</td></tr>" for n, name in enumerate(("Sum", "Mean")))
    return f"{own(found)}<table class=t><tr><th>Figure</th><th>Value</th></tr>{figures}</table>"


def with_others(found: Sequence[Thing]) -> str:
    others = [thing for thing in things() if thing.kind != found[0].kind][:4]
    own = each("<div class=card><b>{t}</b> <i>{p}</i></div>")
    return f"<h2>Found</h2><div class=a>{own(found)}</div><h2>In the cellar</h2><div class=b>{own(others)}</div>"


def some_with_more(found: Sequence[Thing]) -> str:
    more = "<p class=note>Sold in {k} shops</p>"
    shown = [
        each(f"<h4>{{t}}</h4>{more if place % 3 else ''}<p class=cost>{{p}}</p>")([thing])
        for place, thing in enumerate(found)
    ]
    return f"<div class=all>{''.join(shown)}</div>"


def titles(word: str) -> list[tuple[str, ...]]:
    return [(thing.title,) for thing in things(word)]


def taking_turns(found: Sequence[Thing]) -> str:
    rows = [f"<li class={'dark' if place % 2 else 'light'}>{thing.title}</li>" for place, thing in enumerate(found)]
    return f"<ul class=names>{''.join(rows)}</ul>"


def nested(found: Sequence[Thing]) -> str:
    """Each entry is an answer to the one at half of its place."""

    def told(place: int) -> str:
        inner = "".join(map(told, (at for at in (2 * place + 1, 2 * place + 2) if at < len(found))))
        own = each("<section><b>{t}</b> <i>{p}</i></section>")([found[place]])
        return f"<div class=told>{own}{f'<div class=below>{inner}</div>' if inner else ''}</div>"

    return told(0)


def lines(word: str) -> list[tuple[str, ...]]:
    return [(thing.title, f"12-May-2023 10:00 {thing.price}") for thing in things(word)]


HEADED = "<table><tr><th>Name</th><th>Price</th></tr>{}</table>"
_SHOWN: dict[str, Layout] = {
    "rows with a heading each": each("<tr><th scope=row>{t}</th><td>{p}</td></tr>", HEADED),
    "rows that are links": each('<a href="/t/{n}"><b>{t}</b><i>{p}</i></a>', "<div id=grid>{}</div>"),
    "rows of made-up elements": each("<a-card><span>{t}</span><span>{p}</span></a-card>", "<div>{}</div>"),
    "attributes of made-up elements": each('<a-card data-title="{t}" data-price="{p}"></a-card>', "<div>{}</div>"),
    "labels within a text": each("<div class=e><b>Title:</b> {t}<br><b>Price:</b> {p}<br></div>"),
    "labels in paragraphs": each(
        "<div class=e><p><strong>Title:</strong> {t}</p><p><strong>Price:</strong> {p}</p></div>"
    ),
    "a body of a table for each": each(
        "<tbody><tr><td>{t}</td></tr><tr><td>For {k}</td><td>{p}</td></tr></tbody>", "<table>{}</table>"
    ),
    "terms with what they mean": each("<dt>{t}</dt><dd>{p}</dd>", "<dl class=words>{}</dl>"),
    "headings with what only some have below": some_with_more,
    "answers within what they answer": nested,
    "entries that are opened": each("<details><summary>{t}</summary><p>{p}</p></details>"),
    "headings with what is below": each("<h3>{t}</h3><p>Costs <b>{p}</b></p>"),
    "a heading, a smaller one, a text, a block": each(
        "<h2><a href='/t/{n}'>{t}</a></h2><h6 class=by>In {k}</h6><p>Costs a lot.</p><div class=d><p>{p}</p></div>",
        "<div class=middle><p>All of one kind</p>{}</div>",
    ),
    "lines that begin with a link": each('<a href="/t/{n}">{t}</a> - <span>{p}</span><br>', "<div class=l>{}</div>"),
    "titles that are cut": each('<li><h3><a href="/t/{n}" title="{t}">{cut}...</a></h3><p>{p}</p></li>', "<ol>{}</ol>"),
    "titles of pictures": each('<li><img src="/i/{n}.png" alt="{t}"><span>{p}</span></li>', "<ul>{}</ul>"),
    "fields of a form": each("<tr><td><input value='{t}'></td><td><input value='{p}'></td></tr>", "<table>{}</table>"),
    "a menu of such rows": with_menu,
    "a table of figures": with_figures,
}


def _mechanism(name: str, layout: Layout, records: Any = of_kind) -> Mechanism:
    return Mechanism(
        name, site_of(lambda found: html(f"<h1>Things</h1>{layout(found)}")), browse, _TWO, _THIRD, records
    )


_LISTING = each('<a href="/t/{n}">{t}</a>   12-May-2023 10:00   {p}\n', '<pre><a href="../">../</a>\n{}</pre>')
_PICTURED = each(
    '<img src="/i/file.png" alt="[ ]"> <a href="/t/{n}">{t}</a>   12-May-2023 10:00   {p}\n',
    '<pre><img src="/i/none.png"> <a href="?by=name">Name</a>   <a href="?by=date">Day</a> <a href="?by=price">Cost</a>'
    '<hr><img src="/i/up.png" alt="[UP]"> <a href="/">Up one level</a>\n{}<hr></pre>',
)
_SIGNED = each("<li><b>{t}</b> <span class=price><span class=sign>€</span>{p}</span></li>", "<ul class=entries>{}</ul>")
_PARTED = each(
    "<li><b>{t}</b> <span class=price><span class=sign>€</span><span class=amount>{p}</span></span></li>",
    "<ul class=entries>{}</ul>",
)
_WEIGHED = each("<tr><td>{t}</td><td><b>{p}</b> <small>kg</small></td></tr>", "<table>{}</table>")


def with_sign(word: str) -> list[tuple[str, ...]]:
    return [(thing.title, f"€{thing.price}") for thing in things(word)]


def with_unit(word: str) -> list[tuple[str, ...]]:
    return [(thing.title, f"{thing.price} kg") for thing in things(word)]


LAYOUTS = (
    _mechanism("a sign within a price", _SIGNED, with_sign),
    _mechanism("a sign beside an amount", _PARTED, with_sign),
    _mechanism("a unit beside a number", _WEIGHED, with_unit),
    *(_mechanism(name, layout) for name, layout in _SHOWN.items()),
    _mechanism("texts alone that take turns in their looks", taking_turns, titles),
    _mechanism("lines of a listing", _LISTING, lines),
    _mechanism("lines that begin with a picture", _PICTURED, lines),
)


def _columns(found: Sequence[Thing]) -> Answer:
    return data({"columns": {"title": [each.title for each in found], "price": [each.price for each in found]}})


def on_its_side(found: Sequence[Thing]) -> str:
    """A table in which each column is about one thing."""
    lines = (("", "th", "title"), ("Price", "td", "price"), ("Colours", "td", "tags"))
    rows = (
        f"<tr><th>{name}</th>{''.join(f'<{cell}>{getattr(each, told)}</{cell}>' for each in found)}</tr>"
        for name, cell, told in lines
    )
    return f"<table class=plans>{''.join(rows)}</table>"


def compared(found: Sequence[Thing]) -> str:
    """The same, where what rows begin with are cells as others are."""
    rows = (
        f"<tr><td><b>{name}</b></td>{''.join(f'<td>{getattr(each, told)}</td>' for each in found)}</tr>"
        for name, told in (("Name", "title"), ("Cost", "price"))
    )
    return f"<div><table border=1>{''.join(rows)}</table></div>"


def _for_a_script(found: Sequence[Thing]) -> Answer:
    told = json.dumps([{"title": each.title, "price": each.price} for each in found])
    return Answer(200, "", (("Content-Type", "application/javascript"),), f"show({told});".encode())


UNCLEAR = (
    _mechanism("rows in two parts of a page", with_others),
    _mechanism(
        "entries in lines below bold titles",
        each("<b>{t}</b><br>From the {k}s<br>Price: {p}<br><br>", "<div class=told>{}</div>"),
    ),
    _mechanism(
        "entries in lines between others", each("<strong>{t}</strong><br>{p}<br>", "<p id=all>{}</p><p>The end</p>")
    ),
    _mechanism("a table on its side", on_its_side),
    _mechanism("things that are compared", compared),
    Mechanism("columns of data", site_of(_columns), browse, _TWO, _THIRD, of_kind),
    Mechanism("an answer that is no page", site_of(_for_a_script), browse, _TWO, _THIRD, of_kind),
)
"""Of these recordings do not show, or nobody can read, what a record is."""
