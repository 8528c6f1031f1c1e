"""What visits send, what data and items find, and what Python functions may give."""

import datetime as dt
import decimal
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Any

import pytest
from scrapy import Request
from scrapy.http import HtmlResponse

from scrapy_bt.core.tree import events as ev
from scrapy_bt.core.tree.interpreter import Interpreter
from scrapy_bt.crawl.reading.pages import ResponsePage
from scrapy_bt.crawl.reading.selectors import PageReader
from scrapy_bt.testing import emit, failed, finished, page, status, the_end, trouble, visit, wait
from tests.ids import stable_repr
from tests.trees import play, program

# Requests


@pytest.mark.parametrize(
    ("declaration", "url"),
    [
        ('"https://site.test{x}"', "https://site.test/a%20b/?q=1#f"),
        ('"https://site.test/{x}"', "https://site.test//a%20b/%3Fq=1%23f"),
        ('"https://site.test/?x={x}"', "https://site.test/?x=%2Fa%20b%2F%3Fq%3D1%23f"),
        ('"https://{host}/{n}"', "https://www.site.test/7"),
        ('"{whole}"', "https://other.test/%C3%BC?a=b"),
        ('"https://site.test/{row.id}?{{{n}}}"', "https://site.test/3?%7B7%7D"),
    ],
)
def test_placeholders_are_encoded_as_their_place_in_the_url_needs(declaration: str, url: str) -> None:
    tree = f"go :: visit {declaration} main :: and (x, n, host, whole, row) {{ :go }}"
    arguments = {"x": "/a b/?q=1#f", "n": 7, "host": "www.site.test", "whole": "https://other.test/ü?a=b"}
    play(tree, row={"id": 3, "tags": ["t"]}, **arguments) << visit("go", url=url)


@pytest.mark.parametrize(
    ("declaration", "value", "message"),
    [
        ('"https://site.test/{x}"', None, "'x' is none and cannot stand in a URL"),
        ('"https://site.test/{x}"', [1], "not one value"),
        ('"https://{x}.test/"', "a/b", "cannot stand in the host"),
        ('"{x}"', "no/scheme", "relative"),
        ('"https://site.test/" { query = x }', 7, "query"),
        ('"{x}"', "http://[", "no URL"),
    ],
)
def test_a_value_that_does_not_fit_fails_the_visit(declaration: str, value: object, message: str) -> None:
    playbook = play(f"go :: visit {declaration} main :: or (x) {{ :go :one }}", x=value)
    playbook << trouble("go", "error", message=re.compile(re.escape(message))) << emit("one") << finished()


@pytest.mark.parametrize(
    ("attributes", "method", "sent"),
    [
        ("", "GET", {}),
        ("{ form = { a = x  b = [1, x] } }", "POST", {"form": {"a": "v", "b": [1, "v"]}}),
        ("{ json = { a = { b = none  c = true } } }", "POST", {"json": {"a": {"b": None, "c": True}}}),
        ('{ body = "x={x}" }', "POST", {"body": "x=v"}),
        ("{ query = { q = x } }", "GET", {"query": {"q": "v"}}),
        (
            '{ headers = { accept = "a/b"  referer = page.url } }',
            "GET",
            {"headers": {"accept": "a/b", "referer": None}},
        ),
        ("{ timeout = 1.5s  redirect = false }", "GET", {"timeout": 1.5, "redirect": False}),
        ("{ meta = { proxy = row.id } }", "GET", {"meta": {"proxy": 3}}),
    ],
)
def test_attributes_are_computed_from_the_frame(attributes: str, method: str, sent: dict[str, object]) -> None:
    tree = f'go :: visit "https://site.test/" {attributes} main :: and (x, row) {{ :go }}'
    play(tree, x="v", row={"id": 3}) << visit("go", method=method, **sent)


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "HEAD"])
def test_the_method_of_the_declaration_counts(method: str) -> None:
    tree = f'go :: visit {method} "https://site.test/" {{ form = {{ a = 1 }} }} main :: and {{ :go }}'
    play(tree) << visit("go", method=method)


