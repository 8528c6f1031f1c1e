"""Data as frameworks send them: in lists of values that are told by their places, and as events."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Visitor, as_site, data, html, of_kind, things
from .paging import SHELL, plain

_WORDS: Any = ({"word": "lamp"}, {"word": "rope"})
_THIRD = {"word": "kettle"}


def flattened(value: Any) -> list[Any]:
    """Each value once, told elsewhere by its place."""
    flat: list[Any] = []

    def place_of(inner: Any) -> int:
        place = len(flat)
        flat.append(inner)
        if isinstance(inner, dict):
            flat[place] = {key: place_of(each) for key, each in inner.items()}
        elif isinstance(inner, list):
            flat[place] = [place_of(each) for each in inner]
        return place

    place_of(value)
    return flat


def _found(asked: Asked) -> dict[str, Any]:
    return {"shelf": asked.one("word"), "found": [plain(each) for each in things(asked.one("word") or "none")]}


def page_site() -> Site:
    def answer(asked: Asked) -> Answer:
        text = json.dumps(flattened({"data": _found(asked), "path": asked.path}))
        return html(f'<div id="root"></div><script type="application/json" id="own-data">{text}</script>')

    return as_site(answer)


def nodes_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path != "/find/data.json":
            return html(SHELL)
        return data({"nodes": [None, {"type": "data", "data": flattened(_found(asked))}]})

    return as_site(answer)


def events_site(last: str) -> Callable[[], Site]:
    def answer(asked: Asked) -> Answer:
        if asked.path != "/told":
            return html(SHELL)
        told = "".join(f"event: entry\ndata: {json.dumps(plain(each))}\n\n" for each in things(asked.one("word")))
        return Answer(200, "", (("Content-Type", "text/event-stream"),), f": hello\n\n{told}{last}\n\n".encode())

    return lambda: as_site(answer)


def parts_site() -> Site:
    """Parts of a page that are drawn anew, of which one was asked for: with the token that a script was loaded with."""
    token = "Vq81mLx0ZpT4cRy7NbKd2sHw"

    def answer(asked: Asked) -> Answer:
        if asked.path != "/parts":
            return html(f"<input name=word><script src=/parts.js data-token={token}></script>")
        if not isinstance(asked.data, dict) or asked.data.get("token") != token:
            return data({"error": "expired"}, status=419)
        part = next(iter(asked.data.get("parts", ())), {})
        word = part.get("changes", {}).get("word") or "none"
        rows = "".join(f"<tr><td>{each.title}</td><td>{each.price}</td></tr>" for each in things(word))
        return data({"parts": [{"state": f"{word} 7", "drawn": {"markup": f"<div><table>{rows}</table></div>"}}]})

    return as_site(answer)


def browse_parts(visitor: Visitor, word: str) -> None:
    token = (visitor.visit("/").body or b"").decode().partition("data-token=")[2].partition(">")[0]
    visitor.type("word", word)
    visitor.fetch("/parts", send={"token": token, "parts": [{"name": "wares", "changes": {"word": word}}]})


def browse_page(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.type("word", word)
    visitor.visit("/find", word=word)


def browse_data(path: str) -> Callable[..., None]:
    def browse(visitor: Visitor, word: str) -> None:
        visitor.visit("/")
        visitor.type("word", word)
        visitor.fetch(f"{path}?word={word}")

    return browse


STREAMS = [
    Mechanism("values in a page by their places", page_site, browse_page, _WORDS, _THIRD, of_kind),
    Mechanism("values in nodes by their places", nodes_site, browse_data("/find/data.json"), _WORDS, _THIRD, of_kind),
    Mechanism("a table in the only part that was asked for", parts_site, browse_parts, _WORDS, _THIRD, of_kind),
    Mechanism("events", events_site("event: end\ndata: {}"), browse_data("/told"), _WORDS, _THIRD, of_kind),
    Mechanism(
        "events that say that they end", events_site("data: [DONE]"), browse_data("/told"), _WORDS, _THIRD, of_kind
    ),
]
