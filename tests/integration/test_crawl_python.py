"""Python functions as data, fields, nodes and requests: synchronous, asynchronous, raising."""

import pytest

FUNCTIONS = """
import asyncio

from scrapy import Request


def shout(response, context):
    return response.css("h1::text").get().upper() + context["mark"]


def numbers(response, context):
    yield from range(context["count"])


async def late(response, context):
    await asyncio.sleep(0.01)
    return [f"{context['name']} {response.status}", "second"]


async def late_failure(response, context):
    await asyncio.sleep(0.01)
    raise LookupError("late trouble")


def failure(response, context):
    return 1 / 0


def nothing(response, context):
    return None


def unfit(response, context):
    return object()


def before_any_page(response, context):
    return response is None


def digits(response, context):
    element = context["element"]
    return "".join(filter(str.isdigit, element.css("td.sku::text").get() or ""))


async def late_digits(response, context):
    await asyncio.sleep(0)
    return digits(response, context)


def address(response, context):
    return f"{context['site']}/shop/product/{context['sku']}/"


async def late_request(response, context):
    await asyncio.sleep(0.01)
    return Request(f"{context['site']}/api/", headers={"X-Name": "late"}, cookies={"a": "b"})


def arguments(response, context):
    return {"url": f"{context['site']}/login", "method": "POST", "body": "username=x"}


def no_request(response, context):
    raise ValueError("no address today")


async def late_no_request(response, context):
    await asyncio.sleep(0)
    raise ValueError("no address tomorrow")


def wrong_request(response, context):
    return 42
"""


@pytest.fixture
def project(project):
    project.write("functions.py", FUNCTIONS)
    return project


def test_functions_give_values_of_any_number_now_or_later(project, practice):
    result = project.crawl_tree(
        """
        page    :: visit "{site}/"
        early   :: data python "functions:before_any_page"
        loud    :: data python "functions:shout" { mark = "!" }
        several :: data python "functions:numbers" { count = 3 }
        late    :: data python "functions:late"
        record  :: item { early = early  loud = :loud  name = name  late = late  n = n }

        main :: and (site, name = "it is") {
            early = :early
            :page
            while n = :several {
                late = :late
                :record
            }
        }
        """
    )
    common = {"early": True, "loud": "PRACTICE SITE!", "name": "it is", "late": "it is 200"}
    assert result.items == [{**common, "n": number} for number in range(3)]
    assert practice.counts()["total"] == 1


def test_fields_of_each_element_may_be_functions(project):
    result = project.crawl_tree(
        """
        page :: visit "{site}/shop/product/sku-00001/"
        rows :: item each css "tr" {
            name  = css "th::text"
            early = python "functions:digits"
            late  = python "functions:late_digits"
        }
        main :: and (site) { :page  :rows }
        """
    )
    assert [item["name"] for item in result.items] == ["Price", "Article number", "In stock"]
    digits = result.items[1]["early"]
    assert digits.endswith("00001")
    assert [(item["early"], item["late"]) for item in result.items] == [("", ""), (digits, digits), ("", "")]


@pytest.mark.parametrize("waits", ["", "state wait"])
def test_a_page_is_carried_to_a_function_that_comes_after_a_wait(project, waits):
    result = project.crawl_tree(
        f"""
        page   :: visit "{{site}}/shop/product/sku-00001/"
        loud   :: data python "functions:shout" {{ mark = "?" }}
        record :: item {{ loud = :loud  title = css "h1::text"  url = page.url }}
        main :: and (site) {{ :page  {waits}  :record }}
        """
    )
    (item,) = result.items
    assert item["loud"] == item["title"].upper() + "?"
    assert item["url"] == f"{project.site}/shop/product/sku-00001/"


@pytest.mark.parametrize(
    ("function", "message"),
    [
        ("failure", "ZeroDivisionError: division by zero ({functions}:25)"),
        ("late_failure", "LookupError: late trouble ({functions}:21)"),
        ("unfit", "a Python"),
    ],
)
def test_a_function_that_fails_fails_its_node_and_the_crawl_goes_on(project, practice, function, message):
    tree = project.tree(
        "tree",
        f"""
        first  :: visit "{{site}}/shop/"
        second :: visit "{{site}}/api/"
        broken :: data python "functions:{function}"
        good   :: item {{ title = css "h1::text" }}
        part   :: and {{ :first  x = :broken  :never }}
        never  :: item {{ x = x }}
        main   :: or (site) {{ :part  and {{ :second  :good }} }}
        """,
    )
    result = project.crawl("tree", site=project.site)
    assert (result.code, result.has_traceback) == (0, False)
    assert result.items == [{"title": "Products by script"}]
    assert f"Node 'broken' at main/part/x=/broken ({tree}:5:29): error: " in result.log
    assert message.format(functions=project.folder / "functions.py") in result.log
    assert result.stats["bt/failed/broken/error"] == 1
    assert result.reason == "finished"
    assert practice.counts()["total"] == 2


def test_no_value_is_the_outcome_empty(project):
    result = project.crawl_tree(
        """
        page   :: visit "{site}/"
        absent :: data python "functions:nothing"
        state absent { empty = true }
        record :: item { x = x }
        main :: and (site) { :page  x = :absent  :record }
        """
    )
    assert result.items == [{"x": None}]


def test_functions_make_requests_now_or_later(project, practice):
    result = project.crawl_tree(
        """
        product :: visit { request = python "functions:address" }
        later   :: visit { request = python "functions:late_request" }
        posted  :: visit { request = python "functions:arguments" }
        title   :: item { title = css "h1::text"  status = page.status }
        main :: serial (site, sku = "sku-00002") {
            and { :product  :title }
            and { :later  :title }
            :posted
            :title
        }
        """
    )
    assert [item["status"] for item in result.items] == [200, 200, 403]
    assert practice.counts()["by_request"] == {
        "GET /shop/product/sku-00002/": 1,
        "GET /api/": 1,
        "POST /login": 1,
    }


@pytest.mark.parametrize(
    ("function", "message"),
    [
        ("no_request", "ValueError: no address today ("),
        ("late_no_request", "ValueError: no address tomorrow ("),
        ("wrong_request", "must give a URL, a dict or a Request, not 42"),
    ],
)
def test_a_request_that_cannot_be_made_fails_its_visit(project, practice, function, message):
    result = project.crawl_tree(
        f"""
        bad  :: visit {{ request = python "functions:{function}" }}
        good :: visit "{{site}}/shop/"
        main :: or (site) {{ :bad  :good }}
        """
    )
    assert "Node 'bad' at main/bad" in result.log
    assert message in result.log
    assert practice.counts()["total"] == 1
    assert result.stats.get("bt/dead", 0) == 0


def test_functions_that_do_not_import_are_a_fault_before_the_crawl(project, practice):
    project.write("broken.py", "raise RuntimeError('not today')\n")
    project.tree(
        "tree",
        """
        a :: data python "functions:missing"
        b :: data python "no_such_module:f"
        c :: data python "broken:f"
        main :: and (site) { a = :a  b = :b  c = :c }
        """,
    )
    result = project.crawl("tree", site=project.site)
    assert result.code == 2
    assert not result.has_traceback
    for text in ("functions:missing", "no_such_module", "RuntimeError: not today"):
        assert text in result.log
    assert practice.counts()["total"] == 0
