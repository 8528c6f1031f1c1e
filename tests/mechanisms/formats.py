"""Conventions of interfaces: how many servers spell pages of lists, rows and credentials."""

from __future__ import annotations

from base64 import b64encode
from urllib.parse import urlencode

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Keys, Site

from .mechanism import SITE, Asked, Mechanism, Visitor, as_site, data, html, of_kind, things, told
from .paging import SHELL, SIZE, coded, decoded, part, plain
from .sessions import USERS, redirected

_TWO = ({"word": "lamp", "pages": 2}, {"word": "rope", "pages": 3})
_THIRD = {"word": "kettle"}


# The next page's address in JSON, rows with attributes


def linked_data_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path != "/api/things":
            return html(SHELL)
        page, word = int(asked.one("page[number]", "1")), asked.one("filter[kind]")
        own = part(word, (page - 1) * SIZE)
        rows = [{"type": "things", "id": str(each.number), "attributes": plain(each)} for each in own]
        ahead = urlencode({"filter[kind]": word, "page[number]": page + 1})
        is_more = page * SIZE < len(things(word))
        return data(
            {"data": rows, "links": {"self": "/api/things", "next": f"/api/things?{ahead}" if is_more else None}}
        )

    return as_site(answer)


def browse_linked_data(visitor: Visitor, word: str, pages: int) -> None:
    visitor.visit("/", q=word)
    found = told(visitor.fetch(f"/api/things?{urlencode({'filter[kind]': word})}"))
    for _ in range(pages - 1):
        found = told(visitor.fetch(found["links"]["next"]))


# A name with signs for the next page's whole address


def open_data_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path != "/odata/Things":
            return html(SHELL)
        place, word = int(asked.one("$skip", "0")), asked.one("kind")
        ahead = urlencode({"kind": word, "$skip": place + SIZE})
        found: dict[str, object] = {
            "@odata.context": "$metadata#Things",
            "value": [plain(each) for each in part(word, place)],
        }
        if place + SIZE < len(things(word)):
            found["@odata.nextLink"] = f"{SITE}/odata/Things?{ahead}"
        return data(found)

    return as_site(answer)


def browse_open_data(visitor: Visitor, word: str, pages: int) -> None:
    visitor.visit("/", q=word)
    found = told(visitor.fetch(f"/odata/Things?kind={word}"))
    for _ in range(pages - 1):
        found = told(visitor.fetch(found["@odata.nextLink"]))


# XML with a token for what is left


def harvest_site() -> Site:
    def answer(asked: Asked) -> Answer:
        token = asked.one("resumptionToken")
        word, place = asked.one("set"), 0
        if token:
            word, _, rest = token.partition("!")
            place = decoded(rest)
        own = part(word, place)
        rows = "".join(
            f"<record><header><identifier>oai:site:{each.number}</identifier></header><metadata><title>{each.title}"
            f"</title><price>{each.price}</price></metadata></record>"
            for each in own
        )
        ahead = place + SIZE
        more = f"{word}!{coded(ahead)}" if ahead < len(things(word)) else ""
        token = f"<resumptionToken>{more}</resumptionToken>"
        body = f"<?xml version='1.0'?><OAI><ListRecords>{rows}{token}</ListRecords></OAI>"
        return Answer(200, "", (("Content-Type", "text/xml; charset=utf-8"),), body.encode())

    return as_site(answer)


def browse_harvest(visitor: Visitor, word: str, pages: int) -> None:
    found = visitor.visit("/oai", verb="ListRecords", metadataPrefix="oai_dc", set=word)
    for _ in range(pages - 1):
        token = (found.body or b"").decode().partition("<resumptionToken>")[2].partition("<")[0]
        found = visitor.visit("/oai", verb="ListRecords", resumptionToken=token)


# Tables whose rows are lists, asked for by number of row


def table_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path == "/table.json":
            place, size = int(asked.one("start", "0")), int(asked.one("length", "5"))
            own = things(asked.one("search[value]"))
            rows = [[str(each.number), f'<a href="/thing/{each.number}">{each.title}</a>', each.price] for each in own]
            return data(
                {
                    "draw": int(asked.one("draw", "1")),
                    "recordsTotal": 69,
                    "recordsFiltered": len(own),
                    "data": rows[place : place + size],
                }
            )
        return html('<table id="things"><thead><tr><th>Number</th><th>Title</th><th>Price</th></tr></thead></table>')

    return as_site(answer)


def browse_table(visitor: Visitor, word: str, pages: int) -> None:
    visitor.visit("/table")
    for number in range(pages):
        asked = {
            "draw": number + 2,
            "start": number * SIZE,
            "length": SIZE,
            "search[value]": word,
            "search[regex]": "false",
        }
        visitor.fetch(f"/table.json?{urlencode(asked)}")


# What comes after the last row's own number


def after_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path == "/api/things":
            after, word = int(asked.one("after_id", "0")), asked.one("kind")
            own = [each for each in things(word) if each.number > after]
            return data({"things": [plain(each) for each in own[:SIZE]], "has_more": len(own) > SIZE})
        return html(SHELL)

    return as_site(answer)


