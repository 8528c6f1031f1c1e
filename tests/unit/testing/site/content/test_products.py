import datetime as dt

from scrapy_bt.testing.site.content.filings import FILING_COUNT, STATES, make_filings
from scrapy_bt.testing.site.content.products import KINDS, Product, make_products


def test_products_are_numbered_and_their_categories_come_in_turn():
    products = make_products(len(KINDS) + 1, seed="practice")
    assert [product.number for product in products] == list(range(1, len(KINDS) + 2))
    assert products[0].category == products[-1].category == "chairs"
    assert len({product.title for product in products}) == len(products)


def test_a_larger_count_only_adds_to_the_end():
    assert make_products(50, seed="practice")[:20] == make_products(20, seed="practice")


def test_some_are_sold_out_and_some_cost_thousands():
    products = make_products(300, seed="practice")
    assert any(product.stock == 0 for product in products)
    assert any("," in product.price_text for product in products)


def test_prices_and_numbers_are_written_as_shops_do():
    product = Product(42, kind="lamp", title="", price=123450, stock=1, description="")
    assert (product.price_text, product.sku, product.category) == ("€1,234.50", "SKU-00042", "lamps")


def test_the_content_is_the_same_on_every_machine():
    assert make_products(2, seed="practice")[1] == Product(
        2,
        kind="clock",
        title="Folding linen clock No. 2, deep green",
        price=64315,
        stock=53,
        description="A folding clock of linen for the cellar. Needs no tools and no instructions.",
    )


def test_filings_have_real_dates_and_every_state_occurs():
    filings = make_filings("practice")
    assert len(filings) == FILING_COUNT
    assert {filing.state for filing in filings} == set(STATES)
    for filing in filings:
        assert dt.date.fromisoformat(filing.filed).isoformat() == filing.filed


def test_a_reference_holds_the_year_and_the_number():
    filing = make_filings("practice")[6]
    assert filing.reference == f"F-{filing.filed[:4]}-007"
