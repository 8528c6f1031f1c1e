"""Ways from one page of a list to the next."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from urllib.parse import quote, urlencode

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import (
    KINDS,
    SITE,
    Asked,
    Mechanism,
    Thing,
    Visitor,
    as_site,
    data,
    html,
    of_kind,
    options,
    things,
    told,
)

SIZE = 8
_TWO = ({"word": "lamp", "pages": 2}, {"word": "rope", "pages": 3})
_THIRD = {"word": "kettle"}
SHELL = (
    f'<form action="/"><select name="q">{options(KINDS)}</select></form>'
    '<div id="app"></div><script src="/app.js"></script>'
)


def plain(thing: Thing) -> dict[str, object]:
    return {"id": thing.number, "title": thing.title, "price": thing.price, "kind": thing.kind}


def part(asked: str, place: int) -> list[Thing]:
    return things(asked)[place : place + SIZE]


def card(thing: Thing) -> str:
    return (
        f'<li class="card"><a class="card__name" href="/thing/{thing.number}">{thing.title}</a>'
        f'<span class="card__price">{thing.price}</span></li>'
    )


def coded(place: int, made: int | str = "practice") -> str:
    return base64.urlsafe_b64encode(f"after:{place}:{made}".encode()).decode().rstrip("=")


def decoded(cursor: str) -> int:
    if not cursor:
        return 0
    try:
        return int(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode().split(":")[1])
    except (ValueError, IndexError):
        return 10**6


# A cursor in JSON


def cursor_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path == "/api/items":
            place, word = decoded(asked.one("cursor")), asked.one("q")
            ahead = place + SIZE
            return data(
                {
                    "items": [plain(each) for each in part(word, place)],
                    "meta": {"next_cursor": coded(ahead) if ahead < len(things(word)) else None},
                }
            )
        return html(SHELL)

    return as_site(answer)


def browse_cursor(visitor: Visitor, word: str, pages: int) -> None:
    visitor.visit("/")
    visitor.visit("/", q=word)
    found = told(visitor.fetch(f"/api/items?q={word}"))
    for _ in range(pages - 1):
        found = told(visitor.fetch(f"/api/items?q={word}&cursor={found['meta']['next_cursor']}"))


# Offset and limit


def offset_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path == "/api/items":
            place, size = int(asked.one("offset", "0")), min(50, int(asked.one("limit", "20")))
            own = things(asked.one("q"))
            return data({"total": len(own), "results": [plain(each) for each in own[place : place + size]]})
        return html(SHELL)

    return as_site(answer)


def browse_offset(visitor: Visitor, word: str, pages: int) -> None:
    visitor.visit("/", q=word)
    for number in range(pages):
        visitor.fetch(f"/api/items?q={word}&offset={number * SIZE}&limit={SIZE}")


# A header that links


def link_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path == "/api/items":
            page, word = int(asked.one("page", "1")), asked.one("q")
            count = -(-len(things(word)) // SIZE)
            links = [f'<{SITE}/api/items?q={word}&page={count}>; rel="last"']
            if page < count:
                links.insert(0, f'<{SITE}/api/items?q={word}&page={page + 1}>; rel="next"')
            found = [plain(each) for each in part(word, (page - 1) * SIZE)]
            return data(found, headers=(("Link", ", ".join(links)),))
        return html(SHELL)

    return as_site(answer)


def browse_link(visitor: Visitor, word: str, pages: int) -> None:
    visitor.visit("/", q=word)
    visitor.fetch(f"/api/items?q={word}")
    for number in range(2, pages + 1):
        visitor.fetch(f"/api/items?q={word}&page={number}")


# A header that names the next page


def header_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path == "/api/items":
            place, word = decoded(asked.one("from")), asked.one("q")
            ahead = place + SIZE
            own = (("X-Next", coded(ahead) if ahead < len(things(word)) else ""),)
            return data([plain(each) for each in part(word, place)], headers=own)
        return html(SHELL)

    return as_site(answer)


def browse_header(visitor: Visitor, word: str, pages: int) -> None:
    visitor.visit("/", q=word)
    last = visitor.fetch(f"/api/items?q={word}")
    for _ in range(pages - 1):
        last = visitor.fetch(f"/api/items?q={word}&from={last.header('x-next')}")


# A body with a cursor


def body_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path == "/api/search" and isinstance(asked.data, dict):
            word, cursor = asked.data.get("query") or "", asked.data.get("cursor") or ""
            place = decoded(cursor)
            ahead = place + SIZE
            hits = [{"document": plain(each), "score": 1.0} for each in part(word, place)]
            return data({"hits": hits, "cursor": coded(ahead) if ahead < len(things(word)) else None})
        return html(SHELL)

    return as_site(answer)


def browse_body(visitor: Visitor, word: str, pages: int) -> None:
    visitor.visit("/", q=word)
    cursor = None
    for _ in range(pages):
        asked = {"query": word, "cursor": cursor, "options": {"highlight": True}}
        cursor = told(visitor.fetch("/api/search", send=asked))["cursor"]


# A body with an offset


def body_offset_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path == "/api/search" and isinstance(asked.data, dict):
            own = things(asked.data.get("query") or "")
            place, size = int(asked.data.get("from") or 0), int(asked.data.get("size") or 5)
            hits = [{"_id": str(each.number), "_source": plain(each)} for each in own[place : place + size]]
            return data({"took": 3, "hits": {"total": {"value": len(own)}, "hits": hits}})
        return html(SHELL)

    return as_site(answer)


def browse_body_offset(visitor: Visitor, word: str, pages: int) -> None:
    visitor.visit("/", q=word)
    for number in range(pages):
        visitor.fetch("/api/search", send={"query": word, "from": number * SIZE, "size": SIZE})


# Before the time of the last one


def _time(place: int) -> int:
    return 1_790_000_000 - 3607 * place


def time_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path == "/api/feed":
            before, word = int(asked.one("before", "9999999999")), asked.one("q")
            own = [(each, _time(place)) for place, each in enumerate(things(word)) if _time(place) < before]
            found = [{**plain(each), "created": at} for each, at in own[:SIZE]]
            return data({"posts": found, "more": len(own) > SIZE})
        return html(SHELL)

    return as_site(answer)


def browse_time(visitor: Visitor, word: str, pages: int) -> None:
    visitor.visit("/", q=word)
    found = told(visitor.fetch(f"/api/feed?q={word}"))
    for _ in range(pages - 1):
        found = told(visitor.fetch(f"/api/feed?q={word}&before={found['posts'][-1]['created']}"))


# Pieces of HTML in JSON, page by page


def piece_site() -> Site:
    def answer(asked: Asked) -> Answer:
        page, word = int(asked.one("page", "1")), asked.one("q")
        rows = "".join(card(each) for each in part(word, (page - 1) * SIZE))
        if asked.path == "/more":
            return data({"html": rows, "has_more": page * SIZE < len(things(word))})
        return html(f'{SHELL}<ul class="cards">{rows}</ul><button data-page="2">More</button>')

    return as_site(answer)


def browse_piece(visitor: Visitor, word: str, pages: int) -> None:
    visitor.visit("/", q=word)
    for number in range(2, pages + 1):
        visitor.fetch(f"/more?q={word}&page={number}")


# Rows of JSON, each with a piece of HTML


def row_piece_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path == "/api/cards":
            page, word = int(asked.one("page", "1")), asked.one("q")
            rows = [{"id": each.number, "markup": card(each)} for each in part(word, (page - 1) * SIZE)]
            return data({"cards": rows, "pages": -(-len(things(word)) // SIZE)})
        return html(SHELL)

    return as_site(answer)


def browse_row_piece(visitor: Visitor, word: str, pages: int) -> None:
    visitor.visit("/", q=word)
    for number in range(1, pages + 1):
        visitor.fetch(f"/api/cards?q={word}&page={number}")


# A form that loads more, with a key of the page's script


def ajax_site() -> Site:
    nonces: list[str] = []

    def answer(asked: Asked) -> Answer:
        if asked.path == "/ajax.php":
            if asked.one("nonce") not in nonces or asked.one("action") != "load_more":
                return data("-1", status=403)
            page = int(asked.one("page", "1"))
            rows = "".join(card(each) for each in part(asked.one("category"), (page - 1) * SIZE))
            return html(rows) if rows else html("")
        if asked.path.startswith("/category/"):
            word = asked.path.split("/")[2]
            nonces.append(f"{len(nonces) * 7919 + 48271:08x}a1")
            script = f'<script>var loader = {{"ajaxurl":"/ajax.php","nonce":"{nonces[-1]}"}};</script>'
            rows = "".join(card(each) for each in part(word, 0))
            return html(f'<ul class="cards">{rows}</ul><a class="more" href="#">Load more</a>', head=script)
        links = "".join(f'<a href="/category/{kind}">{kind}</a>' for kind in KINDS)
        return html(f"<nav>{links}</nav>")

    return as_site(answer)


def browse_ajax(visitor: Visitor, word: str, pages: int) -> None:
    visitor.visit("/")
    body = (visitor.visit(f"/category/{word}").body or b"").decode()
    nonce = body.partition('"nonce":"')[2].partition('"')[0]
    for number in range(2, pages + 1):
        asked = {"action": "load_more", "nonce": nonce, "category": word, "page": number}
        visitor.fetch("/ajax.php", send=urlencode(asked).encode())


# GraphQL: the hash of a stored question, and a cursor

HASH = "b4c5f1d26e7a39d8204c6b1f93ae57d0c8f2e61b7d94a3508ef16c2d7b90a4e3"


def graph_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path != "/graphql":
            return html(SHELL)
        try:
            given = json.loads(asked.one("variables", "{}"))
            stored = json.loads(asked.one("extensions", "{}"))["persistedQuery"]["sha256Hash"]
        except (ValueError, KeyError):
            return data({"errors": [{"message": "bad request"}]}, status=400)
        if stored != HASH or asked.one("operationName") != "Things":
            return data({"errors": [{"message": "PersistedQueryNotFound"}]})
        place, word = decoded(given.get("after") or ""), given.get("kind") or ""
        ahead = place + int(given.get("first") or 0)
        own = things(word)
        edges = [{"node": plain(each), "cursor": coded(place + n + 1)} for n, each in enumerate(own[place:ahead])]
        info = {"endCursor": coded(ahead) if ahead < len(own) else None, "hasNextPage": ahead < len(own)}
        return data({"data": {"things": {"edges": edges, "pageInfo": info}}})

    return as_site(answer)


def browse_graph(visitor: Visitor, word: str, pages: int) -> None:
    visitor.visit("/", q=word)
    after = None
    for _ in range(pages):
        given = json.dumps({"kind": word, "first": SIZE, "after": after}, separators=(",", ":"))
        stored = json.dumps({"persistedQuery": {"version": 1, "sha256Hash": HASH}}, separators=(",", ":"))
        found = told(
            visitor.fetch(f"/graphql?operationName=Things&variables={quote(given)}&extensions={quote(stored)}")
        )
        after = found["data"]["things"]["pageInfo"]["endCursor"]


# The page's own route behind #, and data for it


def hash_site() -> Site:
    def answer(asked: Asked) -> Answer:
        parts = asked.path.strip("/").split("/")
        if parts[:2] == ["api", "kinds"] and len(parts) == 3:
            return data([{"id": each.number, "name": each.title} for each in things(parts[2], 9)])
        if parts[:2] == ["api", "things"] and len(parts) == 3:
            found = [each for each in things() if str(each.number) == parts[2]]
            return data({"thing": {**plain(found[0]), "tags": list(found[0].tags)}}) if found else data({}, status=404)
        return html('<div id="app"></div><script src="/app.js"></script>')

    return as_site(answer)


def browse_hash(visitor: Visitor, word: str, first: int) -> None:
    visitor.visit(f"/#/kinds/{word}")
    listed = told(visitor.fetch(f"/api/kinds/{word}"))
    for place in (first, first + 3):
        visitor.fetch(f"/api/things/{listed[place]['id']}")


def all_of(word: str) -> Sequence[tuple[str, ...]]:
    return [(each.title, each.price) for each in things(word, 9)]


# Pages by number, in the order that a link over the list asks for


def sorted_site() -> Site:
    def answer(asked: Asked) -> Answer:
        path, word, number = "/kinds/", asked.path.removeprefix("/kinds/"), int(asked.one("page", "1"))
        if word not in KINDS:
            return html("".join(f'<p class="kind"><a href="{path}{name}">{name}</a></p>' for name in KINDS))
        way = asked.one("direction", "desc")
        own = things(word)[:: 1 if way == "desc" else -1]
        kept, other = ("", "asc") if way == "desc" else ("direction=asc&amp;", "desc")
        pages = range(1, -(-len(own) // SIZE) + 1)
        links = "".join(f'<li class="page"><a href="{path}{word}?{kept}page={each}">{each}</a></li>' for each in pages)
        cards = "".join(map(card, own[(number - 1) * SIZE : number * SIZE]))
        head = f'<a class="order" href="{path}{word}?direction={other}">Name</a>'
        return html(f'<ul class="pages">{links}</ul>{head}<ul class="cards">{cards}</ul>')

    return as_site(answer)


def browse_sorted(visitor: Visitor, word: str) -> None:
    visitor.visit("/kinds")
    visitor.click(f"/kinds/{word}", word)
    for number in (2, 3):
        visitor.click(f"/kinds/{word}?page={number}", str(number))
    visitor.click(f"/kinds/{word}?direction=asc", "Name")
    for number in (2, 3):
        visitor.click(f"/kinds/{word}?direction=asc&page={number}", str(number))


PAGING = (
    Mechanism("sorted anew", sorted_site, browse_sorted, ({"word": "lamp"}, {"word": "rope"}), _THIRD, of_kind),
    Mechanism("cursor in JSON", cursor_site, browse_cursor, _TWO, _THIRD, of_kind),
    Mechanism("offset and limit", offset_site, browse_offset, _TWO, _THIRD, of_kind),
    Mechanism("header Link", link_site, browse_link, _TWO, _THIRD, of_kind),
    Mechanism("header of its own", header_site, browse_header, _TWO, _THIRD, of_kind),
    Mechanism("cursor in a body", body_site, browse_body, _TWO, _THIRD, of_kind),
    Mechanism("offset in a body", body_offset_site, browse_body_offset, _TWO, _THIRD, of_kind),
    Mechanism("before a time", time_site, browse_time, _TWO, _THIRD, of_kind),
    Mechanism("pieces of HTML in JSON", piece_site, browse_piece, _TWO, _THIRD, of_kind),
    Mechanism("rows with HTML in JSON", row_piece_site, browse_row_piece, _TWO, _THIRD, of_kind),
    Mechanism("form that loads more", ajax_site, browse_ajax, _TWO, _THIRD, of_kind),
    Mechanism("stored GraphQL", graph_site, browse_graph, _TWO, _THIRD, of_kind),
    Mechanism(
        "hash routes",
        hash_site,
        browse_hash,
        ({"word": "lamp", "first": 0}, {"word": "rope", "first": 2}),
        _THIRD,
        all_of,
    ),
)