def browse_after(visitor: Visitor, word: str, pages: int) -> None:
    visitor.visit("/", q=word)
    found = told(visitor.fetch(f"/api/things?kind={word}"))
    for _ in range(pages - 1):
        found = told(visitor.fetch(f"/api/things?kind={word}&after_id={found['things'][-1]['id']}"))


# A search that is made first, and has an address of its own


def made_search_site() -> Site:
    keys = Keys("search")
    made: dict[str, str] = {}

    def answer(asked: Asked) -> Answer:
        if asked.path == "/api/searches" and isinstance(asked.data, dict):
            key = keys.make()
            made[key] = asked.data.get("kind") or ""
            return data({"search": {"id": key, "state": "ready"}}, status=201)
        parts = asked.path.strip("/").split("/")
        if parts[:2] == ["api", "searches"] and len(parts) == 4:
            if parts[2] not in made:
                return data({"error": "no such search"}, status=404)
            page, word = int(asked.one("page", "1")), made[parts[2]]
            own = part(word, (page - 1) * SIZE)
            return data(
                {"results": [plain(each) for each in own], "page": page, "pages": -(-len(things(word)) // SIZE)}
            )
        return html(SHELL)

    return as_site(answer)


def browse_made_search(visitor: Visitor, word: str, pages: int) -> None:
    visitor.visit("/")
    key = told(visitor.fetch("/api/searches", send={"kind": word}))["search"]["id"]
    for number in range(1, pages + 1):
        visitor.fetch(f"/api/searches/{key}/results?page={number}")


# A user and a password with each request


def basic_site() -> Site:
    def answer(asked: Asked) -> Answer:
        known = {b64encode(f"{user}:{secret}".encode()).decode() for user, secret in USERS.items()}
        if asked.header("authorization").removeprefix("Basic ") not in known:
            return Answer(401, "", (("WWW-Authenticate", 'Basic realm="things"'),), b"")
        return data([plain(each) for each in things(asked.one("kind"))])

    return as_site(answer)


def browse_basic(visitor: Visitor, user: str, word: str) -> None:
    key = b64encode(f"{user}:{USERS[user]}".encode()).decode()
    visitor.fetch(f"/api/things?kind={word}", Authorization=f"Basic {key}")


# A login in JSON that sets a cookie, and a token in the page behind it


def json_login_site() -> Site:
    sessions, tokens = Keys("json"), Keys("token")
    known: dict[str, str] = {}

    def answer(asked: Asked) -> Answer:
        own = asked.cookies.get("session", "")
        if asked.path == "/login" and isinstance(asked.data, dict):
            if USERS.get(asked.data.get("user", "")) != asked.data.get("password"):
                return data({"ok": False, "error": "wrong"})
            own = sessions.make()
            known[own] = tokens.make()
            return data({"ok": True, "next": "/things"}, cookies={"session": own})
        if asked.path == "/rpc":
            given = asked.data if isinstance(asked.data, dict) else {}
            if given.get("token") != known.get(own, "-"):
                return data({"error": {"code": 403, "message": "bad token"}})
            rows = [plain(each) for each in things(given.get("params", {}).get("kind") or "none")]
            return data({"jsonrpc": "2.0", "id": given.get("id"), "result": rows})
        if own in known and asked.path == "/things":
            return html(SHELL, head=f'<script>window.App = {{"token": "{known[own]}"}}</script>')
        return redirected("/login") if asked.path != "/login" else html('<form><input type="password"></form>')

    return as_site(answer)


def browse_json_login(visitor: Visitor, user: str, word: str) -> None:
    visitor.visit("/login")
    visitor.fetch("/login", send={"user": user, "password": USERS[user]})
    body = (visitor.visit("/things").body or b"").decode()
    token = body.partition('"token": "')[2].partition('"')[0]
    asked = {"jsonrpc": "2.0", "id": 1, "method": "find", "params": {"kind": word}, "token": token}
    visitor.fetch("/rpc", send=asked)


_USERS = tuple(USERS)
_LOGINS = ({"user": _USERS[0], "word": "lamp"}, {"user": _USERS[1], "word": "rope"})


def of_word(word: str) -> list[tuple[str, ...]]:
    return of_kind(word)


FORMATS = (
    Mechanism("next address in JSON", linked_data_site, browse_linked_data, _TWO, _THIRD, of_kind),
    Mechanism("next address by a name with signs", open_data_site, browse_open_data, _TWO, _THIRD, of_kind),
    Mechanism("token of XML", harvest_site, browse_harvest, _TWO, _THIRD, of_kind),
    Mechanism("rows that are lists", table_site, browse_table, _TWO, _THIRD, of_kind),
    Mechanism("after the last row", after_site, browse_after, _TWO, _THIRD, of_kind),
    Mechanism("search with an address", made_search_site, browse_made_search, _TWO, _THIRD, of_kind),
    Mechanism("password in a header", basic_site, browse_basic, _LOGINS, _THIRD, of_word),
    Mechanism("login in JSON", json_login_site, browse_json_login, _LOGINS, _THIRD, of_word),
)
