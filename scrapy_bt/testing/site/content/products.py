"""Made-up products of the shop, the plain shop and the API."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from random import Random

from scrapy_bt.testing.site.content.words import (
    COLOURS,
    MANNERS,
    MATERIALS,
    PLACES,
    REMARKS,
    draw,
    draw_some,
    open_source,
)

KINDS = ("chair", "clock", "kettle", "lamp", "notebook", "rope")


@dataclass(frozen=True)
class Product:
    """One thing on sale; the price is in cents."""

    number: int
    _: KW_ONLY
    kind: str
    title: str
    price: int
    stock: int
    description: str

    @property
    def sku(self) -> str:
        """The article number, such as SKU-00042."""
        return f"SKU-{self.number:05}"

    @property
    def category(self) -> str:
        """The category as it stands in addresses, such as lamps."""
        return f"{self.kind}s"

    @property
    def price_text(self) -> str:
        """The price as the pages show it, such as €1,234.50."""
        return f"€{self.price / 100:,.2f}"


def make_products(count: int, *, seed: str) -> tuple[Product, ...]:
    """Return that many products, numbered from 1, the categories in turn; a larger count only adds to the end."""
    source = open_source(seed, purpose="products")
    return tuple(_make_product(number, source) for number in range(1, count + 1))


def _make_product(number: int, source: Random) -> Product:
    kind = KINDS[(number - 1) % len(KINDS)]
    colour, manner, material = draw(source, COLOURS), draw(source, MANNERS), draw(source, MATERIALS)
    remarks = " ".join(draw_some(source, REMARKS, source.randrange(1, 4)))
    return Product(
        number,
        kind=kind,
        title=f"{manner.capitalize()} {material} {kind} No. {number}, {colour}",
        price=source.randrange(195, 150_000, 5),
        stock=0 if source.randrange(8) == 0 else source.randrange(1, 200),
        description=f"A {manner} {kind} of {material} for the {draw(source, PLACES)}. {remarks}",
    )
