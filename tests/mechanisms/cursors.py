"""Cursors that the first request lacks, and requests for a list beside those that turn its pages."""

from __future__ import annotations

import json
from hashlib import sha256
from urllib.parse import quote, urlencode

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Visitor, as_site, data, html, of_kind, things, told
from .paging import SHELL, SIZE, browse_offset, coded, decoded, offset_site, part, plain

_TWO = ({"word": "lamp", "pages": 2}, {"word": "rope", "pages": 3})
_WHOLE = ({"word": "lamp", "pages": 3}, {"word": "rope", "pages": 3})
_THIRD = {"word": "kettle"}
_QUESTION = "query Things($kind: String!, $first: Int!, $after: String) { things { nodes { id title price } } }"


# GraphQL whose first question has no cursor, and which asks for all that is shown once more


def graph_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path != "/graphql":
            return html(SHELL)
        if asked.method == "GET":
            given = json.loads(asked.one("variables", "{}"))
        elif isinstance(asked.data, dict) and asked.data.get("query") == _QUESTION:
            given = asked.data.get("variables", {})
        else:
            return data({"errors": [{"message": "no question"}]}, status=400)
        after = given.get("after")
        if "after" in given and not isinstance(after, str):
            return data({"errors": [{"message": "after: not a String"}]})
        place, size, own = decoded(after or ""), int(given.get("first", 0)), things(given.get("kind", ""))
        ahead = place + size
        info = {"endCursor": coded(ahead) if ahead < len(own) else None, "hasNextPage": ahead < len(own)}
        nodes = [plain(each) for each in own[place:ahead]]
        return data({"data": {"things": {"nodes": nodes, "pageInfo": info}}})

    return as_site(answer)


def browse_graph(visitor: Visitor, word: str, pages: int) -> None:
    def ask(**variables: object) -> Answer:
        asked = {"operationName": "Things", "variables": variables, "query": _QUESTION}
        return visitor.fetch("/graphql", send=asked)

    visitor.visit("/")
    ask(kind="", first=SIZE)
    found = told(ask(kind=word, first=SIZE))
    for _ in range(pages - 1):
        found = told(ask(kind=word, first=SIZE, after=found["data"]["things"]["pageInfo"]["endCursor"]))
    if word == "lamp":
        ask(kind=word, first=SIZE * pages)


def browse_graph_field(visitor: Visitor, word: str, pages: int) -> None:
    def ask(**variables: object) -> Answer:
        return visitor.fetch(f"/graphql?operationName=Things&variables={quote(json.dumps(variables))}")

    visitor.visit("/")
    found = told(ask(kind=word, first=SIZE))
    for _ in range(pages - 1):
        found = told(ask(kind=word, first=SIZE, after=found["data"]["things"]["pageInfo"]["endCursor"]))


# A number in JSON that the first request lacks


def number_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path != "/api/search":
            return html(SHELL)
        given = asked.data if isinstance(asked.data, dict) else {}
        page = given.get("paging", {}).get("page", 1)
        if not isinstance(page, int):
            return data({"error": "page: not a number"}, status=400)
        return data({"found": [plain(each) for each in part(str(given.get("text", "")), (page - 1) * SIZE)]})

    return as_site(answer)


def browse_number(visitor: Visitor, word: str, pages: int) -> None:
    visitor.visit("/")
    visitor.fetch("/api/search", send={"text": word})
    for number in range(2, pages + 1):
        visitor.fetch("/api/search", send={"text": word, "paging": {"page": number}})


# A list that is asked for once more, as far as it is shown


def browse_anew(visitor: Visitor, word: str, pages: int) -> None:
    browse_offset(visitor, word, pages)
    if word == "rope":
        visitor.fetch(f"/api/items?q={word}&offset=0&limit={pages * SIZE}")


# Letters of which the first is opened by the page itself, and which go on where the list ends


def post_site() -> Site:
    def answer(asked: Asked) -> Answer:
        parts = asked.path.strip("/").split("/")
        if asked.path == "/api/letters":
            own, place = things(asked.one("search")), int(asked.one("skip", "0"))
            found = [{"id": f"l{each.number:04}", "title": each.title} for each in own[place : place + 2 * SIZE]]
            return data({"items": found, "total": len(own)})
        if parts[:2] == ["api", "letters"]:
            own = [each for each in things() if f"l{each.number:04}" == parts[2]]
            return data({**plain(own[0]), "id": parts[2]}) if own else data({}, status=404)
        return html(SHELL)

    return as_site(answer)


def _look_for(visitor: Visitor, word: str) -> list[str]:
    visitor.visit("/")
    first = told(visitor.fetch(f"/api/letters?limit={2 * SIZE}"))["items"][0]["id"]
    visitor.fetch(f"/api/letters/{first}")
    found = told(visitor.fetch(f"/api/letters?limit={2 * SIZE}&search={word}"))
    return [each["id"] for each in found["items"]]


def browse_skip(visitor: Visitor, word: str, pages: int) -> None:
    _look_for(visitor, word)
    visitor.fetch(f"/api/letters?skip={2 * SIZE}&limit={2 * SIZE}&search={word}")


def browse_letters(visitor: Visitor, word: str, pages: int) -> None:
    found = _look_for(visitor, word)
    for place in (pages - 2, pages):
        visitor.fetch(f"/api/letters/{found[place]}")


