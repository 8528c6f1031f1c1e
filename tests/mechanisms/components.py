"""Components whose state is sent with each act, and comes back changed; cursors in the bodies of requests."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Visitor, as_site, data, html, of_kind, rows_of, things, told
from .paging import SHELL

_SIZE = 5
_TWO = ({"word": "lamp", "pages": 5}, {"word": "rope", "pages": 5})
_THIRD = {"word": "kettle"}


def _sum(state: object) -> str:
    return sha256(repr(state).encode()).hexdigest()[:10]


def _shown(word: str, page: int, *, as_html: bool) -> dict[str, Any]:
    own = rows_of(things(word))[_SIZE * (page - 1) :] if word else []
    if not as_html:
        return {"rows": [{"title": title, "price": price} for title, price in own[:_SIZE]], "more": len(own) > _SIZE}
    rows = "".join(f"<tr><td>{title}</td><td>{price}</td></tr>" for title, price in own[:_SIZE])
    more = "<button class=more>More</button>" if len(own) > _SIZE else ""
    return {"dom": f"<div><input name=word><table><tbody>{rows}</tbody></table><p>Part {page}</p>{more}</div>"}


def component_site(*, as_html: bool) -> Site:
    """What an act has changed of the state comes back with the state's sum, without which nothing is done."""

    def answer(asked: Asked) -> Answer:
        if asked.path != "/component":
            return html(SHELL)
        sent = asked.data if isinstance(asked.data, dict) else {}
        state = sent.get("state") or {}
        if sent.get("sum") != _sum((state.get("word"), state.get("page"))):
            return data({"error": "the state is another one"}, status=400)
        before = dict(state)
        if sent.get("act") == "find":
            state = {"word": sent.get("given", ""), "page": 1}
        elif sent.get("act") == "more":
            state = {**state, "page": state["page"] + 1}
        changed = {name: value for name, value in state.items() if value != before.get(name)}
        own = _sum((state["word"], state["page"]))
        return data({"state": changed, "sum": own, **_shown(state["word"], state["page"], as_html=as_html)})

    return as_site(answer)


def browse_component(visitor: Visitor, word: str, pages: int) -> None:
    visitor.visit("/")
    state: dict[str, Any] = {"word": "", "page": 1}
    visitor.type("word", word)
    asked = {"state": state, "sum": _sum(("", 1)), "act": "find", "given": word}
    found = told(visitor.fetch("/component", send=asked))
    for _ in range(pages - 1):
        state = {**state, **found["state"]}
        visitor.press("More", asks=True)
        found = told(visitor.fetch("/component", send={"state": state, "sum": found["sum"], "act": "more"}))


def search_site() -> Site:
    """The page behind the last row has none."""

    def answer(asked: Asked) -> Answer:
        if asked.path != "/_search":
            return html(SHELL)
        sent = asked.data if isinstance(asked.data, dict) else {}
        own = things(sent.get("query", {}).get("match", ""))
        after = sent.get("search_after")
        place = next((n for n, each in enumerate(own, 1) if [each.number, each.title] == after), 0)
        hits = [{"source": {"title": e.title, "price": e.price}, "sort": [e.number, e.title]} for e in own[place:]]
        return data({"took": 3, "hits": {"total": len(own), "hits": hits[:_SIZE]}})

    return as_site(answer)


def browse_search(visitor: Visitor, word: str, pages: int) -> None:
    visitor.visit("/")
    visitor.type("word", word)
    asked: dict[str, Any] = {"size": _SIZE, "query": {"match": word}, "sort": ["number", "title"]}
    found = told(visitor.fetch("/_search", send=asked))
    for _ in range(pages):
        hits = found["hits"]["hits"]
        if not hits:
            break
        visitor.press("More", asks=True)
        found = told(visitor.fetch("/_search", send={**asked, "search_after": hits[-1]["sort"]}))


def feed_site() -> Site:
    """Each page that has rows points behind them."""

    def answer(asked: Asked) -> Answer:
        if asked.path != "/api/feed":
            return html(SHELL)
        sent = asked.data if isinstance(asked.data, dict) else {}
        own, after = things(sent.get("tag", "")), sent.get("after")
        place = next((n for n, each in enumerate(own, 1) if _sum(each.number) == after), 0 if after is None else 99)
        entries = [{"heading": {"text": e.title}, "amount": e.price} for e in own[place : place + _SIZE]]
        behind = _sum(own[place + len(entries) - 1].number) if entries else None
        return data({"feed": {"entries": entries, "cursor": behind}})

    return as_site(answer)


def browse_feed(visitor: Visitor, word: str, pages: int) -> None:
    visitor.visit("/")
    visitor.type("word", word)
    found = told(visitor.fetch("/api/feed", send={"tag": word, "after": None}))
    for _ in range(pages):
        visitor.press("More", asks=True)
        found = told(visitor.fetch("/api/feed", send={"tag": word, "after": found["feed"]["cursor"]}))


COMPONENTS = (
    Mechanism("a component of HTML", lambda: component_site(as_html=True), browse_component, _TWO, _THIRD, of_kind),
    Mechanism("a component of data", lambda: component_site(as_html=False), browse_component, _TWO, _THIRD, of_kind),
    Mechanism("search_after until nothing is found", search_site, browse_search, _TWO, _THIRD, of_kind),
    Mechanism("a cursor in a body until nothing is found", feed_site, browse_feed, _TWO, _THIRD, of_kind),
)
