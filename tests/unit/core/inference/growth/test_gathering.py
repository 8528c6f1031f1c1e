import pytest

from scrapy_bt.core.inference.answers.values import (
    Argument,
    Coded,
    Constant,
    Decoded,
    Each,
    Extraction,
    Joined,
    Now,
    Random,
    Taken,
    Within,
)
from scrapy_bt.core.inference.conclusion import Conclusion
from scrapy_bt.core.inference.growth.expressions import concatenated, page_fact, source_of
from scrapy_bt.core.inference.growth.gathering import Gathering
from scrapy_bt.core.inference.growth.scopes import Scopes
from scrapy_bt.core.inference.growth.vocabulary import Vocabulary
from scrapy_bt.core.inference.plans.plan import Plan, PlannedStep
from scrapy_bt.core.samples.parameters import Key
from scrapy_bt.core.samples.traffic import Sent
from scrapy_bt.core.tree import nodes as bt
from scrapy_bt.core.tree.notation import one_line

KEY = Key("form", "code")
TOKEN = Taken(0, Extraction("css", "input[name=token]::attr(value)"))


@pytest.fixture
def gathering():
    steps = tuple(
        PlannedStep(step, Sent("GET", f"https://a.test/{name}")) for step, name in enumerate(("form", "send"))
    )
    conclusion = Conclusion(Plan(steps, 1))
    scopes = Scopes(conclusion)
    return Gathering(Vocabulary(conclusion, scopes.steps), scopes, {})


def lines(nodes):
    return [one_line(node) for node in nodes]


def test_constants_and_arguments_need_nothing(gathering):
    assert one_line(gathering.part(Constant("a"), 1, KEY)) == '"a"'
    assert one_line(gathering.part(Argument("word"), 1, KEY)) == "word"
    assert not gathering.before
    assert not gathering.after


def test_what_is_taken_is_taken_once_right_behind_its_visit(gathering):
    for _ in range(2):
        assert one_line(gathering.part(TOKEN, 1, KEY)) == "code"
    assert lines(gathering.nodes[0]) == ['code :: data css "input[name=token]::attr(value)"']
    assert lines(gathering.after[0]) == ["code = :code"]


def test_what_is_joined_is_named_as_where_it_is_from(gathering):
    value = Joined((Constant("Bearer "), TOKEN))
    assert one_line(gathering.part(value, 1, Key("header", "authorization"))) == '"Bearer {token}"'
    assert lines(gathering.after[0]) == ["token = :token"]


def test_headers_cookies_and_addresses_of_a_page_are_read_there(gathering):
    gathering.part(Taken(0, Extraction("header", "X-Rate")), 1, Key("form", "rate"))
    gathering.part(Taken(0, Extraction("cookie", "XSRF-TOKEN")), 1, Key("form", "xsrf"))
    gathering.part(Taken(0, Extraction("url", r"id=(\d+)")), 1, Key("form", "id"))
    assert lines(gathering.after[0]) == [
        "rate = page.headers.x_rate",
        "xsrf = page.cookies.XSRF_TOKEN",
        "id = :id",
    ]
    assert lines(gathering.nodes[0]) == ['id :: data re "id=(\\d+)" { from = page.url }']


@pytest.mark.parametrize(
    ("value", "nodes", "before"),
    [
        (Now("s"), [], ["code = now - now % 1"]),
        (Now("ms"), [], ["code = now * 1000 - now * 1000 % 1"]),
        (Now("%Y"), ['send_code :: data { time = "%Y" }'], ["code = :send_code"]),
        (Random("uuid", 36), ['send_code :: data { random = "uuid" }'], ["code = :send_code"]),
        (Random("digits", 6), ['send_code :: data { random = "digits" length = 6 }'], ["code = :send_code"]),
        (Coded(Argument("a"), "md5"), ["send_code :: data { md5 = a }"], ["code = :send_code"]),
        (Decoded(Argument("a"), "base64"), ["send_code :: data { from_base64 = a }"], ["code = :send_code"]),
        (Decoded(Argument("a"), "html"), ['code :: data xpath "string()" { from = a }'], ["code = :code"]),
        (
            Within(Joined((Argument("a"), Constant("-"))), Extraction("re", r"\d")),
            ['code :: data re "\\d" { from = code_text }'],
            ['code_text = "{a}-"', "code = :code"],
        ),
        (
            Coded(Coded(Argument("a"), "upper"), "sha1"),
            [
                'code_upper :: data json "upper(text)" { from = { text = a } }',
                "send_code :: data { sha1 = code_upper }",
            ],
            ["code_upper = :code_upper", "code = :send_code"],
        ),
    ],
)
def test_what_is_computed_is_computed_before_the_visit(gathering, value, nodes, before):
    for _ in range(2):
        assert one_line(gathering.part(value, 1, KEY)) == "code"
    assert lines(gathering.nodes[1]) == nodes
    assert lines(gathering.before[1]) == before


def test_credentials_are_put_together_without_code(gathering):
    pair = Joined((Argument("user"), Constant(":"), Argument("word", is_secret=True)))
    value = Joined((Constant("Basic "), Coded(pair, "base64")))
    assert one_line(gathering.part(value, 1, Key("header", "authorization"))) == '"Basic {authorization_base64}"'
    made = 'authorization_base64 :: data json "base64(text)" { from = { text = "{user}:{word}" } }'
    assert lines(gathering.nodes[1]) == [made]
    assert lines(gathering.before[1]) == ["authorization_base64 = :authorization_base64"]
    assert not gathering.stubs


def test_what_is_needed_by_several_steps_or_of_several_pages_tells_which(gathering):
    for step, key in ((1, KEY), (1, Key("query", "code")), (0, KEY)):
        gathering.part(Coded(Constant(f"{step} {key}"), "md5"), step, key)
    assert lines(gathering.before[1]) == ["code = :send_code", "send_code = :send_code_2"]
    assert lines(gathering.before[0]) == ["form_code = :form_code"]
    assert one_line(gathering.part(Taken(1, TOKEN.extraction), 1, Key("form", "token"))) == "token"
    assert one_line(gathering.part(TOKEN, 1, Key("form", "token"))) == "form_token"


def test_what_is_not_there_where_it_is_needed_cannot_be_had(gathering):
    assert gathering.can_be_had(Joined((TOKEN, Coded(Argument("a"), "md5"))), 1)
    assert not gathering.can_be_had(Each(0), 1)
    assert not gathering.can_be_had(Within(Joined((Each(0),)), TOKEN.extraction), 1)
    assert not gathering.can_be_had(Taken(7, TOKEN.extraction), 1)


def test_texts_and_references_are_joined_to_what_they_are():
    assert concatenated(["a", "b"]) == bt.Literal("ab")
    assert concatenated(["", bt.Reference("x")]) == bt.Reference("x")
    assert concatenated([bt.Template(("a", bt.Reference("x"))), bt.Literal("b")]) == bt.Template(
        ("a", bt.Reference("x"), "b")
    )


def test_extractions_are_sources_and_facts():
    assert one_line(source_of(Extraction("json", "a.b"), "number", every=True)) == 'json "a.b" all as number'
    assert one_line(page_fact(Extraction("header", "X-A"))) == "page.headers.x_a"
