"""Sites of which recordings do not show enough: what is inferred may be right, and must not be called proven if not."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Row, Thing, Visitor, as_site, data, html, of_kind, things

_SIZE = 8
"""Rows of a page."""

# A calendar that goes on for ever


def calendar_site() -> Site:
    def answer(asked: Asked) -> Answer:
        word, month = asked.one("room"), int(asked.one("month", "1"))
        rows = "".join(f"<tr><td>{month}/{day}</td><td>{word} {month * day}</td></tr>" for day in range(1, 8))
        onward = f'<a class="next" href="/calendar?room={word}&amp;month={month + 1}">Next month</a>'
        return html(f"<h1>Month {month}</h1><table><tbody>{rows}</tbody></table>{onward}")

    return as_site(answer)


def browse_calendar(visitor: Visitor, room: str, months: int) -> None:
    visitor.visit("/calendar", room=room)
    for month in range(2, months + 1):
        visitor.visit("/calendar", room=room, month=month)


def days(room: str) -> Sequence[Row]:
    return [(f"{month}/{day}", f"{room} {month * day}") for month in (1, 2, 3) for day in range(1, 8)]


def found_for(word: str) -> list[Thing]:
    return [each for each in things() if word in each.title.lower()]


def rows_of(word: str, page: int = 0) -> str:
    found = found_for(word)
    shown = found[page * _SIZE - _SIZE : page * _SIZE] if page else found
    return "".join(f"<tr><td>{each.title}</td><td>{each.price}</td></tr>" for each in shown)


def with_word(q: str) -> Sequence[Row]:
    return [(each.title, each.price) for each in found_for(q)]


# More pages than any of those that were recorded have


def longer_site() -> Site:
    def answer(asked: Asked) -> Answer:
        word, page = asked.one("q"), int(asked.one("page", "1"))
        link = f'<a href="/list?q={word}&amp;page={page + 1}">Next</a>' if len(found_for(word)) > page * _SIZE else ""
        return html(f"<h1>Things</h1><table><tbody>{rows_of(word, page)}</tbody></table>{link}")

    return as_site(answer)


def browse_longer(visitor: Visitor, q: str) -> None:
    visitor.visit("/list", q=q)


# The same behind a form, whose pages have addresses of their own


def searched_site() -> Site:
    def answer(asked: Asked) -> Answer:
        word, page = asked.one("q"), int(asked.one("page", "1"))
        link = f'<a href="/more?q={word}&amp;page={page + 1}">Next</a>' if len(found_for(word)) > page * _SIZE else ""
        form = '<form method=post action="/search"><input name=q><button>Search</button></form>'
        return html(f"<h1>Things</h1>{form}<table><tbody>{rows_of(word, page) if word else ''}</tbody></table>{link}")

    return as_site(answer)


def browse_searched(visitor: Visitor, q: str) -> None:
    visitor.visit("/search")
    visitor.type("q", q)
    visitor.submit("/search", q=q)


# The same of the list that leads to the details that are wanted


def listing_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path.startswith("/thing/"):
            each = next(each for each in things() if str(each.number) == asked.path.rpartition("/")[2])
            return html(f"<h1>{each.title}</h1><table><tr><th>Price</th><td>{each.price}</td></tr></table>")
        found = found_for(asked.one("q"))
        rows = "".join(f'<li><a href="/thing/{each.number}">{each.title}</a></li>' for each in found[:_SIZE])
        return html(f"<h1>Things</h1><ul>{rows}</ul>{'<button>Load more</button>' if len(found) > _SIZE else ''}")

    return as_site(answer)


def browse_listing(visitor: Visitor, q: str) -> None:
    visitor.visit("/list", q=q)
    for each in found_for(q)[:2]:
        visitor.visit(f"/thing/{each.number}")


# The same, where an entry of the data says it


def onward_site() -> Site:
    def answer(asked: Asked) -> Answer:
        found = found_for(asked.one("q"))
        rows = [{"title": each.title, "price": each.price} for each in found[:_SIZE]]
        return data({"found": rows, "page": {"hasNextPage": len(found) > _SIZE}})

    return as_site(answer)


# Two rows of a table for each thing


def pairs_site() -> Site:
    def answer(asked: Asked) -> Answer:
        rows = "".join(
            f"<tr><td>{each.title}</td><td>{each.kind}</td></tr><tr><td colspan=2>For <b>{each.price}</b></td></tr>"
            for each in things(asked.one("word"))
        )
        return html(f"<h1>Things</h1><table>{rows}</table>")

    return as_site(answer)


def browse_rows(visitor: Visitor, word: str) -> None:
    visitor.visit("/rows", word=word)


# More than one answer holds, where only the number of all says it


def counted_site() -> Site:
    def answer(asked: Asked) -> Answer:
        found = found_for(asked.one("q"))
        rows = [{"title": each.title, "price": each.price} for each in found[:_SIZE]]
        return data({"total": len(found), "found": rows})

    return as_site(answer)


def browse_counted(visitor: Visitor, q: str) -> None:
    visitor.fetch(f"/api/things?q={q}")


# A filter that works in the browser alone


def whole_site() -> Site:
    return as_site(lambda asked: html(f"<h1>All</h1><input name=filter><table><tbody>{rows_of('')}</tbody></table>"))


def browse_filtered(visitor: Visitor, word: str) -> None:
    visitor.visit("/all")
    visitor.type("filter", word)


# An address that holds the day


def daily_site() -> Site:
    def answer(asked: Asked) -> Answer:
        is_known = asked.one("day") == "2023-11-14"
        return html(f"<h1>Today</h1><table><tbody>{rows_of(asked.one('word')) if is_known else ''}</tbody></table>")

    return as_site(answer)


def browse_daily(visitor: Visitor, word: str) -> None:
    visitor.visit("/today", word=word, day="2023-11-14")


# A script asks by the number of what was chosen by its name, and goes on to when other things are clicked

_NUMBERS = {"kettle": 31, "lamp": 12, "rope": 57}


def numbered_site(spelled: str = "{}") -> Site:
    """*spelled*: how data has a name."""

    def answer(asked: Asked) -> Answer:
        if not asked.path.startswith("/api/"):
            return html("<div id=app></div><script src=/app.js></script>")
        if asked.path == "/api/kinds":
            return data([{"id": number, "name": spelled.format(name)} for name, number in _NUMBERS.items()])
        number = int(asked.path.split("/")[3])
        own = things(next(name for name, each in _NUMBERS.items() if each == number))
        is_list = asked.path.endswith("/things")
        return data([{"title": each.title, "price": each.price} for each in own] if is_list else {"role": "reader"})

    return as_site(answer)


def browse_numbered(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.fetch("/api/kinds")
    visitor.click(f"/kinds/{_NUMBERS[word]}", word)
    visitor.fetch(f"/api/kinds/{_NUMBERS[word]}/role")
    visitor.click(f"/kinds/{_NUMBERS[word]}/contents", "Contents")
    visitor.fetch(f"/api/kinds/{_NUMBERS[word]}/things")


# Pages about one thing whose heading nothing tells from another one


def headed_site() -> Site:
    def answer(asked: Asked) -> Answer:
        number = asked.path.strip("/")
        if not number:
            rows = "".join(
                f"<li><a href=/{each.number}>No. {each.number}</a></li>" for each in things(asked.one("word"))
            )
            return html(f"<form action=/><input name=word></form><ul class=l>{rows}</ul>")
        (own,) = (each for each in things() if str(each.number) == number)
        notes = "<div>A note</div>" * (own.number % 3)
        shown = f"<div><h3>Account</h3></div>{notes}<div><h3>{own.title}</h3></div><p>Price: {own.price}</p>"
        return html(f"<main>{shown}</main>", head=f"<title>{own.title} - Things</title>")

    return as_site(answer)


def browse_headed(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    for own in things(word)[1:8:3]:
        visitor.visit("/", word=word)
        visitor.visit(f"/{own.number}")


# Data that nothing but a script can read: all that is seen stands in a program


def module_site() -> Site:
    def answer(asked: Asked) -> Answer:
        kind = asked.path.removeprefix("/shelves/").removesuffix(".js")
        rows = ";".join(f"put('{own.title}','{own.price}')" for own in things(kind or "none"))
        return Answer(200, "", (("Content-Type", "text/javascript"),), rows.encode()) if rows else html("<b id=a></b>")

    return as_site(answer)


def browse_module(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.fetch(f"/shelves/{word}.js")


_ROOMS: Any = ({"room": "attic", "months": 3}, {"room": "cellar", "months": 2})
_WORDS: Any = ({"word": "lamp"}, {"word": "rope"})
_FEW: Any = ({"q": "amber"}, {"q": "olive"})

LONGER = (Mechanism("more pages than recorded", longer_site, browse_longer, _FEW, {"q": "kettle"}, with_word),)
"""The tree is made anew with what other input has shown."""
DOUBTFUL = (
    Mechanism("a calendar without an end", calendar_site, browse_calendar, _ROOMS, {"room": "hall"}, days),
    Mechanism("more pages than a search had", searched_site, browse_searched, _FEW, {"q": "kettle"}, with_word),
    Mechanism("more details than recorded", listing_site, browse_listing, _FEW, {"q": "kettle"}, with_word),
    Mechanism("data that go on", onward_site, browse_counted, _FEW, {"q": "kettle"}, with_word),
    Mechanism("two rows for each", pairs_site, browse_rows, _WORDS, {"word": "kettle"}, of_kind),
    Mechanism("more than one answer holds", counted_site, browse_counted, _FEW, {"q": "kettle"}, with_word),
    Mechanism("a filter in the browser", whole_site, browse_filtered, _WORDS, {"word": "kettle"}, of_kind),
    Mechanism(
        "a number clicked by name",
        partial(numbered_site, "the {}s"),
        browse_numbered,
        _WORDS,
        {"word": "kettle"},
        of_kind,
    ),
    Mechanism("a heading of many places", headed_site, browse_headed, _WORDS, {"word": "kettle"}, of_kind),
    Mechanism("a page that a program draws", module_site, browse_module, _WORDS, {"word": "kettle"}, of_kind),
    Mechanism("an address with the day", daily_site, browse_daily, _WORDS, {"word": "kettle"}, of_kind),
)