def test_attributes_are_taken_from_the_page() -> None:
    tree = """
    go :: visit "https://site.test/" {
        form = { token = css "input::attr(value)"  all = css "input::attr(value)" all  none = css ".x"
                 n = re "n=(\\d)" as number  one = css "#{id}::attr(value)"  deep = [css "input::attr(value)"] }
    }
    main :: and (id) { :page state wait :go }
    """
    playbook = play(tree, id="b") << visit("page") >> page("<input value=1><input id=b value=2> n=3") << wait()
    form = {"token": "1", "all": ["1", "2"], "none": None, "n": 3, "one": "2", "deep": ["1"]}
    playbook << visit("go", form=form)


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "f:url": lambda response, context: f"{response.url}/{context['x']}",
    "f:arguments": lambda response, context: {"url": "https://site.test/made", "method": "PUT"},
    "f:request": lambda response, context: Request("https://site.test/request", method="PATCH"),
    "f:nothing": lambda response, context: None,
    "f:number": lambda response, context: 7,
    "f:fails": lambda response, context: 1 / 0,
}


@pytest.mark.parametrize(
    ("name", "url", "method"),
    [
        ("url", "https://site.test/page/v", "GET"),
        ("arguments", "https://site.test/made", "PUT"),
        ("request", "https://site.test/request", "PATCH"),
    ],
)
def test_a_function_makes_the_request(name: str, url: str, method: str) -> None:
    tree = f'go :: visit {{ request = python "f:{name}" }} main :: and (x) {{ :page state wait :go :one }}'
    playbook = play(tree, x="v").under(functions=FUNCTIONS) << visit("page") >> page("text") << wait()
    playbook << visit("go", url=url, method=method) >> status(200) << emit("one") << finished()


def test_a_coroutine_makes_the_request() -> None:
    async def make(response: Any, context: Mapping[str, Any]) -> str:
        return "https://site.test/late"

    async def fail(response: Any, context: Mapping[str, Any]) -> str:
        raise LookupError("late trouble")

    tree = 'go :: visit { request = python "f:make" } main :: or { :go :one }'
    play(tree).under(functions={"f:make": make}) << visit("go", url="https://site.test/late")
    playbook = play(tree).under(functions={"f:make": fail})
    playbook << trouble("go", "error", message=re.compile("^LookupError: late trouble")) << emit("one")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nothing", "gave nothing"),
        ("number", "must give a URL"),
        ("fails", "ZeroDivisionError"),
        ("x", "cannot be imported"),
    ],
)
def test_a_function_that_makes_no_request_fails_the_visit(name: str, message: str) -> None:
    tree = f'go :: visit {{ request = python "f:{name}" }} main :: or {{ :go :one }}'
    playbook = play(tree).under(functions=FUNCTIONS)
    playbook << trouble("go", "error", message=re.compile(message)) << emit("one") << finished()


def test_attributes_can_come_from_functions_unless_they_are_async() -> None:
    async def late(response: Any, context: Mapping[str, Any]) -> str:
        return "late"

    tree = (
        'go :: visit "https://site.test/" { form = { a = python "f:now" } } main :: and (x) { :page or { :go :one } }'
    )
    soon = {"f:now": lambda response, context: [response.status, context["x"]]}
    play(tree, x=1).under(functions=soon) << visit("page") >> status(201) << visit("go", form={"a": 201})
    playbook = play(tree.replace(":page", ""), x=1).under(functions={"f:now": late})
    playbook << trouble("go", "error", message=re.compile("cannot be async")) << emit("one")


# Data


def test_data_gives_all_values_or_the_first() -> None:
    tree = """
    json_all :: data json "rows[*].id"
    main :: and { :page x = :json_all :said while x = :json_all { :said } x = :rows :said x = x.id + 1 :said }
    """
    playbook = play(tree) << visit("page") >> page(json={"rows": [{"id": 1}, {"id": 2}]}) << emit("said", x=1)
    playbook << emit("said", x=1) << emit("said", x=2) << emit("said", x={"id": 1}) << emit("said", x=2) << finished()


@pytest.mark.parametrize(
    ("declaration", "value"),
    [
        ('css "b::text" { from = source }', "1"),
        ('re "b>(.)" as number { from = source }', 1),
        ('css "b::text" { from = both }', "1"),
        ('json "a" { from = row }', 5),
        ('json "[0]" { from = both }', "<b>1</b>"),
        ('css "i" { from = source  default = 7 }', 7),
        ('css "i" { from = source  default = none }', None),
        ('css "i" { from = nothing  default = "d" }', "d"),
        ('css "b::text" { from = row.html }', "2"),
        ('css "{tag}::text" { from = source }', "1"),
    ],
)
def test_data_from_a_variable(declaration: str, value: object) -> None:
    tree = f"it :: data {declaration} main :: and (source, both, row, nothing, tag) {{ x = :it :said }}"
    arguments = {"source": "<b>1</b>", "both": ["<b>1</b>", "<b>2</b>"], "row": {"a": 5, "html": "<b>2</b>"}}
    play(tree, nothing=None, tag="b", **arguments) << emit("said", x=value) << finished()


