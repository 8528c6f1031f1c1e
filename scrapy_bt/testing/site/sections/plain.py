"""The shop again without ornament, for measuring crawlers: pages of 2 to 10 KB, and a graph of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from random import Random

from scrapy_bt.testing.site.content.products import Product
from scrapy_bt.testing.site.content.words import REMARKS, draw, open_source
from scrapy_bt.testing.site.exchange import Ask, Reply, show
from scrapy_bt.testing.site.sections.section import Section

PER_LIST = 100
CHILDREN = 5
LINKS = 10
SMALLEST = 2_200
LARGEST = 9_800


class Plain(Section):
    """Lists of items, and a graph of as many pages with ten links each, all reachable from the first."""

    names = ("plain",)
    summary = (
        'The same products for measuring: <a href="/plain/">an index</a> of lists of 100 items, or '
        '<a href="/plain/graph/0/">a graph</a> of pages with ten links each in which every page can be reached from '
        "the first. All pages have 2 to 10 KB and are answered as fast as this site can."
    )

    def __init__(self, products: Sequence[Product], *, seed: str) -> None:
        filler = _Filler(open_source(seed, purpose="plain"))
        self.fixed = {path: show(html) for path, html in _write_all(products, filler)}

    def answer(self, ask: Ask) -> Reply:
        return self.refuse(ask)


class _Filler:
    """Paragraphs that bring a page to a size between the smallest and the largest."""

    def __init__(self, source: Random) -> None:
        self.source = source
        # Drawn from a stock of paragraphs, because thousands of pages are written when the site starts.
        self._stock = [f"<p>{' '.join(draw(source, REMARKS) for _ in range(5))}</p>\n" for _ in range(200)]

    def fill(self, html: str) -> str:
        missing = self.source.randrange(SMALLEST, LARGEST) - len(html) - 300
        paragraphs = []
        while missing > 0:
            paragraphs.append(draw(self.source, self._stock))
            missing -= len(paragraphs[-1])
        return html + "".join(paragraphs)


def _write_all(products: Sequence[Product], filler: _Filler) -> Iterator[tuple[str, str]]:
    lists = [products[start : start + PER_LIST] for start in range(0, len(products), PER_LIST)]
    index = "".join(_link(f"/plain/list/{number}/", f"List {number}", kind="list") for number in range(len(lists)))
    yield "/plain/", _page("Plain shop", filler.fill(f"<h1>Plain shop</h1>\n<ul>\n{index}</ul>\n"))
    for number, members in enumerate(lists):
        rows = "".join(_link(f"/plain/item/{each.number}/", each.sku, kind="item") for each in members)
        html = f"<h1>List {number}</h1>\n<ul>\n{rows}</ul>\n"
        yield f"/plain/list/{number}/", _page(f"List {number}", filler.fill(html))
    for product in products:
        yield f"/plain/item/{product.number}/", _page(product.sku, filler.fill(_write_item(product)))
    for number, product in enumerate(products):
        links = "".join(
            _link(f"/plain/graph/{target}/", f"Page {target}", kind="link")
            for target in _choose_links(number, pages=len(products), source=filler.source)
        )
        html = f"{_write_item(product)}<ul>\n{links}</ul>\n"
        yield f"/plain/graph/{number}/", _page(f"Page {number}", filler.fill(html))


def _choose_links(number: int, *, pages: int, source: Random) -> list[int]:
    """Return the children in a tree that holds every page, then chance links up to ten or to all other pages."""
    links = dict.fromkeys(range(number * CHILDREN + 1, min(pages, number * CHILDREN + CHILDREN + 1)))
    while len(links) < min(LINKS, pages - 1):
        target = source.randrange(pages)
        if target != number:
            links[target] = None
    return list(links)


def _link(path: str, text: str, *, kind: str) -> str:
    return f'<li><a class="{kind}" href="{path}">{text}</a></li>\n'


def _write_item(product: Product) -> str:
    return (
        f'<h1 class="title">{escape(product.title)}</h1>\n<p class="price">{product.price_text}</p>\n'
        f'<p class="sku">{product.sku}</p>\n<p class="description">{escape(product.description)}</p>\n'
    )


def _page(title: str, main: str) -> str:
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{escape(title)}</title></head>\n'
        f"<body>\n{main}</body>\n</html>\n"
    )
