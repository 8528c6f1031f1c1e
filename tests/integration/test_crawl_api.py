"""JSON behind a token from a script, a cursor, a form with view state: each request needs the page before."""

from scrapy_bt.testing.site.content.events import make_events
from scrapy_bt.testing.site.content.filings import make_filings
from scrapy_bt.testing.site.content.products import make_products

PRODUCTS = make_products(60, seed="practice")

API = """
entrance :: visit "{site}/api/"
token    :: data re "\\"token\\": \\"([^\\"]+)\\""
access   :: and { :entrance  token = :token }
list     :: visit "{site}{path}" { headers = { authorization = "Bearer {token}" } }
next     :: data json "next"
ids      :: data json "items[].id" all
detail   :: visit "{site}/api/products/{id}" { headers = { authorization = "Bearer {token}" } }
product  :: item {
    id = json "id"  sku = json "sku"  title = json "title"  category = json "category"
    price = json "price"  stock = json "stock"  description = json "description"
}

[[ access ]]
state list   { 401 = :access }
state detail { 401 = :access }

product_page :: and (id) { :detail  :product }
"""


def test_every_product_by_a_token_that_is_read_once(project, practice):
    result = project.crawl_tree(
        API
        + """
        main :: and (site) {
            :access
            path = "/api/products?page=1"
            while path {
                :list
                while id = :ids { goroutine { :product_page(id) } }
                path = :next
            }
        }
        """
    )
    expected = [
        {
            "id": each.number,
            "sku": each.sku,
            "title": each.title,
            "category": each.category,
            "price": each.price / 100,
            "stock": each.stock,
            "description": each.description,
        }
        for each in PRODUCTS
    ]
    assert sorted(result.items, key=lambda item: item["id"]) == expected
    assert practice.counts()["by_url"] == {
        "/api/": 1,
        **{f"/api/products?page={page}": 1 for page in (1, 2, 3)},
        **{f"/api/products/{each.number}": 1 for each in PRODUCTS},
    }


def test_a_token_that_has_ended_is_fetched_once_for_all_who_see_the_401(project, practice):
    practice.set(latency_by_prefix={"/api/products/": 0.7})
    result = project.crawl_tree(
        API
        + """
        forget :: visit POST "{site}/_expire"
        expire :: and { :forget }
        main :: and (site) {
            :access
            path = "/api/products?page=1"
            :list
            path = :next
            :expire
            :list
            :expire
            while id = :ids { goroutine { :product_page(id) } }
        }
        """,
        settings={"CONCURRENT_REQUESTS": 32, "CONCURRENT_REQUESTS_PER_DOMAIN": 32},
    )
    assert sorted(item["id"] for item in result.items) == list(range(21, 41))
    counts = practice.counts()
    assert counts["by_url"]["/api/"] == 3
    assert counts["by_url"]["/api/products?page=1"] == 1
    assert counts["by_url"]["/api/products?page=2"] == 2
    assert counts["by_status"] == {"200": 3 + 2 + 20, "401": 1 + 20}


def test_a_cursor_leads_to_the_last_event(project, practice):
    result = project.crawl_tree(
        """
        events :: visit "{site}/api/events" { query = { cursor = cursor } }
        event  :: item each json "items" {
            number = json "id"  action = json "action"  place = json "place"  at = json "at"
        }
        next   :: data json "next"

        main :: and (site) {
            cursor = none
            more = true
            while more {
                :events
                :event
                more = :next
                cursor = more
            }
        }
        """
    )
    expected = [
        {"number": each.number, "action": each.action, "place": each.place, "at": each.at}
        for each in make_events("practice")
    ]
    assert result.items == expected
    assert practice.counts()["total"] == 5
    assert "/api/events" in practice.counts()["by_url"]


def test_view_state_is_sent_back_page_by_page(project, practice):
    result = project.crawl_tree(
        """
        first  :: visit "{site}/aspnet/"
        turn   :: visit POST "./Default.aspx" {
            form = {
                __EVENTTARGET        = "ctl00$Main$Grid"
                __EVENTARGUMENT      = "Page$Next"
                __VIEWSTATE          = css "#__VIEWSTATE::attr(value)"
                __VIEWSTATEGENERATOR = css "#__VIEWSTATEGENERATOR::attr(value)"
                __EVENTVALIDATION    = css "#__EVENTVALIDATION::attr(value)"
            }
        }
        next   :: data css "a.next::attr(href)"
        filing :: item each css "tr.row" {
            reference = css ".reference::text"
            subject   = css ".subject::text"
            state_    = css ".state::text"
            filed     = css ".filed::text"
        }

        main :: and (site) {
            :first
            :filing
            while :next { :turn  :filing }
        }
        """
    )
    expected = [
        {"reference": each.reference, "subject": each.subject, "state_": each.state, "filed": each.filed}
        for each in make_filings("practice")
    ]
    assert result.items == expected
    assert practice.counts()["by_request"] == {"GET /aspnet/": 1, "POST /aspnet/Default.aspx": 4}


def test_prices_addresses_and_texts_are_converted(project, practice):
    result = project.crawl_tree(
        """
        shelf   :: visit "{site}/shop/"
        shelves :: data css "ul.categories a::attr(href)" all as url
        list    :: visit "{shelf_url}"
        next    :: data css "li.next a::attr(href)" as url
        product :: item each css "article.product" {
            title = css "h3" as text
            price = css ".price::text" as number
            url   = css "a::attr(href)" as url
        }

        category :: and (shelf_url) {
            while shelf_url { :list  :product  shelf_url = :next }
        }
        main :: and (site) {
            :shelf
            while shelf_url = :shelves { goroutine { :category(shelf_url) } }
        }
        """
    )
    expected = {(each.title, each.price / 100) for each in PRODUCTS}
    assert {(item["title"], item["price"]) for item in result.items} == expected
    assert len(result.items) == len(PRODUCTS)
    assert all(item["url"].startswith(f"{practice.url}shop/") for item in result.items)
    assert all(count == 1 for count in practice.counts()["by_url"].values())
