"""Details whose key stands within a text, or is sent in two places of one request."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Row, Visitor, as_site, data, html, things
from .paging import SHELL

_SIZE = 5
_TWO = ({"word": "lamp"}, {"word": "rope"})
_THIRD = {"word": "kettle"}

_Ask = Callable[[Visitor, int], Answer]
"""Asks for a detail by its key."""


def keyed_site(told: Callable[[Asked], list[int]], answered: Callable[[list[dict[str, Any]]], Any]) -> Site:
    """*told*: the keys that a request for a detail names; *answered*: what is said of each of them."""

    def answer(asked: Asked) -> Answer:
        if asked.path == "/":
            return html(SHELL)
        if asked.path == "/list":
            word, skip = asked.one("word"), int(asked.one("skip", "0"))
            own = things(word)[skip : skip + _SIZE]
            return data(
                {"count": len(things(word)), "rows": [{"key": each.number, "name": each.title} for each in own]}
            )
        every = {each.number: each for word in ("lamp", "rope", "kettle") for each in things(word)}
        found = [every[number] for number in told(asked) if number in every]
        said = [{"title": each.title, "cost": each.price, "maker": f"Maker {each.number * 7}"} for each in found]
        return data(answered(said)) if found else data({"error": "no such thing"}, status=404)

    return as_site(answer)


def browse_by(ask: _Ask) -> Callable[[Visitor, str], None]:
    def browse(visitor: Visitor, word: str) -> None:
        own = things(word)
        visitor.visit("/")
        visitor.type("word", word)
        visitor.fetch(f"/list?word={word}")
        for place in (1, 3):
            visitor.press(own[place].title, asks=True)
            ask(visitor, own[place].number)
        visitor.fetch(f"/list?word={word}&skip={_SIZE}")
        visitor.press(own[_SIZE + 1].title, asks=True)
        ask(visitor, own[_SIZE + 1].number)

    return browse


def _numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


def in_brackets(asked: Asked) -> list[int]:
    found = re.fullmatch(r"/Things\((\d+)\)", asked.path)
    return [int(found[1])] if found and asked.one("expand") == "Makers" else []


def with_operator(asked: Asked) -> list[int]:
    return _numbers(asked.one("id")) if re.fullmatch(r"eq\.\d+", asked.one("id")) else []


def in_two_places(asked: Asked) -> list[int]:
    sent = asked.data if isinstance(asked.data, dict) else {}
    about, inside = sent.get("about"), sent.get("with") or {}
    return [about] if isinstance(about, int) and inside.get("parent") == about else []


def in_two_calls(asked: Asked) -> list[int]:
    sent = json.loads(asked.one("calls", "[{}, {}]"))
    first, second = sent[0].get("thing"), sent[1].get("of")
    return [first] if first == second and first is not None else []


def two_answers(said: Sequence[dict[str, Any]]) -> Any:
    (own,) = said
    return [{"result": {"title": own["title"]}}, {"result": {"cost": own["cost"], "maker": own["maker"]}}]


def made(word: str) -> Sequence[Row]:
    return [(each.title, each.price, f"Maker {each.number * 7}") for each in things(word)]


def _calls(visitor: Visitor, key: int) -> Answer:
    calls = json.dumps([{"thing": key}, {"of": key}]).replace('"', "%22")
    return visitor.fetch(f"/thing,maker?calls={calls}")


# Entries that are no links: a script asks with what stands in an attribute


def attribute_site() -> Site:
    def answer(asked: Asked) -> Answer:
        word, page = asked.one("word"), int(asked.one("page", "1"))
        own = things(word)[_SIZE * (page - 1) :] if asked.path == "/list" else []
        key = asked.one("id") or asked.path.removeprefix("/api/thing/")
        every = (each for word in ("lamp", "rope", "kettle") for each in things(word))
        if asked.path.startswith("/api/thing"):
            found = next((each for each in every if str(each.number) == key), None)
            told = found and {"title": found.title, "cost": found.price, "maker": f"Maker {found.number * 7}"}
            return data(told or {}, status=200 if told else 404)
        rows = "".join(f'<li class=thing data-key="{each.number}"><b>{each.title}</b></li>' for each in own[:_SIZE])
        onward = f'<a class=next href="/list?word={word}&page={page + 1}">Next</a>' if own[_SIZE:] else ""
        return html(f"<form action=/list><input name=word></form><ul>{rows}</ul>{onward}")

    return as_site(answer)


def browse_attributes(ask: _Ask) -> Callable[[Visitor, str], None]:
    def browse(visitor: Visitor, word: str) -> None:
        visitor.visit("/")
        visitor.type("word", word)
        visitor.visit(f"/list?word={word}")
        for place in (1, 3, _SIZE + 1):
            if place > _SIZE:
                visitor.visit(f"/list?word={word}&page=2")
            visitor.press(things(word)[place].title, asks=True)
            ask(visitor, things(word)[place].number)

    return browse


_ASKED: dict[str, _Ask] = {
    "a key in an attribute": lambda page, key: page.fetch(f"/api/thing/{key}"),
    "a key in an attribute for a form": lambda page, key: page.fetch("/api/thing", send=f"act=show&id={key}".encode()),
}
_WAYS: dict[str, tuple[Callable[[Asked], list[int]], _Ask, Callable[[Sequence[dict[str, Any]]], Any]]] = {
    "a key in brackets": (
        in_brackets,
        lambda page, key: page.fetch(f"/Things({key})?expand=Makers"),
        lambda own: own[0],
    ),
    "a key behind an operator": (with_operator, lambda page, key: page.fetch(f"/thing?id=eq.{key}"), lambda own: own),
    "a key beside the time": (
        lambda asked: _numbers(asked.one("id")),
        lambda page, key: page.fetch(f"/thing?id={key}&_t={page.now()}"),
        lambda own: own[0],
    ),
    "a key in two places": (
        in_two_places,
        lambda page, key: page.fetch("/thing", send={"about": key, "with": {"parent": key, "makers": True}}),
        lambda own: {"found": own[0]},
    ),
    "a key in two calls of one request": (in_two_calls, _calls, two_answers),
}
KEYS = (
    *(Mechanism(name, attribute_site, browse_attributes(ask), _TWO, _THIRD, made) for name, ask in _ASKED.items()),
    *(
        Mechanism(name, partial(keyed_site, told, answered), browse_by(ask), _TWO, _THIRD, made)
        for name, (told, ask, answered) in _WAYS.items()
    ),
)
