import json
import re

import pytest

from scrapy_bt.testing.site.content.events import make_events
from scrapy_bt.testing.site.content.products import make_products
from scrapy_bt.testing.site.exchange import Ask
from scrapy_bt.testing.site.sections.api import Api
from scrapy_bt.testing.site.settings import SiteSettings

PRODUCTS = make_products(45, seed="practice")


@pytest.fixture
def api():
    return Api(PRODUCTS, seed="practice")


def get_token(api, *, now=0.0):
    page = api.answer(Ask("/api/", now=now)).body.decode()
    return re.search(r'"token": "([^"]+)"', page).group(1)


def ask_with(token, path, **rest):
    return Ask(path, authorization=f"Bearer {token}", **rest)


def test_each_page_view_holds_a_token_of_its_own(api):
    assert get_token(api) != get_token(api)


def test_the_pages_of_the_list_hold_every_product(api):
    token = get_token(api)
    pages = [json.loads(api.answer(ask_with(token, "/api/products", query={"page": page})).body) for page in "123"]
    assert [item for page in pages for item in page["items"]] == [
        {"id": each.number, "sku": each.sku, "title": each.title, "price": each.price / 100} for each in PRODUCTS
    ]
    assert [page["next"] for page in pages] == ["/api/products?page=2", "/api/products?page=3", None]
    assert {(page["pages"], page["total"]) for page in pages} == {(3, 45)}


def test_without_a_page_the_list_begins(api):
    assert json.loads(api.answer(ask_with(get_token(api), "/api/products")).body)["page"] == 1


@pytest.mark.parametrize("page", ["0", "4", "x", ""])
def test_a_page_that_is_not_there_is_404(api, page):
    reply = api.answer(ask_with(get_token(api), "/api/products", query={"page": page}))
    assert reply.status == 404
    assert json.loads(reply.body) == {"error": "page must be a number from 1 to 3"}


def test_a_product_has_all_fields(api):
    product = PRODUCTS[4]
    assert json.loads(api.answer(ask_with(get_token(api), "/api/products/5")).body) == {
        "id": 5,
        "sku": product.sku,
        "title": product.title,
        "category": product.category,
        "price": product.price / 100,
        "stock": product.stock,
        "description": product.description,
    }
    assert api.answer(ask_with(get_token(api), "/api/products/46")).status == 404


@pytest.mark.parametrize("path", ["/api/products", "/api/products/1"])
@pytest.mark.parametrize("authorization", ["", "Bearer", "Bearer nonsense", "Basic abc"])
def test_without_a_token_there_is_401(api, path, authorization):
    reply = api.answer(Ask(path, authorization=authorization))
    assert reply.status == 401
    assert reply.headers["WWW-Authenticate"].startswith("Bearer")


def test_a_token_ends_after_its_time(api):
    token, settings = get_token(api, now=50.0), SiteSettings(token_seconds=10)
    statuses = [api.answer(ask_with(token, "/api/products", now=now, settings=settings)).status for now in (59, 60, 59)]
    assert statuses == [200, 401, 401]


@pytest.mark.parametrize("end", ["expire", "reset"])
def test_tokens_can_be_ended(api, end):
    token = get_token(api)
    getattr(api, end)()
    assert api.answer(ask_with(token, "/api/products")).status == 401


def test_cursors_lead_through_all_events(api):
    items, cursor, answers = [], "", 0
    while cursor is not None:
        told = json.loads(api.answer(Ask("/api/events", query={"cursor": cursor} if cursor else {})).body)
        items += told["items"]
        cursor = told["next"]
        answers += 1
    assert items == [
        {"id": each.number, "action": each.action, "place": each.place, "at": each.at}
        for each in make_events("practice")
    ]
    assert answers == 5


@pytest.mark.parametrize("cursor", ["20", "MjA", "=", "é", "MjA6MDAwMDAwMDA", "a" * 5000])
def test_a_made_up_cursor_is_refused(api, cursor):
    reply = api.answer(Ask("/api/events", query={"cursor": cursor}))
    assert reply.status == 400
    assert "cursor" in json.loads(reply.body)["error"]


def test_the_api_is_only_read_and_nothing_else_is_there(api):
    assert api.answer(Ask("/api/events", method="POST")).status == 405
    assert api.answer(Ask("/api/other")).status == 404
