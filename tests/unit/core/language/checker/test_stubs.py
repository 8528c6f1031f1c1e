import pytest

from tests.checking import codes, marked, only_fault


@pytest.mark.parametrize(
    ("stub", "advice"),
    [
        ("x :: visit", 'complete it: `x :: visit "https://…"`'),
        ("x :: visit POST { form = { } }", 'complete it: `x :: visit "https://…"`'),
        ("x :: data", 'complete it: `x :: data css "…"`'),
        ("x :: data { default = 1 }", 'complete it: `x :: data css "…"`'),
    ],
)
def test_a_stub_is_a_fault(stub: str, advice: str) -> None:
    fault = only_fault(f"{stub}\nmain :: and {{ :x }}")
    assert (fault.code, marked(fault)) == ("stub", "x")
    assert fault.advice == f"{advice}, or let `scrapy bt generate` write its code"


@pytest.mark.parametrize(
    "text",
    [
        'x :: visit "https://a.test/"',
        'x :: visit { request = python "a:b" }',
        'x :: data python "a:b"',
        "x :: item { a = 1 }",
    ],
)
def test_what_is_implemented_is_none(text: str) -> None:
    assert codes(f"{text}\nmain :: and {{ :x }}") == []
