import json

import pytest

from scrapy_bt.testing.site.exchange import Ask
from scrapy_bt.testing.site.markup import SECTIONS
from scrapy_bt.testing.site.settings import SiteSettings
from scrapy_bt.testing.site.site import Site


@pytest.fixture
def site():
    return Site(SiteSettings(products=10))


def post(site, path, value=None):
    reply = site.answer(Ask(path, method="POST", body=b"" if value is None else json.dumps(value).encode()))
    return reply.status, json.loads(reply.body)


@pytest.mark.parametrize("name", SECTIONS)
def test_every_section_that_the_pages_link_answers(site, name):
    assert site.answer(Ask(f"/{name}/")).status == 200


@pytest.mark.parametrize("path", ["/shop", "/shop/lamps", "/author/author-1", "/aspnet"])
def test_a_missing_slash_is_put_at_the_end(site, path):
    reply = site.answer(Ask(path))
    assert (reply.status, reply.headers["Location"]) == (301, f"{path}/")


@pytest.mark.parametrize("path", ["/nothing/", "/favicon.ico", "/shop/nothing/", "/quotes/page/"])
def test_what_no_section_knows_is_not_there(site, path):
    assert site.answer(Ask(path)).status == 404


def test_the_number_of_products_is_the_one_set(site):
    assert "/plain/item/10/" in site.fixed
    assert "/plain/item/11/" not in site.fixed


def test_counts_are_told(site):
    site.counts.enter("GET", "/shop/", url="/shop/?a=1")
    told = json.loads(site.answer(Ask("/_counts")).body)
    assert (told["total"], told["by_url"]) == (1, {"/shop/?a=1": 1})


def test_settings_change_while_the_site_runs(site):
    status, told = post(site, "/_settings", {"latency": 0.5, "latency_by_prefix": {"/shop/": 1}})
    assert (status, told["latency"], told["latency_by_prefix"]) == (200, 0.5, {"/shop/": 1.0})
    assert site.settings.latency_for("/shop/lamps/") == 1.0
    assert json.loads(site.answer(Ask("/_settings")).body) == told


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"latency": -1}, "latency must be a number from 0 on"),
        ({"products": 5}, "products can only be set when the site starts"),
        ([1], "send a JSON object of settings"),
        (None, "send a JSON object of settings"),
    ],
)
def test_settings_that_cannot_be_are_explained_and_change_nothing(site, value, message):
    status, told = post(site, "/_settings", value)
    assert status == 400
    assert message in told["error"]
    assert site.settings == SiteSettings(products=10)


def test_a_reset_brings_back_the_start(site):
    site.answer(Ask("/trouble/500-until/1"))
    site.counts.enter("GET", "/shop/", url="/shop/")
    post(site, "/_settings", {"latency": 0.5})
    assert post(site, "/_reset") == (200, {})
    assert site.counts.total == 0
    assert site.settings == SiteSettings(products=10)
    assert site.answer(Ask("/trouble/500-until/1")).status == 500


def test_a_request_under_way_at_a_reset_is_not_counted_out_of_the_new_counts(site):
    before = site.counts
    before.enter("GET", "/single/", url="/single/")
    post(site, "/_reset")
    before.leave("/single/", status="200")
    assert site.counts.as_json()["by_status"] == {}


def test_expiring_ends_tokens(site):
    _, _, rest = site.answer(Ask("/api/")).body.decode().partition('"token": "')
    ask = Ask("/api/products", authorization=f"Bearer {rest[:32]}")
    assert site.answer(ask).status == 200
    assert post(site, "/_expire") == (200, {})
    assert site.answer(ask).status == 401


def test_controls_name_their_methods(site):
    assert site.answer(Ask("/_reset")).headers["Allow"] == "POST"
    assert site.answer(Ask("/_settings", method="PUT")).headers["Allow"] == "GET, POST"
    assert site.answer(Ask("/_nothing")).status == 404
