"""Pages that get another layout while they are crawled: goods, offers in rows, stories."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from html import escape

from scrapy_bt.testing.site.content.products import Product
from scrapy_bt.testing.site.exchange import Ask, Reply, show
from scrapy_bt.testing.site.sections.section import Section, not_found, page_number

MOST = 200
PER_PAGE = 5
CHANGES = ("layout", "siblings", "level", "tag", "attributes", "format", "gone")
"""What a redesign can do to a field."""

_AUTHORS = ("Ada Moor", "Ben Okri", "Cleo Vance", "Dov Stern", "Edda Lind", "Finn Quist", "Gita Rao", "Hal Brandt")
_FIRST_DAY = date(2026, 1, 5)


class Makeover(Section):
    """The layout is the setting `redesign`, from the page on whose number is `redesign_from`."""

    names = ("makeover",)
    summary = (
        'The same things once more, for redesigns: <a href="/makeover/goods/">goods</a>, <a href="/makeover/offers/1/">'
        'offers</a> in rows and <a href="/makeover/stories/">stories</a>. With the setting <code>redesign</code> they '
        "get another layout, in mid-crawl too."
    )

    def __init__(self, products: Sequence[Product]) -> None:
        self._products = products[:MOST]
        self._shown = 0

    def reset(self) -> None:
        """No page has been shown."""
        self._shown = 0

    def answer(self, ask: Ask) -> Reply:
        kind, number = (*ask.parts[1:], "", "")[:2]
        if ask.method != "GET" or len(ask.parts) > 3:
            return not_found(ask)
        if kind in ("", "goods", "stories") and not number:
            return show(self._index(kind or "goods"))
        pages = {"goods": len(self._products), "stories": len(self._products), "offers": self._pages}.get(kind, 0)
        at = page_number(number, pages=pages)
        if at is None:
            return not_found(ask)
        self._shown += 1
        settings = ask.settings
        is_new = settings.redesign != "off" and self._shown >= settings.redesign_from
        changes = () if not is_new else CHANGES if settings.redesign == "mixed" else (settings.redesign,)
        return show(self._page(kind, at, frozenset(changes)))

    @property
    def _pages(self) -> int:
        return -(-len(self._products) // PER_PAGE)

    def _index(self, kind: str) -> str:
        links = "".join(
            f'<li><a class="entry" href="/makeover/{kind}/{number}/">{number}</a></li>\n'
            for number in range(1, len(self._products) + 1)
        )
        return _frame(kind, f"<ul>\n{links}</ul>", frozenset())

    def _page(self, kind: str, number: int, changes: frozenset[str]) -> str:
        if kind == "goods":
            return _goods(self._products[number - 1], changes)
        if kind == "stories":
            return _story(self._products[number - 1], changes)
        start = (number - 1) * PER_PAGE
        more = number < self._pages
        return _offers(self._products[start : start + PER_PAGE], number + 1 if more else 0, changes)


def author_of(product: Product) -> str:
    """Who has written the story about a product."""
    return _AUTHORS[(product.price + product.number) % len(_AUTHORS)]


def day_of(product: Product) -> date:
    """When that was."""
    return _FIRST_DAY + timedelta(days=product.number)


def headline_of(product: Product) -> str:
    """What the story about a product is called."""
    return f"{product.title} after a year"


def _goods(product: Product, changes: frozenset[str]) -> str:
    heading = "h2" if "tag" in changes else "h1"
    price = "cost" if "attributes" in changes else "price"
    facts = ["<li>Sent within two days</li>", f"<li>{product.sku}</li>", "<li>Two years of warranty</li>"]
    if "siblings" in changes:
        facts.insert(0, facts.pop())
    text = f'<p class="text">{escape(product.description)}</p>'
    about = f'<div class="inner">{text}</div>' if "level" in changes else text
    kind = "" if "gone" in changes else f'<p class="kind">{product.category}</p>\n'
    return _frame(
        product.title,
        f'<{heading} class="name">{escape(product.title)}</{heading}>\n<p class="{price}">{_amount(product)}</p>\n'
        f'<ul class="facts">\n{"".join(facts)}\n</ul>\n{_stock(product, changes)}\n{kind}'
        f'<div class="about">\n{about}\n</div>',
        changes,
    )


def _story(product: Product, changes: frozenset[str]) -> str:
    heading = "h2" if "tag" in changes else "h1"
    by = "writer" if "attributes" in changes else "author"
    day = day_of(product)
    told = f"{day:%d.%m.%Y}" if "format" in changes else day.isoformat()
    parts = [f'<span class="{by}">{author_of(product)}</span>', f'<time class="day">{told}</time>']
    line = "".join(reversed(parts) if "siblings" in changes else parts)
    text = f"<p>{escape(product.description)}</p>"
    text = f'<div class="inner">{text}</div>' if "level" in changes else text
    kicker = "" if "gone" in changes else f'<p class="kicker">{product.category}</p>\n'
    return _frame(
        headline_of(product),
        f'{kicker}<{heading} class="headline">{escape(headline_of(product))}</{heading}>\n'
        f'<div class="line">{line}</div>\n<div class="story">{text}</div>',
        changes,
    )


def _offers(products: Sequence[Product], following: int, changes: frozenset[str]) -> str:
    row, name = ("li", "h4") if "tag" in changes else ("div", "h3")
    kind, price = ("deal", "cost") if "attributes" in changes else ("offer", "price")
    rows = []
    for one in products:
        parts = [
            f'<{name} class="name">{escape(one.title)}</{name}>',
            f'<b class="{price}">{_amount(one)}</b>',
            _stock(one, changes),
        ]
        if "siblings" in changes:
            parts.reverse()
        inner = f'<div class="box">{"".join(parts)}</div>' if "level" in changes else "".join(parts)
        code = "" if "gone" in changes else f'<i class="code">{one.sku}</i>'
        rows.append(f'<{row} class="{kind}">{inner}{code}</{row}>')
    link = f'<a class="next" href="/makeover/offers/{following}/">More</a>' if following else ""
    listed = "\n".join(rows)
    around = f'<ul class="deals">\n{listed}\n</ul>' if "tag" in changes else f'<div class="offers">\n{listed}\n</div>'
    return _frame("Offers", f"{around}\n{link}", changes)


def _amount(product: Product) -> str:
    return f"€{product.price / 100:.2f}"


def _stock(product: Product, changes: frozenset[str]) -> str:
    told = f"{product.stock} left" if "format" in changes else f"In stock: {product.stock}"
    return f'<p class="stock">{told}</p>'


def _frame(title: str, main: str, changes: frozenset[str]) -> str:
    menu = '<a href="/">Home</a> <a href="/makeover/goods/">Goods</a> <a href="/makeover/stories/">Stories</a>'
    body = (
        f'<div class="menu">{menu}</div>\n<div id="content" class="page">\n{main}\n</div>\n'
        '<div class="foot">All of this is made up.</div>'
    )
    if "layout" in changes:
        body = (
            f"<header><nav>{menu}</nav></header>\n<main><article>\n<section>\n{main}\n</section>\n</article></main>\n"
            "<footer>All of this is made up.</footer>"
        )
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{escape(title)}</title></head>\n'
        f"<body>\n{body}\n</body>\n</html>\n"
    )
