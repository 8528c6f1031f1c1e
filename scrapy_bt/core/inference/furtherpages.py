"""Whether a request asks for a further page of what another one asked for."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from urllib.parse import urlsplit

from ..documents.onward import TURNS_PAGES
from ..samples.parameters import Key
from ..samples.requestparts import ASKING, NAMED
from ..samples.traffic import Exchange, Sent
from .answers.pages.contents import content_of
from .answers.pages.forms import brings
from .answers.requests.shapes import shape_of, values_of
from .origins.links import whole
from .steps.sortings import is_other_order

_NUMBER = re.compile(r"\d+")
_COUNT = re.compile(r"[1-9]\d{0,5}")
_PAGE_BELOW = re.compile(r"(?:page|p|start|offset)[/_-]?[1-9]\d{0,5}(?:\.[a-z]{3,5})?", re.IGNORECASE)


def landed(exchange: Exchange) -> Sent:
    """What asked for the page itself: where a form was sent, a redirect may have led to it."""
    sent, answer = exchange.sent, exchange.answer
    return sent if answer is None or whole(answer.url) == whole(sent.url) else Sent("GET", answer.url)


def left_since(
    present: Sequence[tuple[int, Exchange]], asked: Exchange, given: Collection[int]
) -> list[tuple[int, Exchange]]:
    """What was there before a request, but for pages that had other rows until the person gave something there.

    *present*: a recording's exchanges in their order, with their steps; *given*: the steps that send what was given.
    """
    before = [(step, each) for step, each in present if each.index < asked.index]
    latest = {_place(each): each.index for step, each in before if step in given and _is_led_on(each)}
    return [(step, each) for step, each in before if each.index >= latest.get(_place(each), 0)]


def _is_led_on(exchange: Exchange) -> bool:
    """Whether a request is no page by itself: it is sent as a form, or a site makes another address of it."""
    return exchange.sent.method != "GET" or whole(landed(exchange).url) != whole(exchange.sent.url)


def _place(exchange: Exchange) -> tuple[str, str]:
    """The host and path of the page that a request led to."""
    parts = urlsplit(landed(exchange).url)
    return parts.netloc, parts.path.rstrip("/")


def is_asked_for_more(first: Exchange, target: Exchange, typed: Collection[Key], *, may_say_more: bool = False) -> bool:
    """Whether a request is another one's, but for what stands in its answer, or the number of a page; none *typed*.

    What says by which column it is sorted may stand there as well, and asks for no more. *may_say_more*: so may
    anything beside the number of a page that is not the first.
    """
    asked = landed(first), target.sent
    if _is_page_below(*asked):
        return first.answer is not None
    if is_other_order(*asked):
        return False
    shapes = map(shape_of, asked)
    if first.answer is None or len({(shape.method, shape.host, shape.path) for shape in shapes}) > 1:
        return False
    mine, others = ({key: text for key, text in values_of(sent).items() if key.where in NAMED} for sent in asked)
    added = {key: others[key] for key in others.keys() - mine.keys()}
    if not added or added.keys() & set(typed) or not mine.items() <= others.items():
        return False
    if may_say_more and any(text != "1" and _turns(key, text) for key, text in added.items()):
        return True
    given = set(content_of(first.answer).texts)
    # What the person looked for is asked for already: what its page adds then are further pages of it.
    is_begun = bool(typed) and set(typed) <= mine.keys()
    return all(
        text in given or _turns(key, text) or (is_begun and brings(first.answer, key.name, text))
        for key, text in added.items()
    )


def _turns(key: Key, text: str) -> bool:
    return _COUNT.fullmatch(text) is not None and TURNS_PAGES.search(key.name) is not None


def _is_page_below(first: Sent, further: Sent) -> bool:
    """Whether an address is another one's with the number of a page behind it, as `tag/lamp/page/2/`."""
    here, there = urlsplit(first.url), urlsplit(further.url)
    inner, path = here.path.rstrip("/"), there.path.rstrip("/")
    is_told = path.startswith(f"{inner}/") and _PAGE_BELOW.fullmatch(path[len(inner) + 1 :]) is not None
    return is_told and (here.netloc, here.query) == (there.netloc, there.query) and first.method == further.method


def is_asked_alike(one: Exchange, other: Exchange) -> bool:
    """Whether another request asks for the same, or for another page of it: all that differs is a number."""
    shapes = shape_of(one.sent), shape_of(other.sent)
    if len({(shape.method, shape.host, shape.path) for shape in shapes}) > 1 or is_other_order(one.sent, other.sent):
        return False
    mine, others = values_of(one.sent), values_of(other.sent)
    asked = (key for key in mine if key.where in ASKING)
    return all(key in others and _NUMBER.sub("#", mine[key]) == _NUMBER.sub("#", others[key]) for key in asked)