def test_a_default_makes_success_of_a_page_without_values() -> None:
    tree = 'it :: data css "h1::text" { default = d } main :: and (d) { :page state wait x = :it :said }'
    play(tree, d="D") << visit("page") >> page("") << wait() << emit("said", x="D") << finished()


def test_a_page_without_the_expected_element_is_the_outcome_empty() -> None:
    playbook = play("main :: and { :page x = :title :said }") << visit("page") >> page("<p>")
    playbook << failed(reason=re.compile("'title' at main/x=/title .*: empty"))


@pytest.mark.parametrize("how", ['xpath "count(1)"', 'json "length(n)"', 'css "p:first-sibling"'])
@pytest.mark.parametrize("pause", ["", "state wait"])
def test_a_query_that_fails_fails_its_node(how: str, pause: str) -> None:
    tree = f"it :: data {how} main :: or {{ and {{ :page {pause} :two :it }} :one }}"
    playbook = play(tree) << visit("page") >> page('{"n": 1}')
    if pause:
        playbook << wait()
    playbook << emit("two") << trouble("it", "error") << emit("one") << finished()


# Items


def test_an_item_gives_one_record_or_one_for_each_element() -> None:
    tree = """
    row :: item each css "tr" "p" {
        id = css "b::text" as number  all = css "i::text" all  n = x + 1  t = :title  u = page.url
    }
    whole :: item { title = css "h1::text"  row = css "b" }
    main :: and { :page x = 1 :row :whole }
    """
    html = "<h1>T</h1><p><b>1</b><i>a</i><i>b</i></p><p><b>2</b></p><p></p>"
    playbook = play(tree) << visit("page") >> page(html)
    rest = {"n": 2, "t": "T", "u": "https://site.test/page"}
    playbook << emit("row", {"id": 1, "all": ["a", "b"], **rest}) << emit("row", {"id": 2, "all": [], **rest})
    playbook << emit("whole", {"title": "T", "row": "<b>1</b>"}) << finished()


def test_a_record_without_any_value_is_none() -> None:
    tree = 'it :: item { a = css ".x"  b = css ".y" all  c = 1 } main :: or { and { :page :it } :one }'
    play(tree) << visit("page") >> page("<p>") << emit("one") << finished()
    play("it :: item { c = 1 } main :: and { :it }") << emit("it", {"c": 1}) << finished()
    play("it :: item { } main :: and { :it }") << emit("it", {}) << finished()


def test_a_computation_that_fails_fails_the_item_and_emits_nothing() -> None:
    tree = 'it :: item each css "p" { a = css "::text"  b = x - 1 } main :: or { and { :page x = "a" :it } :one }'
    playbook = play(tree) << visit("page") >> page("<p>1<p>2") << trouble("it", "error", message="'a' is not a number")
    playbook << emit("one") << finished()


def test_fields_with_placeholders_are_read_from_a_page_that_is_carried() -> None:
    tree = 'it :: item each css "p" { a = css ".{x}::text" } main :: and { :page state wait x = "b" :it }'
    playbook = play(tree) << visit("page") >> page("<p><b class=a>1</b><b class=b>2</b></p>") << wait()
    playbook << emit("it", {"a": "2"}) << finished()


# Python functions


def python(function: Callable[..., Any], more: str = "", kind: str = "") -> Any:
    tree = f'it :: data python "f:f" {kind} main :: and {{ y = 2 while x = :it {{ :said }} {more} }}'
    return play(tree).under(functions={"f:f": function})


@pytest.mark.parametrize(
    ("result", "values"),
    [
        ("text", ["text"]),
        (7, [7]),
        (None, []),
        ([], []),
        ((1, 2), [1, 2]),
        (iter("ab"), ["a", "b"]),
        ({"a": (1, {2})}, [{"a": [1, [2]]}]),
        ([{1: 2}], [{"1": 2}]),
        ([dt.date(2024, 5, 6)], ["2024-05-06"]),
        ([decimal.Decimal("1.50")], ["1.50"]),
        (2**70, [str(2**70)]),
        ("a\ud800b", ["a?b"]),
        ([None, True], [None, True]),
        ([type("Text", (str,), {})("t"), type("Number", (int,), {})(3)], ["t", 3]),
    ],
    ids=stable_repr,
)
def test_what_a_function_gives_becomes_values(result: Any, values: list[Any]) -> None:
    kept = list(result) if isinstance(result, Iterator) else result
    playbook = python(lambda response, context: kept)
    for value in values:
        playbook << emit("said", {"x": value})
    playbook << finished()


