"""A notice that lies over each page and is closed by another button each time, beside what was wanted."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Visitor, as_site, html, of_kind, things

_NOTICE = "<div class=over><p>We keep cookies.</p><button>{}</button><button>{}</button></div>"


def _site(first: str, second: str) -> Callable[[], Site]:
    def answer(asked: Asked) -> Answer:
        rows = "".join(f"<li><b>{each.title}</b> <i>{each.price}</i></li>" for each in things(asked.one("word", "no")))
        notice = _NOTICE.format(first, second)
        return html(f"{notice}<form action=/list><input name=word></form><main><ul class=l>{rows}</ul></main>")

    return lambda: as_site(answer)


def _browse(visitor: Visitor, word: str, answer: str, last: bool = False) -> None:
    visitor.visit("/")
    if not last:
        visitor.press(answer, tag="button")
    visitor.type("word", word)
    visitor.visit("/list", word=word)
    if last:
        visitor.press(answer, tag="button")


def _of(name: str, first: str, second: str, *, last: bool = False) -> Mechanism:
    inputs = ({"word": "lamp", "answer": first}, {"word": "rope", "answer": second})
    return Mechanism(name, _site(first, second), partial(_browse, last=last), inputs, {"word": "kettle"}, of_kind)


NOTICES = (
    _of("a notice that is answered", "Accept all", "Reject all"),
    _of("a notice that is answered on the page that is wanted", "Accept all cookies", "Only necessary", last=True),
    _of("a notice in another language", "全部接受", "拒绝", last=True),
)
