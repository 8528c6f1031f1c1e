"""Details that are asked for many at once, by what a list said."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Row, Visitor, as_site, data, html, rows_of, things, told
from .paging import SHELL, plain

_TWO = ({"word": "lamp"}, {"word": "rope"})
_THIRD = {"word": "kettle"}
COUNTS = {"lamp": 40, "rope": 23, "kettle": 31}


def batch_site(ids_of: Callable[[Asked], Sequence[str]], *, is_page: bool = False) -> Site:
    """Lists numbers in JSON, or as attributes of a page, and gives what stands behind many of them at once."""

    def answer(asked: Asked) -> Answer:
        own = things(asked.one("q"), COUNTS.get(asked.one("q"), 0))
        if asked.path == "/api/list":
            return data({"found": [{"id": each.number, "kind": each.kind} for each in own], "total": len(own)})
        if asked.path.startswith("/api/things"):
            wanted = set(ids_of(asked))
            return data({"things": [plain(each) for each in things(count=40) if str(each.number) in wanted]})
        rows = "".join(f'<li class="row" data-id="{each.number}"><i></i></li>' for each in own) if is_page else ""
        return html(f"{SHELL}<ul>{rows}</ul>")

    return as_site(answer)


def browse_batch(ask: Callable[[Visitor, Sequence[int]], Any]) -> Callable[..., None]:
    def browse(visitor: Visitor, word: str) -> None:
        visitor.visit("/", q=word)
        ask(visitor, [each["id"] for each in told(visitor.fetch(f"/api/list?q={word}"))["found"]])

    return browse


def browse_page(visitor: Visitor, word: str) -> None:
    visitor.visit("/", q=word)
    ids = [each.number for each in things(word, COUNTS[word])]
    visitor.fetch("/api/things?ids=" + ",".join(map(str, ids)))


def all_of(word: str) -> Sequence[Row]:
    return rows_of(things(word, COUNTS[word]))


def _join(mark: str, ids: Sequence[int]) -> str:
    return mark.join(map(str, ids))


# Calls of several kinds in one request, told by their numbers, of which one brings rows


def calls_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path != "/calls":
            return html(SHELL)
        return data([_called(call) for call in asked.data if isinstance(call, dict)] if asked.data else [])

    return as_site(answer)


def _called(call: dict[str, Any]) -> dict[str, Any]:
    if call.get("does") != "stock.find":
        return {"id": call.get("id"), "result": {"unread": 2}}
    given = call.get("with", [])
    word = next((each for each in given if isinstance(each, str)), "none")
    first = next((each for each in given if isinstance(each, int)), 0)
    rows = [[each.number, each.title, each.price] for each in things(word)[first : first + 8]]
    return {"id": call.get("id"), "result": {"rows": rows, "more": first + 8 < len(things(word))}}


def browse_calls(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.type("find", word)
    for page in range(3):
        news = {"id": 2 * page + 1, "does": "news.count", "with": []}
        visitor.fetch("/calls", send=[news, {"id": 2 * page + 2, "does": "stock.find", "with": [word, 8 * page]}])
        visitor.press("older", asks=True)


BATCHES = (
    Mechanism("calls of several kinds", calls_site, browse_calls, _TWO, _THIRD, lambda word: rows_of(things(word))),
    Mechanism(
        "one key again and again",
        lambda: batch_site(lambda asked: asked.query.get("id", [])),
        browse_batch(lambda visitor, ids: visitor.fetch("/api/things?" + "&".join(f"id={each}" for each in ids))),
        _TWO,
        _THIRD,
        all_of,
    ),
    Mechanism(
        "a list in JSON",
        lambda: batch_site(lambda asked: [str(each) for each in (asked.data or {}).get("ids", [])]),
        browse_batch(lambda visitor, ids: visitor.fetch("/api/things", send={"ids": ids, "locale": "en"})),
        _TWO,
        _THIRD,
        all_of,
    ),
    Mechanism(
        "objects in JSON",
        lambda: batch_site(lambda asked: [str(each["id"]) for each in (asked.data or {}).get("items", [])]),
        browse_batch(lambda visitor, ids: visitor.fetch("/api/things", send={"items": [{"id": each} for each in ids]})),
        _TWO,
        _THIRD,
        all_of,
    ),
    Mechanism(
        "commas in a query",
        lambda: batch_site(lambda asked: asked.one("ids").split(",")),
        browse_batch(lambda visitor, ids: visitor.fetch(f"/api/things?ids={_join(',', ids)}")),
        _TWO,
        _THIRD,
        all_of,
    ),
    Mechanism(
        "commas in a path",
        lambda: batch_site(lambda asked: asked.path.rpartition("/")[2].split(",")),
        browse_batch(lambda visitor, ids: visitor.fetch(f"/api/things/{_join(',', ids)}")),
        _TWO,
        _THIRD,
        all_of,
    ),
    Mechanism(
        "brackets in a form",
        lambda: batch_site(lambda asked: asked.form.get("ids[]", [])),
        browse_batch(
            lambda visitor, ids: visitor.fetch(
                "/api/things", send="&".join(f"ids%5B%5D={each}" for each in ids).encode()
            )
        ),
        _TWO,
        _THIRD,
        all_of,
    ),
    Mechanism(
        "attributes of a page",
        lambda: batch_site(lambda asked: asked.one("ids").split(","), is_page=True),
        browse_page,
        _TWO,
        _THIRD,
        all_of,
    ),
)