def first_of(word: str) -> list[tuple[str, ...]]:
    return [(each.title, each.price) for each in things(word)[: 2 * SIZE]]


# A list that is asked for twice before it is turned, with a cursor of its own each time


def anew_site() -> Site:
    whole, made = post_site(), [1_796_053_000]

    def answer(asked: Asked) -> Answer:
        if asked.path != "/api/letters":
            return whole(asked.sent)
        place, own, made[0] = decoded(asked.one("cursor")), things(asked.one("search")), made[0] + 7
        found = [{"id": f"l{each.number:04}", "title": each.title} for each in own[place : place + SIZE]]
        ahead = coded(place + SIZE, made[0]) if own[place + SIZE :] else None
        return data({"items": found, "paging": {"next": ahead, "total": len(own)}})

    return as_site(answer)


def browse_anew_opened(visitor: Visitor, word: str, slowly: int) -> None:
    """One of the first page, and one of the second; who types slowly has asked for what the word begins with."""
    visitor.visit("/")
    visitor.fetch("/api/letters")
    for length in range(len(word) - slowly, len(word)):
        visitor.fetch(f"/api/letters?search={word[:length]}")
    visitor.fetch(f"/api/letters?search={word}")
    found = told(visitor.fetch(f"/api/letters?search={word}"))
    visitor.fetch(f"/api/letters/{found['items'][1]['id']}")
    found = told(visitor.fetch(f"/api/letters?search={word}&cursor={found['paging']['next']}"))
    visitor.fetch(f"/api/letters/{found['items'][2]['id']}")


# A form for more, with a token of the session and the number of what was shown


def signed(asked: Asked) -> str:
    return sha256(asked.cookies.get("shop", "").encode()).hexdigest()[:24]


def form_site() -> Site:
    def answer(asked: Asked) -> Answer:
        word, skip, token = asked.one("word"), int(asked.one("skip") or "0"), signed(asked)
        if not word:
            return html("<form action=/stock><input name=word></form>", cookies={"shop": "b7e1"})
        if asked.method == "POST" and asked.one("seal") != token:
            return html("The form is too old.", status=403)
        own, shown = things(word), skip + SIZE
        rows = "".join(f"<li><b>{each.title}</b> <i>{each.price}</i></li>" for each in own[skip:shown])
        fields = {"seal": token, "word": word, "skip": shown}
        hidden = "".join(f'<input type=hidden name={name} value="{value}">' for name, value in fields.items())
        more = f"<form method=post action=/stock>{hidden}<button>More of it</button></form>"
        return html(f"<ul class=stock>{rows}</ul>{more if own[shown:] else ''}")

    return as_site(answer)


def changes_site() -> Site:
    """What comes after the first page is told to a script: what is put where, each within a `template`."""
    whole = form_site()

    def answer(asked: Asked) -> Answer:
        own = whole(asked.sent)
        if asked.method != "POST" or own.status != 200:
            return own
        rows, _, more = (own.body or b"").decode().partition("<ul class=stock>")[2].partition("</ul>")
        form = more.partition("</body>")[0]
        change = f"<page-change do=add to=stock><template>{rows}</template></page-change>"
        change += f"<page-change do=put to=more><template><div id=more>{form}</div></template></page-change>"
        return Answer(200, "", (("Content-Type", "text/vnd.page-change.html; charset=utf-8"),), change.encode())

    return as_site(answer)


def browse_changes(visitor: Visitor, word: str, pages: int) -> None:
    visitor.visit("/")
    visitor.visit("/stock", word=word)
    seal = sha256(visitor.jar["shop"].encode()).hexdigest()[:24]
    for page in range(1, pages):
        visitor.fetch("/stock", send=urlencode({"seal": seal, "word": word, "skip": page * SIZE}).encode())


def browse_form(visitor: Visitor, word: str, pages: int) -> None:
    visitor.visit("/")
    visitor.visit("/stock", word=word)
    seal = sha256(visitor.jar["shop"].encode()).hexdigest()[:24]
    for page in range(1, pages):
        visitor.submit("/stock", seal=seal, word=word, skip=page * SIZE)


CURSORS = (
    Mechanism("a sealed form for more", form_site, browse_form, _TWO, _THIRD, of_kind),
    Mechanism(
        "a sealed form for more, put on the page from templates", changes_site, browse_changes, _WHOLE, _THIRD, of_kind
    ),
    Mechanism(
        "an offset that comes later",
        post_site,
        browse_skip,
        _TWO,
        _THIRD,
        lambda word: [(each.title,) for each in things(word)],
    ),
    Mechanism("an entry that opens by itself", post_site, browse_letters, _TWO, _THIRD, first_of),
    Mechanism("a cursor that comes later", graph_site, browse_graph, _TWO, _THIRD, of_kind),
    Mechanism("a cursor that comes later in a field", graph_site, browse_graph_field, _TWO, _THIRD, of_kind),
    Mechanism("a number that comes later", number_site, browse_number, _TWO, _THIRD, of_kind),
    Mechanism(
        "details of a list whose cursor is another one each time it is asked for",
        anew_site,
        browse_anew_opened,
        ({"word": "lamp", "slowly": 2}, {"word": "rope", "slowly": 0}),
        _THIRD,
        of_kind,
    ),
    Mechanism("a list that is asked for anew", offset_site, browse_anew, _TWO, _THIRD, of_kind),
)
