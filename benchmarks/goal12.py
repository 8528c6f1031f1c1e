"""Goal 12: locate-extract and a whole tag against hand-written `re`, and against parsel CSS for the same field.

A page of a shop, from its text to the values. Each variant takes the same values, which is checked first. By hand means
as an expert would write it: one compiled pattern for each field. CSS needs a parsed page, so a field alone pays for
parsing, and a layer of four fields pays for it once; what is left where the page is parsed already is shown beside it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from time import process_time
from typing import Any
from urllib.parse import urljoin

from parsel import Selector

from benchmarks.rounds import compare, interleave, versions
from scrapy_bt.core.regex.patterns import compile_pattern
from scrapy_bt.core.rules.layers import read_page
from scrapy_bt.core.rules.locate import Search
from scrapy_bt.core.rules.rule import Layer, Tag
from scrapy_bt.core.rules.tags import run_tag
from scrapy_bt.core.rules.treatments import Replace

_PRODUCT = """<article class="product" id="p{n}">
  <div class="picture"><img src="/static/{n}.jpg" alt="Lamp {n}" loading="lazy"></div>
  <h3 class="title" data-n="{n}"><a href="/lamp/{n}?from=list&amp;place={n}" title="Lamp {n}">Lamp {n}</a></h3>
  <p class="description">A lamp for the {n}. corner of the room, with a shade of paper and a foot of wood.</p>
  <ul class="facts"><li>height {n} cm</li><li>E27</li><li>LED, 2700 K</li></ul>
  <span class="price">1,{n:03} EUR</span> <span class="stock">{n} left</span>
</article>
"""
_PAGE = "<!DOCTYPE html><html><head><title>Lamps</title></head><body><nav>{nav}</nav><main>{main}</main></body></html>"
_BASE = "https://shop.test/"

TEXTS = ('<span class="price">', "</span>")
REGULAR = (r'<h3 class="title"[^>]*><a [^>]*>', "</a>")
TAG = Tag(
    "price",
    start='<span class="price">',
    end="</span>",
    rematch=r"[\d,]+",
    exclude="^0",
    treatments=(Replace(",", "."),),
)
LINK = Tag("link", start='<h3 class="title" data-n="\\d+"><a href="', end='"', link=True)
TITLE = Tag("title", start='" title="', end='"')
FACTS = Tag("facts", start="<li>", end="</li>")
LAYER = Layer("list", tags=(TAG, LINK, TITLE, FACTS))
_PRICE = re.compile('<span class="price">(.*?)</span>', re.DOTALL)
_HEADING = re.compile(r'<h3 class="title"[^>]*><a [^>]*>(.*?)</a>', re.DOTALL)
_NUMBER, _ZERO = re.compile(r"[\d,]+"), re.compile("^0")
_LINK = re.compile(r'<h3 class="title" data-n="\d+"><a href="(.*?)"', re.DOTALL)
_TITLE = re.compile('" title="(.*?)"', re.DOTALL)
_FACTS = re.compile("<li>(.*?)</li>", re.DOTALL)

Values = list[str]


def page(products: int) -> str:
    """A list page; 100 products are about 60 KB."""
    nav = "".join(f'<a href="/list/{number}">{number}</a>' for number in range(60))
    return _PAGE.format(nav=nav, main="".join(_PRODUCT.format(n=number) for number in range(products)))


def located(codes: tuple[str, str], text: str) -> Values:
    """The values of a field by locate-extract."""
    return Search(*map(compile_pattern, codes)).pieces(text)


def tag_by_hand(text: str) -> Values:
    """What `TAG` takes."""
    numbers = (number for price in _PRICE.findall(text) for number in _NUMBER.findall(price))
    return [number.replace(",", ".") for number in numbers if not _ZERO.search(number)]


def link_by_hand(text: str) -> Values:
    """What `LINK` takes."""
    return [urljoin(_BASE, link.replace("&amp;", "&")) for link in _LINK.findall(text)]


def layer_by_hand(text: str) -> Values:
    """What `LAYER` takes."""
    return [*tag_by_hand(text), *link_by_hand(text), *_TITLE.findall(text), *_FACTS.findall(text)]


def layer_by_rule(text: str) -> Values:
    """What `LAYER` takes."""
    return [value for found in read_page(LAYER, text, _BASE).found for value in found.values]


def tag_by_css(selector: Selector) -> Values:
    """What `TAG` takes."""
    numbers = selector.css("span.price::text").re(r"[\d,]+")
    return [number.replace(",", ".") for number in numbers if not _ZERO.search(number)]


def link_by_css(selector: Selector) -> Values:
    """What `LINK` takes."""
    return [urljoin(_BASE, link) for link in selector.css("h3.title a::attr(href)").getall()]


def layer_by_css(selector: Selector) -> Values:
    """What `LAYER` takes."""
    titles, facts = (selector.css(css).getall() for css in ("h3.title a::attr(title)", "ul.facts li::text"))
    return [*tag_by_css(selector), *link_by_css(selector), *titles, *facts]


def run(quick: bool) -> dict[str, Any]:  # noqa: FBT001  # every goal's one argument
    """Measure the goal; the result is what `python -m benchmarks` prints."""
    rounds, repeats = (7, 20) if quick else (15, 60)
    text = page(100)
    parsed = Selector(text)
    fields: dict[str, tuple[Callable[[], Values], Callable[[], Values], Callable[[Selector], Values]]] = {
        "locate, texts as codes": (
            lambda: located(TEXTS, text),
            lambda: _PRICE.findall(text),
            lambda selector: selector.css("span.price::text").getall(),
        ),
        "locate, regular codes": (
            lambda: located(REGULAR, text),
            lambda: _HEADING.findall(text),
            lambda selector: selector.css("h3.title a::text").getall(),
        ),
        "a whole tag": (lambda: list(run_tag(TAG, text, _BASE).values), lambda: tag_by_hand(text), tag_by_css),
        "a link tag": (lambda: list(run_tag(LINK, text, _BASE).values), lambda: link_by_hand(text), link_by_css),
        "a layer of four tags": (lambda: layer_by_rule(text), lambda: layer_by_hand(text), layer_by_css),
    }
    metrics: dict[str, Any] = {}
    for name, (ours, by_hand, by_css) in fields.items():
        assert ours() == by_hand() == by_css(parsed), name
        variants = {
            "ours": ours,
            "re": by_hand,
            "css": lambda by_css=by_css: by_css(Selector(text)),  # type: ignore[misc]
            "parsed": lambda by_css=by_css: by_css(parsed),  # type: ignore[misc]
        }
        measured = interleave({key: partial(_milliseconds, call, repeats) for key, call in variants.items()}, rounds)
        metrics[f"{name} : re"] = compare(measured, "ms", "ours", "re", target=1.2, at_least=False)
        metrics[f"{name} : CSS"] = compare(measured, "ms", "ours", "css", target=0.5, at_least=False)
        beside = compare(measured, "ms", "ours", "parsed", target=0.5, at_least=False)
        metrics[f"{name} : CSS, parsed before"] = {key: beside[key] for key in ("ratio", "min", "median", "max")}
    return {
        "goal": 12,
        "versions": versions("parsel", "lxml", "google-re2", "regex"),
        "settings": {"page": f"{len(text) // 1000} KB, 100 products"},
        "rounds": rounds,
        "metrics": metrics,
    }


def _milliseconds(call: Callable[[], Values], repeats: int) -> dict[str, float]:
    since = process_time()
    for _ in range(repeats):
        call()
    return {"ms": (process_time() - since) / repeats * 1e3}
