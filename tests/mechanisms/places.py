"""Pages that say more than what is wanted: the same twice, what it took to make them, who may be asked how often."""

from __future__ import annotations

import itertools
from typing import Any

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Visitor, as_site, data, html, of_kind, things, told

_TWO: Any = ({"word": "lamp"}, {"word": "rope"})
_THIRD = {"word": "kettle"}

# What is found by its title is found by its text, too


def found_twice_site() -> Site:
    def answer(asked: Asked) -> Answer:
        found = things(asked.one("word"))
        both = [
            "".join(
                f'<li class="found"><a href="/thing/{each.number}">{each.title}</a> <i>{each.price}</i></li>'
                for each in own
            )
            for own in (found[4:], found)
        ]
        lists = f"<h2>By title</h2><ul>{both[0]}</ul><h2>By text</h2><ul>{both[1]}</ul>"
        return html(f"<h1>Search</h1>{lists}")

    return as_site(answer)


def browse_found(visitor: Visitor, word: str) -> None:
    visitor.visit("/search", word=word)


# Each page tells how long it took


def timed_site() -> Site:
    took = itertools.count(7)

    def answer(asked: Asked) -> Answer:
        foot = f"<footer class=ft>Made in 0.{next(took) * 37 % 1000:03} s</footer>"
        if asked.path.startswith("/thing/"):
            each = next(each for each in things() if str(each.number) == asked.path.rpartition("/")[2])
            facts = f"<tr><th>Title</th><td class=t>{each.title}</td></tr><tr><th>Price</th><td>{each.price}</td></tr>"
            return html(f"<h1>Thing {each.number}</h1><table>{facts}</table>{foot}")
        rows = "".join(
            f'<li><a href="/thing/{each.number}">{each.title}</a></li>' for each in things(asked.one("word"))
        )
        return html(f"<h1>Things</h1><ul>{rows}</ul>{foot}")

    return as_site(answer)


def browse_timed(visitor: Visitor, word: str) -> None:
    visitor.visit("/list", word=word)
    for each in things(word)[2:5:2]:
        visitor.visit(f"/thing/{each.number}")


# A login breaks the site where its form lacks something


def brittle_site() -> Site:
    broken: list[bool] = []

    def answer(asked: Asked) -> Answer:
        if broken:
            return data({"error": "out of order"}, status=502)
        if asked.path == "/login":
            if not {"user", "password"} <= set(asked.data or {}):
                broken.append(True)
            is_known = asked.data == {"user": "reader", "password": "quiet please"}
            return data({"token": "k93mfzq81xpo"} if is_known else {}, status=200 if is_known else 401)
        if asked.path == "/api":
            is_in = asked.header("authorization") == "Bearer k93mfzq81xpo"
            found = [{"title": each.title, "price": each.price} for each in things(asked.one("word"))]
            return data({"found": found} if is_in else {"found": []}, status=200 if is_in else 401)
        return html("<form><input name=user><input name=password type=password></form><input name=word>")

    return as_site(answer)


def browse_brittle(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.type("user", "reader")
    visitor.type("password", "quiet please")
    token = told(visitor.fetch("/login", send={"user": "reader", "password": "quiet please"}))["token"]
    visitor.fetch(f"/api?word={word}", authorization=f"Bearer {token}")


# What was ticked is a truth value in JSON


def ticked_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path != "/api":
            return html("<input name=word><input type=checkbox name=cheap>")
        asks = asked.data or {}
        is_cheap = asks.get("cheap")
        found = [each for each in things(asks.get("word", "")) if (float(each.price) < 15) is is_cheap]
        return data({"found": [{"title": each.title, "price": each.price} for each in found]})

    return as_site(answer)


def browse_ticked(visitor: Visitor, word: str, cheap: str) -> None:
    visitor.visit("/")
    visitor.type("word", word)
    visitor.type("cheap", cheap)
    visitor.fetch("/api", send={"word": word, "cheap": cheap == "true"})


def ticked(word: str, cheap: str) -> list[tuple[str, ...]]:
    return [(each.title, each.price) for each in things(word) if (float(each.price) < 15) == (cheap == "true")]


PLACES = (
    Mechanism("found twice", found_twice_site, browse_found, _TWO, _THIRD, of_kind),
    Mechanism("details that tell how long they took", timed_site, browse_timed, _TWO, _THIRD, of_kind),
    Mechanism("a login that breaks the site", brittle_site, browse_brittle, _TWO, _THIRD, of_kind),
    Mechanism(
        "a truth value in JSON",
        ticked_site,
        browse_ticked,
        ({"word": "lamp", "cheap": "true"}, {"word": "rope", "cheap": "false"}),
        {"word": "kettle", "cheap": "true"},
        ticked,
    ),
)
