"""A shop: categories, lists over pages, products."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from scrapy_bt.testing.site.content.products import KINDS, Product
from scrapy_bt.testing.site.exchange import Ask, Reply, show
from scrapy_bt.testing.site.markup import frame, pager
from scrapy_bt.testing.site.sections.section import Section

PER_PAGE = 20


class Shop(Section):
    """Three levels of pages that depend on nothing but their path."""

    names = ("shop",)
    summary = (
        "A shop with three levels: <em>categories</em>, lists over <em>several pages</em>, and a <em>product</em> with "
        "title, price, article number, stock and description. Some texts and prices need care: accents, an "
        "ampersand, a comma in the thousands."
    )

    def __init__(self, products: Sequence[Product]) -> None:
        self.fixed = {path: show(html) for path, html in _write_all(products)}

    def answer(self, ask: Ask) -> Reply:
        return self.refuse(ask)


def path_of(product: Product) -> str:
    """Return the path of a product's page."""
    return f"/shop/product/{product.sku.lower()}/"


def _write_all(products: Sequence[Product]) -> Iterator[tuple[str, str]]:
    categories = {f"{kind}s": [each for each in products if each.kind == kind] for kind in KINDS}
    yield "/shop/", _write_categories({name: len(members) for name, members in categories.items()})
    for name, members in categories.items():
        pages = max(1, -(-len(members) // PER_PAGE))
        for number in range(1, pages + 1):
            listed = members[(number - 1) * PER_PAGE : number * PER_PAGE]
            html = _write_list(name, listed, number, pages=pages)
            yield f"/shop/{name}/page/{number}/", html
            if number == 1:
                yield f"/shop/{name}/", html
    for product in products:
        yield path_of(product), _write_product(product)


def _write_categories(sizes: dict[str, int]) -> str:
    rows = "\n".join(
        f'<li><a href="/shop/{name}/">{name.capitalize()}</a> <span class="count">{size}</span></li>'
        for name, size in sizes.items()
    )
    return frame("Shop", f'<h1>Shop</h1>\n<ul class="categories">\n{rows}\n</ul>')


def _write_list(category: str, products: Sequence[Product], number: int, *, pages: int) -> str:
    rows = "\n".join(
        f'<article class="product"><h3><a href="{path_of(product)}">{escape(product.title)}</a></h3>'
        f'<span class="price">{product.price_text}</span></article>'
        for product in products
    )
    links = pager(
        previous=f"/shop/{category}/page/{number - 1}/" if number > 1 else None,
        following=f"/shop/{category}/page/{number + 1}/" if number < pages else None,
    )
    return frame(
        f"{category.capitalize()}, page {number}",
        f"""<p class="crumbs"><a href="/shop/">Shop</a></p>
<h1>{category.capitalize()}</h1>
<p class="note">Page {number} of {pages}</p>
{rows}
{links}""",
    )


def _write_product(product: Product) -> str:
    availability = "In stock" if product.stock else "Sold out"
    return frame(
        product.title,
        f"""<p class="crumbs"><a href="/shop/">Shop</a> / <a href="/shop/{product.category}/">{product.category}</a></p>
<h1 class="title">{escape(product.title)}</h1>
<p class="description">{escape(product.description)}</p>
<table>
<tr><th>Price</th><td class="price">{product.price_text}</td></tr>
<tr><th>Article number</th><td class="sku">{product.sku}</td></tr>
<tr><th>{availability}</th><td class="stock">{product.stock}</td></tr>
</table>""",
    )