@pytest.mark.parametrize(
    "result", [object(), [object()], b"bytes", [b"bytes"], {"a": [object()]}, 3j, print], ids=stable_repr
)
def test_what_cannot_be_stored_fails_its_node(result: Any) -> None:
    playbook = python(lambda response, context: result) << trouble(
        "it", "error", message=re.compile("a Python function gave")
    )
    playbook << failed()


def test_a_value_that_contains_itself_fails_its_node() -> None:
    cycle: list[Any] = []
    cycle.append(cycle)
    (
        python(lambda response, context: [cycle])
        << trouble("it", "error", message=re.compile("contains itself"))
        << failed()
    )


def test_what_a_function_gives_can_be_converted() -> None:
    playbook = python(lambda response, context: ["1,5", "none", 3], kind="as number") << emit("said", x=1.5)
    playbook << emit("said", x=3) << finished()
    tree = 'it :: data python "f:f" as url main :: and { :page state wait x = :it :said }'
    playbook = play(tree).under(functions={"f:f": lambda response, context: "up"})
    playbook << visit("page") >> page("x") << wait() << emit("said", x="https://site.test/up") << finished()


def test_a_function_that_raises_fails_its_node_with_its_place_and_the_crawl_goes_on() -> None:
    def fail(response: Any, context: Mapping[str, Any]) -> Any:
        raise LookupError("nothing there")

    def fail_late(response: Any, context: Mapping[str, Any]) -> Iterator[int]:
        yield 1
        raise LookupError("nothing there")

    for function in (fail, fail_late):
        tree = 'it :: data python "f:f" main :: or { x = :it :one }'
        playbook = play(tree).under(functions={"f:f": function})
        playbook << trouble("it", "error", path="main/x=/it") << emit("one")
        playbook << finished()


def test_a_function_sees_every_variable_or_what_its_attributes_name() -> None:
    seen: list[Any] = []

    def look(response: Any, context: Mapping[str, Any]) -> str:
        seen.append((response and response.url, dict(context)))
        return "ok"

    tree = """
    free :: data python "f:f"
    named :: data python "f:f" { a = y  b = "{z}!"  c = css "h1::text"  d = { e = [page.url] } }
    part :: and (p) { :free }
    main :: and (z) { y = 1 while x = :links { } :free :page y = 2 state wait :free :named :part(5) }
    """
    play(tree, z="Z").under(functions={"f:f": look}) << visit("page") >> page("<h1>T</h1>") << wait() << finished()
    url = "https://site.test/page"
    expected = [
        (None, {"y": 1, "z": "Z"}),
        (url, {"y": 2, "z": "Z"}),
        (url, {"a": 2, "b": "Z!", "c": "T", "d": {"e": [url]}}),
        (None, {"y": 2, "z": "Z", "p": 5}),
    ]
    assert [seen.count(look) for look in expected] == [2, 2, 2, 2]  # each run calls them once
    assert len(seen) == 8


def test_coroutines_are_awaited_and_nothing_is_called_twice() -> None:
    calls: list[str] = []

    async def late(response: Any, context: Mapping[str, Any]) -> list[int]:
        calls.append("late")
        return [1, 2]

    def soon(response: Any, context: Mapping[str, Any]) -> str:
        calls.append("soon")
        return f"soon {context['element'].url}"

    tree = """
    it :: data python "f:late"
    both :: item { a = python "f:soon"  b = python "f:late"  c = css "h1::text"  d = :it }
    main :: and { :page x = :it :said :both while x = :it { :said } }
    """
    playbook = play(tree).under(functions={"f:late": late, "f:soon": soon}) << visit("page") >> page("<h1>T</h1>")
    playbook << emit("said", x=1) << emit("both", {"a": "soon https://site.test/page", "b": 1, "c": "T", "d": 1})
    playbook << emit("said", x=1) << emit("said", x=2) << finished()
    assert calls.count("soon") == 2  # once in each run
    assert calls.count("late") == 2 * 4


def test_a_coroutine_that_raises_fails_its_node() -> None:
    async def fail(response: Any, context: Mapping[str, Any]) -> None:
        raise LookupError("late trouble")

    async def good(response: Any, context: Mapping[str, Any]) -> str:
        return "good"

    tree = """
    it :: data python "f:fail"
    fine :: data python "f:good"
    main :: or { x = :it and { x = :fine :said } }
    """
    playbook = play(tree).under(functions={"f:fail": fail, "f:good": good})
    (
        playbook
        << trouble("it", "error", message=re.compile("^LookupError: late trouble"))
        << emit("said", x="good")
        << finished()
    )


