"""Searches that show what they found in another way where it is one alone: it is not proven what comes then."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Row, Thing, Visitor, as_site, html, rows_of, things

_FORM = "<form action=/find><input name=word></form>"
_ALL = things()


def found_for(word: str) -> list[Thing]:
    return [each for each in _ALL if set(word.lower().split()) <= set(each.title.lower().split())]


def wanted(word: str) -> Sequence[Row]:
    return rows_of(found_for(word))


def _page(each: Thing) -> Answer:
    facts = f"<p class=p>{each.price}</p><p class=n>This {each.kind} of {1900 + each.number % 89} was kept dry.</p>"
    return html(f"{_FORM}<main><h1 class=t>{each.title}</h1>{facts}</main>")


def _serve(alone: Callable[[Thing], str | Answer]) -> Callable[[], Site]:
    """*alone*: how one is shown: its row, or a page."""

    def answer(asked: Asked) -> Answer:
        if asked.path.startswith("/thing/"):
            return _page(next(each for each in _ALL if str(each.number) == asked.path.rpartition("/")[2]))
        found = found_for(asked.one("word")) if asked.path == "/find" else []
        shown = [alone(found[0])] if len(found) == 1 else list(map(_row, found))
        if shown and isinstance(shown[0], Answer):
            return shown[0]
        rows = f"<p class=sum>{len(found)} found</p><ul class=hits>{''.join(map(str, shown))}</ul>"
        return html(f"<h1>Found</h1>{_FORM}{rows if found else '<p class=none>Nothing.</p>'}")

    return lambda: as_site(answer)


def _row(each: Thing) -> str:
    return f'<li class=hit><a href="/thing/{each.number}">{each.title}</a> <i>{each.price}</i></li>'


def _led_on(each: Thing) -> Answer:
    return Answer(302, "", (("Location", f"/thing/{each.number}"),), b"")


def _in_full(each: Thing) -> str:
    return f"<li><h2 class=t>{each.title}</h2><p>It costs</p><p>{each.price}</p></li>"


def browse(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.type("word", word)
    visitor.visit("/find", word=word)


def open_two(visitor: Visitor, word: str) -> None:
    browse(visitor, word)
    for each in found_for(word)[1:6:3]:
        visitor.click(f"/thing/{each.number}", each.title)


_TWO = ({"word": "lamp"}, {"word": "rope"})
_ONE = {"word": next(each.title for each in _ALL if each.kind == "kettle")}


def _of(name: str, alone: Callable[[Thing], str | Answer], browse: Callable[..., None], other: Any) -> Mechanism:
    return Mechanism(name, _serve(alone), browse, _TWO, other, wanted)


_SEVERAL = {"word": "kettle"}
ONEHIT = (
    _of("one hit leads on to its page", _led_on, browse, _SEVERAL),
    _of("one hit leads on to its page, where entries are opened", _led_on, open_two, _SEVERAL),
    _of("one hit is shown in full", _in_full, browse, _SEVERAL),
    _of("one hit is shown in full, where entries are opened", _in_full, open_two, _SEVERAL),
)
"""Right for several, and with a failure or without records for one."""
ALIKE = (
    _of("one hit is shown as several are", _row, browse, _ONE),
    _of("one hit is shown as several are, where entries are opened", _row, open_two, _ONE),
)
