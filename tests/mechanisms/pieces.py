"""Pieces of pages that scripts ask for: at the page's own address, as one scrolls down, as one types."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import KINDS, Asked, Mechanism, Row, Thing, Visitor, as_site, data, html, of_kind, rows_of, things, told
from .paging import SHELL, SIZE, card, part, plain

_TWO = ({"word": "lamp", "pages": 2}, {"word": "rope", "pages": 3})
_FAR = ({"word": "lamp", "pages": 4}, {"word": "rope", "pages": 5})
_THIRD = {"word": "kettle"}
_SCRIPT = '<script src="/htmx.min.js"></script>'


def _piece(rows: str) -> Answer:
    return Answer(200, "", (("Content-Type", "text/html; charset=utf-8"), ("Vary", "HX-Request")), rows.encode())


def _cards(found: list[Thing]) -> str:
    return "".join(map(card, found))


def _by_htmx(visitor: Visitor, path: str, page: str, **headers: str) -> str:
    """What htmx asks for; gives the piece."""
    own = {"HX_Request": "true", "HX_Current_URL": f"https://site.test{page}", **headers}
    return (visitor.fetch(path, **own).body or b"").decode()


def _attribute(name: str, body: str) -> str:
    return body.rpartition(f'{name}="')[2].partition('"')[0].replace("&amp;", "&") if f'{name}="' in body else ""


# As one scrolls down, at the page's own address


def revealed_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path != "/list":
            return html(f'{_SCRIPT}<form action="/list"><input name="q"></form>')
        page, word = int(asked.one("page", "1")), asked.one("q")
        rows = _cards(part(word, (page - 1) * SIZE))
        if page * SIZE < len(things(word)):
            rows += f'<li class="more" hx-get="/list?q={word}&amp;page={page + 1}" hx-trigger="revealed">…</li>'
        if asked.header("hx-request"):
            return _piece(rows)
        return html(f'{_SCRIPT}<form><input name="q" value="{word}"></form><ul class="cards">{rows}</ul>')

    return as_site(answer)


def browse_revealed(visitor: Visitor, word: str, pages: int) -> None:
    visitor.visit("/")
    body = (visitor.visit("/list", q=word).body or b"").decode()
    for _ in range(pages - 1):
        body = _by_htmx(visitor, _attribute("hx-get", body), f"/list?q={word}", HX_Trigger="more")


# As one types, at the page's own address, and then by links that are boosted


def typed_site() -> Site:
    def answer(asked: Asked) -> Answer:
        page, word = int(asked.one("page", "1")), asked.one("q")
        own = part(word, (page - 1) * SIZE) if word else []
        ahead = page * SIZE < len(things(word)) and word
        rows = f'<ul class="cards">{_cards(own)}</ul>'
        if ahead:
            rows += f'<a class="next" hx-get="?q={word}&amp;page={page + 1}" hx-target="#found" href="#">Next</a>'
        if asked.header("hx-request"):
            return _piece(rows)
        found = f'<input type="search" name="q" hx-get="/" hx-trigger="keyup" hx-target="#found" value="{word}">'
        return html(f'{_SCRIPT}<h1>All things</h1>{found}<div id="found">{rows}</div><footer>Imprint</footer>')

    return as_site(answer)


def browse_typed(visitor: Visitor, word: str, pages: int) -> None:
    visitor.visit("/")
    body = _by_htmx(visitor, f"/?q={word}", "/", HX_Trigger_Name="q", HX_Target="found")
    for _ in range(pages - 1):
        body = _by_htmx(visitor, "/" + _attribute("hx-get", body), "/", HX_Target="found")


# What was chosen, at the page's own address, which gives the page to whoever asks without htmx


def chosen_site() -> Site:
    def answer(asked: Asked) -> Answer:
        page, word = int(asked.one("page", "1")), asked.one("kind")
        rows = _cards(part(word, (page - 1) * SIZE)) if word else ""
        if page * SIZE < len(things(word)) and word:
            rows += f'<button hx-get="?kind={word}&amp;page={page + 1}" hx-swap="outerHTML">More</button>'
        if asked.header("hx-request"):
            return _piece(rows)
        kinds = "".join(f'<li><a hx-get="?kind={each}" hx-target="#rows" href="#">{each}</a></li>' for each in KINDS)
        return html(f'{_SCRIPT}<ul class="kinds">{kinds}</ul><ul id="rows"></ul>')

    return as_site(answer)


def browse_chosen(visitor: Visitor, word: str, pages: int) -> None:
    visitor.visit("/")
    body = _by_htmx(visitor, f"/?kind={word}", "/", HX_Target="rows")
    for _ in range(pages - 1):
        body = _by_htmx(visitor, "/" + _attribute("hx-get", body), "/")


# A frame of Turbo within a page


def frame_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path != "/list":
            return html('<form action="/list"><input name="q"></form>')
        page, word = int(asked.one("page", "1")), asked.one("q")
        ahead = page * SIZE < len(things(word))
        link = f'<a rel="next" href="/list?q={word}&amp;page={page + 1}">Older</a>' if ahead else ""
        rows = f'<ul class="cards">{_cards(part(word, (page - 1) * SIZE))}</ul>'
        frame = f'<turbo-frame id="rows">{rows}{link}</turbo-frame>'
        if asked.header("turbo-frame"):
            return html(frame)
        latest = "".join(f'<li class="news"><b>News {n}</b></li>' for n in range(12))
        return html(f"<h1>Things</h1>{frame}<ul>{latest}</ul>")

    return as_site(answer)


def browse_frame(visitor: Visitor, word: str, pages: int) -> None:
    visitor.visit("/")
    body = (visitor.visit("/list", q=word).body or b"").decode()
    for _ in range(pages - 1):
        path = body.partition('rel="next" href="')[2].partition('"')[0].replace("&amp;", "&")
        body = (visitor.fetch(path, Turbo_Frame="rows", Accept="text/html").body or b"").decode()


# Rows behind the last one, as one scrolls down, until there are none


def scroll_site() -> Site:
    def answer(asked: Asked) -> Answer:
        word = asked.one("q")
        own = things(word) if word else []
        if asked.path == "/scroll":
            known = [str(each.number) for each in own]
            place = known.index(asked.one("last")) + 1 if asked.one("last") in known else len(own)
            return _piece("".join(_entry(each) for each in own[place : place + SIZE]))
        rows = "".join(_entry(each) for each in own[:SIZE])
        return html(f'<form action="/"><input name="q"></form><div id="feed">{rows}</div>')

    return as_site(answer)


def _entry(thing: Thing) -> str:
    return f'<article data-id="{thing.number}"><h3>{thing.title}</h3><p>{thing.price}</p></article>'


def browse_scroll(visitor: Visitor, word: str, pages: int) -> None:
    body = (visitor.visit("/", q=word).body or b"").decode()
    for _ in range(pages - 1):
        body = (visitor.fetch(f"/scroll?q={word}&last={_attribute('data-id', body)}").body or b"").decode()


# As one scrolls down, in JSON, by how much is there


def skip_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path == "/api/feed":
            place, word = int(asked.one("skip", "0")), asked.one("q")
            return data({"items": [plain(each) for each in part(word, place)]})
        return html(SHELL)

    return as_site(answer)


def browse_skip(visitor: Visitor, word: str, pages: int) -> None:
    visitor.visit("/", q=word)
    place = 0
    for _ in range(pages):
        place += len(told(visitor.fetch(f"/api/feed?q={word}&skip={place}"))["items"])


# Facets: boxes that are ticked one after another, each of which sends the form anew


def facet_site() -> Site:
    def answer(asked: Asked) -> Answer:
        own = _faceted(asked.one("kind"), asked.one("colour"))
        page = int(asked.one("page", "1"))
        count = {name: len(_faceted(asked.one("kind"), name)) for name in ("red", "green", "blue", "white")}
        boxes = "".join(
            f'<li><a href="?kind={asked.one("kind")}&amp;colour={name}">{name}</a> <i>({number})</i></li>'
            for name, number in count.items()
        )
        kinds = "".join(f'<li><a href="?kind={name}">{name}</a></li>' for name in ("lamp", "rope", "kettle"))
        ahead = f"?kind={asked.one('kind')}&amp;colour={asked.one('colour')}&amp;page={page + 1}"
        link = f'<a class="next" href="{ahead}">Next</a>' if page * 4 < len(own) else ""
        rows = _cards(own[(page - 1) * 4 : page * 4])
        return html(f'<ul class="kinds">{kinds}</ul><ul class="facet">{boxes}</ul><ul class="cards">{rows}</ul>{link}')

    return as_site(answer)


def _faceted(kind: str, colour: str) -> list[Thing]:
    return [each for each in things(kind) if not colour or colour in each.tags]


def browse_facets(visitor: Visitor, kind: str, colour: str) -> None:
    visitor.visit("/things")
    visitor.visit("/things", kind=kind)
    body = (visitor.visit("/things", kind=kind, colour=colour).body or b"").decode()
    while 'class="next" href="' in body:
        path = body.partition('class="next" href="')[2].partition('"')[0].replace("&amp;", "&")
        body = (visitor.visit("/things" + path).body or b"").decode()


def faceted(kind: str, colour: str, **_: Any) -> list[Row]:
    return rows_of(_faceted(kind, colour))


# A form whose answer leads on to the first page, which is numbered from 0


def redirected_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path == "/search":
            return Answer(302, "", (("Location", f"/found?kind_is={asked.one('word')}"),))
        form = '<form action="/search" method="post"><input name="word"></form>'
        if asked.path != "/found":
            return html(f"{form}<p>Welcome</p>")
        page, word = int(asked.one("page", "0")), asked.one("kind_is")
        ahead = f"/found?page={page + 1}&amp;kind_is={word}"
        link = f'<a href="{ahead}">&gt;</a>' if (page + 1) * SIZE < len(things(word)) else "<a>&gt;</a>"
        return html(f'{form}<ul class="cards">{_cards(part(word, page * SIZE))}</ul><nav>{link}</nav>')

    return as_site(answer)


def browse_redirected(visitor: Visitor, word: str, pages: int) -> None:
    visitor.visit("/")
    visitor.submit("/search", word=word)
    for number in range(1, pages):
        visitor.visit("/found", page=number, kind_is=word)


# A table whose cells are built alike, and a pager of signs: which is where changes from page to page


def signs_site() -> Site:
    def answer(asked: Asked) -> Answer:
        page, word, size = int(asked.one("page", "1")), asked.one("q"), 5
        own = things(word)
        last = -(-len(own) // size)
        rows = "".join(
            f'<tr><td class="box"><input type="checkbox" value="{each.number}"></td>'
            + "".join(f'<td><span class="cell">{text}</span></td>' for text in (each.title, each.price, each.kind))
            + "</tr>"
            for each in own[(page - 1) * size : page * size]
        )
        numbers = "".join(_to(word, n, str(n)) for n in range(max(1, page - 1), min(last, page + 1) + 1))
        ahead = f'<a class="go" href="/?q={word}&amp;page={min(last, page + 1)}" aria-label="Next page"><i></i></a>'
        pager = f"{_to(word, 1, 'First')}{numbers}{ahead}{_to(word, last, 'Last')}" if own else ""
        heads = "".join(f"<th>{name}</th>" for name in ("", "Title", "Price", "Kind"))
        return html(f'<form><input name="q"></form><table><tr>{heads}</tr>{rows}</table><p>{pager}</p>')

    return as_site(answer)


def _to(word: str, page: int, text: str) -> str:
    return f'<a class="go" href="/?q={word}&amp;page={page}">{text}</a>'


def browse_signs(visitor: Visitor, word: str, pages: int) -> None:
    visitor.visit("/")
    visitor.visit("/", q=word)
    for number in range(2, pages + 1):
        visitor.visit("/", q=word, page=number)


# A table that a script asks for: it counts its questions, and tells the time against caches


def table_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path != "/rows":
            return html(SHELL)
        place, word = int(asked.one("start", "0")), asked.one("search[value]")
        own = things(word)
        rows = [[each.title, each.price] for each in own[place : place + int(asked.one("length", "5"))]]
        return data({"draw": int(asked.one("draw", "0")), "recordsFiltered": len(own), "data": rows})

    return as_site(answer)


def browse_table(visitor: Visitor, word: str, pages: int) -> None:
    visitor.visit("/")
    columns = {
        f"columns[{n}][{name}]": n if name == "data" else "true" for n in (0, 1) for name in ("data", "orderable")
    }
    asked = [{"draw": 1, "start": 0, "search[value]": ""}]
    asked += [{"draw": 2 + n, "start": n * SIZE, "search[value]": word} for n in range(pages)]
    for n, own in enumerate(asked):
        visitor.fetch("/rows?" + urlencode({**columns, **own, "length": SIZE, "_": 1_795_457_771_310 + n * 733}))


# Columns that sort, each click the other way round


def sorted_site() -> Site:
    def answer(asked: Asked) -> Answer:
        word, order = asked.one("q"), asked.one("sort", "title__asc")
        other = "desc" if order == "price__asc" else "asc"
        rows = "".join(
            f"<tr><td>{each.title}</td><td>{each.kind}</td><td>{each.price}</td></tr>" for each in _sorted(word, order)
        )
        ways = (("Title", "title__asc"), ("Kind", "kind__asc"), ("Price", f"price__{other}"))
        heads = "".join(f'<th><a href="/?q={word}&amp;sort={way}">{name}</a></th>' for name, way in ways)
        return html(f'<form><input name="q"></form><table><tr>{heads}</tr>{rows}</table>')

    return as_site(answer)


def _sorted(word: str, order: str) -> list[Thing]:
    by_title = sorted(things(word), key=lambda each: each.title)
    if order.startswith("price"):
        by_title.sort(key=lambda each: float(each.price), reverse=order.endswith("desc"))
    return by_title[:SIZE]


def browse_sorted(visitor: Visitor, word: str, order: str) -> None:
    visitor.visit("/")
    visitor.visit("/", q=word)
    visitor.visit("/", q=word, sort="price__asc")
    if order == "price__desc":
        visitor.visit("/", q=word, sort=order)


def first_sorted(word: str, order: str) -> list[Row]:
    return rows_of(_sorted(word, order))


PIECES = (
    Mechanism(
        "columns that sort",
        sorted_site,
        browse_sorted,
        ({"word": "lamp", "order": "price__desc"}, {"word": "rope", "order": "price__asc"}),
        {"word": "kettle", "order": "price__desc"},
        first_sorted,
    ),
    Mechanism("table of a script", table_site, browse_table, _FAR, _THIRD, of_kind),
    Mechanism("search that leads on", redirected_site, browse_redirected, _TWO, _THIRD, of_kind),
    Mechanism("signs and cells alike", signs_site, browse_signs, _FAR, _THIRD, of_kind),
    Mechanism("revealed by htmx", revealed_site, browse_revealed, _TWO, _THIRD, of_kind),
    Mechanism("typed with htmx", typed_site, browse_typed, _TWO, _THIRD, of_kind),
    Mechanism("chosen with htmx", chosen_site, browse_chosen, _TWO, _THIRD, of_kind),
    Mechanism("frame of a page", frame_site, browse_frame, _TWO, _THIRD, of_kind),
    Mechanism("scrolled behind the last", scroll_site, browse_scroll, _TWO, _THIRD, of_kind),
    Mechanism("scrolled by how much is there", skip_site, browse_skip, _TWO, _THIRD, of_kind),
    Mechanism(
        "facets that are links",
        facet_site,
        browse_facets,
        ({"kind": "lamp", "colour": "red"}, {"kind": "rope", "colour": "blue"}),
        {"kind": "kettle", "colour": "white"},
        faceted,
    ),
)