def test_a_coroutine_is_closed_when_another_function_of_its_node_raises() -> None:
    async def late(response: Any, context: Mapping[str, Any]) -> str:
        return "never"

    def fail(response: Any, context: Mapping[str, Any]) -> Awaitable[str]:
        raise LookupError("soon")

    tree = 'both :: item { a = python "f:late"  b = python "f:fail" } main :: or { and { :page :both } :one }'
    playbook = play(tree).under(functions={"f:late": late, "f:fail": fail}) << visit("page") >> page("x")
    playbook << trouble("both", "error", message=re.compile("^LookupError: soon")) << emit("one") << finished()


def test_each_element_is_given_to_the_function() -> None:
    functions = {"f:f": lambda response, context: context["element"].css("b::text").get()}
    tree = 'it :: item each css "p" { a = python "f:f" } main :: and { :page state wait :it }'
    playbook = play(tree).under(functions=functions) << visit("page") >> page("<p><b>1</b><p><b>2</b>") << wait()
    playbook << emit("it", {"a": "1"}) << emit("it", {"a": "2"}) << finished()


def test_a_page_is_carried_for_a_function_up_to_a_limit() -> None:
    functions = {"f:f": lambda response, context: response.css("h1::text").getall()}
    tree = 'it :: data python "f:f" main :: or { and { :page state wait x = :it :said } :one }'
    html = f"<h1>{'é' * 3000}</h1>"
    playbook = play(tree).under(functions=functions) << visit("page") >> page(html) << wait()
    playbook << emit("said", x="é" * 3000) << finished()
    playbook = play(tree).under(functions=functions, page_limit=20) << visit("page") >> page(html) << wait()
    message = re.compile(r"^the page https://site.test/page is too large to be carried .*, BT_PAGE_LIMIT is 20\)$")
    playbook << trouble("it", "error", message=message) << emit("one") << finished()


def test_a_page_that_need_not_wait_may_be_of_any_size() -> None:
    functions = {"f:f": lambda response, context: response.css("h1::text").getall()}
    tree = 'it :: data python "f:f" main :: and { :page x = :it :said :other }'
    playbook = play(tree).under(functions=functions, page_limit=1) << visit("page") >> page("<h1>T</h1>")
    playbook << emit("said", x="T") << visit("other")


def test_the_reader_is_told_for_which_node_it_works() -> None:
    reader = PageReader()
    interpreter = Interpreter(program("main :: and { :page x = :title :said state wait :links }"), reader)
    task, _ = interpreter.start({})
    reader.measured()
    interpreter.resume(
        task, ev.Arrived("200", ResponsePage(HtmlResponse("https://site.test/", body=b"<h1>T</h1><a href=x>")))
    )
    assert set(reader.measured()) == {"title", "said", "links"}


def test_a_function_that_wants_to_exit_fails_its_node() -> None:
    def leave(response: Any, context: Mapping[str, Any]) -> Any:
        raise SystemExit(3)

    playbook = play('it :: data python "f:f" main :: or { x = :it :one }').under(functions={"f:f": leave})
    playbook << trouble("it", "error") << emit("one") << finished()


LOGIN = 'login :: visit POST "https://site.test/login" { form = { user = "u" pass = "p" } } '
ASKS = '<form><input name="user"><input type="password" name="{}"></form>'


@pytest.mark.parametrize(
    ("name", "table", "succeeds"),
    [
        ("pass", "", False),
        ("other", "", True),
        ("pass", "state login { login = true }", True),
        ("pass", "state login { 2xx = true }", True),
        ("other", "state login { login = false }", False),
    ],
)
def test_a_page_that_asks_again_for_the_password_that_was_sent_has_refused_it(name, table, succeeds) -> None:
    playbook = play(f"{LOGIN} {table} main :: and {{ :login :one }}") << visit("login") >> page(ASKS.format(name))
    if succeeds:
        playbook << emit("one") << finished() << the_end()
    else:
        playbook << trouble("login", "login") << failed() << the_end()


def test_what_was_refused_can_be_repaired() -> None:
    tree = f"{LOGIN} state login {{ login = :page }} main :: and {{ :login :one }}"
    playbook = play(tree) << visit("login") >> page(ASKS.format("pass")) << visit("page") >> status(200)
    playbook << visit("login") >> page("<p>Welcome</p>") << emit("one") << finished() << the_end()
