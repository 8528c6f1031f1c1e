import pytest

from scrapy_bt.core.inference.answers.values import Argument, Each, Extraction
from scrapy_bt.core.inference.growth.naming import (
    as_singular,
    name_of_extraction,
    name_of_key,
    name_of_visit,
    noun_of,
    nouns_of,
    word,
)
from scrapy_bt.core.inference.plans.plan import PlannedStep
from scrapy_bt.core.samples.parameters import WHOLE_URL, Key
from scrapy_bt.core.samples.traffic import Answer, Sent


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("__VIEWSTATE", "viewstate"),
        ("userName", "user_name"),
        ("X-CSRF-Token", "x_csrf_token"),
        ("", ""),
        ("2nd", "_2nd"),
    ],
)
def test_a_word_is_in_small_letters_and_no_signs(text, name):
    assert word(text) == name


@pytest.mark.parametrize(
    ("key", "name"),
    [
        (Key("form", "csrf_token"), "csrf_token"),
        (Key("form", "user[address][city]"), "city"),
        (Key("form", "tags[]"), "tags"),
        (Key("form", "ctl00$Main$Search"), "search"),
        (Key("json", "variables.filter.maxPrice"), "max_price"),
        (Key("json", "items[0].id"), "id"),
        (Key("query", "payload$.user.id"), "id"),
        (Key("header", "x-api-key"), "api_key"),
        (Key("path", "2"), ""),
    ],
)
def test_a_parameter_is_called_by_the_last_word_of_its_name(key, name):
    assert name_of_key(key) == name


@pytest.mark.parametrize(
    ("how", "text", "name"),
    [
        ("css", "input[name=csrf_token]::attr(value)", "csrf_token"),
        ("css", "article.product h3 a::attr(href)", "product"),
        ("css", "p::text", ""),
        ("xpath", "//meta[@name='token']/@content", "token"),
        ("json", "data.session.accessToken", "access_token"),
        ("re", r'"token": "([^"]+)"', "token"),
        ("cookie", "XSRF-TOKEN", "xsrf_token"),
        ("header", "ETag", "etag"),
        ("url", r"/(\d+)/", ""),
    ],
)
def test_a_piece_is_called_as_where_it_is_taken_from(how, text, name):
    assert name_of_extraction(Extraction(how, text)) == name


@pytest.mark.parametrize(
    ("noun", "one"),
    [
        ("quotes", "quote"),
        ("categories", "category"),
        ("boxes", "box"),
        ("news", "news"),
        ("address", "address"),
        ("status", "status"),
    ],
)
def test_one_of_many(noun, one):
    assert as_singular(noun) == one


@pytest.mark.parametrize(
    ("method", "url", "bound", "noun"),
    [
        ("GET", "https://a.test/quotes/page/1/", {}, "quotes"),
        ("GET", "https://a.test/api/v2/products?page=1", {}, "products"),
        ("GET", "https://a.test/shop/product/sku-00042/", {}, "product"),
        ("GET", "https://a.test/books/war-and-peace", {WHOLE_URL: Each(0)}, "books"),
        ("GET", "https://a.test/users/ann/posts", {Key("path", "1"): Argument("user")}, "posts"),
        ("GET", "https://a.test/", {}, "home"),
        ("GET", "https://a.test/api/", {}, "api"),
        ("POST", "https://www.shop.test/", {}, "shop"),
        ("GET", "https://a.test/Default.aspx", {}, "home"),
    ],
)
def test_a_step_is_about_the_last_word_of_its_path(method, url, bound, noun):
    assert noun_of(PlannedStep(0, Sent(method, url), bound), None) == noun


def test_a_graphql_request_is_about_its_operation():
    sent = Sent("POST", "https://a.test/graphql", body=b'{"operationName": "OpenOrders", "query": "{}"}')
    assert noun_of(PlannedStep(0, sent), None) == "open_orders"


def test_what_is_looked_at_is_a_page_and_what_is_done_is_not():
    page = Answer(200, "https://a.test/", (("Content-Type", "text/html"),), b"<p>")
    data = Answer(200, "https://a.test/", (("Content-Type", "application/json"),), b"{}")
    get, post = PlannedStep(0, Sent("GET", "https://a.test/x")), PlannedStep(0, Sent("POST", "https://a.test/x"))
    assert name_of_visit(get, "x", page, is_repeated=False) == "x_page"
    assert name_of_visit(get, "x", data, is_repeated=False) == "x_json"
    assert name_of_visit(get, "x", None, is_repeated=False) == "x_page"
    assert name_of_visit(post, "x", page, is_repeated=False) == "x"
    assert name_of_visit(post, "x", page, is_repeated=True) == "next_x_page"


def test_what_the_path_does_not_tell_apart_is_told_by_what_is_around_it_its_route_and_its_heading():
    page = Answer(200, "https://a.test/", (("Content-Type", "text/html"),), b"<h1>Open orders</h1>")
    step = PlannedStep(
        0, Sent("GET", "https://a.test/shop/list/?do=show&word=lamp"), {Key("query", "word"): Argument("word")}
    )
    assert list(nouns_of(step, page)) == ["list", "shop_list", "list_show", "list_open_orders"]
    home = PlannedStep(0, Sent("GET", "https://a.test/?section=stock"))
    assert list(nouns_of(home, page)) == ["stock", "home", "stock", "open_orders"]


def test_what_is_left_out_names_nothing() -> None:
    left_out = "table.walks > tr:has(td):not(.day):not(:has(> td.head))"
    assert name_of_extraction(Extraction("css", left_out)) == "walks"


def test_what_was_chosen_is_no_name_of_those_that_have_it():
    assert name_of_extraction(Extraction("json", 'items(boats) | [?[1].quay==`"east"`]')) == "boats"
    assert name_of_extraction(Extraction("json", 'quays[] | [?quay==`"east"`] | [0] | boats')) == "boats"
